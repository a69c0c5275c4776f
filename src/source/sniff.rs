//! What an input is: told by its bytes, and where those leave it open, by its name.

use std::path::Path;

use super::{InputError, InputType, encoding, names, native, registry};
use crate::schema::wire::{Fields, Value};

/// Endings of descriptor sets.
const SET_ENDINGS: [&str; 5] = ["binpb", "pb", "desc", "protoset", "bin"];

/// What a file's ending says.
pub(super) fn by_name(path: &Path) -> Option<InputType> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    match ending.as_str() {
        "proto" => Some(InputType::Proto),
        "json" => Some(InputType::Native),
        ending if SET_ENDINGS.contains(&ending) => Some(InputType::DescriptorSet),
        _ => None,
    }
}

/// What bytes are. `path` is where they come from; standard input has none.
///
/// # Errors
///
/// Where they are JSON of another kind, or nothing that is known.
pub(super) fn detect(bytes: &[u8], path: Option<&Path>, input: &str) -> Result<InputType, InputError> {
    if is_set(bytes) {
        return Ok(InputType::DescriptorSet);
    }
    let named = path.and_then(by_name);
    if let Some(start @ (b'{' | b'[')) = json_start(bytes)
        // A broken source may start like this, too.
        && (named != Some(InputType::Proto) || is_json_like(bytes))
    {
        return if start == b'[' { Ok(InputType::Registry) } else { object(bytes, input) };
    }
    if is_cut_set(bytes) {
        return Ok(InputType::DescriptorSet);
    }
    match named {
        Some(named) => Ok(named),
        None if std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0')) => Ok(InputType::Proto),
        None => Err(InputError::new(
            "unknown-input",
            input,
            "neither a source nor a descriptor set nor native schema data nor a registry's answer",
        )
        .help("say what it is with `--input-type proto`, `descriptor-set`, `native` or `registry`")),
    }
}

/// Whether a brace or bracket is followed by what follows it in JSON: a quote or another one.
fn is_json_like(bytes: &[u8]) -> bool {
    let mut marks = bytes.iter().filter(|byte| !byte.is_ascii_whitespace() && byte.is_ascii());
    marks.next().is_some() && matches!(marks.next(), Some(b'"' | b'{' | b'['))
}

/// Whether all bytes are records of a descriptor set with well-formed fields, a name among them. A text never is.
fn is_set(bytes: &[u8]) -> bool {
    let mut set = Fields::new(bytes);
    let mut files = 0;
    while let Ok(Some((number, value, _))) = set.next() {
        if let (1, Value::Bytes(file)) = (number, value) {
            if !has_name(file) {
                return false;
            }
            files += 1;
        }
    }
    files > 0 && set.position() == bytes.len()
}

fn has_name(file: &[u8]) -> bool {
    let mut fields = Fields::new(file);
    let mut named = false;
    while let Ok(Some((number, value, _))) = fields.next() {
        named |= number == 1 && matches!(value, Value::Bytes(_));
    }
    named && fields.position() == file.len()
}

/// Whether the bytes start as a descriptor set does: a file whose first field is a name that ends in `.proto`.
pub(super) fn is_cut_set(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(&[0x0a]) else { return false };
    let Ok((length, file)) = Fields::packed_varint(rest) else { return false };
    let Some(name) = file.strip_prefix(&[0x0a]) else { return false };
    let Ok((name_length, name)) = Fields::packed_varint(name) else { return false };
    let Some(name) = usize::try_from(name_length).ok().and_then(|n| name.get(..n)) else { return false };
    name_length < length && name.ends_with(b".proto") && !name.iter().any(u8::is_ascii_control)
}

/// The first character that is no white space.
fn json_start(bytes: &[u8]) -> Option<u8> {
    // Enough for any indentation; the rest of a large file need not be converted to see how it starts.
    let start = encoding::to_utf8(&bytes[..bytes.len().min(64 << 10)]).ok()?;
    start.iter().copied().find(|b| !b" \t\r\n".contains(b))
}

/// What a JSON object is: an envelope in doubt, since it may be a broken one.
fn object(bytes: &[u8], input: &str) -> Result<InputType, InputError> {
    let (keys, is_whole) = native::keys(bytes);
    let holds = |wanted: &str| keys.iter().any(|key| key == wanted);
    if !is_whole {
        // A list that is cut off is none that a broker stores.
        return Ok(if holds(registry::LIST) { InputType::Registry } else { InputType::Native });
    }
    if keys.iter().any(|key| native::KEYS.contains(&key.as_str())) {
        return Ok(InputType::Native);
    }
    if holds("file") {
        let seen = names::list(keys.iter().map(String::as_str));
        let message = format!("a descriptor set in JSON (keys {seen})");
        return Err(InputError::new("unsupported-input", input, message)
            .help("hand it over in binary: `buf build -o image.binpb`, `protoc --include_imports -o FILE`"));
    }
    if holds("reason") || holds("error_code") {
        let said = native::text_of_member(bytes, &["reason", "message"]).unwrap_or_default();
        let message = format!("the registry answered with an error: {}", names::cut(&said));
        return Err(InputError::new("registry-error", input, message)
            .help("mend the request: is the topic or subject right, and may you read it?"));
    }
    let is_answer = registry::is_answer(keys.iter().map(String::as_str));
    Ok(if is_answer { InputType::Registry } else { InputType::Native })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set of one file named `a.proto` whose package fills it up to `length` bytes.
    fn set(length: u8) -> Vec<u8> {
        let package = length - 11;
        let mut bytes = vec![0x0a, length, 0x0a, 7];
        bytes.extend(b"a.proto\x12");
        bytes.push(package);
        bytes.extend(std::iter::repeat_n(b'p', usize::from(package)));
        bytes
    }

    fn kind(bytes: &[u8], name: &str) -> Result<InputType, &'static str> {
        let path = (name != "-").then(|| Path::new(name));
        detect(bytes, path, name).map_err(|e| e.kind)
    }

    #[test]
    fn by_content_first() {
        use InputType::{DescriptorSet, Native, Proto};
        assert_eq!(kind(&set(60), "a.proto"), Ok(DescriptorSet));
        assert_eq!(kind(&set(b'{'), "a.json"), Ok(DescriptorSet), "starts with a line feed and a brace");
        assert_eq!(kind(&set(60)[..40], "-"), Ok(DescriptorSet), "truncated");
        assert_eq!(kind(b"\n{\n  \"fileDescriptorSet\": \"Ci4KB2EucHJvdG8\"}", "a.proto"), Ok(Native));
        assert_eq!(kind(b"{ message A {}", "a.proto"), Ok(Proto), "a broken source");
        assert_eq!(kind(b"{\0}\0", "-"), Ok(Native));
        assert_eq!(kind(b"\xef\xbb\xbf{", "-"), Ok(Native));
        assert_eq!(kind(b"\nsyntax = \"proto3\";", "-"), Ok(Proto));
        assert_eq!(kind(b"", "-"), Ok(Proto));
        assert_eq!(kind(b"", "a.binpb"), Ok(DescriptorSet));
        assert_eq!(kind(b"garbage", "a.json"), Ok(Native));
        assert_eq!(kind(b"garbage", "a.PB"), Ok(DescriptorSet));
        assert_eq!(kind(b"\xff\xfe\xfd", "a.proto"), Ok(Proto));
        assert_eq!(kind(b"\xff\xfe\xfd", "-"), Err("unknown-input"));
    }

    #[test]
    fn other_json_is_named() {
        assert_eq!(
            kind(br#"{"version":1,"type":"PROTOBUF_NATIVE","data":"{}"}"#, "a.json"),
            Ok(InputType::Registry)
        );
        assert_eq!(kind(br#"[{"version":1}]"#, "a.json"), Ok(InputType::Registry));
        assert_eq!(kind(br#"{"getSchemaResponses":[]}"#, "-"), Ok(InputType::Registry));
        assert_eq!(kind(br#"{"getSchemaResponses":[{"version":1"#, "a.json"), Ok(InputType::Registry));
        assert_eq!(kind(br#"{"file":[]}"#, "a.json"), Err("unsupported-input"));
        assert_eq!(kind(br#"{"reason":"Schema not found"}"#, "-"), Err("registry-error"));
        assert_eq!(kind(br#"{"error_code":40401,"message":"not found"}"#, "-"), Err("registry-error"));
        assert_eq!(kind(br#"{"type":1,"rootMessageTypeName":"x"}"#, "a.json"), Ok(InputType::Native));
        assert_eq!(
            kind(br#"{"type":1"#, "a.json"),
            Ok(InputType::Native),
            "broken JSON shows when it is read"
        );
        assert_eq!(kind(b"{}", "a.json"), Ok(InputType::Native));
    }
}
