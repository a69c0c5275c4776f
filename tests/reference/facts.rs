//! Section 6: the effective facts of fields, worked out of descriptors.

use protoward::schema::descriptor::{
    EnumDescriptor, FieldDescriptor, FileDescriptor, Kind, Label, MessageDescriptor,
};

use super::defaults::{self, Default};
use super::features::{Features, Language, unsupported};
use super::names;

/// One side of a comparison.
#[derive(Debug)]
pub(crate) struct Side {
    pub(crate) root: String,
    pub(crate) messages: Vec<Message>,
    pub(crate) enums: Vec<Enum>,
}

/// A file as far as a scan looks at it.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) language: Option<String>,
    pub(crate) features: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) name: String,
    pub(crate) file: File,
    /// The message itself and then those that contain it, outwards, each with what its features have that is not covered.
    pub(crate) scopes: Vec<(String, Option<String>)>,
    pub(crate) extensible: bool,
    /// The entry of a map.
    pub(crate) map_entry: bool,
    /// By ascending number.
    pub(crate) fields: Vec<Field>,
    /// In declaration order.
    pub(crate) oneofs: Vec<Oneof>,
    pub(crate) extensions: Vec<(String, i32)>,
}

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) number: i32,
    pub(crate) kind: Kind,
    /// The full name of a message or enum.
    pub(crate) target: Option<String>,
    pub(crate) repeated: bool,
    pub(crate) required: bool,
    pub(crate) map: bool,
    pub(crate) utf8: bool,
    pub(crate) legacy_closed: bool,
    pub(crate) oneof: Option<usize>,
    pub(crate) default: Option<Default>,
    pub(crate) features: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Oneof {
    pub(crate) name: String,
    /// Numbers, ascending.
    pub(crate) members: Vec<i32>,
    pub(crate) synthetic: bool,
    pub(crate) features: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Enum {
    pub(crate) name: String,
    pub(crate) file: File,
    pub(crate) scopes: Vec<(String, Option<String>)>,
    pub(crate) closed: bool,
    pub(crate) features: Option<String>,
    pub(crate) values: Vec<(String, i32, Option<String>)>,
}

impl Side {
    pub(crate) fn message(&self, name: &str) -> &Message {
        self.messages.iter().find(|message| message.name == name).expect("a message of that name")
    }

    pub(crate) fn enumeration(&self, name: &str) -> &Enum {
        self.enums.iter().find(|found| found.name == name).expect("an enum of that name")
    }
}

pub(super) fn side(files: &[FileDescriptor<'_>], root_file: &str, root: &str) -> Option<Side> {
    let mut reached = Vec::new();
    reach(files, root_file, &mut reached)?;
    let mut types = Types::default();
    for file in reached.iter().copied() {
        let around =
            Around { file, package: &file.package, scopes: Vec::new(), features: Features::of_file(file) };
        types.collect(&around, &file.messages, &file.enums);
    }
    types.files = reached;
    let mut names: Vec<&String> =
        types.messages.iter().map(|it| &it.name).chain(types.enums.iter().map(|it| &it.name)).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    if names.len() < count {
        return None;
    }
    let enums: Vec<Enum> = types.enums.iter().map(enumeration).collect();
    let messages = types.messages.iter().map(|found| message(&types, found)).collect::<Option<Vec<_>>>()?;
    messages.iter().any(|message| message.name == root).then_some(())?;
    Some(Side { root: root.to_owned(), messages, enums })
}

/// A file, the last of its name, and all that it imports.
fn reach<'f, 'a>(
    files: &'f [FileDescriptor<'a>],
    name: &str,
    reached: &mut Vec<&'f FileDescriptor<'a>>,
) -> Option<()> {
    if reached.iter().any(|file| file.name == name) {
        return Some(());
    }
    let file = files.iter().rfind(|file| file.name == name)?;
    reached.push(file);
    file.dependencies.iter().try_for_each(|import| reach(files, import, reached))
}

/// What is around a declaration.
#[derive(Clone)]
struct Around<'f, 'a> {
    file: &'f FileDescriptor<'a>,
    /// The full name of the package or message, or nothing.
    package: &'f str,
    scopes: Vec<(String, Option<String>)>,
    features: Features,
}

struct Found<'f, 'a, T> {
    name: String,
    around: Around<'f, 'a>,
    descriptor: &'f T,
}

/// All declarations, nested ones too.
#[derive(Default)]
pub(super) struct Types<'f, 'a> {
    /// The files that they are declared in.
    files: Vec<&'f FileDescriptor<'a>>,
    messages: Vec<Found<'f, 'a, MessageDescriptor<'a>>>,
    enums: Vec<Found<'f, 'a, EnumDescriptor<'a>>>,
}

impl<'f, 'a> Types<'f, 'a> {
    fn collect(
        &mut self,
        around: &Around<'f, 'a>,
        messages: &'f [MessageDescriptor<'a>],
        enums: &'f [EnumDescriptor<'a>],
    ) {
        let full = |name: &str| match around.scopes.first() {
            Some((outer, _)) => format!("{outer}.{name}"),
            None if around.package.is_empty() => name.to_owned(),
            None => format!("{}.{name}", around.package),
        };
        for found in enums {
            self.enums.push(Found { name: full(&found.name), around: around.clone(), descriptor: found });
        }
        for found in messages {
            let name = full(&found.name);
            let set = found.options.features.as_bytes();
            let mut scopes = vec![(name.clone(), unsupported(set))];
            scopes.extend(around.scopes.iter().cloned());
            let inside = Around { scopes, features: around.features.inside(set), ..around.clone() };
            self.messages.push(Found { name, around: inside.clone(), descriptor: found });
            self.collect(&inside, &found.messages, &found.enums);
        }
    }

    fn message(&self, name: &str) -> Option<&Found<'f, 'a, MessageDescriptor<'a>>> {
        self.messages.iter().find(|found| found.name == name)
    }

    fn enumeration(&self, name: &str) -> Option<&Found<'f, 'a, EnumDescriptor<'a>>> {
        self.enums.iter().find(|found| found.name == name)
    }

    /// The file that declares a type.
    pub(super) fn file_of(&self, name: &str) -> Option<&'f FileDescriptor<'a>> {
        let message = self.message(name).map(|found| found.around.file);
        message.or_else(|| self.enumeration(name).map(|found| found.around.file))
    }

    /// A type that a field of a message names, where it is of the kind that the field says.
    fn named(
        &self,
        name: &str,
        kind: Option<Kind>,
        found: &Found<'f, 'a, MessageDescriptor<'a>>,
    ) -> Option<String> {
        let full = names::full(name, &found.name, found.around.file, &self.files, self)?;
        let is_enum = self.enumeration(&full).is_some();
        kind.is_none_or(|kind| is_enum == (kind == Kind::Enum)).then_some(full)
    }
}

fn file(file: &FileDescriptor<'_>) -> File {
    let language = match (&*file.syntax, file.edition) {
        ("" | "proto2" | "proto3", None) | ("editions", Some(1000 | 1001)) => None,
        (syntax, edition) => Some(format!("syntax={syntax}, edition={}", edition_name(edition.unwrap_or(0)))),
    };
    File { name: file.name.to_string(), language, features: unsupported(file.options.features.as_bytes()) }
}

fn edition_name(number: i32) -> &'static str {
    match number {
        1 => "EDITION_1_TEST_ONLY",
        2 => "EDITION_2_TEST_ONLY",
        900 => "EDITION_LEGACY",
        998 => "EDITION_PROTO2",
        999 => "EDITION_PROTO3",
        1000 => "EDITION_2023",
        1001 => "EDITION_2024",
        1002 => "EDITION_2026",
        9999 => "EDITION_UNSTABLE",
        99_997 => "EDITION_99997_TEST_ONLY",
        99_998 => "EDITION_99998_TEST_ONLY",
        99_999 => "EDITION_99999_TEST_ONLY",
        i32::MAX => "EDITION_MAX",
        _ => "EDITION_UNKNOWN",
    }
}

fn enumeration(found: &Found<'_, '_, EnumDescriptor<'_>>) -> Enum {
    let set = found.descriptor.features.as_bytes();
    let values = found.descriptor.values.iter();
    Enum {
        name: found.name.clone(),
        file: file(found.around.file),
        scopes: found.around.scopes.clone(),
        closed: found.around.features.inside(set).closed,
        features: unsupported(set),
        values: values
            .map(|value| (value.name.to_string(), value.number, unsupported(value.features.as_bytes())))
            .collect(),
    }
}

fn message(types: &Types<'_, '_>, found: &Found<'_, '_, MessageDescriptor<'_>>) -> Option<Message> {
    let descriptor = found.descriptor;
    let mut fields =
        descriptor.fields.iter().map(|it| field(types, found, it)).collect::<Option<Vec<_>>>()?;
    fields.sort_by_key(|field| field.number);
    let oneofs = descriptor.oneofs.iter().enumerate().map(|(at, oneof)| {
        let members = fields.iter().filter(|field| field.oneof == Some(at)).map(|field| field.number);
        let members: Vec<i32> = members.collect();
        let declared = descriptor.fields.iter().find(|field| members == [field.number]);
        Oneof {
            name: oneof.name.to_string(),
            synthetic: declared.is_some_and(|field| field.proto3_optional),
            members,
            features: unsupported(oneof.features.as_bytes()),
        }
    });
    Some(Message {
        name: found.name.clone(),
        file: file(found.around.file),
        scopes: found.around.scopes.clone(),
        extensible: !descriptor.extension_ranges.is_empty() || descriptor.options.message_set_wire_format,
        map_entry: descriptor.options.map_entry,
        oneofs: oneofs.collect(),
        extensions: descriptor.extensions.iter().map(|it| (it.name.to_string(), it.number)).collect(),
        fields,
    })
}

fn field(
    types: &Types<'_, '_>,
    found: &Found<'_, '_, MessageDescriptor<'_>>,
    field: &FieldDescriptor<'_>,
) -> Option<Field> {
    let (message, source) = (found.descriptor, found.around.file);
    let target = match &field.type_name {
        Some(name) => Some(types.named(name, field.kind, found)?),
        None => None,
    };
    let kind = match (field.kind, &target) {
        (Some(kind), _) => kind,
        (None, Some(name)) if types.enumeration(name).is_some() => Kind::Enum,
        (None, _) => Kind::Message,
    };
    let entry = target
        .as_deref()
        .and_then(|name| types.message(name))
        .is_some_and(|it| it.descriptor.options.map_entry);
    let oneof = field.oneof_index.and_then(|at| usize::try_from(at).ok());
    let mut features = found.around.features;
    if let Some(oneof) = oneof {
        features = features.inside(message.oneofs.get(oneof)?.features.as_bytes());
    }
    if field.label == Some(Label::Required) && Language::of(source) != Language::Editions {
        features.required = true;
    }
    let features = features.inside(field.options.features.as_bytes());
    let delimited = features.delimited && !entry && !message.options.map_entry;
    let kind = if kind == Kind::Message && delimited { Kind::Group } else { kind };
    let repeated = field.label == Some(Label::Repeated);
    let text = field.default.as_ref().map(|text| &***text);
    let default = match kind {
        // Messages have none, and neither have lists.
        _ if repeated => None,
        Kind::Message | Kind::Group => None,
        Kind::Enum => Some(enum_default(types, target.as_deref()?, text)?),
        _ => Some(defaults::scalar(kind, text)?),
    };
    let no_imports = source.dependencies.is_empty() && source.option_dependencies.is_empty();
    Some(Field {
        name: field.name.to_string(),
        number: field.number,
        kind,
        repeated,
        required: features.required,
        map: repeated && kind == Kind::Message && entry,
        utf8: kind == Kind::String && (message.options.map_entry || features.utf8 || features.java_utf8),
        legacy_closed: features.legacy_closed && !no_imports,
        oneof,
        default,
        features: unsupported(field.options.features.as_bytes()),
        target,
    })
}

/// The value that is named, or the first that is declared.
fn enum_default(types: &Types<'_, '_>, name: &str, text: Option<&str>) -> Option<Default> {
    let values = &types.enumeration(name)?.descriptor.values;
    let value = match text {
        Some(text) => values.iter().find(|value| value.name == text)?,
        None => values.first()?,
    };
    Some(Default::enum_value(value.number))
}
