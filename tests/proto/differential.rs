//! The same acceptance and the same facts as `protoc` 36.2, over written and generated sources.

use std::path::{Path, PathBuf};
use std::process::Command;

use protoward::proto::Parsed;
use protoward::schema::decode::decode_set;
use protoward::schema::descriptor::{FieldDescriptor, FileDescriptor, MessageDescriptor, Raw};
use protoward::schema::link::link;

use super::{Sources, complaints, generate, micro};

/// `protoc`'s descriptor set of a file and its imports, or its complaints.
pub(super) fn protoc(folder: &Path, name: &str) -> Result<Vec<u8>, String> {
    let protoc = protoc_bin_vendored::protoc_bin_path().expect("protoc");
    let include = protoc_bin_vendored::include_path().expect("includes");
    // Beside the source where the folder is one of the tests' own.
    let (own, thread) = (Path::new(env!("CARGO_TARGET_TMPDIR")), std::thread::current().id());
    let beside = folder.starts_with(own);
    let out =
        if beside { folder.join(format!("{name}.binpb")) } else { own.join(format!("{thread:?}.binpb")) };
    let result = Command::new(protoc)
        .args(
            ["-I", &*folder.to_string_lossy(), "-I", &include.to_string_lossy(), "--include_imports", "-o"]
                .map(AsRef::<std::ffi::OsStr>::as_ref),
        )
        .args([out.as_os_str(), name.as_ref()])
        .output()
        .expect("protoc runs");
    if result.status.success() {
        Ok(std::fs::read(out).expect("an answer"))
    } else {
        Err(String::from_utf8_lossy(&result.stderr).into_owned())
    }
}

/// Why our facts and `protoc`'s are not the same.
fn difference(ours: &[Parsed<'_>], theirs: &[u8], root: &str) -> Option<String> {
    let theirs = decode_set(theirs).expect("a descriptor set");
    let mut files: Vec<FileDescriptor<'_>> = ours.iter().map(|parsed| parsed.file.clone()).collect();
    for wanted in &theirs {
        let Some(file) = files.iter_mut().find(|file| file.name == wanted.name) else {
            return Some(format!("no file {}", wanted.name));
        };
        let mut file = file.clone();
        normalize(&mut file, wanted);
        let mut wanted = wanted.clone();
        sort_features(&mut wanted);
        if file != wanted {
            let (a, b) = (format!("{file:#?}"), format!("{wanted:#?}"));
            let lines = a.lines().zip(b.lines()).enumerate();
            let first = lines
                .filter(|(_, (a, b))| a != b)
                .map(|(at, (a, b))| format!("line {at}: ours {a}, theirs {b}"))
                .next();
            return Some(format!("{}: {}", wanted.name, first.unwrap_or_default()));
        }
    }
    // What the names mean is the linker's to say: the same for both.
    let (ours, theirs) = (link(&files, root), link(&theirs, root));
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => {
            let text = |pool: &protoward::schema::Pool| format!("{:?} {:?}", pool.messages, pool.enums);
            (text(&ours) != text(&theirs)).then(|| "linked differently".into())
        }
        (Err(_), Err(_)) => None,
        (ours, theirs) => Some(format!("linking: ours {:?}, theirs {:?}", ours.err(), theirs.err())),
    }
}

/// Makes a source's descriptor say no more and no less than a linked one.
fn normalize(file: &mut FileDescriptor<'_>, wanted: &FileDescriptor<'_>) {
    for (ours, theirs) in file.messages.iter_mut().zip(&wanted.messages) {
        normalize_message(ours, theirs);
    }
    for (ours, theirs) in file.extensions.iter_mut().zip(&wanted.extensions) {
        normalize_field(ours, theirs);
    }
    for (ours, theirs) in file.services.iter_mut().zip(&wanted.services) {
        for (ours, theirs) in ours.methods.iter_mut().zip(&theirs.methods) {
            absolute(&mut ours.input, &theirs.input);
            absolute(&mut ours.output, &theirs.output);
        }
    }
    sort_features(file);
}

fn normalize_message(ours: &mut MessageDescriptor<'_>, theirs: &MessageDescriptor<'_>) {
    for (ours, theirs) in
        ours.fields.iter_mut().zip(&theirs.fields).chain(ours.extensions.iter_mut().zip(&theirs.extensions))
    {
        normalize_field(ours, theirs);
    }
    for (ours, theirs) in ours.messages.iter_mut().zip(&theirs.messages) {
        normalize_message(ours, theirs);
    }
}

fn normalize_field(ours: &mut FieldDescriptor<'_>, theirs: &FieldDescriptor<'_>) {
    if let (Some(name), Some(wanted)) = (&mut ours.type_name, &theirs.type_name) {
        absolute(name, wanted);
        ours.kind = ours.kind.or(theirs.kind);
    }
    if let (Some(name), Some(wanted)) = (&mut ours.extendee, &theirs.extendee) {
        absolute(name, wanted);
    }
}

/// Takes the other's name where it ends in ours.
fn absolute(name: &mut protoward::schema::descriptor::Text<'_>, wanted: &str) {
    if !name.starts_with('.') && wanted.ends_with(&format!(".{name}")) {
        *name = wanted.to_owned().into();
    }
}

/// Puts the pieces of feature sets in order and merges them, which decoders do.
fn sort_features(file: &mut FileDescriptor<'_>) {
    merge(&mut file.options.features);
    file.messages.iter_mut().for_each(sort_message);
    file.extensions.iter_mut().for_each(|field| merge(&mut field.options.features));
    for declared in &mut file.enums {
        merge(&mut declared.features);
        declared.values.iter_mut().for_each(|value| merge(&mut value.features));
    }
}

fn sort_message(message: &mut MessageDescriptor<'_>) {
    merge(&mut message.options.features);
    message
        .fields
        .iter_mut()
        .chain(&mut message.extensions)
        .for_each(|field| merge(&mut field.options.features));
    message.oneofs.iter_mut().for_each(|oneof| merge(&mut oneof.features));
    for declared in &mut message.enums {
        merge(&mut declared.features);
        declared.values.iter_mut().for_each(|value| merge(&mut value.features));
    }
    message.messages.iter_mut().for_each(sort_message);
}

fn merge(features: &mut Raw<'_>) {
    let mut fields = parts(features.as_bytes());
    fields.sort_by_key(|part| part.0);
    let mut merged: Vec<(u64, Vec<u8>, bool)> = Vec::new();
    for (number, bytes, message) in fields {
        match merged.last_mut() {
            Some(last) if last.0 == number && message => last.1.extend(bytes),
            Some(last) if last.0 == number => last.1 = bytes,
            _ => merged.push((number, bytes, message)),
        }
    }
    let mut out = Raw::default();
    for (number, mut bytes, message) in merged {
        if message {
            let mut inner = Raw::default();
            inner.extend(&bytes);
            merge(&mut inner);
            bytes = inner.as_bytes().to_vec();
        }
        out.extend(&[number.to_le_bytes().as_slice(), &bytes].concat());
    }
    *features = out;
}

fn parts(mut bytes: &[u8]) -> Vec<(u64, Vec<u8>, bool)> {
    let varint = |bytes: &mut &[u8]| {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let Some((&byte, rest)) = bytes.split_first() else { break };
            *bytes = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        value
    };
    let mut out = Vec::new();
    while !bytes.is_empty() {
        let tag = varint(&mut bytes);
        if tag & 7 == 2 {
            let length = usize::try_from(varint(&mut bytes)).unwrap_or(0).min(bytes.len());
            out.push((tag >> 3, bytes[..length].to_vec(), true));
            bytes = &bytes[length..];
        } else {
            out.push((tag >> 3, varint(&mut bytes).to_le_bytes().to_vec(), false));
        }
    }
    out
}

/// Both sides on one file; what they do not agree on.
fn disagreement(folder: &Path, name: &str) -> Option<String> {
    let sources = Sources::load(folder, name);
    let files = sources.compile();
    let told = complaints(&files);
    match protoc(folder, name) {
        Ok(set) if told.is_empty() && sources.missing.is_empty() => difference(&files, &set, name),
        Ok(_) => Some(format!("protoc accepts what we refuse: {told:?} {:?}", sources.missing)),
        Err(_) if !told.is_empty() || !sources.missing.is_empty() => None,
        // Custom options are not interpreted: a note is enough.
        Err(error) if error.contains("Option \"(") && error.contains("unknown. Ensure") => None,
        Err(error) => Some(format!("protoc refuses what we accept: {error}")),
    }
}

#[test]
fn micro_sources_have_the_facts_of_protoc() {
    let folder = super::generate::scratch("micro");
    let verdicts = std::fs::read_to_string(micro().join("verdicts.tsv")).expect("verdicts");
    for entry in std::fs::read_dir(micro()).expect("a folder") {
        let path = entry.expect("an entry").path();
        std::fs::copy(&path, folder.join(path.file_name().expect("a name"))).expect("a copy");
    }
    let mut wrong = Vec::new();
    for line in verdicts
        .lines()
        .filter(|line| line.ends_with("\taccept\t") || line.split('\t').nth(1) == Some("accept"))
    {
        let name = line.split('\t').next().unwrap_or_default();
        wrong.extend(disagreement(&folder, name).map(|why| format!("{name}: {why}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bundled_files_have_the_facts_of_protoc() {
    let include = protoc_bin_vendored::include_path().expect("includes");
    let folder = super::generate::scratch("bundled");
    for name in protoward::proto::bundled_paths() {
        let root = name.replace('/', "_");
        std::fs::write(folder.join(&root), format!("import \"{name}\";")).expect("written");
        if let Some(why) = disagreement(&folder, &root) {
            panic!("{name}: {why}");
        }
        // protoc's own source of it reads the same.
        let sources = Sources::load(&include, &name);
        let files = sources.compile();
        assert_eq!(complaints(&files), Vec::<String>::new());
        let set = protoc(&folder, &root).expect("accepted");
        if let Some(why) = difference(&[files, Vec::new()].concat(), &without_root(&set), &name) {
            panic!("protoc's {name}: {why}");
        }
    }
}

/// The set without its last file.
fn without_root(set: &[u8]) -> Vec<u8> {
    let parts = parts(set);
    let mut out = Vec::new();
    for (_, bytes, _) in &parts[..parts.len() - 1] {
        out.push(0x0a);
        let mut length = bytes.len();
        while length >= 0x80 {
            out.push(u8::try_from(length & 0x7f).unwrap_or(0) | 0x80);
            length >>= 7;
        }
        out.push(u8::try_from(length).unwrap_or(0));
        out.extend(bytes);
    }
    out
}

#[test]
fn generated_schemas_have_the_facts_of_protoc() {
    let mut wrong = Vec::new();
    let mut accepted = 0;
    for seed in 1..=150 {
        let folder = generate::scratch(&format!("generated-{seed}"));
        let roots = generate::schema(seed, &folder);
        for root in roots {
            let why = disagreement(&folder, &root);
            accepted += usize::from(protoc(&folder, &root).is_ok());
            wrong.extend(why.map(|why| format!("{}/{root}: {why}", folder.display())));
        }
        if wrong.is_empty() {
            std::fs::remove_dir_all(&folder).expect("removed");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(accepted >= 300, "only {accepted} of the generated files are sound");
}

/// The lines that complaints about a file name, in their order.
fn lines(told: &[&str], name: &str) -> Vec<usize> {
    let line = |complaint: &&str| {
        let rest = &complaint[complaint.rfind(&format!("{name}:"))? + name.len() + 1..];
        rest.split(':').next()?.parse().ok()
    };
    told.iter().filter(|complaint| !complaint.contains(": warning:")).filter_map(line).collect()
}

#[test]
fn constructs_are_taken_as_protoc_takes_them() {
    let folder = generate::scratch("constructs");
    for name in ["dep.proto", "opt.proto"] {
        std::fs::copy(micro().join(name), folder.join(name)).expect("a copy");
    }
    let mut wrong = Vec::new();
    let all = include_str!("constructs.txt").lines().filter(|line| !line.starts_with('#'));
    for case in all {
        let (dialect, text) = case.split_once(' ').expect("a dialect");
        let first = match dialect {
            "2" => "syntax=\"proto2\";",
            "3" => "syntax=\"proto3\";",
            "2023" => "edition=\"2023\";",
            "2024" => "edition=\"2024\";",
            "2026" => "edition=\"2026\";",
            _ => "",
        };
        let text =
            text.replace("\\n", "\n").replace("\\t", "\t").replace("\\x0b", "\x0b").replace("\\x0c", "\x0c");
        for (name, text) in ["t.proto", "a.proto", "b.proto"].iter().zip(text.split(" ||| ").chain(["", ""]))
        {
            let first = if *name == "t.proto" { first } else { "" };
            std::fs::write(folder.join(name), format!("{first}{text}")).expect("written");
        }
        if let Some(why) = disagreement(&folder, "t.proto") {
            wrong.push(format!("{case}\n    {why}"));
            continue;
        }
        let Err(theirs) = protoc(&folder, "t.proto") else {
            continue;
        };
        let sources = Sources::load(&folder, "t.proto");
        let ours = complaints(&sources.compile());
        let ours = lines(&ours.iter().map(String::as_str).collect::<Vec<_>>(), "t.proto");
        let lines = lines(&theirs.lines().collect::<Vec<_>>(), "t.proto");
        let same = |a: &[usize], b: &[usize]| a.first().is_none_or(|first| b.contains(first));
        let comparable = sources.missing.is_empty() && !ours.is_empty() && !lines.is_empty();
        if comparable && !(same(&ours, &lines) && same(&lines, &ours)) {
            wrong.push(format!("{case}\n    lines: ours {ours:?}, theirs {lines:?}\n{theirs}"));
        }
    }
    assert!(wrong.is_empty(), "{} constructs\n{}", wrong.len(), wrong.join("\n"));
}

/// Every source below a folder, which is also the import path: the examples, or the folder that `PROTO_CORPUS` names.
#[test]
fn a_corpus_has_the_facts_of_protoc() {
    let named = std::env::var("PROTO_CORPUS");
    let root = named.unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/examples").to_owned());
    let root = Path::new(&root);
    let (mut waiting, mut count, mut wrong) = (vec![root.to_owned()], 0, Vec::new());
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(std::fs::read_dir(&path).expect("a folder").flatten().map(|entry| entry.path()));
        } else if path.extension().is_some_and(|end| end == "proto") {
            let name = path.strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
            count += 1;
            wrong.extend(disagreement(root, &name).map(|why| format!("{name}: {why}")));
        }
    }
    assert!(count > 0 && wrong.is_empty(), "{} of {count}\n{}", wrong.len(), wrong.join("\n"));
}

/// A second opinion on proto2 and proto3: what protox can read, linked, is what we read.
#[test]
fn protox_agrees_where_it_can_read() {
    let mut folders: Vec<(PathBuf, Vec<String>)> = Vec::new();
    for seed in 0..60 {
        let folder = super::generate::scratch(&format!("protox-{seed}"));
        let names = super::generate::schema(seed, &folder);
        folders.push((folder, names));
    }
    let verdicts = std::fs::read_to_string(micro().join("verdicts.tsv")).expect("verdicts");
    let names = verdicts.lines().filter_map(|line| line.split('\t').next());
    folders.push((micro(), names.map(str::to_owned).collect()));
    let (mut read, mut wrong) = (0, Vec::new());
    for (folder, names) in &folders {
        for name in names {
            let sources = Sources::load(folder, name);
            let files = sources.compile();
            if !complaints(&files).is_empty() || !sources.missing.is_empty() {
                continue;
            }
            // It stops at editions and at a few legal constructs.
            let Ok(mut compiler) = protox::Compiler::new([folder]) else { continue };
            compiler.include_imports(true);
            if compiler.open_file(name).is_err() {
                continue;
            }
            let set = compiler.encode_file_descriptor_set();
            let theirs = decode_set(&set).expect("a descriptor set");
            let ours: Vec<FileDescriptor<'_>> = files.iter().map(|parsed| parsed.file.clone()).collect();
            // Its well-known files are of another release.
            if theirs.iter().any(|file| file.name.starts_with("google/protobuf/")) {
                continue;
            }
            read += 1;
            let text = |pool: protoward::schema::Pool| format!("{:?} {:?}", pool.messages, pool.enums);
            let (ours, theirs) = (link(&ours, name).map(text), link(&theirs, name).map(text));
            if ours != theirs {
                wrong.push(format!("{name}: {ours:?}\n{theirs:?}"));
            }
        }
    }
    assert!(read >= 25, "only {read} read");
    assert!(wrong.is_empty(), "{} of {read}\n{}", wrong.len(), wrong.join("\n"));
}
