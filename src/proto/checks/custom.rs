//! Custom options and feature extensions: whether their names mean anything.
//!
//! Custom options are never interpreted: one that is not declared is a note. Features of an extension are encoded, since an extension that
//! is set shows in the feature set.

use super::Walk;
use super::resolve::Seek;
use super::symbols::{Id, What};
use crate::proto::Diagnostic;
use crate::proto::aggregate::{Member, Value};
use crate::proto::feature::{put_varint, put_varint_field};
use crate::proto::options::Custom;
use crate::proto::standard::LANGUAGES;
use crate::schema::descriptor::{FieldDescriptor, Kind, Label, MessageDescriptor};

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
                    if let Some(value) = &custom.feature {
                        self.feature_extension(custom, id, extension, value);
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
            format!("the features `({})` are not declared here or in any imported file", custom.name),
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
        value: &Value<'a>,
    ) {
        let written = custom.name.trim_start_matches('.');
        if LANGUAGES.iter().any(|language| language.name == written) {
            // Known by that name, and encoded where it was read.
            return;
        }
        let mut inner = Vec::new();
        let scope = self.symbols.node(id).parent;
        if let (Value::Tree(members), Some((own, message))) = (value, self.message_named(extension, scope)) {
            for member in members {
                self.encode_member(member, message, own, &mut inner);
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
        message: &'s MessageDescriptor<'a>,
        scope: Id,
        out: &mut Vec<u8>,
    ) {
        let Some(field) = message.fields.iter().find(|field| field.name == member.name) else {
            let text = format!("`{}` has no feature `{}`", message.name, member.name);
            self.located.push(Diagnostic::new(member.span, text));
            return;
        };
        let number = match &member.value {
            Value::Word(word @ ("true" | "false")) if field.type_name.is_none() => {
                Some(i32::from(*word == "true"))
            }
            Value::Word(word) => self.enum_number(field, scope, word),
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

    fn enum_number(&self, field: &FieldDescriptor<'a>, scope: Id, word: &str) -> Option<i32> {
        let id = self.everywhere_from(field.type_name.as_ref()?, scope)?;
        match self.symbols.node(id).what {
            What::Enum { declared, .. } => {
                Some(declared.values.iter().find(|value| value.name == word)?.number)
            }
            _ => None,
        }
    }
}
