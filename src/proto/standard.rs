//! The standard options and features as tables: what `descriptor.proto` and the languages' feature files declare.
//!
//! Tables and look-ups only, no code that judges.

use super::aggregate::Value;
use super::options::Target;

/// What a value of an option is.
#[derive(Clone, Copy)]
pub(super) enum Type {
    Bool,
    Int32,
    Text,
    Enum(&'static [(&'static str, i32)]),
    Message(&'static [Entry]),
    /// A FeatureSet, see [`FEATURES`].
    Features,
    /// The list that only compilers fill.
    Uninterpreted,
}

/// A field of an options message.
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) number: i32,
    pub(super) kind: Type,
    pub(super) repeated: bool,
}

const fn one(name: &'static str, number: i32, kind: Type) -> Entry {
    Entry { name, number, kind, repeated: false }
}

const fn many(name: &'static str, number: i32, kind: Type) -> Entry {
    Entry { name, number, kind, repeated: true }
}

/// The fields of the options message of a target.
pub(super) fn options_of(target: Target) -> &'static [Entry] {
    match target {
        Target::File => FILE,
        Target::Message => MESSAGE,
        Target::Field => FIELD,
        Target::Oneof => ONEOF,
        Target::ExtensionRange => EXTENSION_RANGE,
        Target::Enum => ENUM,
        Target::EnumValue => ENUM_VALUE,
        Target::Service => SERVICE,
        Target::Method => METHOD,
    }
}

const UNINTERPRETED: Entry = many("uninterpreted_option", 999, Type::Uninterpreted);

static ONEOF: &[Entry] = &[one("features", 1, Type::Features), UNINTERPRETED];

static SERVICE: &[Entry] =
    &[one("features", 34, Type::Features), one("deprecated", 33, Type::Bool), UNINTERPRETED];

static FILE: &[Entry] = &[
    one("java_package", 1, Type::Text),
    one("java_outer_classname", 8, Type::Text),
    one("java_multiple_files", 10, Type::Bool),
    one("java_generate_equals_and_hash", 20, Type::Bool),
    one("java_string_check_utf8", 27, Type::Bool),
    one("optimize_for", 9, Type::Enum(&[("SPEED", 1), ("CODE_SIZE", 2), ("LITE_RUNTIME", 3)])),
    one("go_package", 11, Type::Text),
    one("cc_generic_services", 16, Type::Bool),
    one("java_generic_services", 17, Type::Bool),
    one("py_generic_services", 18, Type::Bool),
    one("deprecated", 23, Type::Bool),
    one("cc_enable_arenas", 31, Type::Bool),
    one("objc_class_prefix", 36, Type::Text),
    one("csharp_namespace", 37, Type::Text),
    one("swift_prefix", 39, Type::Text),
    one("php_class_prefix", 40, Type::Text),
    one("php_namespace", 41, Type::Text),
    one("php_metadata_namespace", 44, Type::Text),
    one("ruby_package", 45, Type::Text),
    one("features", 50, Type::Features),
    UNINTERPRETED,
];

static MESSAGE: &[Entry] = &[
    one("message_set_wire_format", 1, Type::Bool),
    one("no_standard_descriptor_accessor", 2, Type::Bool),
    one("deprecated", 3, Type::Bool),
    one("map_entry", 7, Type::Bool),
    one("deprecated_legacy_json_field_conflicts", 11, Type::Bool),
    one("features", 12, Type::Features),
    UNINTERPRETED,
];

static FIELD: &[Entry] = &[
    one("ctype", 1, Type::Enum(&[("STRING", 0), ("CORD", 1), ("STRING_PIECE", 2)])),
    one("packed", 2, Type::Bool),
    one("jstype", 6, Type::Enum(&[("JS_NORMAL", 0), ("JS_STRING", 1), ("JS_NUMBER", 2)])),
    one("lazy", 5, Type::Bool),
    one("unverified_lazy", 15, Type::Bool),
    one("deprecated", 3, Type::Bool),
    one("weak", 10, Type::Bool),
    one("debug_redact", 16, Type::Bool),
    one(
        "retention",
        17,
        Type::Enum(&[("RETENTION_UNKNOWN", 0), ("RETENTION_RUNTIME", 1), ("RETENTION_SOURCE", 2)]),
    ),
    many("targets", 19, Type::Enum(TARGETS)),
    many(
        "edition_defaults",
        20,
        Type::Message(&[one("edition", 3, Type::Enum(EDITIONS)), one("value", 2, Type::Text)]),
    ),
    one("features", 21, Type::Features),
    one("feature_support", 22, Type::Message(SUPPORT)),
    UNINTERPRETED,
];

static SUPPORT: &[Entry] = &[
    one("edition_introduced", 1, Type::Enum(EDITIONS)),
    one("edition_deprecated", 2, Type::Enum(EDITIONS)),
    one("deprecation_warning", 3, Type::Text),
    one("edition_removed", 4, Type::Enum(EDITIONS)),
    one("removal_error", 5, Type::Text),
];

static TARGETS: &[(&str, i32)] = &[
    ("TARGET_TYPE_UNKNOWN", 0),
    ("TARGET_TYPE_FILE", 1),
    ("TARGET_TYPE_EXTENSION_RANGE", 2),
    ("TARGET_TYPE_MESSAGE", 3),
    ("TARGET_TYPE_FIELD", 4),
    ("TARGET_TYPE_ONEOF", 5),
    ("TARGET_TYPE_ENUM", 6),
    ("TARGET_TYPE_ENUM_ENTRY", 7),
    ("TARGET_TYPE_SERVICE", 8),
    ("TARGET_TYPE_METHOD", 9),
];

static EDITIONS: &[(&str, i32)] = &[
    ("EDITION_UNKNOWN", 0),
    ("EDITION_LEGACY", 900),
    ("EDITION_PROTO2", 998),
    ("EDITION_PROTO3", 999),
    ("EDITION_2023", 1000),
    ("EDITION_2024", 1001),
    ("EDITION_2026", 1002),
    ("EDITION_UNSTABLE", 9999),
    ("EDITION_1_TEST_ONLY", 1),
    ("EDITION_2_TEST_ONLY", 2),
    ("EDITION_99997_TEST_ONLY", 99997),
    ("EDITION_99998_TEST_ONLY", 99998),
    ("EDITION_99999_TEST_ONLY", 99999),
    ("EDITION_MAX", i32::MAX),
];

/// The number of an edition in an aggregate.
pub(super) fn edition(value: &Value<'_>) -> Option<i32> {
    match value {
        Value::Word(word) => EDITIONS.iter().find(|edition| edition.0 == *word).map(|edition| edition.1),
        Value::Integer { value, .. } => i32::try_from((*value)?).ok(),
        _ => None,
    }
}

static EXTENSION_RANGE: &[Entry] = &[
    UNINTERPRETED,
    many(
        "declaration",
        2,
        Type::Message(&[
            one("number", 1, Type::Int32),
            one("full_name", 2, Type::Text),
            one("type", 3, Type::Text),
            one("reserved", 5, Type::Bool),
            one("repeated", 6, Type::Bool),
        ]),
    ),
    one("features", 50, Type::Features),
    one("verification", 3, Type::Enum(&[("DECLARATION", 0), ("UNVERIFIED", 1)])),
];

static ENUM: &[Entry] = &[
    one("allow_alias", 2, Type::Bool),
    one("deprecated", 3, Type::Bool),
    one("deprecated_legacy_json_field_conflicts", 6, Type::Bool),
    one("features", 7, Type::Features),
    UNINTERPRETED,
];

static ENUM_VALUE: &[Entry] = &[
    one("deprecated", 1, Type::Bool),
    one("features", 2, Type::Features),
    one("debug_redact", 3, Type::Bool),
    one("feature_support", 4, Type::Message(SUPPORT)),
    UNINTERPRETED,
];

static METHOD: &[Entry] = &[
    one("deprecated", 33, Type::Bool),
    one(
        "idempotency_level",
        34,
        Type::Enum(&[("IDEMPOTENCY_UNKNOWN", 0), ("NO_SIDE_EFFECTS", 1), ("IDEMPOTENT", 2)]),
    ),
    one("features", 35, Type::Features),
    UNINTERPRETED,
];

/// A feature: a field of FeatureSet or of a language's part of it.
pub(super) struct Feature {
    pub(super) name: &'static str,
    pub(super) number: i32,
    /// The values by name; empty for a bool.
    pub(super) values: &'static [(&'static str, i32)],
    /// Where it may stand.
    pub(super) targets: &'static [Target],
    /// The edition that brought it.
    pub(super) since: i32,
    /// The edition that took it away.
    pub(super) until: i32,
    /// Whether descriptor sets leave it out.
    pub(super) source_only: bool,
}

const NEVER: i32 = i32::MAX;
const FILE_FIELD: &[Target] = &[Target::Field, Target::File];
const FILE_ENUM: &[Target] = &[Target::Enum, Target::File];

const fn feature(
    name: &'static str,
    number: i32,
    values: &'static [(&'static str, i32)],
    targets: &'static [Target],
    since: i32,
) -> Feature {
    Feature { name, number, values, targets, since, until: NEVER, source_only: false }
}

const fn source_feature(
    name: &'static str,
    number: i32,
    values: &'static [(&'static str, i32)],
    targets: &'static [Target],
    since: i32,
) -> Feature {
    Feature { name, number, values, targets, since, until: NEVER, source_only: true }
}

/// The number of `enforce_naming_style`.
pub(super) const NAMING_STYLE: i32 = 7;
/// The number of `default_symbol_visibility`.
pub(super) const VISIBILITY: i32 = 8;

/// The fields of FeatureSet.
pub(super) static FEATURES: &[Feature] = &[
    feature(
        "field_presence",
        1,
        &[("FIELD_PRESENCE_UNKNOWN", 0), ("EXPLICIT", 1), ("IMPLICIT", 2), ("LEGACY_REQUIRED", 3)],
        FILE_FIELD,
        1000,
    ),
    feature("enum_type", 2, &[("ENUM_TYPE_UNKNOWN", 0), ("OPEN", 1), ("CLOSED", 2)], FILE_ENUM, 1000),
    feature(
        "repeated_field_encoding",
        3,
        &[("REPEATED_FIELD_ENCODING_UNKNOWN", 0), ("PACKED", 1), ("EXPANDED", 2)],
        FILE_FIELD,
        1000,
    ),
    feature(
        "utf8_validation",
        4,
        &[("UTF8_VALIDATION_UNKNOWN", 0), ("VERIFY", 2), ("NONE", 3)],
        FILE_FIELD,
        1000,
    ),
    feature(
        "message_encoding",
        5,
        &[("MESSAGE_ENCODING_UNKNOWN", 0), ("LENGTH_PREFIXED", 1), ("DELIMITED", 2)],
        FILE_FIELD,
        1000,
    ),
    feature(
        "json_format",
        6,
        &[("JSON_FORMAT_UNKNOWN", 0), ("ALLOW", 1), ("LEGACY_BEST_EFFORT", 2)],
        &[Target::Message, Target::Enum, Target::File],
        1000,
    ),
    source_feature(
        "enforce_naming_style",
        NAMING_STYLE,
        &[("ENFORCE_NAMING_STYLE_UNKNOWN", 0), ("STYLE2024", 1), ("STYLE_LEGACY", 2), ("STYLE2026", 3)],
        Target::ALL,
        1001,
    ),
    source_feature(
        "default_symbol_visibility",
        VISIBILITY,
        &[
            ("DEFAULT_SYMBOL_VISIBILITY_UNKNOWN", 0),
            ("EXPORT_ALL", 1),
            ("EXPORT_TOP_LEVEL", 2),
            ("LOCAL_ALL", 3),
            ("STRICT", 4),
        ],
        &[Target::File],
        1001,
    ),
    source_feature(
        "enforce_proto_limits",
        9,
        &[("PROTO_LIMITS_UNKNOWN", 0), ("LEGACY_NO_EXPLICIT_LIMITS", 1), ("PROTO_LIMITS2026", 2)],
        &[Target::Enum, Target::Message, Target::Field, Target::Oneof],
        1002,
    ),
];

/// A language's extension of FeatureSet.
pub(super) struct Language {
    /// The extension's full name.
    pub(super) name: &'static str,
    pub(super) number: u32,
    /// The file to import.
    pub(super) file: &'static str,
    pub(super) features: &'static [Feature],
}

/// The languages that `protoc` brings feature files for.
pub(super) static LANGUAGES: &[Language] = &[
    Language { name: "pb.java", number: 1001, file: "google/protobuf/java_features.proto", features: JAVA },
    Language { name: "pb.cpp", number: 1000, file: "google/protobuf/cpp_features.proto", features: CPP },
    Language { name: "pb.go", number: 1002, file: "google/protobuf/go_features.proto", features: GO },
    Language {
        name: "pb.csharp",
        number: 1004,
        file: "google/protobuf/c_sharp_features.proto",
        features: CSHARP,
    },
];

static JAVA: &[Feature] = &[
    feature("legacy_closed_enum", 1, &[], FILE_FIELD, 1000),
    feature(
        "utf8_validation",
        2,
        &[("UTF8_VALIDATION_UNKNOWN", 0), ("DEFAULT", 1), ("VERIFY", 2)],
        FILE_FIELD,
        1000,
    ),
    feature("large_enum", 3, &[], FILE_ENUM, 1001),
    Feature { until: 1001, ..feature("use_old_outer_classname_default", 4, &[], &[Target::File], 1001) },
    feature(
        "nest_in_file_class",
        5,
        // `LEGACY = 3` is gone since the edition that brought the feature.
        &[("NEST_IN_FILE_CLASS_UNKNOWN", 0), ("NO", 1), ("YES", 2)],
        &[Target::Message, Target::Enum, Target::Service],
        1001,
    ),
];

static CPP: &[Feature] = &[
    feature("legacy_closed_enum", 1, &[], FILE_FIELD, 1000),
    feature(
        "string_type",
        2,
        &[("STRING_TYPE_UNKNOWN", 0), ("VIEW", 1), ("CORD", 2), ("STRING", 3)],
        FILE_FIELD,
        1000,
    ),
    feature("enum_name_uses_string_view", 3, &[], FILE_ENUM, 1001),
    feature(
        "repeated_type",
        4,
        &[("REPEATED_TYPE_UNKNOWN", 0), ("LEGACY", 1), ("PROXY", 2)],
        FILE_FIELD,
        9999,
    ),
];

static GO: &[Feature] = &[
    feature("legacy_unmarshal_json_enum", 1, &[], FILE_ENUM, 1000),
    feature(
        "api_level",
        2,
        &[("API_LEVEL_UNSPECIFIED", 0), ("API_OPEN", 1), ("API_HYBRID", 2), ("API_OPAQUE", 3)],
        &[Target::Message, Target::File],
        1000,
    ),
    feature(
        "strip_enum_prefix",
        3,
        &[
            ("STRIP_ENUM_PREFIX_UNSPECIFIED", 0),
            ("STRIP_ENUM_PREFIX_KEEP", 1),
            ("STRIP_ENUM_PREFIX_GENERATE_BOTH", 2),
            ("STRIP_ENUM_PREFIX_STRIP", 3),
        ],
        &[Target::Enum, Target::EnumValue, Target::File],
        1001,
    ),
    feature(
        "optimize_mode",
        4,
        &[("OPTIMIZE_MODE_UNSPECIFIED", 0), ("SPEED", 1), ("CODE_SIZE", 2)],
        &[Target::Message, Target::File],
        1001,
    ),
];

static CSHARP: &[Feature] =
    &[feature("nullable_reference_types", 1, &[], &[Target::Field, Target::Message, Target::File], 1002)];
