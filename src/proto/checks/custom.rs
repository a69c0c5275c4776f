//! Custom options and feature extensions: whether their names mean anything.
//!
//! Custom options are never interpreted: one that is not declared is a note. Features of an extension are encoded, since an extension that
//! is set shows in the feature set.

use super::Walk;
use super::resolve::Seek;
use super::support::{INTRODUCED, REMOVED};
use super::symbols::{Id, What};
use crate::proto::aggregate::{Member, Value};
use crate::proto::feature::{put_varint, put_varint_field};
use crate::proto::options::{Custom, Extra, Setting, Target};
use crate::proto::parser::index;
use crate::proto::standard::LANGUAGES;
use crate::proto::{Diagnostic, bundled};
use crate::schema::descriptor::{FieldDescriptor, Kind, Label, MessageDescriptor};

/// The number of `targets` in the options of a field.
const TARGETS: i32 = 19;

impl<'s, 'a> Walk<'s, 'a> {
    /// All uses of options in parentheses of the file.
    pub(super) fn customs(&mut self) {
        self.set_twice();
        for custom in &self.parsed().customs {
            let scope = self.scope_of(&custom.path);
            let found = self.find(&custom.name, scope, Seek::Options).and_then(super::resolve::Found::id);
            match found.map(|id| (id, self.symbols.node(id).what)) {
                Some((id, What::Extension(extension))) => {
                    self.use_file(self.symbols.node(id).file);
                    if let Some(setting) = &custom.feature {
                        self.feature_extension(custom, id, extension, setting);
                    }
                }
                _ if custom.feature.is_some() => self.unknown_feature(custom),
                _ => self.notes.push(Diagnostic::new(
                    custom.span,
                    format!("the option `({})` is not declared here or in any imported file", custom.name),
                )),
            }
        }
    }

    /// Says so where an option of one value is set again, as a whole or in part.
    fn set_twice(&mut self) {
        let customs: Vec<&Custom<'a>> =
            self.parsed().customs.iter().filter(|custom| custom.feature.is_none()).collect();
        for (at, custom) in customs.iter().enumerate() {
            // An element's options stand close together; a bound keeps hostile sources from taking long.
            let near = customs[..at].iter().rev().take(100).filter(|earlier| earlier.path == custom.path);
            let covers = |earlier: &&&Custom<'a>| {
                earlier.name == custom.name && earlier.rest.starts_with(&custom.rest)
            };
            if near.filter(covers).count() > 0 && self.is_repeated(custom) == Some(false) {
                let text = format!("the option `({})` is set twice", custom.name);
                self.located.push(Diagnostic::new(custom.span, text));
            }
        }
    }

    /// Whether the field that a name ends with is repeated.
    fn is_repeated(&self, custom: &Custom<'a>) -> Option<bool> {
        let extension = |name: &str, scope: Id| {
            let id = self.find(name, scope, Seek::Options)?.id()?;
            match self.symbols.node(id).what {
                What::Extension(field) => Some((field, self.symbols.node(id).parent)),
                _ => None,
            }
        };
        let scope = self.scope_of(&custom.path);
        let (mut field, mut within) = extension(&custom.name, scope)?;
        for (name, in_parentheses) in &custom.rest {
            (field, within) = if *in_parentheses {
                extension(name, scope)?
            } else {
                let (id, message) = self.message_named(field, within)?;
                (message.fields.iter().find(|field| field.name == *name)?, id)
            };
        }
        Some(field.label == Some(Label::Repeated))
    }

    fn unknown_feature(&mut self, custom: &Custom<'a>) {
        if self.parsed().imports.iter().any(|import| self.symbols.file(&import.path).is_none()) {
            return;
        }
        let error = Diagnostic::new(
            custom.span,
            format!(
                "the features `({})` are not declared here or in any imported file",
                custom.name.trim_start_matches('.')
            ),
        );
        let language = LANGUAGES.iter().find(|language| language.name == custom.name.trim_start_matches('.'));
        self.located.push(match language {
            Some(language) => error.with_help(format!("write `import \"{}\";`", language.file)),
            None => error.with_help("import the file that declares them"),
        });
    }

    fn scope_of(&self, path: &[i32]) -> Id {
        let mut scope = self.symbols.package(self.at);
        let mut list = &self.parsed().file.messages;
        let mut steps = path;
        while let [4 | 3, at, rest @ ..] = steps {
            // At the top an enum's step is 5, within a message 4: only messages lead further in.
            let top = steps.len() == path.len();
            if (steps[0] == 4) != top {
                break;
            }
            let Some(message) = usize::try_from(*at).ok().and_then(|at| list.get(at)) else {
                break;
            };
            let Some(id) = self.symbols.child(scope, &message.name) else {
                break;
            };
            scope = id;
            list = &message.messages;
            steps = rest;
        }
        scope
    }

    fn feature_extension(
        &mut self,
        custom: &Custom<'a>,
        id: Id,
        extension: &'s FieldDescriptor<'a>,
        setting: &Setting<'a>,
    ) {
        let node = self.symbols.node(id);
        let (file, scope) = (node.file, node.parent);
        if file == self.at && !setting.nested {
            let text =
                format!("the features `({})` cannot be used in the file that defines them", custom.name);
            let error = Diagnostic::new(custom.span, text);
            self.located.push(error.with_help("move the definition into a file of its own and import it"));
            return;
        }
        let file = &self.files[file];
        if let Some((piece, errors)) = &setting.known
            && bundled(&file.file.name).is_some_and(|text| text.as_bytes() == file.text)
        {
            self.located.extend(errors.iter().cloned());
            self.features.push((custom.path.clone(), piece.clone()));
            return;
        }
        let mut inner = Vec::new();
        if let (Value::Tree(members), Some((own, message))) =
            (&setting.value, self.message_named(extension, scope))
        {
            for member in members {
                self.encode_member(member, setting.target, message, own, &mut inner);
            }
        }
        let mut piece = Vec::new();
        put_varint(&mut piece, u64::from(extension.number.unsigned_abs()) << 3 | 2);
        put_varint(&mut piece, inner.len() as u64);
        piece.extend(inner);
        self.features.push((custom.path.clone(), piece));
    }

    fn message_named(
        &self,
        field: &FieldDescriptor<'a>,
        scope: Id,
    ) -> Option<(Id, &'s MessageDescriptor<'a>)> {
        let id = self.everywhere_from(field.type_name.as_ref()?, scope)?;
        match self.symbols.node(id).what {
            What::Message(message) => Some((id, message)),
            _ => None,
        }
    }

    /// One feature of an extension: bools, integers and enums.
    fn encode_member(
        &mut self,
        member: &Member<'a>,
        target: Target,
        message: &'s MessageDescriptor<'a>,
        scope: Id,
        out: &mut Vec<u8>,
    ) {
        let Some(at) = message.fields.iter().position(|field| field.name == member.name) else {
            let text = format!("`{}` has no feature `{}`", message.name, member.name);
            self.located.push(Diagnostic::new(member.span, text));
            return;
        };
        let field = &message.fields[at];
        self.feature_place(member, target, scope, at);
        let number = match &member.value {
            Value::Word(word @ ("true" | "false")) if field.type_name.is_none() => {
                Some(i32::from(*word == "true"))
            }
            Value::Word(_) => self.enum_number(field, scope, member),
            Value::Integer { negative: false, value } => value.and_then(|value| i32::try_from(value).ok()),
            _ => None,
        };
        if let Some(number) = number {
            put_varint_field(out, field.number, number);
        } else if field.type_name.is_some() || field.kind == Some(Kind::Bool) {
            let text = format!("the feature `{}` has no such value", member.name);
            self.located.push(Diagnostic::new(member.span, text));
        }
    }

    /// Whether a feature may stand on such an element, and in this edition, as the options of its field say.
    fn feature_place(&mut self, member: &Member<'a>, target: Target, message: Id, field: usize) {
        let extra = self.path_of(message).and_then(|mut path| {
            path.extend([2, index(field)]);
            self.files[self.symbols.node(message).file].extras.get(&path)
        });
        let Some(extra) = extra else {
            return;
        };
        let targets = extra.set.iter().filter(|set| set.0 == TARGETS).map(|set| set.1);
        let own = Target::ALL.iter().position(|known| *known == target).map_or(0, |at| index(at) + 1);
        if targets.clone().count() > 0 && !targets.clone().any(|known| known == own) {
            let text = format!("the feature `{}` cannot be set on {}", member.name, target.name());
            self.located.push(Diagnostic::new(member.span, text));
        }
        self.feature_lifetime(member, extra);
    }

    /// Whether a feature, or a value of one, is of this edition.
    fn feature_lifetime(&mut self, member: &Member<'a>, extra: &Extra<'a>) {
        let edition = self.edition();
        if extra.number(-INTRODUCED).is_some_and(|since| edition < since) {
            let text = format!("`{}` as set here is newer than this edition", member.name);
            self.located.push(Diagnostic::new(member.span, text));
        } else if extra.number(-REMOVED).is_some_and(|until| edition >= until) {
            let text = format!("this edition has no `{}` as set here any more", member.name);
            self.located.push(Diagnostic::new(member.span, text).with_help("leave it out"));
        }
    }

    /// The options of a value of an enum of any file.
    fn value_extra(&self, id: Id, value: usize) -> Option<&'s Extra<'a>> {
        let node = self.symbols.node(id);
        let What::Enum { declared, .. } = node.what else {
            return None;
        };
        let file = &self.files[node.file];
        let (mut path, step, list) = match self.symbols.node(node.parent).what {
            What::Message(parent) => (self.path_of(node.parent)?, 4, &parent.enums),
            _ => (Vec::new(), 5, &file.file.enums),
        };
        let at = list.iter().position(|known| std::ptr::eq(known, declared))?;
        path.extend([step, index(at), 2, index(value)]);
        file.extras.get(&path)
    }

    fn enum_number(&mut self, field: &FieldDescriptor<'a>, scope: Id, member: &Member<'a>) -> Option<i32> {
        let Value::Word(word) = &member.value else {
            return None;
        };
        let id = self.everywhere_from(field.type_name.as_ref()?, scope)?;
        let What::Enum { declared, .. } = self.symbols.node(id).what else {
            return None;
        };
        let at = declared.values.iter().position(|value| value.name == *word)?;
        if let Some(extra) = self.value_extra(id, at) {
            self.feature_lifetime(member, extra);
        }
        Some(declared.values[at].number)
    }
}
