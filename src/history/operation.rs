//! What a registry does around the checker (contract, section 8): which schemas it looks at for a request, and what it
//! decides by itself.

use std::fmt;
use std::str::FromStr;

use super::advise::Witness;
use super::judge::{Case, ENOUGH, Question, in_scope};
use super::strategy::Strategy;
use super::{Finding, Subject, key_value};
use crate::check::Extent;
use crate::rules;
use crate::source::{Entry, InputError, SchemaType, readable};

/// What a registry is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Would this schema be compatible?
    Test,
    /// A producer connects, or somebody uploads the schema.
    Register,
    /// A consumer connects.
    Consume,
}

impl Operation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Test, Self::Register, Self::Consume];

    /// As it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Register => "register",
            Self::Consume => "consume",
        }
    }
}

/// Who compares native schemas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checker {
    /// The directional contract.
    #[default]
    Advanced,
    /// The broker's default: the root message keeps its name, and nothing else counts.
    RootName,
}

impl Checker {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Advanced, Self::RootName];

    /// As it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Self::Advanced => "advanced",
            Self::RootName => "root-name",
        }
    }
}

/// A name that nothing has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing has this name")
    }
}

impl std::error::Error for UnknownName {}

impl FromStr for Operation {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::ALL.into_iter().find(|operation| operation.name() == name).ok_or(UnknownName)
    }
}

impl FromStr for Checker {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::ALL.into_iter().find(|checker| checker.name() == name).ok_or(UnknownName)
    }
}

/// A request to the registry.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The schemas; of the history what [`Request::in_scope`] says, or all of it.
    pub question: Question<'a>,
    /// All active schemas, oldest first, among which one to reuse is looked for.
    pub registered: &'a [Entry],
    /// Who compares native schemas.
    pub checker: Checker,
    /// Whether a schema that is not registered yet may be.
    pub auto_update: bool,
    /// How many findings are told in full; [`ENOUGH`] less those that are told of other root messages.
    pub enough: usize,
}

impl<'a> From<Question<'a>> for Request<'a> {
    /// A request with all that a question leaves open as usual; what is in scope is all that is registered.
    fn from(question: Question<'a>) -> Self {
        let registered = question.existing;
        Self { question, registered, checker: Checker::Advanced, auto_update: true, enough: ENOUGH }
    }
}

/// Which existing schemas are looked at, and under which strategy.
enum Scope {
    Latest(&'static str),
    All,
}

impl Scope {
    fn of(operation: Operation, strategy: Strategy) -> Self {
        use Strategy::{AlwaysIncompatible, Backward, Forward, ForwardTransitive, Full};
        match (operation, strategy) {
            // Consumers only ask whether they can read what is there.
            (Operation::Consume, Backward | Forward | Full | ForwardTransitive) => {
                Self::Latest(Backward.name())
            }
            (Operation::Consume, AlwaysIncompatible) => Self::All,
            (_, strategy) if strategy.is_transitive() => Self::All,
            (_, strategy) => Self::Latest(strategy.name()),
        }
    }
}

impl Request<'_> {
    /// The part of an active history that a request looks at; the checker alone is asked without an operation.
    pub fn in_scope<'h, T>(strategy: &str, operation: Option<Operation>, history: &'h [T]) -> &'h [T] {
        let Some(operation) = operation else { return in_scope(strategy, history) };
        match strategy.parse() {
            Ok(Strategy::AlwaysCompatible) | Err(_) => &[],
            Ok(strategy) => match Scope::of(operation, strategy) {
                Scope::Latest(_) => &history[history.len().saturating_sub(1)..],
                Scope::All => history,
            },
        }
    }

    /// Answers the request. The first finding is the one that the broker tells.
    pub fn answer(&self) -> Subject {
        self.answer_to(None)
    }

    /// The same before a witness of all that is built for it.
    pub(super) fn answer_before(&self, witness: &Witness<'_>) -> Subject {
        self.answer_to(Some(witness))
    }

    fn answer_to(&self, witness: Option<&Witness<'_>>) -> Subject {
        let Question { strategy, proposed, operation, .. } = self.question;
        let mut subject = Subject::new(&proposed.label, strategy);
        subject.operation = operation.unwrap_or(Operation::Test).name();
        subject.checker = self.checker.name();
        let name = subject.strategy.clone();
        let mut desk = Desk { request: self, subject, name: &name, witness };
        match operation {
            Some(operation) => desk.serve(operation),
            None => desk.ask_checker(),
        }
        desk.subject
    }
}

/// A request being answered.
struct Desk<'a> {
    request: &'a Request<'a>,
    subject: Subject,
    /// The strategy's name.
    name: &'a str,
    witness: Option<&'a Witness<'a>>,
}

impl<'a> Desk<'a> {
    fn serve(&mut self, operation: Operation) {
        let Question { existing, is_first, .. } = self.request.question;
        if operation != Operation::Consume && !self.is_valid() {
            return;
        }
        let Some(strategy) = self.known_strategy() else { return };
        if operation == Operation::Register && self.is_settled() || strategy == Strategy::AlwaysCompatible {
            return;
        }
        if is_first {
            if operation == Operation::Consume {
                self.refuse("Topic does not have schema to check");
            }
            return;
        }
        match Scope::of(operation, strategy) {
            Scope::Latest(strategy) => self.check_latest(existing.last(), strategy),
            Scope::All => self.check_all(existing, self.name),
        }
    }

    /// The checker alone: what it does not look at in a first schema is looked at all the same, since no registry would
    /// take it.
    fn ask_checker(&mut self) {
        let Question { existing, is_first, .. } = self.request.question;
        let Some(strategy) = self.known_strategy() else { return };
        let directs = !strategy.directions().is_empty();
        self.check_all(if directs { existing } else { &[] }, self.name);
        if directs && is_first {
            self.is_valid();
        }
    }

    /// The strategy; one that nobody knows is a finding, whatever is asked.
    fn known_strategy(&mut self) -> Option<Strategy> {
        let known = self.name.parse().ok();
        if known.is_none() {
            self.subject.findings.push(Finding::new(&rules::unknown_strategy::RULE, self.name));
        }
        known
    }

    /// Whether the proposed schema can be rebuilt, and if not, why.
    fn is_valid(&mut self) -> bool {
        let proposed = self.request.question.proposed;
        for (component, part) in key_value::parts(proposed) {
            let case = Case { component, ..self.case(self.name, &[]) };
            let schema_type = part.schema_type();
            if *schema_type == SchemaType::PROTOBUF_NATIVE {
                self.subject.findings.extend(part.reconstruct().err().map(|why| case.cannot_rebuild(&why)));
            } else if schema_type.is_primitive() && !part.data().is_empty() {
                let text = format!("Invalid schema definition data: a {schema_type} schema has none");
                self.subject.findings.push(case.refusal(text));
            }
            if self.request.question.extent == Extent::First && !self.subject.findings.is_empty() {
                break;
            }
        }
        self.subject.findings.is_empty()
    }

    /// Whether a registration is answered without a look at what is compatible.
    fn is_settled(&mut self) -> bool {
        let proposed = self.request.question.proposed;
        let reused = self.request.registered.iter().find(|entry| entry.is_identical(proposed));
        if let Some(entry) = reused {
            self.subject.reused_version = entry.version;
            let version = entry.version.map_or(String::new(), |version| format!(" as version {version}"));
            self.subject.notes.push(format!("registered already{version}: {}", readable(&entry.label)));
        } else if !self.request.auto_update {
            self.refuse("Schema not found and schema auto updating is disabled.");
        }
        reused.is_some() || !self.request.auto_update
    }

    fn check_latest(&mut self, latest: Option<&Entry>, strategy: &str) {
        let proposed = self.request.question.proposed;
        let existing = latest.map(std::slice::from_ref).unwrap_or_default();
        match latest {
            Some(latest) if latest.is_identical(proposed) => {
                let Ok(known) = strategy.parse() else { return };
                for (component, existing) in key_value::parts(latest) {
                    let case = Case { component, ..self.case(strategy, &[]) };
                    case.skip(existing, known, &mut self.subject);
                }
            }
            _ => self.check_all(existing, strategy),
        }
    }

    /// Has the checker of the proposed schema's type decide. One of another type is a refusal, which the broker leaves it
    /// at; where everything is asked for, the others are compared all the same.
    fn check_all(&mut self, existing: &[Entry], strategy: &str) {
        let proposed = self.request.question.proposed;
        let (alike, others): (Vec<&Entry>, Vec<&Entry>) =
            existing.iter().partition(|entry| entry.schema_type() == proposed.schema_type());
        let Some(first) = others.first() else { return self.check_alike(existing, strategy) };
        let (was, is) = (first.schema_type(), proposed.schema_type());
        let text = format!("Incompatible schema: exists schema type {was}, new schema type {is}");
        let refusal = Finding::refusal(text, strategy);
        self.subject.findings.push(Finding { existing: Some(first.label.clone()), ..refusal });
        self.subject.notes.extend(key_value::of_other_type(&others, |entry| entry.schema_type().to_string()));
        if self.request.question.extent == Extent::All && !alike.is_empty() {
            let alike: Vec<Entry> = alike.into_iter().cloned().collect();
            self.check_alike(&alike, strategy);
        }
    }

    /// Has the checker of the type decide that all schemas have.
    fn check_alike(&mut self, existing: &[Entry], strategy: &str) {
        let case = self.case(strategy, existing);
        if case.proposed.components().is_some() {
            key_value::check_pairs(&case, &mut self.subject);
        } else {
            check(&case, &mut self.subject);
        }
    }

    fn refuse(&mut self, text: &str) {
        self.subject.findings.push(Finding::refusal(text, self.name));
    }

    fn case<'c>(&self, strategy: &'c str, existing: &'c [Entry]) -> Case<'c>
    where
        'a: 'c,
    {
        let Request { question, checker, .. } = *self.request;
        Case {
            checker,
            strategy,
            proposed: question.proposed,
            existing,
            component: None,
            extent: question.extent,
            enough: self.request.enough,
            witness: self.witness,
        }
    }
}

/// Has the checker of a type decide. A type without one fails only where everything does.
pub(super) fn check(case: &Case<'_>, subject: &mut Subject) {
    let schema_type = case.proposed.schema_type();
    let strategy = case.strategy.parse::<Strategy>();
    match strategy {
        _ if *schema_type == SchemaType::PROTOBUF_NATIVE => case.decide(subject),
        Err(_) => subject.findings.push(case.finding(&rules::unknown_strategy::RULE)),
        Ok(Strategy::AlwaysCompatible) => {}
        // The same type is all that is asked of them.
        Ok(_) if *schema_type == SchemaType::EXTERNAL => {}
        Ok(Strategy::AlwaysIncompatible) => {
            let text = "Schema compatibility strategy is ALWAYS_INCOMPATIBLE";
            subject.findings.push(case.refusal(text));
        }
        Ok(strategy) if schema_type.is_foreign() => {
            for existing in case.existing {
                if existing.is_identical(case.proposed) {
                    case.skip(existing, strategy, subject);
                } else {
                    subject.add_errors([not_judged(existing)]);
                }
            }
        }
        Ok(_) => {}
    }
}

/// Nothing is said about types that have a checker in the broker and none here.
fn not_judged(existing: &Entry) -> InputError {
    let schema_type = existing.schema_type();
    InputError {
        kind: "unsupported-type",
        message: format!(
            "a schema of type {schema_type}, which cannot be compared: only PROTOBUF_NATIVE can"
        ),
        help: None,
        input: existing.label.clone(),
        location: None,
        more: Vec::new(),
    }
}
