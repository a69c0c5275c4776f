//! One question to the checker: the order of decisions (contract, section 1).

use super::strategy::Strategy;
use super::{Comparison, Direction, Finding, Subject, Verdict};
use crate::check::{Extent, Reading, can_read};
use crate::rules::{self, Effect, Rule};
use crate::schema::Schema;
use crate::source::{Entry, Unreadable};

/// A proposed schema and the existing ones that it is to be set against.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// A name as it was given; none that exists is judged, too.
    pub strategy: &'a str,
    /// The schema that somebody wants to use.
    pub proposed: &'a Entry,
    /// The existing schemas in order, the latest last; [`in_scope`] says which of a history.
    pub existing: &'a [Entry],
    /// [`Extent::First`] stops at the first finding, as the broker does.
    pub extent: Extent,
}

/// The part of a history that a compatibility request looks at: all of it under a transitive strategy, else the latest
/// (contract, section 8), and nothing where the strategy decides alone.
pub fn in_scope<'a, T>(strategy: &str, history: &'a [T]) -> &'a [T] {
    match strategy.parse::<Strategy>() {
        Ok(strategy) if strategy.directions().is_empty() => &[],
        Ok(strategy) if strategy.is_transitive() => history,
        Ok(_) => &history[history.len().saturating_sub(1)..],
        Err(_) => &[],
    }
}

/// Answers a question. The first finding is the one that the broker tells.
pub fn judge(question: &Question<'_>) -> Subject {
    let mut court = Court {
        question,
        proposed: None,
        subject: Subject::new(&question.proposed.label, question.strategy),
    };
    court.decide();
    court.subject
}

/// A question being answered.
struct Court<'a> {
    question: &'a Question<'a>,
    /// The proposed schema, once an entry that differs asked for it.
    proposed: Option<Result<Schema, Unreadable>>,
    subject: Subject,
}

impl Court<'_> {
    fn decide(&mut self) {
        let strategy = match self.question.strategy.parse() {
            Ok(Strategy::AlwaysCompatible) => return,
            Ok(Strategy::AlwaysIncompatible) => return self.refuse(&rules::always_incompatible::RULE),
            Err(_) => return self.refuse(&rules::unknown_strategy::RULE),
            Ok(strategy) => strategy,
        };
        for existing in self.question.existing {
            if existing.is_identical(self.question.proposed) {
                for &direction in strategy.directions() {
                    self.skip(existing, direction);
                }
            } else {
                self.set_against(existing, strategy);
            }
            if self.is_done() {
                return;
            }
        }
    }

    /// The strategy alone decides.
    fn refuse(&mut self, rule: &'static Rule) {
        let finding = self.finding(rule);
        self.subject.findings.push(finding);
    }

    fn skip(&mut self, existing: &Entry, direction: Direction) {
        let comparison = Comparison { identical: true, ..Comparison::new(existing, direction, Verdict::Compatible) };
        self.subject.comparisons.push(comparison);
    }

    fn set_against(&mut self, existing: &Entry, strategy: Strategy) {
        let told = self.proposed.is_some();
        let proposed = self.proposed.get_or_insert_with(|| self.question.proposed.reconstruct()).clone();
        let schemas = match (proposed, existing.reconstruct()) {
            (Ok(proposed), Ok(found)) => Ok((proposed, found)),
            (Err(why), found) => {
                if !told {
                    let finding = self.cannot_rebuild(&why);
                    self.subject.findings.push(finding);
                }
                // The broker would never come this far; it is worth knowing all the same.
                Err(found.err().filter(|_| !self.is_done()))
            }
            (Ok(_), Err(why)) => Err(Some(why)),
        };
        match schemas {
            Ok((proposed, found)) => self.compare(existing, &found, &proposed, strategy),
            Err(why) => {
                if let Some(why) = why {
                    let finding = Finding {
                        version: existing.version,
                        existing: Some(existing.label.clone()),
                        ..self.cannot_rebuild(&why)
                    };
                    self.subject.findings.push(finding);
                }
                for &direction in strategy.directions() {
                    self.subject.comparisons.push(Comparison::new(existing, direction, Verdict::Undecided));
                }
            }
        }
    }

    fn cannot_rebuild(&self, why: &Unreadable) -> Finding {
        let (rule, text) = if why.unsupported {
            (&rules::unsupported_feature::RULE, "unsupported Protobuf language or feature")
        } else {
            (&rules::schema_reconstruction_failed::RULE, "invalid native descriptor")
        };
        Finding { text: Some(text.to_owned()), why: Some(why.why.clone()), ..self.finding(rule) }
    }

    fn compare(&mut self, existing: &Entry, found: &Schema, proposed: &Schema, strategy: Strategy) {
        for &direction in strategy.directions() {
            let reading = match direction {
                Direction::Backward => can_read(found, proposed, self.question.extent),
                Direction::Forward => can_read(proposed, found, self.question.extent),
            };
            self.record(existing, direction, reading);
            if self.is_done() {
                return;
            }
        }
    }

    fn record(&mut self, existing: &Entry, direction: Direction, reading: Reading) {
        let verdict = Verdict::of(reading.violations.iter().map(|violation| violation.rule.effect), reading.work.is_some());
        let comparison = Comparison { work: reading.work, ..Comparison::new(existing, direction, verdict) };
        self.subject.comparisons.push(comparison);
        for violation in reading.violations {
            let finding = Finding {
                version: existing.version,
                existing: Some(existing.label.clone()),
                direction: Some(direction),
                fingerprint: Some(existing.fingerprint()),
                ..self.finding(violation.rule)
            };
            self.subject.findings.push(Finding { violation: Some(violation), ..finding });
        }
    }

    fn finding(&self, rule: &'static Rule) -> Finding {
        Finding::new(rule, &self.subject.strategy)
    }

    fn is_done(&self) -> bool {
        self.question.extent == Extent::First && !self.subject.findings.is_empty()
    }
}

impl Comparison {
    fn new(existing: &Entry, direction: Direction, verdict: Verdict) -> Self {
        Self {
            version: existing.version,
            existing: existing.label.clone(),
            component: None,
            direction,
            identical: false,
            verdict,
            fingerprint: existing.fingerprint(),
            work: None,
        }
    }
}

impl Verdict {
    /// What effects come to; without any, something that did not end is undecided.
    fn of(effects: impl Iterator<Item = Effect>, ended: bool) -> Self {
        effects.fold(if ended { Self::Compatible } else { Self::Undecided }, |verdict, effect| match effect {
            Effect::Incompatible => Self::Incompatible,
            Effect::Undecided if verdict == Self::Incompatible => verdict,
            Effect::Undecided => Self::Undecided,
        })
    }
}
