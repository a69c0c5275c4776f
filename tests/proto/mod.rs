//! The front end against the verdicts and facts of `protoc`.

mod differential;
mod generate;
mod inspect;
mod mutate;
mod places;
mod verdicts;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use protoward::proto::{Parsed, bundled, check, parse};

/// The one-construct sources and what `protoc` says of them.
fn micro() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proto/micro")
}

/// Sources with what they import in front of them.
#[derive(Default)]
struct Sources {
    files: Vec<(String, Vec<u8>)>,
    missing: Vec<String>,
    seen: HashSet<String>,
}

impl Sources {
    /// A file and all that it imports: found in the folder, else among the well-known files.
    fn load(folder: &Path, name: &str) -> Self {
        let mut sources = Self::default();
        sources.add(name, &|name| std::fs::read(folder.join(name)).ok());
        sources
    }

    fn add(&mut self, name: &str, find: &dyn Fn(&str) -> Option<Vec<u8>>) {
        if !self.seen.insert(name.to_owned()) {
            return;
        }
        let Some(text) = find(name).or_else(|| bundled(name).map(|text| text.as_bytes().to_vec())) else {
            self.missing.push(name.to_owned());
            return;
        };
        let imports: Vec<String> =
            parse(name, &text).imports.iter().map(|import| import.path.to_string()).collect();
        for import in imports {
            self.add(&import, find);
        }
        self.files.push((name.to_owned(), text));
    }

    /// All files, read and checked.
    fn compile(&self) -> Vec<Parsed<'_>> {
        let mut files: Vec<_> = self.files.iter().map(|(name, text)| parse(name, text)).collect();
        check(&mut files);
        files
    }
}

/// Everything that is wrong with some files, as a compiler prints it.
fn complaints(files: &[Parsed<'_>]) -> Vec<String> {
    let each = |file: &Parsed<'_>| {
        let place = |span: protoward::proto::Span| protoward::proto::position(file.text, span.start);
        let line = |error: &protoward::proto::Diagnostic| {
            let place = place(error.span);
            format!("{}:{}:{}: {}", file.file.name, place.line, place.column, error.message)
        };
        file.errors.iter().map(line).collect::<Vec<_>>()
    };
    files.iter().flat_map(each).collect()
}
