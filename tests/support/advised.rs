//! What is advised of sources: versions in order, the proposed one last.

use protoward::check::Extent;
use protoward::history::{Adviser, Checker, Operation, Pairing, Question, Request, Subject};
use protoward::source::{Input, InputError, InputType, Options, Stdin, load_proposed};

use super::Spec;

/// How a request is asked.
#[derive(Clone, Copy)]
pub(crate) struct Ask<'a> {
    pub(crate) strategy: &'a str,
    pub(crate) operation: Option<Operation>,
    pub(crate) checker: Checker,
    /// Root messages; the first message of the proposed source where there are none.
    pub(crate) roots: &'a [&'a str],
}

impl Ask<'_> {
    pub(crate) const FULL: Ask<'static> =
        Ask { strategy: "FULL", operation: None, checker: Checker::Advanced, roots: &[] };

    /// The subjects, one for each root, of sources.
    pub(crate) fn of(&self, versions: &[&str], proposed: &str) -> Vec<Subject> {
        let named = (1..).zip(versions).map(|(at, text)| Ok(input(text, &format!("v{at}.proto"), Some(at))));
        self.of_inputs(&named.collect::<Vec<_>>(), &input(proposed, "proposed.proto", None))
    }

    pub(crate) fn of_inputs(&self, history: &[Result<Input, InputError>], proposed: &Input) -> Vec<Subject> {
        let first = proposed.roots().into_iter().take(1).collect::<Vec<_>>();
        let roots: Vec<&str> = if self.roots.is_empty() {
            first.iter().map(String::as_str).collect()
        } else {
            self.roots.to_vec()
        };
        let mut adviser = Adviser::new(history, roots.len() > 1);
        let answer = |root: &&str| {
            let scope = Request::in_scope(self.strategy, self.operation, history);
            let pairing = Pairing::new(proposed, scope, Some(root), roots.len() > 1);
            let entry = pairing.proposed.expect("a proposed schema");
            let question = Question {
                strategy: self.strategy,
                proposed: &entry,
                existing: &pairing.existing,
                operation: self.operation,
                is_first: history.is_empty(),
                extent: Extent::All,
            };
            let request = Request { checker: self.checker, ..Request::from(question) };
            let mut subject = adviser.answer(&request);
            (*root).clone_into(&mut subject.root);
            subject
        };
        let mut subjects: Vec<Subject> = roots.iter().map(answer).collect();
        adviser.advise(&mut subjects);
        subjects
    }
}

/// A source as an input.
pub(crate) fn input(text: &str, label: &str, version: Option<u64>) -> Input {
    read(text, InputType::Proto, label, version)
}

/// A schema as stored.
pub(crate) fn native(spec: &Spec, label: &str, version: Option<u64>) -> Input {
    read(&spec.native(), InputType::Native, label, version)
}

/// An input of any type.
pub(crate) fn read(text: &str, input_type: InputType, label: &str, version: Option<u64>) -> Input {
    let mut bytes = text.as_bytes();
    let options =
        Options { input_type: Some(input_type), stdin: Stdin::new(&mut bytes), ..Options::default() };
    let mut input = load_proposed("-", &options).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
    (input.label, input.version) = (label.to_owned(), version);
    input
}
