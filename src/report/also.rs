//! What a cause comes to beside what its title says: what other versions had, and what follows from it.

use super::group::Group;
use super::{broker, words};
use crate::history::Finding;

/// How many such things are told one by one.
const TOLD: usize = 8;

/// A line for each.
pub(super) fn lines(group: &Group<'_>) -> Vec<String> {
    let earlier = group.earlier().into_iter().filter_map(|found| {
        let change = words::Change::of(found.first()?)?;
        let value = words::existing_fact(&change);
        Some(format!("{value} in {}", words::versions(found.into_iter())))
    });
    let consequences = group.consequences().into_iter().filter_map(|found| {
        let first: &Finding = found.first()?;
        let place = first.violation.as_ref().map_or_else(String::new, |violation| {
            let path = words::plain(&broker::path(violation));
            violation.field.map_or(path.clone(), |field| format!("{path}, field {field}"))
        });
        let rule = first.rule.map_or("", |rule| rule.id);
        Some(format!("{} ({rule}: {place})", words::title(first)))
    });
    let mut out: Vec<String> = earlier.chain(consequences).collect();
    if out.len() > TOLD {
        let more = out.len() - TOLD;
        out.truncate(TOLD);
        out.push(format!("{more} more like these"));
    }
    out
}

/// The mend for the whole cause.
pub(super) fn help(group: &Group<'_>) -> Option<String> {
    if group.earlier().is_empty() {
        words::help(group.latest())
    } else {
        words::disputed_help(group.latest())
    }
}
