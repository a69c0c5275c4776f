//! Where schemas come from: files, directories and bytes as a person hands them over.

mod descriptor_sets;
mod directories;
mod files;
mod imports;
mod references;
mod sources;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use protoward::source::{Entry, Input, InputError, Options, load_proposed};

/// A directory of one test.
struct Dir(PathBuf);

impl Dir {
    fn new(files: &[(&str, &str)]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let dir = Self(
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("source-{}-{count}", std::process::id())),
        );
        let _ = fs::remove_dir_all(&dir.0);
        fs::create_dir_all(&dir.0).expect("a directory");
        for (name, text) in files {
            dir.write(name, text.as_bytes());
        }
        dir
    }

    fn write(&self, name: &str, bytes: &[u8]) -> &Self {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, bytes).expect("a file");
        self
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn load(&self, name: &str) -> Result<Input, InputError> {
        load_proposed(&self.path(name), &Options::default())
    }

    fn with_paths(&self, name: &str, paths: &[&str]) -> Result<Input, InputError> {
        let proto_paths = paths.iter().map(|p| self.0.join(p)).collect();
        load_proposed(&self.path(name), &Options { proto_paths, ..Options::default() })
    }

    /// The error, with this directory's own path taken out.
    #[track_caller]
    fn error<T: std::fmt::Debug>(&self, result: Result<T, InputError>) -> (&'static str, String, String) {
        let error = result.expect_err("must fail");
        let short = |text: &str| text.replace(&self.path(""), "");
        (error.kind, short(&error.to_string()), short(error.help.as_deref().unwrap_or_default()))
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const ORDER: &str = "syntax = \"proto3\";\npackage shop;\nmessage Order { int32 id = 1; }\n";

#[track_caller]
fn root_of(entry: &Entry) -> String {
    entry.reconstruct().expect("a schema").root_name().to_owned()
}

fn field(tag: u8, bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![tag];
    let mut length = bytes.len();
    while length >= 128 {
        out.push(u8::try_from(length % 128).expect("seven bits") | 128);
        length /= 128;
    }
    out.push(u8::try_from(length).expect("seven bits"));
    [out, bytes.to_vec()].concat()
}

/// A file of a descriptor set with empty messages.
fn file(name: &str, package: &str, imports: &[&str], messages: &[&str], more: &[u8]) -> Vec<u8> {
    let mut out = field(0x0a, name.as_bytes());
    out.extend(field(0x12, package.as_bytes()));
    out.extend(imports.iter().flat_map(|i| field(0x1a, i.as_bytes())));
    out.extend(messages.iter().flat_map(|m| field(0x22, &field(0x0a, m.as_bytes()))));
    out.extend(field(0x62, b"proto3"));
    out.extend(more);
    field(0x0a, &out)
}
