//! Accepted breaks: findings that somebody knows of and lives with. They stay in every report, with the reason, and fail
//! nothing; what nothing needs is warned about.

use std::collections::{BTreeSet, HashMap};

use super::{Comparison, Direction, Finding, Origin, Subject, Verdict};
use crate::rules::Side;
use crate::schema::Part;
use crate::source::{InputError, Location, names};

/// A break that is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The rule's id.
    pub rule: &'static str,
    /// The finding's path, or the one by which readers of the other schema come to the same place; `None` for rules whose
    /// findings have none.
    pub path: Option<String>,
    /// The existing version that it is accepted with; every one where absent.
    pub version: Option<u64>,
    /// Why it is accepted.
    pub reason: String,
    /// Where it was written down.
    pub place: Location,
}

/// The place of a finding in the proposed schema, under a rule: the same in both directions, whatever names lead to it.
type Site = (&'static str, Option<&'static str>, Part);

/// All paths by which readers come to a site.
type Paths = HashMap<Site, BTreeSet<String>>;

impl Allowance {
    fn covers(&self, finding: &Finding, paths: &Paths) -> bool {
        finding.rule.is_some_and(|rule| rule.id == self.rule)
            && self.version.is_none_or(|version| finding.version == Some(version))
            && match (&self.path, path(finding)) {
                (Some(wanted), Some(own)) => {
                    wanted == own
                        || site(finding)
                            .is_some_and(|site| paths.get(&site).is_some_and(|all| all.contains(wanted)))
                }
                (wanted, own) => wanted.is_none() && own.is_none(),
            }
    }

    fn is_unused(&self, findings: &[Finding]) -> InputError {
        let place = self.path.as_deref().map_or(String::new(), |path| format!(" at `{path}`"));
        let version = self.version.map_or(String::new(), |version| format!(" with version {version}"));
        InputError {
            kind: "unused-allow",
            message: format!("nothing was found that this accepts: {}{place}{version}", self.rule),
            help: Some(self.meant(findings)),
            input: self.place.file.to_string(),
            location: Some(self.place.clone()),
            more: Vec::new(),
        }
    }

    /// What somebody may have meant who wrote it.
    fn meant(&self, findings: &[Finding]) -> String {
        let rule = |finding: &Finding| finding.rule.map(|rule| rule.id);
        let open = || findings.iter().filter(|finding| finding.allowed.is_none());
        let alike = || open().filter(|finding| rule(finding) == Some(self.rule));
        let wanted = self.path.as_deref().unwrap_or_default();
        if let Some(version) = alike().find(|it| path(it) == self.path.as_deref()).map(|it| it.version) {
            return match version {
                Some(version) => format!("it was found with version {version}"),
                None => "it was found with a version that has no number: leave `version` out".to_owned(),
            };
        }
        if let Some(other) =
            open().find(|it| self.path.is_some() && path(it) == self.path.as_deref()).and_then(rule)
        {
            return format!("{other} was found there");
        }
        match names::nearest(wanted, alike().filter_map(path)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "remove it, so that it does not hide a later break".to_owned(),
        }
    }
}

fn path(finding: &Finding) -> Option<&str> {
    finding.violation.as_ref().map(|violation| violation.path.as_str())
}

fn site(finding: &Finding) -> Option<Site> {
    let violation = finding.violation.as_ref()?;
    let part = match finding.direction?.on(Side::Reader) {
        Origin::Proposed => violation.reader,
        Origin::Existing => violation.writer,
    };
    Some((violation.rule.id, finding.component, part?))
}

impl Subject {
    /// Marks the findings that are accepted. With `first`, what comes behind the first one that is not accepted goes.
    pub fn allow(&mut self, allowances: &[Allowance], first: bool) {
        if allowances.is_empty() {
            return;
        }
        let mut paths = Paths::new();
        for finding in &self.findings {
            if let (Some(site), Some(path)) = (site(finding), path(finding)) {
                paths.entry(site).or_default().insert(path.to_owned());
            }
        }
        let mut is_used = vec![false; allowances.len()];
        for finding in &mut self.findings {
            for (allowance, is_used) in allowances.iter().zip(&mut is_used) {
                if allowance.covers(finding, &paths) {
                    *is_used = true;
                    finding.allowed.get_or_insert_with(|| allowance.reason.clone());
                }
            }
        }
        // What was not compared, or not to the end, may still need it.
        if !first && self.errors.is_empty() && !self.comparisons.is_empty() {
            let unused = allowances.iter().zip(is_used).filter(|(_, is_used)| !is_used);
            self.warnings.extend(unused.map(|(allowance, _)| allowance.is_unused(&self.findings)));
        }
        if first && let Some(at) = self.findings.iter().position(|finding| finding.allowed.is_none()) {
            self.findings.truncate(at + 1);
        }
        self.settle_comparisons();
    }

    /// A comparison whose findings are all accepted is compatible.
    fn settle_comparisons(&mut self) {
        let mut of_comparison = HashMap::<_, Vec<bool>>::new();
        for finding in &self.findings {
            let Finding { existing, version, component, direction, allowed, .. } = finding;
            let key = (existing.as_deref(), *version, *component, direction.map(Direction::name));
            of_comparison.entry(key).or_default().push(allowed.is_some());
        }
        for comparison in &mut self.comparisons {
            let Comparison { existing, version, component, direction, .. } = &*comparison;
            let key = (Some(existing.as_str()), *version, *component, Some(direction.name()));
            if of_comparison.get(&key).is_some_and(|allowed| allowed.iter().all(|it| *it)) {
                comparison.verdict = Verdict::Compatible;
            }
        }
    }
}
