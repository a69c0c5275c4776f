//! Findings of one cause: what is found in both directions and with several versions is told once.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::history::{Direction, Finding, Origin};
use crate::report::words;
use crate::rules::{Effect, Facts};
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

    /// Those in one direction.
    pub(in crate::report) fn towards(&self, direction: Direction) -> impl Iterator<Item = &'a Finding> {
        self.findings().filter(move |finding| finding.direction == Some(direction))
    }

    /// The first one with the latest existing version.
    pub(in crate::report) fn latest(&self) -> &'a Finding {
        let version = |finding: &Finding| (finding.version, finding.existing.clone());
        let latest = self.findings().max_by_key(|finding| finding.version).map(version);
        self.findings().find(|finding| latest == Some(version(finding))).unwrap_or(self.first())
    }

    /// Where it stands in the schemas of one origin: in the latest of the existing ones.
    pub(in crate::report) fn place(&self, origin: Origin) -> Option<&'a Location> {
        let latest = self.latest().place(origin);
        latest.or_else(|| self.findings().find_map(|finding| finding.place(origin)))
    }

    /// The paths by which readers come to it.
    pub(in crate::report) fn paths(&self) -> Vec<&'a str> {
        let mut out = Vec::new();
        for violation in self.findings().filter_map(|finding| finding.violation.as_ref()) {
            if out.len() < 4 && !out.contains(&violation.path.as_str()) {
                out.push(violation.path.as_str());
            }
        }
        out
    }

    /// What it means for the verdict.
    pub(in crate::report) fn effect(&self) -> Effect {
        self.first().effect()
    }
}

/// Every finding in exactly one group; groups come in the order of their first findings.
pub(in crate::report) fn groups(findings: &[Finding]) -> Vec<Group<'_>> {
    let mut places: HashMap<Cause<'_>, usize> = HashMap::new();
    let mut out: Vec<Group<'_>> = Vec::new();
    for (at, finding) in findings.iter().enumerate() {
        let place = *places.entry(Cause::of(finding)).or_insert(out.len());
        match out.get_mut(place) {
            Some(group) => group.members.push((at, finding)),
            None => out.push(Group { members: vec![(at, finding)] }),
        }
    }
    out
}

/// What findings of one cause have in common.
#[derive(PartialEq, Eq, Hash)]
struct Cause<'a> {
    rule: Option<&'static str>,
    component: Option<&'static str>,
    allowed: Option<&'a str>,
    site: Site<'a>,
    /// The existing and the proposed value.
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
        Self {
            rule: finding.rule.map(|rule| rule.id),
            component: finding.component,
            allowed: finding.allowed.as_deref(),
            site: site(finding),
            values: values(finding),
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
    part.map_or(Site::Path(&violation.path, violation.field), Site::Proposed)
}

fn values(finding: &Finding) -> [Cow<'_, str>; 2] {
    if let Some(change) = words::Change::of(finding) {
        return [change.existing.into(), change.proposed.into()];
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
