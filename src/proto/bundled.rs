//! The well-known files, for sources that import them without having a copy.
//!
//! Descriptions of our own: the declarations that `protoc` 36.2 has in these files, without comments and without options that descriptors do
//! not carry. A file in the import path wins over the one here. Never reads a file.

/// The source of a well-known file by import path, `google/protobuf/any.proto`.
pub fn bundled(path: &str) -> Option<&'static str> {
    let name = path.strip_prefix("google/protobuf/")?;
    FILES.iter().find(|file| file.0 == name).map(|file| file.1)
}

/// The import paths of all files here.
pub fn bundled_paths() -> impl Iterator<Item = String> {
    FILES.iter().map(|file| format!("google/protobuf/{}", file.0))
}

static FILES: &[(&str, &str)] = &[
    ("any.proto", include_str!("bundled/any.proto")),
    ("api.proto", include_str!("bundled/api.proto")),
    ("c_sharp_features.proto", include_str!("bundled/c_sharp_features.proto")),
    ("compiler/plugin.proto", include_str!("bundled/compiler/plugin.proto")),
    ("cpp_features.proto", include_str!("bundled/cpp_features.proto")),
    ("cpp_file_options.proto", include_str!("bundled/cpp_file_options.proto")),
    ("cpp_options.proto", include_str!("bundled/cpp_options.proto")),
    ("descriptor.proto", include_str!("bundled/descriptor.proto")),
    ("duration.proto", include_str!("bundled/duration.proto")),
    ("empty.proto", include_str!("bundled/empty.proto")),
    ("field_mask.proto", include_str!("bundled/field_mask.proto")),
    ("go_features.proto", include_str!("bundled/go_features.proto")),
    ("java_features.proto", include_str!("bundled/java_features.proto")),
    ("json_enumvalue_options.proto", include_str!("bundled/json_enumvalue_options.proto")),
    ("json_options.proto", include_str!("bundled/json_options.proto")),
    ("source_context.proto", include_str!("bundled/source_context.proto")),
    ("struct.proto", include_str!("bundled/struct.proto")),
    ("timestamp.proto", include_str!("bundled/timestamp.proto")),
    ("type.proto", include_str!("bundled/type.proto")),
    ("wrappers.proto", include_str!("bundled/wrappers.proto")),
];
