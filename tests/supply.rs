//! What the program is made of: whose code, under which licences, and what of it runs while it is built. Works offline on
//! what cargo has at hand; `deny.toml` says what may be.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use toml::de::{DeTable, DeValue};

/// Packages that run code of their own while the program is built: macros and build scripts.
const RUN_IN_BUILDS: [&str; 10] = [
    "clap_derive",
    "libc",
    "proc-macro2",
    "quote",
    "rustix",
    "serde",
    "serde_core",
    "serde_derive",
    "serde_json",
    "zmij",
];

/// As many packages as the program may be made of.
const MANY: usize = 64;

fn crate_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What cargo knows of all packages of this platform.
struct Supply {
    packages: HashMap<String, Value>,
    /// Those that the program is made of, without those of its tests.
    shipped: BTreeSet<String>,
}

impl Supply {
    fn read() -> Self {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let about = Command::new("rustc").arg("-vV").output().expect("rustc");
        let about = String::from_utf8(about.stdout).expect("text");
        let host = about.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
        let args = ["metadata", "--locked", "--offline", "--format-version=1", "--filter-platform", host];
        let told = Command::new(cargo).args(args).current_dir(crate_root()).output().expect("cargo");
        assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
        let told: Value = serde_json::from_slice(&told.stdout).expect("JSON");
        let packages: HashMap<String, Value> =
            list(&told["packages"]).iter().map(|package| (text(package, "id"), package.clone())).collect();
        let nodes: HashMap<String, Value> =
            list(&told["resolve"]["nodes"]).iter().map(|node| (text(node, "id"), node.clone())).collect();
        let mut open = vec![told["resolve"]["root"].as_str().expect("a root").to_owned()];
        let mut shipped = BTreeSet::new();
        while let Some(id) = open.pop() {
            let for_tests = |dep: &Value| list(&dep["dep_kinds"]).iter().all(|kind| kind["kind"] == "dev");
            for dep in list(&nodes[&id]["deps"]).iter().filter(|dep| !for_tests(dep)) {
                open.push(text(dep, "pkg"));
            }
            if !shipped.insert(id.clone()) {
                open.retain(|other| !shipped.contains(other));
            }
        }
        Self { packages, shipped }
    }

    fn shipped(&self) -> impl Iterator<Item = &Value> {
        self.shipped.iter().map(|id| &self.packages[id])
    }

    /// The versions of packages that are there more than once.
    fn doubles<'a>(packages: impl Iterator<Item = &'a Value>) -> Vec<(String, String)> {
        let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for package in packages {
            versions.entry(text(package, "name")).or_default().push(text(package, "version"));
        }
        let several = versions.into_iter().filter(|(_, versions)| versions.len() > 1);
        several.flat_map(|(name, all)| all.into_iter().map(move |version| (name.clone(), version))).collect()
    }
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

/// A file of TOML, as far as it is text, lists and tables.
fn read_toml(file: &str) -> Value {
    let text = std::fs::read_to_string(crate_root().join(file)).expect(file);
    as_json(&DeValue::Table(DeTable::parse(&text).expect("TOML").into_inner()))
}

fn as_json(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Array(items) => items.iter().map(|item| as_json(item.get_ref())).collect(),
        DeValue::Table(members) => {
            members.iter().map(|(key, value)| (key.get_ref().to_string(), as_json(value.get_ref()))).collect()
        }
        _ => Value::Null,
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Whether an expression of licences can be met with allowed ones. `/` is an old way to write OR.
fn is_met(expression: &str, allowed: &[&str]) -> bool {
    let text = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut at = 0;
    let met = either(&words, &mut at, allowed);
    met && at == words.len()
}

fn either(words: &[&str], at: &mut usize, allowed: &[&str]) -> bool {
    let mut met = both(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= both(words, at, allowed);
    }
    met
}

fn both(words: &[&str], at: &mut usize, allowed: &[&str]) -> bool {
    let mut met = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        met &= one(words, at, allowed);
    }
    met
}

fn one(words: &[&str], at: &mut usize, allowed: &[&str]) -> bool {
    let Some(word) = words.get(*at) else { return false };
    *at += 1;
    if *word == "(" {
        let met = either(words, at, allowed);
        *at += 1;
        return met;
    }
    let mut name = (*word).to_owned();
    if words.get(*at) == Some(&"WITH") {
        name = format!("{name} WITH {}", words.get(*at + 1).unwrap_or(&""));
        *at += 2;
    }
    allowed.contains(&name.as_str())
}

#[test]
fn expressions_of_licences() {
    let allowed = ["MIT", "Zlib", "A WITH x"];
    for (expression, met) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(GPL-3.0 OR MIT) AND Zlib", true),
        ("(GPL-3.0 OR MIT) AND GPL-3.0", false),
        ("A WITH x", true),
        ("A", false),
        ("A WITH y", false),
        ("", false),
        ("MIT MIT", false),
    ] {
        assert_eq!(is_met(expression, &allowed), met, "{expression}");
    }
}

#[test]
fn every_licence_is_allowed() {
    let deny = read_toml("deny.toml");
    let allowed: Vec<&str> = list(&deny["licenses"]["allow"]).iter().filter_map(Value::as_str).collect();
    for package in Supply::read().packages.values() {
        let (name, licence) = (text(package, "name"), text(package, "license"));
        assert!(is_met(&licence, &allowed), "{name} is under {licence:?}, which deny.toml does not allow");
    }
}

#[test]
fn the_program_has_one_version_of_everything_and_its_tests_of_almost_everything() {
    let supply = Supply::read();
    assert_eq!(Supply::doubles(supply.shipped()), []);
    let deny = read_toml("deny.toml");
    let skipped: Vec<String> =
        list(&deny["bans"]["skip"]).iter().map(|skip| text(skip, "crate") + ".").collect();
    let mut left: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, version) in Supply::doubles(supply.packages.values()) {
        let own = format!("{name}@{version}");
        let others = left.entry(name).or_default();
        if !skipped.iter().any(|skip| own.starts_with(skip)) {
            others.push(version);
        }
    }
    assert!(left.values().all(|others| others.len() == 1), "deny.toml skips other versions: {left:?}");
    assert_eq!(left.len(), skipped.len(), "deny.toml skips what is there once: {skipped:?}");
}

#[test]
fn everything_comes_from_one_registry_and_is_what_it_was() {
    let lock = read_toml("Cargo.lock");
    for package in list(&lock["package"]) {
        let (name, source) = (text(package, "name"), text(package, "source"));
        if name == env!("CARGO_PKG_NAME") {
            continue;
        }
        assert_eq!(source, "registry+https://github.com/rust-lang/crates.io-index", "{name}");
        assert_eq!(text(package, "checksum").len(), 64, "{name}");
    }
}

#[test]
fn few_packages_and_few_of_them_run_while_it_is_built() {
    let supply = Supply::read();
    assert!(supply.shipped.len() <= MANY, "{} packages", supply.shipped.len());
    let runs = |package: &&Value| {
        let kinds = list(&package["targets"]).iter().flat_map(|target| list(&target["kind"]));
        kinds.into_iter().any(|kind| kind == "custom-build" || kind == "proc-macro")
    };
    let met: BTreeSet<String> = supply.shipped().filter(runs).map(|package| text(package, "name")).collect();
    assert_eq!(
        met,
        RUN_IN_BUILDS.map(str::to_owned).into(),
        "what runs while the program is built has changed"
    );
}

#[test]
fn the_oldest_rust_is_new_enough_for_all() {
    let number = |version: &str| -> Vec<u32> {
        version.split('.').take(2).map_while(|part| part.parse().ok()).collect()
    };
    let own = env!("CARGO_PKG_RUST_VERSION");
    for package in Supply::read().shipped() {
        let (name, wanted) = (text(package, "name"), text(package, "rust_version"));
        assert!(number(&wanted) <= number(own), "{name} wants Rust {wanted}");
    }
}

#[test]
fn the_map_says_what_each_dependency_is_for() {
    let map = std::fs::read_to_string(crate_root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let section =
        map.split("\n## ").find(|section| section.starts_with("What it depends on")).expect("a section");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let names = rows.flat_map(|row| row.split('|').nth(1).unwrap_or_default().split('`').skip(1).step_by(2));
    let manifest = read_toml("Cargo.toml");
    let direct = manifest["dependencies"].as_object().expect("a table").keys();
    assert_eq!(names.collect::<BTreeSet<_>>(), direct.map(String::as_str).collect());
}
