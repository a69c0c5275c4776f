//! Texts that import each other in a circle, seen from what each imports, which is read once: compiling all of them for each
//! of many versions would take the square of their number.

use std::collections::{HashMap, HashSet};

use super::registry::Text;
use crate::proto::Span;

/// The names that are on a circle, in order, and where the last of them imports the first.
#[derive(Debug)]
pub(super) struct Circle<'t> {
    pub(super) names: Vec<&'t str>,
    pub(super) span: Span,
}

/// The first circle on the way from a text to all that it imports among `texts`, which are by their import paths.
pub(super) fn find<'t>(root: &'t str, texts: &HashMap<&'t str, &'t Text>) -> Option<Circle<'t>> {
    let mut done: HashSet<&str> = HashSet::new();
    let mut on_the_way: HashMap<&str, usize> = HashMap::from([(root, 0)]);
    let mut open = vec![(root, texts.get(root)?.imports().iter())];
    while let Some((name, imports)) = open.last_mut() {
        let Some((import, span)) = imports.next() else {
            done.insert(name);
            on_the_way.remove(name);
            open.pop();
            continue;
        };
        if let Some(start) = on_the_way.get(&**import) {
            let names = open[*start..].iter().map(|(name, _)| *name).collect();
            return Some(Circle { names, span: *span });
        }
        if let Some((import, text)) = texts.get_key_value(&**import).filter(|(name, _)| !done.contains(*name))
        {
            on_the_way.insert(import, open.len());
            open.push((import, text.imports().iter()));
        }
    }
    None
}
