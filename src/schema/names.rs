//! Names: what may be declared, and what a name means where it is used, by the reference runtime's rules (contract,
//! section 7).

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher as _;
use std::sync::Arc;

use super::{EnumId, MessageId};

/// What a full name stands for, packages aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    Message(MessageId),
    Enum(EnumId),
    Service,
    Extension,
}

/// What a name in a file was found to mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Symbol(Symbol),
    Package,
}

/// The names of all files of a set.
pub(super) struct Names<'a> {
    symbols: HashMap<Arc<str>, Vec<(u32, Symbol)>>,
    /// Of each name, packages among them, a hash of its last part and its length: what a name might mean in a scope is mostly no
    /// name, which is so found out without reading the scope.
    outlines: HashSet<(u64, usize)>,
    packages: Vec<&'a str>,
    visible: &'a [Vec<u32>],
    /// Package names, prefixes among them, that clash with or hide names of a file; made when first asked for.
    declared: Vec<OnceCell<HashSet<&'a str>>>,
    reachable: Vec<OnceCell<HashSet<&'a str>>>,
}

impl<'a> Names<'a> {
    /// No names yet, for files of these packages that see these others, and room for so many.
    pub(super) fn new(packages: Vec<&'a str>, visible: &'a [Vec<u32>], count: usize) -> Self {
        let cells = || packages.iter().map(|_| OnceCell::new()).collect();
        let (symbols, outlines) = (HashMap::with_capacity(count), HashSet::with_capacity(count));
        let mut names = Self { symbols, outlines, declared: cells(), reachable: cells(), packages, visible };
        for at in 0..names.packages.len() {
            prefixes(names.packages[at]).for_each(|package| names.outline(package));
        }
        names
    }

    fn outline(&mut self, name: &str) {
        let last = name.rsplit('.').next().unwrap_or(name);
        self.outlines.insert((self.symbols.hasher().hash_one(last), name.len()));
    }

    /// Declares a name in a file; `false` where the file has it already, or it is a package that the file sees.
    pub(super) fn declare(&mut self, file: u32, name: &Arc<str>, symbol: Symbol) -> bool {
        if self.packages_of_pool(file).contains(&**name) {
            return false;
        }
        self.outline(name);
        let found = self.symbols.entry(Arc::clone(name)).or_default();
        let new = found.iter().all(|(f, _)| *f != file);
        found.push((file, symbol));
        new
    }

    /// For each file whether it declares something that another file declares, too.
    pub(super) fn shared(&self) -> Vec<bool> {
        let mut shared = vec![false; self.packages.len()];
        for (file, _) in self.symbols.values().filter(|found| found.len() > 1).flatten() {
            shared[*file as usize] = true;
        }
        shared
    }

    /// What `name` means where it is used in the scope `scope` (the full name of the element that uses it): a message or
    /// an enum, or what hides it.
    pub(super) fn resolve(&self, file: u32, name: &str, scope: &str) -> Option<Meaning> {
        if let Some(absolute) = name.strip_prefix('.') {
            return self.find_type(file, absolute);
        }
        let first = name.split('.').next().unwrap_or(name);
        let hash = self.symbols.hasher().hash_one(first);
        for (dot, _) in scope.rmatch_indices('.') {
            if !self.outlines.contains(&(hash, dot + 1 + first.len())) {
                continue;
            }
            let candidate = format!("{}{first}", &scope[..=dot]);
            if let Some(found) = self.find_scope(file, &candidate) {
                if first.len() == name.len() {
                    return Some(found);
                }
                return self.find_type(file, &format!("{}{name}", &scope[..=dot]));
            }
        }
        self.find_type(file, name)
    }

    fn find_type(&self, file: u32, name: &str) -> Option<Meaning> {
        self.find(file, name, |s| matches!(s, Symbol::Message(_) | Symbol::Enum(_))).map(Meaning::Symbol)
    }

    fn find_scope(&self, file: u32, name: &str) -> Option<Meaning> {
        let symbol = self.find(file, name, |s| s != Symbol::Extension).map(Meaning::Symbol);
        symbol.or_else(|| self.packages_in_reach(file).contains(name).then_some(Meaning::Package))
    }

    /// The file's own name first, then those of the files that it sees.
    fn find(&self, file: u32, name: &str, wanted: impl Fn(Symbol) -> bool) -> Option<Symbol> {
        let found = self.symbols.get(name)?;
        let own = found.iter().find(|(f, s)| *f == file && wanted(*s));
        let sees = |f: u32| self.visible[file as usize].binary_search(&f).is_ok();
        own.or_else(|| found.iter().find(|(f, s)| sees(*f) && wanted(*s))).map(|(_, s)| *s)
    }

    /// The packages of a file and of the files that it sees, with their prefixes.
    fn packages_of_pool(&self, file: u32) -> &HashSet<&'a str> {
        self.declared[file as usize].get_or_init(|| {
            let visible = self.visible[file as usize].iter().copied();
            let packages: HashSet<&str> = visible.chain([file]).map(|f| self.packages[f as usize]).collect();
            packages.into_iter().flat_map(prefixes).collect()
        })
    }

    /// The packages that a lookup in a file meets: a file that it sees brings along those of the files that one sees.
    fn packages_in_reach(&self, file: u32) -> &HashSet<&'a str> {
        self.reachable[file as usize].get_or_init(|| {
            let visible = self.visible[file as usize].iter().copied();
            visible.chain([file]).flat_map(|f| self.packages_of_pool(f).iter().copied()).collect()
        })
    }
}

/// Names that are taken in a scope. Most scopes are small, and then to look at each name is quicker than to hash one.
pub(super) struct Taken<'n> {
    few: Vec<&'n str>,
    many: HashSet<&'n str>,
}

impl<'n> Taken<'n> {
    const FEW: usize = 16;

    /// None yet, and room for so many.
    pub(super) fn with_room(count: usize) -> Self {
        Self { few: Vec::with_capacity(count.min(Self::FEW)), many: HashSet::new() }
    }

    /// Takes a name; `false` where it is taken already.
    pub(super) fn insert(&mut self, name: &'n str) -> bool {
        if self.few.contains(&name) {
            return false;
        }
        if self.few.len() == Self::FEW {
            return self.many.insert(name);
        }
        self.few.push(name);
        true
    }
}

/// `a.b.c`, `a.b` and `a`; nothing of an empty name.
fn prefixes(package: &str) -> impl Iterator<Item = &str> {
    let whole = (!package.is_empty()).then_some(package);
    std::iter::successors(whole, |p| p.rfind('.').map(|dot| &p[..dot]))
}

/// Whether a name is one that the reference runtime accepts for a symbol.
pub(super) fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
