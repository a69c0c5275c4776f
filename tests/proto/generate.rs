//! Realistic schemas of several files in all dialects, the same in every run.
//!
//! Sound by construction, but for a small share of deliberate slips, which both sides must refuse.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// An empty folder of its own.
pub(super) fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("proto").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Proto2,
    Proto3,
    Edition2023,
    Edition2024,
}

use Dialect::{Edition2023, Edition2024, Proto2, Proto3};

/// A type that later files may use.
#[derive(Clone)]
struct Known {
    name: String,
    file: usize,
    message: bool,
    closed: bool,
    extensible: bool,
}

struct Writer {
    state: u64,
    out: String,
    dialect: Dialect,
    implicit: bool,
    known: Vec<Known>,
    package: String,
    file: usize,
    serial: usize,
    visible: Vec<usize>,
    java: bool,
}

/// Writes the files of one schema; their names.
pub(super) fn schema(seed: u64, folder: &Path) -> Vec<String> {
    let mut writer = Writer {
        state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        out: String::new(),
        dialect: Proto2,
        implicit: false,
        known: Vec::new(),
        package: String::new(),
        file: 0,
        serial: 0,
        visible: Vec::new(),
        java: false,
    };
    let count = 3 + writer.pick(2);
    let mut names = Vec::new();
    for at in 0..count {
        let name = format!("f{at}.proto");
        writer.file(at);
        std::fs::write(folder.join(&name), &writer.out).expect("written");
        names.push(name);
    }
    names
}

const SCALARS: [&str; 15] = [
    "double", "float", "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64",
    "sfixed32", "sfixed64", "bool", "string", "bytes",
];

impl Writer {
    fn pick(&mut self, below: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state >> 33).unwrap_or(0) % below
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.pick(chances) == 0
    }

    fn editions(&self) -> bool {
        matches!(self.dialect, Edition2023 | Edition2024)
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", depth * 2);
        if self.one_in(9) {
            let comment = ["// a note", "/* two\n   lines */", "\t", ""][self.pick(4)];
            let _ = writeln!(self.out, "{comment}");
        }
    }

    fn file(&mut self, at: usize) {
        self.out.clear();
        self.file = at;
        self.dialect = [Proto2, Proto3, Edition2023, Edition2024][self.pick(4)];
        self.package = String::from(["", "shop", "shop.v1", "acme.shop"][self.pick(4)]);
        let silent = self.one_in(3);
        let first = match self.dialect {
            Proto2 if silent => "",
            Proto2 => "syntax = \"proto2\";",
            Proto3 => "syntax = 'proto' \"3\";",
            Edition2023 => "edition = \"2023\";",
            Edition2024 => "edition = \"2024\";",
        };
        self.line(0, first);
        if !self.package.is_empty() {
            self.line(0, &format!("package {};", self.package));
        }
        self.imports(at);
        self.file_options();
        for _ in 0..=self.pick(2) {
            self.enumeration(0, "", true);
        }
        for _ in 0..2 + self.pick(3) {
            self.message(0, "", 0);
        }
        self.extensions();
        if self.one_in(2) {
            self.service();
        }
    }

    fn imports(&mut self, at: usize) {
        self.visible = vec![at];
        self.java = self.editions() && self.one_in(2);
        if self.java {
            self.line(0, "import \"google/protobuf/java_features.proto\";");
        }
        for other in 0..at {
            if !self.one_in(4) {
                let public = if self.one_in(5) { "public " } else { "" };
                self.line(0, &format!("import {public}\"f{other}.proto\";"));
                self.visible.push(other);
            }
        }
        if self.one_in(3) {
            self.line(0, "import \"google/protobuf/timestamp.proto\";");
        }
        if self.one_in(3) {
            self.line(0, "import \"google/protobuf/descriptor.proto\";");
            self.serial += 1;
            let (serial, optional) = (self.serial, if self.dialect == Proto2 { "optional " } else { "" });
            let text = format!(
                "extend google.protobuf.FieldOptions {{ {optional}string note{serial}_{at} = {}; }}",
                50_000 + serial
            );
            self.line(0, &text);
        }
    }

    fn file_options(&mut self) {
        self.implicit = self.dialect == Proto3;
        self.line(0, &format!("option java_package = \"com.example.f{}\";", self.file));
        if self.dialect == Proto2 && self.one_in(4) {
            self.line(0, "option java_string_check_utf8 = true;");
        }
        if !self.editions() {
            return;
        }
        if self.one_in(3) {
            self.line(0, "option features = { utf8_validation: NONE, repeated_field_encoding: EXPANDED };");
        } else if self.one_in(4) {
            self.line(0, "option features.message_encoding = DELIMITED;");
        }
        if self.one_in(3) {
            self.implicit = true;
            self.line(0, "option features.field_presence = IMPLICIT;");
        }
        if self.java && self.one_in(2) {
            self.line(0, "option features.(pb.java).utf8_validation = VERIFY;");
        }
        if self.dialect == Edition2024 && self.one_in(2) {
            self.line(0, "option features.enforce_naming_style = STYLE_LEGACY;");
        }
    }

    fn enumeration(&mut self, depth: usize, within: &str, top: bool) {
        self.serial += 1;
        let name = format!("Kind{}", self.serial);
        let mut closed = self.dialect == Proto2;
        self.line(depth, &format!("enum {name} {{"));
        if self.editions() && self.one_in(3) {
            closed = true;
            self.line(depth + 1, "option features.enum_type = CLOSED;");
        }
        let alias = self.one_in(5);
        if alias {
            self.line(depth + 1, "option allow_alias = true;");
        }
        let serial = self.serial;
        let first = if closed && self.one_in(3) { 3 } else { 0 };
        self.line(depth + 1, &format!("K{serial}_NONE = {first};"));
        for value in 0..=self.pick(5) {
            let number =
                [(value + 10).to_string(), format!("-{}", value + 1), format!("0x{:X}", value + 100)]
                    [self.pick(3)]
                .clone();
            let options = if self.one_in(6) { " [deprecated = true]" } else { "" };
            self.line(
                depth + 1,
                &format!(
                    "K{serial}_V{} = {number}{options};",
                    (b'A' + u8::try_from(value).unwrap_or(0)) as char
                ),
            );
        }
        if alias {
            self.line(depth + 1, &format!("K{serial}_OTHER = {first};"));
        }
        if self.one_in(4) {
            let names = if self.editions() { "OLD, OLDER" } else { "\"OLD\", 'OLDER'" };
            self.line(depth + 1, &format!("reserved {names};"));
            self.line(depth + 1, "reserved 1000 to max, -1000 to -500, 999;");
        }
        self.line(depth, "}");
        if top || self.dialect != Edition2024 {
            self.learn(within, &name, false, closed, false);
        }
    }

    fn learn(&mut self, within: &str, name: &str, message: bool, closed: bool, extensible: bool) {
        let parts: Vec<&str> =
            [&self.package, within, name].into_iter().filter(|part| !part.is_empty()).collect();
        self.known.push(Known { name: parts.join("."), file: self.file, message, closed, extensible });
    }

    /// A type by some name that leads to it; its own kind.
    fn type_name(&mut self, message: bool, open: bool) -> Option<String> {
        let fitting: Vec<Known> = self
            .known
            .iter()
            .filter(|known| {
                known.message == message && self.visible.contains(&known.file) && !(open && known.closed)
            })
            .cloned()
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let known = &fitting[self.pick(fitting.len())];
        let prefix = format!("{}.", self.package);
        match known.name.strip_prefix(&prefix) {
            Some(rest) if !self.package.is_empty() && self.one_in(2) => Some(rest.to_owned()),
            _ => Some(format!(".{}", known.name)),
        }
    }

    fn message(&mut self, depth: usize, within: &str, level: usize) {
        self.serial += 1;
        let name = format!("Thing{}", self.serial);
        let visibility =
            if self.dialect == Edition2024 && level == 0 && self.one_in(4) { "export " } else { "" };
        self.line(depth, &format!("{visibility}message {name} {{"));
        let inside = if within.is_empty() { name.clone() } else { format!("{within}.{name}") };
        let extensible = self.dialect != Proto3 && self.one_in(3);
        if level > 0 || self.dialect != Edition2024 || depth == 0 {
            self.learn(within, &name, true, false, extensible);
        }
        if level < 2 && self.one_in(2) {
            self.message(depth + 1, &inside, level + 1);
        }
        if self.one_in(3) {
            self.enumeration(depth + 1, &inside, false);
        }
        let mut number = 1;
        for _ in 0..2 + self.pick(7) {
            self.field(depth + 1, &mut number);
        }
        if self.one_in(3) {
            self.oneof(depth + 1, &mut number);
        }
        if self.dialect == Proto2 && self.one_in(3) {
            let label = ["optional", "repeated"][self.pick(2)];
            self.line(
                depth + 1,
                &format!("{label} group Part{} = {number} {{ optional int32 inner = 1; }}", self.serial),
            );
            number += 1;
        }
        if extensible {
            self.line(depth + 1, "extensions 1000 to 1999, 5000 to max;");
        }
        if self.one_in(3) {
            self.line(
                depth + 1,
                &format!("reserved {}, {} to {};", number + 500, number + 510, number + 520),
            );
        }
        if self.one_in(90) {
            // A slip.
            self.line(depth + 1, &format!("reserved {};", number - 1));
        }
        self.line(depth, "}");
    }

    fn label(&mut self) -> &'static str {
        match self.dialect {
            Proto2 => ["optional ", "required ", "repeated "][self.pick(3)],
            Proto3 => ["", "optional ", "repeated "][self.pick(3)],
            Edition2023 | Edition2024 => ["", "repeated "][self.pick(2)],
        }
    }

    fn field(&mut self, depth: usize, number: &mut usize) {
        self.serial += 1;
        let name =
            [format!("field_{}", letters(self.serial)), format!("f{}", self.serial)][self.pick(2)].clone();
        if self.one_in(6) {
            let key = ["int32", "string", "bool", "uint64", "sfixed32"][self.pick(5)];
            let value = self
                .type_name(true, false)
                .filter(|_| self.serial.is_multiple_of(2))
                .unwrap_or_else(|| "bytes".into());
            self.line(depth, &format!("map<{key}, {value}> {name} = {number};"));
            *number += 1;
            return;
        }
        let label = self.label();
        let open = self.dialect == Proto3 || self.editions() && self.implicit;
        let (kind, what) = match self.pick(5) {
            0 => (self.type_name(true, false), 'm'),
            1 => (self.type_name(false, open), 'e'),
            _ => (None, 's'),
        };
        let (kind, what) =
            kind.map_or_else(|| (SCALARS[self.pick(SCALARS.len())].to_owned(), 's'), |kind| (kind, what));
        let options = self.options(label, &kind, what);
        self.line(depth, &format!("{label}{kind} {name} = {number}{options};"));
        *number += 1 + self.pick(3);
    }

    fn options(&mut self, label: &str, kind: &str, what: char) -> String {
        let mut options = Vec::new();
        let repeated = label == "repeated ";
        if what == 's' && !repeated && self.dialect != Proto3 && !self.implicit && self.one_in(2) {
            options.push(format!("default = {}", self.default(kind)));
        }
        if self.one_in(8) {
            options.push("deprecated = true".into());
        }
        if self.one_in(10) {
            options.push(format!("json_name = \"j{}\"", self.serial));
        }
        let packable = what == 'e' || what == 's' && !matches!(kind, "string" | "bytes");
        if repeated && packable && self.one_in(3) {
            let on = self.one_in(2);
            options.push(if self.editions() {
                format!("features.repeated_field_encoding = {}", if on { "PACKED" } else { "EXPANDED" })
            } else {
                format!("packed = {on}")
            });
        }
        if self.editions() && !repeated && self.one_in(4) {
            let presence = ["EXPLICIT", "LEGACY_REQUIRED", "EXPLICIT"][self.pick(3)];
            options.push(format!("features.field_presence = {presence}"));
        }
        if self.editions() && what == 'm' && self.one_in(3) {
            options.push("features.message_encoding = DELIMITED".into());
        }
        if self.editions() && kind == "string" && self.one_in(3) {
            let java = self.java && self.one_in(2);
            options.push(
                if java {
                    "features.(pb.java).utf8_validation = DEFAULT"
                } else {
                    "features = { utf8_validation: VERIFY }"
                }
                .into(),
            );
        }
        if options.is_empty() { String::new() } else { format!(" [{}]", options.join(", ")) }
    }

    fn default(&mut self, kind: &str) -> String {
        let choices: &[&str] = match kind {
            "double" => {
                &["1.5", "-inf", "nan", "1e300", "0.1", ".5", "18446744073709551616", "123456789.123456789"]
            }
            "float" => &["0.1", "inf", "1e39", "-1.5e-3", "16777217", "3.4028235e38"],
            "int32" | "sint32" | "sfixed32" => &["-2147483648", "0x7f", "017", "-0"],
            "int64" | "sint64" | "sfixed64" => &["-9223372036854775808", "1"],
            "uint32" | "fixed32" => &["4294967295", "0XFF"],
            "uint64" | "fixed64" => &["18446744073709551615", "0"],
            "bool" => &["true", "false"],
            "string" => &["\"plain\"", "'it\\'s' \" joined\"", "\"caf\\u00e9\"", "\"\""],
            _ => &["\"\\x00\\377a\"", "'quote\" '", "\"\\n\\t?\""],
        };
        choices[self.pick(choices.len())].to_owned()
    }

    fn oneof(&mut self, depth: usize, number: &mut usize) {
        self.line(depth, &format!("oneof choice_{} {{", letters(self.serial)));
        for _ in 0..=self.pick(3) {
            self.serial += 1;
            let kind = self.type_name(true, false).filter(|_| self.serial.is_multiple_of(3));
            let kind = kind.unwrap_or_else(|| SCALARS[self.pick(SCALARS.len())].to_owned());
            self.line(depth + 1, &format!("{kind} pick_{} = {number};", letters(self.serial)));
            *number += 1;
        }
        self.line(depth, "}");
    }

    fn extensions(&mut self) {
        if self.dialect == Proto3 {
            return;
        }
        let targets: Vec<Known> = self
            .known
            .iter()
            .filter(|known| known.extensible && self.visible.contains(&known.file))
            .cloned()
            .collect();
        for target in targets {
            if self.one_in(2) {
                continue;
            }
            self.serial += 1;
            let serial = self.serial;
            let label = if self.dialect == Proto2 { "optional " } else { "" };
            self.line(0, &format!("extend .{} {{", target.name));
            self.line(1, &format!("{label}int32 more_{} = {};", letters(serial), 1000 + serial));
            self.line(
                1,
                &format!("repeated .{} others_{} = {};", target.name, letters(serial), 6000 + serial),
            );
            self.line(0, "}");
        }
    }

    fn service(&mut self) {
        let (Some(request), Some(response)) = (self.type_name(true, false), self.type_name(true, false))
        else {
            return;
        };
        let serial = self.serial;
        self.line(0, &format!("service Desk{serial} {{"));
        self.line(
            1,
            &format!("rpc Ask({request}) returns (stream {response}) {{ option deprecated = true; }}"),
        );
        self.line(1, &format!("rpc Tell(stream {request}) returns ({response});"));
        self.line(0, "}");
    }
}

/// A number as lower-case letters.
fn letters(mut number: usize) -> String {
    let mut out = String::new();
    loop {
        out.push(char::from(b'a' + u8::try_from(number % 26).unwrap_or(0)));
        number /= 26;
        if number == 0 {
            return out;
        }
    }
}
