//! Findings of one cause: what is found in both directions and with several versions is told once, and what follows from a
//! field's new number is told with it.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::history::{Direction, Finding, Origin};
use crate::report::words;
use crate::rules::{Effect, Facts, field_number_changed, required_field_not_guaranteed};
use crate::rules::{FIELD_RULES, Rule};
use crate::schema::place::Part;
use crate::source::Location;

/// The findings of one cause, with their places among all findings, in the broker's order; never empty.
#[derive(Debug)]
pub(in crate::report) struct Group<'a> {
    pub(in crate::report) members: Vec<(usize, &'a Finding)>,
}

impl<'a> Group<'a> {
    /// The one that the broker comes to first.
    pub(in crate::report) fn first(&self) -> &'a Finding {
        self.members[0].1
    }

    pub(in crate::report) fn findings(&self) -> impl Iterator<Item = &'a Finding> {
        self.members.iter().map(|(_, finding)| *finding)
    }

    /// Those of the rule that the cause is told by, without what follows from it.
    fn own(&self) -> impl Iterator<Item = &'a Finding> {
        let rule = self.first().rule;
        self.findings().filter(move |finding| finding.rule == rule)
    }

    /// Those in one direction.
    pub(in crate::report) fn towards(&self, direction: Direction) -> impl Iterator<Item = &'a Finding> {
        self.findings().filter(move |finding| finding.direction == Some(direction))
    }

    /// The one that stands for all: the first one with the latest existing version.
    pub(in crate::report) fn latest(&self) -> &'a Finding {
        let version = |finding: &Finding| (finding.version, finding.existing.clone());
        let latest = self.own().max_by_key(|finding| finding.version).map(version);
        self.own().find(|finding| latest == Some(version(finding))).unwrap_or(self.first())
    }

    /// Where it stands in the schemas of one origin: in the latest of the existing ones.
    pub(in crate::report) fn place(&self, origin: Origin) -> Option<&'a Location> {
        let latest = self.latest().place(origin);
        latest.or_else(|| self.own().find_map(|finding| finding.place(origin)))
    }

    /// The paths by which readers come to it.
    pub(in crate::report) fn paths(&self) -> Vec<&'a str> {
        let mut out = Vec::new();
        for violation in self.own().filter_map(|finding| finding.violation.as_ref()) {
            if out.len() < 4 && !out.contains(&violation.path.as_str()) {
                out.push(violation.path.as_str());
            }
        }
        out
    }

    /// What was something else in earlier versions than in the latest: findings for each such thing.
    pub(in crate::report) fn earlier(&self) -> Vec<Vec<&'a Finding>> {
        let latest = existing_value(self.latest());
        sorted_by(self.own().filter(|finding| existing_value(finding) != latest), |finding| {
            existing_value(finding)
        })
    }

    /// What follows from it: findings for each place and change.
    pub(in crate::report) fn consequences(&self) -> Vec<Vec<&'a Finding>> {
        let rule = self.first().rule;
        sorted_by(self.findings().filter(|finding| finding.rule != rule), words::title)
    }

    /// What it means for the verdict.
    pub(in crate::report) fn effect(&self) -> Effect {
        self.first().effect()
    }
}

/// Findings with the same key together, in the order in which keys occur.
fn sorted_by<'a, K: PartialEq>(
    findings: impl Iterator<Item = &'a Finding>,
    key: impl Fn(&'a Finding) -> K,
) -> Vec<Vec<&'a Finding>> {
    let mut out: Vec<(K, Vec<&Finding>)> = Vec::new();
    for finding in findings {
        let own = key(finding);
        match out.iter_mut().find(|(known, _)| *known == own) {
            Some((_, found)) => found.push(finding),
            None => out.push((own, vec![finding])),
        }
    }
    out.into_iter().map(|(_, found)| found).collect()
}

/// Every finding in exactly one group; groups come in the order of their first findings.
pub(in crate::report) fn groups(findings: &[Finding]) -> Vec<Group<'_>> {
    let mut places: HashMap<Cause<'_>, usize> = HashMap::new();
    let mut renumbered: HashMap<Renumbered<'_>, usize> = HashMap::new();
    let mut out: Vec<Group<'_>> = Vec::new();
    for (at, finding) in findings.iter().enumerate() {
        let known = follows(finding).find_map(|from| renumbered.get(&from).copied());
        let place = known.unwrap_or_else(|| *places.entry(Cause::of(finding)).or_insert(out.len()));
        if finding.rule == Some(&field_number_changed::RULE)
            && let [_, Some(name)] = &finding.detail.names
        {
            renumbered.extend(Renumbered::of(finding, name).map(|moved| (moved, place)));
        }
        match out.get_mut(place) {
            Some(group) => group.members.push((at, finding)),
            None => out.push(Group { members: vec![(at, finding)] }),
        }
    }
    out
}

/// A field that one comparison found to have another number.
#[derive(PartialEq, Eq, Hash)]
struct Renumbered<'a> {
    comparison: (Option<u64>, Option<&'a str>, Option<&'static str>, bool),
    allowed: Option<&'a str>,
    message: &'a str,
    name: &'a str,
}

impl<'a> Renumbered<'a> {
    /// A field of the message that a finding is in.
    fn of(finding: &'a Finding, name: &'a str) -> Option<Self> {
        let (message, _) = finding.violation.as_ref()?.path.rsplit_once('.')?;
        let is_backward = finding.direction == Some(Direction::Backward);
        let comparison = (finding.version, finding.existing.as_deref(), finding.component, is_backward);
        Some(Self { comparison, allowed: finding.allowed.as_deref(), message, name })
    }
}

/// The fields whose new numbers explain what is found at a number: the one that left it, then the one that took it.
fn follows(finding: &Finding) -> impl Iterator<Item = Renumbered<'_>> {
    let is_at_a_number = |rule: &Rule| {
        *rule == required_field_not_guaranteed::RULE || FIELD_RULES.iter().any(|it| it.rule == rule)
    };
    let names = finding.rule.filter(|rule| is_at_a_number(rule)).map(|_| &finding.detail.names);
    names.into_iter().flatten().flatten().filter_map(|name| Renumbered::of(finding, name))
}

/// What findings of one cause have in common.
#[derive(PartialEq, Eq, Hash)]
struct Cause<'a> {
    rule: Option<&'static str>,
    component: Option<&'static str>,
    allowed: Option<&'a str>,
    site: Site<'a>,
    /// What tells causes at one place apart. What existing schemas have does not: there is one mend for all of them.
    values: [Cow<'a, str>; 2],
}

/// Where a cause stands: names may differ by direction, and the existing schemas' parts by version.
#[derive(PartialEq, Eq, Hash)]
enum Site<'a> {
    Proposed(Part),
    Path(&'a str, Option<i32>),
    /// Before a comparison every finding is a cause of its own, but for the same words of the same version.
    Version(Option<&'a str>, Option<u64>),
}

impl<'a> Cause<'a> {
    fn of(finding: &'a Finding) -> Self {
        let site = site(finding);
        Self {
            rule: finding.rule.map(|rule| rule.id),
            component: finding.component,
            allowed: finding.allowed.as_deref(),
            values: values(finding, matches!(site, Site::Proposed(_))),
            site,
        }
    }
}

fn site(finding: &Finding) -> Site<'_> {
    let Some(violation) = &finding.violation else {
        return Site::Version(finding.existing.as_deref(), finding.version);
    };
    let part = match finding.direction {
        Some(Direction::Backward) => violation.reader,
        Some(Direction::Forward) => violation.writer,
        None => None,
    };
    match part {
        // All values of an enum that are in the same case are told together.
        Some(Part::EnumValue(id, _)) if !finding.detail.values.is_empty() => Site::Proposed(Part::Enum(id)),
        Some(part) => Site::Proposed(part),
        None => Site::Path(&violation.path, violation.field),
    }
}

/// What tells causes at one place apart; `is_proposed` where that is a place of the proposed schema.
pub(in crate::report) fn values(finding: &Finding, is_proposed: bool) -> [Cow<'_, str>; 2] {
    if let Some(change) = words::Change::of(finding) {
        return match &finding.detail.values[..] {
            [value, ..] => value.numbers.map(|number| if number.is_some() { "has" } else { "lacks" }.into()),
            [] if is_proposed => ["".into(), change.proposed.into()],
            [] => [change.existing.into(), change.proposed.into()],
        };
    }
    match &finding.violation {
        Some(violation) => match &violation.facts {
            Facts::Unsupported { detail, .. } => {
                [finding.schema().map_or("", Origin::name).into(), detail.to_string().into()]
            }
            // How much was counted where it was given up differs by version.
            Facts::Limit { .. } | Facts::Change { .. } => ["".into(), "".into()],
        },
        None => [&finding.text, &finding.why].map(|text| text.as_deref().unwrap_or_default().into()),
    }
}

/// What the existing schema of a finding has, by which versions differ.
pub(in crate::report) fn existing_value(finding: &Finding) -> String {
    let change = words::Change::of(finding).map_or("", |change| change.existing);
    match (&finding.detail.defaults, &finding.detail.values[..]) {
        (Some([was, _]), _) => was.to_string(),
        (None, []) => change.to_owned(),
        (None, values) => format!("{values:?}"),
    }
}
