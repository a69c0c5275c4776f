//! Accepted breaks: findings that somebody knows of and lives with. They stay in every report, with the reason, and fail
//! nothing; what nothing needs is warned about.

use std::collections::HashMap;

use super::{Comparison, Direction, Finding, Subject, Verdict};
use crate::source::{InputError, Location};

/// A break that is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The rule's id.
    pub rule: &'static str,
    /// The finding's path; `None` for rules whose findings have none.
    pub path: Option<String>,
    /// The existing version that it is accepted with; every one where absent.
    pub version: Option<u64>,
    /// Why it is accepted.
    pub reason: String,
    /// Where it was written down.
    pub place: Location,
}

impl Allowance {
    fn covers(&self, finding: &Finding) -> bool {
        let path = finding.violation.as_ref().map(|violation| violation.path.as_str());
        finding.rule.is_some_and(|rule| rule.id == self.rule)
            && self.path.as_deref() == path
            && self.version.is_none_or(|version| finding.version == Some(version))
    }

    fn is_unused(&self) -> InputError {
        let place = self.path.as_deref().map_or(String::new(), |path| format!(" at `{path}`"));
        let version = self.version.map_or(String::new(), |version| format!(" with version {version}"));
        InputError {
            kind: "unused-allow",
            message: format!("nothing was found that this accepts: {}{place}{version}", self.rule),
            help: Some("remove it, so that it does not hide a later break".to_owned()),
            input: self.place.file.to_string(),
            location: Some(self.place.clone()),
            more: Vec::new(),
        }
    }
}

impl Subject {
    /// Marks the findings that are accepted. With `first`, what comes behind the first one that is not accepted goes.
    pub fn allow(&mut self, allowances: &[Allowance], first: bool) {
        if allowances.is_empty() {
            return;
        }
        let mut is_used = vec![false; allowances.len()];
        for finding in &mut self.findings {
            if let Some(at) = allowances.iter().position(|allowance| allowance.covers(finding)) {
                is_used[at] = true;
                finding.allowed = Some(allowances[at].reason.clone());
            }
        }
        if first && let Some(at) = self.findings.iter().position(|finding| finding.allowed.is_none()) {
            self.findings.truncate(at + 1);
        }
        self.settle_comparisons();
        // What was not compared to the end may still need it.
        let is_whole = !first && self.errors.is_empty();
        let unused = allowances.iter().zip(is_used).filter(|(_, is_used)| is_whole && !is_used);
        self.warnings.extend(unused.map(|(allowance, _)| allowance.is_unused()));
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
