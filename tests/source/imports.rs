//! Which files a root file takes with it, held against a plain reading of the contract: random sets with missing imports,
//! circles, files of one name and files that cannot be built.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use protoward::schema::decode::decode_set;
use protoward::schema::descriptor::{FieldDescriptor, FileDescriptor, Kind, Label, MessageDescriptor};
use protoward::schema::encode::encode_set;
use protoward::schema::together::link_all;
use protoward::source::{Entry, Unreadable};
use sha2::{Digest as _, Sha256};

use super::Dir;
use crate::fuzz::targets::alone_and_together;

fn message(name: String, fields: Vec<FieldDescriptor<'static>>) -> MessageDescriptor<'static> {
    MessageDescriptor { name: name.into(), fields, ..MessageDescriptor::default() }
}

/// A file with a message of its own, `p.M` and its number.
fn file(name: String, number: usize, imports: Vec<String>) -> FileDescriptor<'static> {
    FileDescriptor {
        name: name.into(),
        package: "p".into(),
        dependencies: imports.into_iter().map(Into::into).collect(),
        messages: vec![message(format!("M{number}"), Vec::new())],
        syntax: "proto3".into(),
        ..FileDescriptor::default()
    }
}

/// What is odd about a file.
#[derive(Clone, Copy, Debug)]
enum Oddity {
    None,
    /// It declares what another one may declare, too.
    Same,
    /// It refers to that.
    Refers,
    NoIdentifier,
    NoLanguage,
    /// One that only those who look can build.
    NewEdition,
}

/// A file of a random set; files are named by their places.
#[derive(Clone, Debug)]
struct Spec {
    name: usize,
    /// `None` for one that is missing.
    imports: Vec<Option<usize>>,
    public: Vec<i32>,
    oddity: Oddity,
}

fn sets() -> impl Strategy<Value = Vec<Spec>> {
    (1..9usize, prop::sample::select(vec![0.0, 0.0, 0.05])).prop_flat_map(|(files, missing)| {
        prop::collection::vec(specs(files, missing), files).prop_map(|specs| {
            specs.into_iter().enumerate().map(|(at, (spec, back))| spec.at(at, back)).collect()
        })
    })
}

/// A file whose name and imports are yet to be made to fit its place, and whether it may import later ones.
fn specs(files: usize, missing: f64) -> impl Strategy<Value = (Spec, bool)> {
    use Oddity::{NewEdition, NoIdentifier, NoLanguage, Refers, Same};
    let odd = prop::sample::select(vec![Same, Same, Refers, Refers, NoIdentifier, NoLanguage, NewEdition]);
    let oddity = prop_oneof![Just(Oddity::None), odd];
    let import = (0..files, prop::bool::weighted(missing));
    let import = import.prop_map(|(import, is_missing)| (!is_missing).then_some(import));
    let imports = prop::collection::vec(import, 0..4);
    let public = prop::sample::select(vec![vec![], vec![], vec![0], vec![0], vec![1, 0], vec![7], vec![-1]]);
    let (of_one_name, back) = (prop::bool::weighted(0.03), prop::bool::weighted(0.15));
    (of_one_name, back, imports, public, oddity).prop_map(|(of_one_name, back, imports, public, oddity)| {
        (Spec { name: if of_one_name { 0 } else { usize::MAX }, imports, public, oddity }, back)
    })
}

impl Spec {
    fn at(mut self, at: usize, back: bool) -> Self {
        self.name = self.name.min(at);
        if !back {
            self.imports.retain(|import| at > 0 || import.is_none());
            for import in self.imports.iter_mut().flatten() {
                *import %= at;
            }
        }
        // One in seven is beyond on purpose.
        if self.public.iter().all(|public| (0..2).contains(public)) && self.public.len() > self.imports.len()
        {
            self.public.clear();
        }
        self
    }

    fn build(&self, at: usize) -> FileDescriptor<'static> {
        let name = |at: usize| format!("f{at}.proto");
        let imports = self.imports.iter().map(|import| import.map_or_else(|| "gone.proto".to_owned(), name));
        let mut file = file(name(self.name), at, imports.collect());
        file.public_dependencies.clone_from(&self.public);
        match self.oddity {
            Oddity::None => {}
            Oddity::Same => file.messages.push(message("Same".to_owned(), Vec::new())),
            Oddity::Refers => file.messages[0].fields.push(FieldDescriptor {
                name: "same".into(),
                number: 1,
                label: Some(Label::Optional),
                kind: Some(Kind::Message),
                type_name: Some("Same".into()),
                ..FieldDescriptor::default()
            }),
            Oddity::NoIdentifier => file.messages.push(message("9".to_owned(), Vec::new())),
            Oddity::NoLanguage => file.syntax = "proto9".into(),
            Oddity::NewEdition => (file.syntax, file.edition) = ("editions".into(), Some(1002)),
        }
        file
    }
}

/// What the contract says of a root file.
#[derive(Default)]
struct Read {
    open: Vec<usize>,
    order: Vec<usize>,
    is_missing: bool,
    /// Why it cannot be built, whatever is declared.
    refusal: Option<String>,
}

impl Read {
    fn of(root: usize, files: &[FileDescriptor<'_>]) -> Self {
        let places: HashMap<&str, usize> = files.iter().map(|file| &*file.name).zip(0..).collect();
        let mut read = Self::default();
        read.file(root, files, &places);
        read
    }

    fn file(&mut self, at: usize, files: &[FileDescriptor<'_>], places: &HashMap<&str, usize>) {
        let file = &files[at];
        self.open.push(at);
        for import in &file.dependencies {
            let Some(&place) = places.get(&**import) else {
                self.is_missing = true;
                continue;
            };
            if self.open.contains(&place) {
                self.refuse(format!("{}: imports {import}, which imports {} in turn", file.name, file.name));
            } else if !self.order.contains(&place) {
                self.file(place, files, places);
            }
        }
        let count = file.dependencies.len();
        if let Some(beyond) =
            file.public_dependencies.iter().find(|at| usize::try_from(**at).map_or(true, |at| at >= count))
        {
            self.refuse(format!("{}: its public import {beyond} is beyond its {count} imports", file.name));
        }
        self.open.pop();
        self.order.push(at);
    }

    fn refuse(&mut self, why: String) {
        self.refusal.get_or_insert(why);
    }
}

/// The files that an entry is stored with, by name.
fn stored(entry: &Entry) -> Vec<String> {
    let envelope: serde_json::Value = serde_json::from_slice(&entry.data()).expect("an envelope");
    let set = STANDARD.decode(envelope["fileDescriptorSet"].as_str().expect("a set")).expect("base64");
    decode_set(&set).expect("a set").into_iter().map(|file| file.name.into_owned()).collect()
}

fn built(entry: &Entry) -> Result<String, Unreadable> {
    entry.reconstruct().map(|schema| schema.root_name().to_owned())
}

/// Every file that counts, as a root file among others, against itself alone and against the contract. Files are asked for in
/// order or the other way round.
fn each_root(dir: &Dir, files: &[FileDescriptor<'_>], backwards: bool) -> HashMap<usize, Entry> {
    dir.write("set.binpb", &encode_set(files));
    let shared = dir.load("set.binpb").expect("a set");
    let mut roots: Vec<usize> = (0..files.len()).collect();
    roots.retain(|at| files[at + 1..].iter().all(|file| file.name != files[*at].name));
    if backwards {
        roots.reverse();
    }
    let mut entries = HashMap::new();
    for at in roots {
        let read = Read::of(at, files);
        let name = format!("p.M{at}");
        let entry = match shared.entry(Some(&name)) {
            Ok(entry) => entry,
            Err(error) => {
                assert!(read.is_missing && error.kind == "missing-import", "{error}");
                continue;
            }
        };
        assert!(!read.is_missing, "{name}");
        let names: Vec<String> = read.order.iter().map(|at| files[*at].name.to_string()).collect();
        assert_eq!(stored(&entry), names);
        assert_eq!(entry.fingerprint().0[..], Sha256::digest(entry.data())[..]);
        let alone = dir.load("set.binpb").and_then(|input| input.entry(Some(&name))).expect("an entry");
        assert_eq!(built(&entry), built(&alone));
        assert!(entry.is_identical(&alone) && alone.fingerprint() == entry.fingerprint());
        if let Some(refusal) = read.refusal {
            let why = built(&entry).expect_err("it cannot be built").why;
            assert!(
                why == refusal || why.starts_with(&format!("{refusal}; the set holds")),
                "{why}: {refusal}"
            );
        }
        entries.insert(at, entry);
    }
    entries
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_root_file_among_others_is_what_it_is_alone(
        specs in sets(),
        dropped in any::<prop::sample::Index>(),
        backwards: bool,
    ) {
        let files: Vec<_> = specs.iter().enumerate().map(|(at, spec)| spec.build(at)).collect();
        alone_and_together(&files);
        let dir = Dir::new(&[]);
        let entries = each_root(&dir, &files, backwards);
        // The same with something more, one file first, and one file changed.
        let mut other = files;
        other[dropped.index(specs.len())].messages.push(message("New".to_owned(), Vec::new()));
        for (at, entry) in each_root(&dir, &other, !backwards) {
            if let Some(before) = entries.get(&at) {
                prop_assert_eq!(before.is_identical(&entry), before.data() == entry.data());
            }
        }
    }
}

#[test]
fn a_circle_of_many_files_is_refused_from_each_of_them() {
    const COUNT: usize = 3_000;
    let name = |at: usize| format!("f{}.proto", at % COUNT);
    let mut files: Vec<_> = (0..COUNT).map(|at| file(name(at), at, vec![name(at + 1)])).collect();
    files[COUNT / 2].syntax = "proto9".into();
    files.push(file("sound.proto".to_owned(), COUNT, vec!["base.proto".to_owned()]));
    files.push(file("base.proto".to_owned(), COUNT + 1, Vec::new()));
    let dir = Dir::new(&[]);
    dir.write("set.binpb", &encode_set(&files));
    let (input, other) = (dir.load("set.binpb").expect("a set"), dir.load("set.binpb").expect("a set"));
    for at in 0..COUNT {
        let root = format!("p.M{at}");
        let entry = input.entry(Some(&root)).expect("an entry");
        let refused = entry.reconstruct().expect_err("a circle");
        let by = name(at + COUNT - 1);
        let told = format!(
            "{by}: imports f{at}.proto, which imports {by} in turn; the set holds what is not supported: "
        );
        assert!(refused.unsupported && refused.why.starts_with(&told), "{}", refused.why);
        assert!(entry.is_identical(&other.entry(Some(&root)).expect("an entry")));
    }
    // What stands beside it is judged.
    let sound = input.entry(Some(&format!("p.M{COUNT}"))).expect("an entry");
    assert_eq!(stored(&sound), ["base.proto", "sound.proto"]);
    sound.reconstruct().expect("a schema");
}

#[test]
fn each_file_of_a_long_chain_is_a_root_file() {
    const COUNT: usize = 3_000;
    let name = |at: usize| format!("f{at}.proto");
    let imports = |at: usize| if at == 0 { Vec::new() } else { vec![name(at - 1)] };
    let files: Vec<_> = (0..COUNT).map(|at| file(name(at), at, imports(at))).collect();
    let dir = Dir::new(&[]);
    dir.write("set.binpb", &encode_set(&files));
    let input = dir.load("set.binpb").expect("a set");
    for at in (0..COUNT).rev() {
        let entry = input.entry(Some(&format!("p.M{at}"))).expect("an entry");
        assert_eq!(entry.reconstruct().expect("a schema").root_name(), format!("p.M{at}"));
        if at % 500 == 0 {
            assert_eq!(entry.fingerprint().0[..], Sha256::digest(entry.data())[..]);
        }
    }
}

#[test]
fn sound_files_are_linked_together_whatever_stands_beside_them() {
    let name = |name: &str| format!("{name}.proto");
    let mut files = vec![
        file(name("base"), 0, Vec::new()),
        file(name("sound"), 1, vec![name("base")]),
        file(name("a"), 2, vec![name("b"), name("base")]),
        file(name("b"), 3, vec![name("a")]),
        file(name("lonely"), 4, vec![name("gone")]),
        file(name("beyond"), 5, vec![name("base")]),
        file(name("broken"), 6, vec![name("base")]),
        file(name("above"), 7, vec![name("sound"), name("broken")]),
    ];
    files[5].public_dependencies.push(1);
    files[6].messages.push(message("9".to_owned(), Vec::new()));
    let linked = link_all(&files);
    let plain: Vec<usize> = (0..files.len()).filter(|at| linked.files.is_plain(*at)).collect();
    assert_eq!(plain, [0, 1]);
    let found = |at, order: &[u32]| linked.files.find(at, || order.to_vec()).map(Result::err);
    for at in [2, 3, 4, 5] {
        assert_eq!(found(at, &[]), None, "{}", files[at].name);
    }
    let told = "broken.proto: \"9\" is no identifier: letters, digits and _ only, no digit first";
    let why = found(7, &[0, 1, 6, 7]).flatten().map(ToString::to_string);
    assert_eq!(why.as_deref(), Some(told));
    alone_and_together(&files);
}
