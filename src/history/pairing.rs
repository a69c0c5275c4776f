//! Which message of each input is the root: a proposed schema and the existing ones that it is set against, all with the
//! same root message where they have it.

use crate::source::{Entry, Input, InputError};

/// Inputs with their root messages chosen.
#[derive(Debug)]
pub struct Pairing {
    /// The proposed schema.
    pub proposed: Result<Entry, InputError>,
    /// The existing ones that have the root message, in order.
    pub existing: Vec<Entry>,
    /// Existing ones without it.
    pub errors: Vec<InputError>,
    /// Existing ones that it is new to.
    pub notes: Vec<String>,
}

impl Pairing {
    /// Looks for a root message in each input that does not name its own. Without a name, it is the one that the proposed
    /// input leaves no doubt about, or the latest existing one that names its own.
    ///
    /// An input without it has renamed it, if there is a message that it can have become, and that is for the comparison
    /// to find; otherwise it is an error, or, where every message is a root (`may_be_new`), worth a note.
    pub fn new(
        proposed: &Input,
        existing: &[Result<Input, InputError>],
        root: Option<&str>,
        may_be_new: bool,
    ) -> Self {
        let wanted = root.map(str::to_owned).or_else(|| unspoken_root(proposed, existing));
        let wanted = wanted.as_deref();
        let mut out = Self {
            proposed: proposed.entry(wanted),
            existing: Vec::new(),
            errors: Vec::new(),
            notes: Vec::new(),
        };
        let mut is_known = false;
        for input in existing.iter().flatten() {
            match input.entry(wanted) {
                Ok(_) if may_be_new && has_another_root(input, wanted) => {
                    out.notes.push(is_new(wanted.unwrap_or_default(), input));
                }
                Ok(entry) => {
                    is_known |= !input.names_its_root();
                    out.existing.push(entry);
                }
                Err(error) if is_unknown_root(&error) && out.proposed.is_ok() => {
                    out.lacks_root(input, error, wanted.unwrap_or_default(), may_be_new);
                }
                Err(error) => out.errors.push(error),
            }
        }
        if is_known && out.proposed.as_ref().is_err_and(is_unknown_root) {
            let found = renamed(proposed, wanted.unwrap_or_default());
            out.proposed = found.map_or(out.proposed, Ok);
        }
        out
    }

    fn lacks_root(&mut self, input: &Input, error: InputError, wanted: &str, may_be_new: bool) {
        if may_be_new {
            self.notes.push(is_new(wanted, input));
        } else if let Some(entry) = renamed(input, wanted) {
            self.existing.push(entry);
        } else {
            self.errors.push(error);
        }
    }
}

fn is_new(wanted: &str, input: &Input) -> String {
    // An answer of a registry may hold many versions.
    let version = input.version.filter(|_| input.names_its_root());
    let version = version.map_or(String::new(), |version| format!(" (version {version})"));
    format!("`{wanted}` is new: {}{version} does not have it", input.label)
}

/// Whether an input that names its own root names another one, which is a message by itself where every message is a root.
pub(super) fn has_another_root(input: &Input, wanted: Option<&str>) -> bool {
    let is_other = |wanted| input.roots().first().is_some_and(|root| root != wanted);
    input.names_its_root() && wanted.is_some_and(is_other)
}

/// The root that nobody had to name. Inputs that name their own are asked only where another one needs to know.
pub(super) fn unspoken_root(proposed: &Input, existing: &[Result<Input, InputError>]) -> Option<String> {
    let mut existing = existing.iter().flatten();
    if proposed.names_its_root() && existing.clone().all(Input::names_its_root) {
        return None;
    }
    let only = |input: &Input| <[String; 1]>::try_from(input.roots()).ok().map(|[root]| root);
    only(proposed).or_else(|| existing.rfind(|input| input.names_its_root()).and_then(only))
}

/// The root of an input that lacks the wanted one: the message of the same simple name, in another package, or the only
/// message there is.
pub(super) fn renamed(input: &Input, wanted: &str) -> Option<Entry> {
    let simple = |name: &str| name.rsplit('.').next().map(str::to_owned);
    let mut moved = input.roots().into_iter().filter(|root| simple(root) == simple(wanted));
    match (moved.next(), moved.next()) {
        (Some(only), None) => input.entry(Some(&only)).ok(),
        _ => input.entry(None).ok(),
    }
}

pub(super) fn is_unknown_root(error: &InputError) -> bool {
    error.kind == "unknown-root"
}
