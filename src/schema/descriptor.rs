//! What is read of `descriptor.proto`: the files, types and fields of a schema before any name is resolved.
//!
//! The structs borrow from the bytes they were read from and keep only what can change a verdict or a message about one.
//! There are very many of them, so what hardly any part has is a box of its own.
//! Feature sets stay raw (`features.rs` reads them); strings are read leniently, invalid UTF-8 becoming U+FFFD, as the
//! reference runtime does. Sources and descriptor sets both end here. Never resolves or judges anything.

use std::borrow::Cow;

/// A string of a descriptor.
pub type Text<'a> = Cow<'a, str>;

/// `google.protobuf.FileDescriptorProto`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileDescriptor<'a> {
    /// The import path, `shop/order.proto`.
    pub name: Text<'a>,
    /// Empty where the file declares none.
    pub package: Text<'a>,
    /// Imports in order, public and weak ones among them, `option` ones not.
    pub dependencies: Vec<Text<'a>>,
    /// Indices into `dependencies`.
    pub public_dependencies: Vec<i32>,
    /// Indices into `dependencies`.
    pub weak_dependencies: Vec<i32>,
    /// `import option` (Edition 2024); never loaded.
    pub option_dependencies: Vec<Text<'a>>,
    /// Top-level messages in declaration order.
    pub messages: Vec<MessageDescriptor<'a>>,
    /// Top-level enums in declaration order.
    pub enums: Vec<EnumDescriptor<'a>>,
    /// Services in declaration order.
    pub services: Vec<ServiceDescriptor<'a>>,
    /// Top-level extension fields in declaration order.
    pub extensions: Vec<FieldDescriptor<'a>>,
    /// File options.
    pub options: FileOptions<'a>,
    /// As written: empty, `proto2`, `proto3`, `editions`, or a word that nobody knows.
    pub syntax: Text<'a>,
    /// `google.protobuf.Edition` by number, as set.
    pub edition: Option<i32>,
}

/// `google.protobuf.FileOptions`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileOptions<'a> {
    /// `java_string_check_utf8`.
    pub java_string_check_utf8: Option<bool>,
    /// An encoded `google.protobuf.FeatureSet`.
    pub features: Raw<'a>,
}

/// `google.protobuf.DescriptorProto`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageDescriptor<'a> {
    /// The simple name.
    pub name: Text<'a>,
    /// Fields in declaration order.
    pub fields: Vec<FieldDescriptor<'a>>,
    /// Extension fields declared inside this message.
    pub extensions: Vec<FieldDescriptor<'a>>,
    /// Nested messages, map entries among them.
    pub messages: Vec<MessageDescriptor<'a>>,
    /// Nested enums.
    pub enums: Vec<EnumDescriptor<'a>>,
    /// Extension ranges, start included, end excluded.
    pub extension_ranges: Vec<(i32, i32)>,
    /// Oneofs in declaration order, synthetic ones among them.
    pub oneofs: Vec<OneofDescriptor<'a>>,
    /// Reserved field numbers, start included, end excluded.
    pub reserved_ranges: Vec<(i32, i32)>,
    /// Reserved field names.
    pub reserved_names: Vec<Text<'a>>,
    /// Message options.
    pub options: MessageOptions<'a>,
}

/// `google.protobuf.MessageOptions`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageOptions<'a> {
    /// `message_set_wire_format`.
    pub message_set_wire_format: bool,
    /// `map_entry`, set by compilers on the entry message of a map field.
    pub map_entry: bool,
    /// An encoded `google.protobuf.FeatureSet`.
    pub features: Raw<'a>,
}

/// `google.protobuf.FieldDescriptorProto`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldDescriptor<'a> {
    /// The simple name.
    pub name: Text<'a>,
    /// The field number; 0 where unset.
    pub number: i32,
    /// How many values.
    pub label: Option<Label>,
    /// The type as set; an unknown number counts as missing.
    pub kind: Option<Kind>,
    /// The name of a message or enum, with a leading dot where it is absolute.
    pub type_name: Option<Text<'a>>,
    /// The message that an extension field extends.
    pub extendee: Option<Box<Text<'a>>>,
    /// The default as text.
    pub default: Option<Box<Text<'a>>>,
    /// Index into the message's oneofs.
    pub oneof_index: Option<i32>,
    /// `optional` in proto3: the only member of a synthetic oneof.
    pub proto3_optional: bool,
    /// Field options.
    pub options: FieldOptions<'a>,
}

/// `google.protobuf.FieldOptions`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldOptions<'a> {
    /// `packed`.
    pub packed: Option<bool>,
    /// An encoded `google.protobuf.FeatureSet`.
    pub features: Raw<'a>,
}

/// `google.protobuf.OneofDescriptorProto`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OneofDescriptor<'a> {
    /// The simple name.
    pub name: Text<'a>,
    /// An encoded `google.protobuf.FeatureSet`.
    pub features: Raw<'a>,
}

/// `google.protobuf.EnumDescriptorProto`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnumDescriptor<'a> {
    /// The simple name.
    pub name: Text<'a>,
    /// Values in declaration order.
    pub values: Vec<EnumValueDescriptor<'a>>,
    /// Reserved numbers, both ends included.
    pub reserved_ranges: Vec<(i32, i32)>,
    /// Reserved value names.
    pub reserved_names: Vec<Text<'a>>,
    /// An encoded `google.protobuf.FeatureSet`.
    pub features: Raw<'a>,
}

/// `google.protobuf.EnumValueDescriptorProto`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnumValueDescriptor<'a> {
    /// The simple name.
    pub name: Text<'a>,
    /// The number; 0 where unset.
    pub number: i32,
    /// An encoded `google.protobuf.FeatureSet`.
    pub features: Raw<'a>,
}

/// `google.protobuf.ServiceDescriptorProto`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServiceDescriptor<'a> {
    /// The simple name.
    pub name: Text<'a>,
    /// Methods in declaration order.
    pub methods: Vec<MethodDescriptor<'a>>,
}

/// `google.protobuf.MethodDescriptorProto`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodDescriptor<'a> {
    /// The simple name.
    pub name: Text<'a>,
    /// The request message.
    pub input: Text<'a>,
    /// The response message.
    pub output: Text<'a>,
}

/// `google.protobuf.FieldDescriptorProto.Label`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// At most one value.
    Optional = 1,
    /// Exactly one value.
    Required = 2,
    /// Any number of values.
    Repeated = 3,
}

/// `google.protobuf.FieldDescriptorProto.Type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are those of descriptor.proto")]
pub enum Kind {
    Double = 1,
    Float = 2,
    Int64 = 3,
    Uint64 = 4,
    Int32 = 5,
    Fixed64 = 6,
    Fixed32 = 7,
    Bool = 8,
    String = 9,
    Group = 10,
    Message = 11,
    Bytes = 12,
    Uint32 = 13,
    Enum = 14,
    Sfixed32 = 15,
    Sfixed64 = 16,
    Sint32 = 17,
    Sint64 = 18,
}

impl Kind {
    /// All types, by number.
    pub const ALL: [Self; 18] = [
        Self::Double,
        Self::Float,
        Self::Int64,
        Self::Uint64,
        Self::Int32,
        Self::Fixed64,
        Self::Fixed32,
        Self::Bool,
        Self::String,
        Self::Group,
        Self::Message,
        Self::Bytes,
        Self::Uint32,
        Self::Enum,
        Self::Sfixed32,
        Self::Sfixed64,
        Self::Sint32,
        Self::Sint64,
    ];

    /// The name as the broker prints it, `SFIXED32`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Double => "DOUBLE",
            Self::Float => "FLOAT",
            Self::Int64 => "INT64",
            Self::Uint64 => "UINT64",
            Self::Int32 => "INT32",
            Self::Fixed64 => "FIXED64",
            Self::Fixed32 => "FIXED32",
            Self::Bool => "BOOL",
            Self::String => "STRING",
            Self::Group => "GROUP",
            Self::Message => "MESSAGE",
            Self::Bytes => "BYTES",
            Self::Uint32 => "UINT32",
            Self::Enum => "ENUM",
            Self::Sfixed32 => "SFIXED32",
            Self::Sfixed64 => "SFIXED64",
            Self::Sint32 => "SINT32",
            Self::Sint64 => "SINT64",
        }
    }

    /// Whether values are messages, length-prefixed or delimited.
    pub fn is_message(self) -> bool {
        matches!(self, Self::Message | Self::Group)
    }

    /// Whether repeated values may be packed.
    pub fn is_packable(self) -> bool {
        !matches!(self, Self::String | Self::Bytes | Self::Message | Self::Group)
    }
}

/// Encoded bytes of a message that may stand in several pieces, which is how the wire format merges messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Raw<'a>(Option<Box<Cow<'a, [u8]>>>);

impl<'a> Raw<'a> {
    /// Appends one more piece.
    pub fn push(&mut self, piece: &'a [u8]) {
        match &mut self.0 {
            None if !piece.is_empty() => self.0 = Some(Box::new(Cow::Borrowed(piece))),
            _ => self.extend(piece),
        }
    }

    /// Appends one more piece that is made rather than read.
    pub fn extend(&mut self, piece: &[u8]) {
        if !piece.is_empty() {
            self.0.get_or_insert_default().to_mut().extend_from_slice(piece);
        }
    }

    /// All pieces, joined.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_deref().map_or(&[], |bytes| bytes)
    }
}
