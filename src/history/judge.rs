//! One question to the checker: the order of decisions (contract, section 1).

use super::advise::Witness;
use super::operation::{Checker, Operation, Request};
use super::strategy::Strategy;
use super::{Comparison, Detail, Direction, Finding, Subject, Verdict};
use crate::check::{Extent, Reading, can_read};
use crate::rules::{self, Effect, Rule};
use crate::schema::Schema;
use crate::source::{Entry, Unreadable};

/// How many findings are told in full: nobody reads more, and each of many root messages may come to all that others came to.
/// Behind them every comparison is still made, and tells its first finding, which decides.
pub const ENOUGH: usize = 250_000;

/// A proposed schema and the existing ones that it is to be set against.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// A name as it was given; none that exists is judged, too.
    pub strategy: &'a str,
    /// The schema that somebody wants to use.
    pub proposed: &'a Entry,
    /// The existing schemas in order, the latest last; [`in_scope`] says which of a history.
    pub existing: &'a [Entry],
    /// What a registry is asked to do; the checker alone is asked where absent.
    pub operation: Option<Operation>,
    /// There is no existing schema at all, in scope or not.
    pub is_first: bool,
    /// [`Extent::First`] stops at the first finding, as the broker does.
    pub extent: Extent,
}

/// The part of a history that the checker alone is given: all of it under a transitive strategy, else the latest, and
/// nothing where the strategy decides by itself.
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
    Request::from(*question).answer()
}

/// What the checker is given: schemas of one type.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) checker: Checker,
    /// The strategy that is asked about, and told in findings.
    pub(super) strategy: &'a str,
    pub(super) proposed: &'a Entry,
    /// In the order in which they are compared.
    pub(super) existing: &'a [Entry],
    /// `key` or `value`, where the schemas are parts of pairs.
    pub(super) component: Option<&'static str>,
    pub(super) extent: Extent,
    /// How many findings are told in full.
    pub(super) enough: usize,
    /// Who else looks at what is built.
    pub(super) witness: Option<&'a Witness<'a>>,
}

impl Case<'_> {
    pub(super) fn finding(&self, rule: &'static Rule) -> Finding {
        Finding { component: self.component, ..Finding::new(rule, self.strategy) }
    }

    /// A refusal that is no rule, in the broker's words.
    pub(super) fn refusal(&self, text: impl Into<String>) -> Finding {
        Finding { component: self.component, ..Finding::refusal(text, self.strategy) }
    }

    pub(super) fn cannot_rebuild(&self, why: &Unreadable) -> Finding {
        let (rule, text) = if why.unsupported {
            (&rules::unsupported_feature::RULE, "unsupported Protobuf language or feature")
        } else {
            (&rules::schema_reconstruction_failed::RULE, "invalid native descriptor")
        };
        Finding { text: Some(text.to_owned()), why: Some(why.why.clone()), ..self.finding(rule) }
    }

    /// Notes that bytes are the same, so that nothing has to be compared.
    pub(super) fn skip(&self, existing: &Entry, strategy: Strategy, subject: &mut Subject) {
        for &direction in strategy.directions() {
            let comparison = self.comparison(existing, direction, Verdict::Compatible);
            subject.comparisons.push(Comparison { identical: true, ..comparison });
        }
    }

    fn comparison(&self, existing: &Entry, direction: Direction, verdict: Verdict) -> Comparison {
        Comparison { component: self.component, ..Comparison::new(existing, direction, verdict) }
    }

    /// Has the checker of native schemas decide.
    pub(super) fn decide(&self, subject: &mut Subject) {
        Court { case: *self, proposed: None, known: subject.findings.len(), subject }.decide();
    }
}

/// A case before the checker of native schemas.
struct Court<'a, 's> {
    case: Case<'a>,
    /// The proposed schema, once an entry that differs asked for it.
    proposed: Option<Result<Schema, Unreadable>>,
    /// How many findings there were before.
    known: usize,
    subject: &'s mut Subject,
}

impl Court<'_, '_> {
    fn decide(&mut self) {
        let strategy = match self.case.strategy.parse() {
            Ok(Strategy::AlwaysCompatible) => return,
            Ok(Strategy::AlwaysIncompatible) => return self.refuse(&rules::always_incompatible::RULE),
            Err(_) => return self.refuse(&rules::unknown_strategy::RULE),
            Ok(strategy) => strategy,
        };
        for existing in self.case.existing {
            // The root-name checker looks at every schema, changed or not.
            if self.case.checker == Checker::Advanced && existing.is_identical(self.case.proposed) {
                self.case.skip(existing, strategy, self.subject);
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
        let finding = self.case.finding(rule);
        self.subject.findings.push(finding);
    }

    fn set_against(&mut self, existing: &Entry, strategy: Strategy) {
        let told = self.proposed.is_some();
        let proposed = self.proposed.get_or_insert_with(|| self.case.proposed.reconstruct()).clone();
        let schemas = match (proposed, existing.build()) {
            (Ok(proposed), Ok(found)) => Ok((proposed, found)),
            (Err(why), found) => {
                if !told {
                    let finding = self.case.cannot_rebuild(&why);
                    self.subject.findings.push(finding);
                }
                // The broker would never come this far; it is worth knowing all the same.
                Err(found.err().filter(|_| !self.is_done()))
            }
            (Ok(_), Err(why)) => Err(Some(why)),
        };
        match schemas {
            Ok((proposed, found)) if self.case.checker == Checker::RootName => {
                self.compare_names(existing, &found, &proposed, strategy);
            }
            Ok((proposed, found)) => self.compare(existing, &found, &proposed, strategy),
            Err(why) => {
                if let Some(why) = why {
                    let finding = Finding {
                        version: existing.version,
                        existing: Some(existing.label.clone()),
                        ..self.case.cannot_rebuild(&why)
                    };
                    self.subject.findings.push(finding);
                }
                for &direction in strategy.directions() {
                    let comparison = self.case.comparison(existing, direction, Verdict::Undecided);
                    self.subject.comparisons.push(comparison);
                }
            }
        }
    }

    /// All that the root-name checker asks (contract, section 8).
    fn compare_names(&mut self, existing: &Entry, found: &Schema, proposed: &Schema, strategy: Strategy) {
        let is_same = found.root_name() == proposed.root_name();
        let verdict = if is_same { Verdict::Compatible } else { Verdict::Incompatible };
        for &direction in strategy.directions() {
            self.subject.comparisons.push(self.case.comparison(existing, direction, verdict));
        }
        if !is_same {
            let refusal = self.case.refusal("Protobuf root message isn't allow change!");
            let (version, label) = (existing.version, Some(existing.label.clone()));
            self.subject.findings.push(Finding { version, existing: label, ..refusal });
        }
    }

    fn compare(&mut self, existing: &Entry, found: &Schema, proposed: &Schema, strategy: Strategy) {
        if let Some(witness) = self.case.witness {
            witness.see(self.case.component, existing, (found, proposed));
        }
        for &direction in strategy.directions() {
            let extent = self.extent();
            let reading = match direction {
                Direction::Backward => can_read(found, proposed, extent),
                Direction::Forward => can_read(proposed, found, extent),
            };
            self.record(existing, (found, proposed), direction, reading);
            if self.is_done() {
                return;
            }
        }
    }

    fn record(
        &mut self,
        existing: &Entry,
        (found, proposed): (&Schema, &Schema),
        direction: Direction,
        reading: Reading,
    ) {
        let verdict = Verdict::of(
            reading.violations.iter().map(|violation| violation.rule.effect),
            reading.work.is_some(),
        );
        let comparison =
            Comparison { work: reading.work, ..self.case.comparison(existing, direction, verdict) };
        self.subject.comparisons.push(comparison);
        let (writer, reader) = match direction {
            Direction::Backward => ((existing, found), (self.case.proposed, proposed)),
            Direction::Forward => ((self.case.proposed, proposed), (existing, found)),
        };
        let locate = |(entry, schema): (&Entry, &Schema), part| entry.locate_in(schema.pool(), part);
        for violation in reading.violations {
            let finding = Finding {
                writer: violation.writer.and_then(|part| locate(writer, part)),
                reader: violation.reader.and_then(|part| locate(reader, part)),
                version: existing.version,
                existing: Some(existing.label.clone()),
                direction: Some(direction),
                fingerprint: Some(existing.fingerprint()),
                detail: Detail::of(&violation, direction, [found.pool(), proposed.pool()]),
                ..self.case.finding(violation.rule)
            };
            self.subject.findings.push(Finding { violation: Some(violation), ..finding });
        }
    }

    /// How far the next comparison goes.
    fn extent(&mut self) -> Extent {
        if self.subject.findings.len() < self.case.enough {
            return self.case.extent;
        }
        let note = format!(
            "there are more than {ENOUGH} findings: behind them only the first of each comparison is told"
        );
        if !self.subject.notes.contains(&note) {
            self.subject.notes.push(note);
        }
        Extent::First
    }

    fn is_done(&self) -> bool {
        self.case.extent == Extent::First && self.subject.findings.len() > self.known
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
            entry: existing.clone(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Origin;
    use base64::Engine as _;

    const INT32: u8 = 5;
    const STRING: u8 = 9;

    /// Native schema data of `message A { optional <kind> x = 1; }`.
    fn data(kind: u8) -> Vec<u8> {
        let delimited =
            |tag: u8, bytes: &[u8]| [&[tag, u8::try_from(bytes.len()).expect("short")], bytes].concat();
        let field = [delimited(0x0a, b"x"), vec![0x18, 1, 0x20, 1, 0x28, kind]].concat();
        let message = [delimited(0x0a, b"A"), delimited(0x12, &field)].concat();
        let file = [delimited(0x0a, b"a.proto"), delimited(0x22, &message)].concat();
        envelope(&delimited(0x0a, &file))
    }

    fn envelope(set: &[u8]) -> Vec<u8> {
        let set = base64::engine::general_purpose::STANDARD.encode(set);
        format!(
            r#"{{"fileDescriptorSet":"{set}","rootMessageTypeName":"A","rootFileDescriptorName":"a.proto"}}"#
        )
        .into_bytes()
    }

    fn entries(all: &[&[u8]]) -> Vec<Entry> {
        let numbered = (1..).zip(all);
        numbered
            .map(|(version, data)| Entry::native(&format!("v{version}"), Some(version), data.to_vec()))
            .collect()
    }

    fn ask(strategy: &str, existing: &[&[u8]], proposed: &[u8], extent: Extent) -> Subject {
        let proposed = Entry::native("proposed", None, proposed.to_vec());
        let existing = &entries(existing);
        let is_first = existing.is_empty();
        judge(&Question { strategy, proposed: &proposed, existing, operation: None, is_first, extent })
    }

    /// Rule, version and direction of each finding.
    fn told(subject: &Subject) -> Vec<(&'static str, Option<u64>, Option<Direction>)> {
        let rule = |finding: &Finding| finding.rule.map_or("", |rule| rule.id);
        subject.findings.iter().map(|finding| (rule(finding), finding.version, finding.direction)).collect()
    }

    #[test]
    fn strategies_that_decide_alone_look_at_nothing() {
        let subject = ask("always-compatible", &[b"{"], b"{", Extent::All);
        assert_eq!((subject.verdict(), &*subject.strategy), (Verdict::Compatible, "ALWAYS_COMPATIBLE"));
        for (name, rule) in [("Always-Incompatible", "ALWAYS_INCOMPATIBLE"), ("half", "UNKNOWN_STRATEGY")] {
            let subject = ask(name, &[], &data(INT32), Extent::All);
            assert_eq!(told(&subject), [(rule, None, None)]);
            assert_eq!(subject.verdict(), Verdict::Incompatible);
            assert!(subject.comparisons.is_empty());
        }
    }

    #[test]
    fn an_identical_history_accepts_even_what_cannot_be_rebuilt_and_an_empty_one_does_not() {
        assert_eq!(ask("FULL", &[], b"{", Extent::All).verdict(), Verdict::Undecided);
        assert_eq!(ask("FULL", &[], &data(INT32), Extent::All).verdict(), Verdict::Compatible);
        let subject = ask("FULL_TRANSITIVE", &[b"{", b"{"], b"{", Extent::All);
        assert_eq!(subject.verdict(), Verdict::Compatible);
        assert_eq!(subject.comparisons.len(), 4);
        assert!(
            subject.comparisons.iter().all(|comparison| comparison.identical && comparison.work.is_none())
        );
    }

    #[test]
    fn behind_enough_findings_comparisons_are_made_and_a_note_says_what_is_not_told() {
        let (existing, proposed) = (entries(&[&data(INT32), &data(INT32)]), entries(&[&data(STRING)]));
        let ask = |enough| {
            let question = Question {
                strategy: "FULL_TRANSITIVE",
                proposed: &proposed[0],
                existing: &existing,
                operation: None,
                is_first: false,
                extent: Extent::All,
            };
            let subject = Request { enough, ..Request::from(question) }.answer();
            assert_eq!((subject.comparisons.len(), subject.findings.len()), (4, 4));
            assert!(subject.comparisons.iter().all(|it| it.verdict == Verdict::Incompatible));
            subject.notes
        };
        assert_eq!(ask(4), Vec::<String>::new());
        let note =
            "there are more than 250000 findings: behind them only the first of each comparison is told";
        assert_eq!([ask(0), ask(3)], [[note], [note]]);
    }

    #[test]
    fn a_registry_wants_a_readable_schema_and_takes_a_first_one() {
        let test = |strategy, data: &[u8], is_first| {
            let entry = Entry::native("proposed", None, data.to_vec());
            let operation = Some(Operation::Test);
            let existing = if is_first { &[][..] } else { std::slice::from_ref(&entry) };
            let question =
                Question { strategy, proposed: &entry, existing, operation, is_first, extent: Extent::All };
            judge(&question).verdict()
        };
        assert_eq!(test("FULL", b"{", false), Verdict::Undecided);
        assert_eq!(test("ALWAYS_COMPATIBLE", b"{", true), Verdict::Undecided);
        assert_eq!(test("ALWAYS_INCOMPATIBLE", &data(INT32), true), Verdict::Compatible);
        assert_eq!(
            test("ALWAYS_INCOMPATIBLE", &data(INT32), false),
            Verdict::Compatible,
            "the latest once more"
        );
    }

    #[test]
    fn data_that_differs_in_its_formatting_only_is_not_identical() {
        let spaced = [b" ", &data(INT32)[..]].concat();
        let subject = ask("BACKWARD", &[&data(INT32)], &spaced, Extent::All);
        assert!(!subject.comparisons[0].identical);
        assert!(subject.comparisons[0].work.is_some());
    }

    #[test]
    fn both_directions_of_an_entry_come_before_the_next_entry() {
        use Direction::{Backward, Forward};
        let all = ask("full_transitive", &[&data(INT32), &data(INT32)], &data(STRING), Extent::All);
        let changed = |version, direction| ("TYPE_CHANGED", Some(version), Some(direction));
        assert_eq!(
            told(&all),
            [changed(1, Backward), changed(1, Forward), changed(2, Backward), changed(2, Forward)]
        );
        let first = ask("full_transitive", &[&data(INT32), &data(INT32)], &data(STRING), Extent::First);
        assert_eq!(told(&first), told(&all)[..1]);
        assert_eq!(first.comparisons.len(), 1);
    }

    #[test]
    fn a_proposed_schema_that_cannot_be_rebuilt_is_told_once_first_and_of_no_version() {
        let subject = ask("FULL_TRANSITIVE", &[b"[", &data(INT32)], b"{", Extent::All);
        let failed = "SCHEMA_RECONSTRUCTION_FAILED";
        assert_eq!(told(&subject), [(failed, None, None), (failed, Some(1), None)]);
        assert_eq!(subject.findings[0].schema(), Some(Origin::Proposed));
        assert_eq!(subject.findings[1].schema(), Some(Origin::Existing));
        assert_eq!(subject.verdict(), Verdict::Undecided);
        assert_eq!(subject.comparisons.len(), 4);
        assert!(!subject.is_compared());
        assert_eq!(told(&ask("FULL", &[b"["], b"{", Extent::First)), [(failed, None, None)]);
    }

    #[test]
    fn an_existing_schema_that_cannot_be_rebuilt_hides_no_other() {
        let subject = ask("BACKWARD_TRANSITIVE", &[b"{", &data(INT32), b"["], &data(STRING), Extent::All);
        let failed = "SCHEMA_RECONSTRUCTION_FAILED";
        let changed = ("TYPE_CHANGED", Some(2), Some(Direction::Backward));
        assert_eq!(told(&subject), [(failed, Some(1), None), changed, (failed, Some(3), None)]);
        assert_eq!(subject.verdict(), Verdict::Incompatible);
    }

    #[test]
    fn only_transitive_strategies_look_past_the_latest() {
        let history = [1, 2, 3];
        assert_eq!(in_scope("full", &history), [3]);
        assert_eq!(in_scope("FORWARD_TRANSITIVE", &history), history);
        assert!(in_scope("BACKWARD", &[0; 0]).is_empty());
        for name in ["ALWAYS_COMPATIBLE", "ALWAYS_INCOMPATIBLE", "unknown"] {
            assert!(in_scope(name, &history).is_empty());
        }
    }
}
