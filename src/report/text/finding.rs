//! A cause: what changed, the lines of both sides, who breaks, the mend, and where to read more.

use std::io;

use annotate_snippets::Level;

use super::sheet::Sheet;
use crate::history::{Direction, Finding, Origin, Subject};
use crate::report::group::Group;
use crate::report::{Look, also, broker, words};
use crate::rules::{Effect, Facts};

/// Writes a cause; `also` says where else it was found.
pub(in crate::report) fn write_group(
    subject: &Subject,
    group: &Group<'_>,
    also: Option<String>,
    look: Look,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let first = group.first();
    let (word, level) = match (&first.allowed, group.effect()) {
        (Some(_), _) => ("allowed", Level::INFO),
        (None, Effect::Incompatible) => ("error", Level::ERROR),
        (None, Effect::Undecided) => ("undecided", Level::WARNING),
    };
    let mut sheet = Sheet::new(word, level, first.rule.map(|rule| rule.id), words::title(group.latest()));
    match &first.allowed {
        Some(reason) => tell_allowed(subject, group, reason, also, &mut sheet),
        None => tell_open(subject, group, also, &mut sheet),
    }
    sheet.write(look, out)
}

/// Where, with which versions and why, in few words: somebody knows the rest.
fn tell_allowed(subject: &Subject, group: &Group<'_>, reason: &str, also: Option<String>, sheet: &mut Sheet) {
    let place = group.place(Origin::Proposed).or_else(|| group.place(Origin::Existing));
    match place {
        Some(place) => {
            sheet.name(format!("{}:{}:{}", words::input(&place.file), place.line, place.column));
        }
        None => where_it_is(subject, group).into_iter().take(1).for_each(|name| sheet.name(name)),
    }
    let with = words::versions(group.findings().filter(|finding| finding.existing.is_some()));
    if !with.is_empty() {
        sheet.line("with", with);
    }
    if let Some(also) = also {
        sheet.line("also", also);
    }
    sheet.line("reason", words::plain(reason));
}

fn tell_open(subject: &Subject, group: &Group<'_>, also: Option<String>, sheet: &mut Sheet) {
    let latest = group.latest();
    let has_position = tell_sides(subject, group, sheet);
    for direction in [Direction::Backward, Direction::Forward] {
        if group.towards(direction).next().is_some() {
            tell_consequence(subject, group, direction, sheet);
        }
    }
    if let Some(also) = also {
        sheet.line("also", also);
    }
    for line in also::lines(group) {
        sheet.line("also", line);
    }
    if let Some(help) = also::help(group) {
        sheet.line("help", help);
    }
    // The first of them is the name of what has no position.
    for path in where_it_is(subject, group).into_iter().skip(usize::from(!has_position)) {
        sheet.line("path", path);
    }
    if let Some(rule) = latest.rule {
        sheet.line("rule", format!("protoward explain {}", rule.id));
    }
}

/// The lines of both sides, the proposed one first, and in words what no line shows. Whether there is any position.
fn tell_sides(subject: &Subject, group: &Group<'_>, sheet: &mut Sheet) -> bool {
    let mut told = Vec::new();
    let places = [Origin::Proposed, Origin::Existing].map(|origin| (origin, group.place(origin)));
    let has_position = places.iter().any(|(_, place)| place.is_some());
    if !has_position && let Some(name) = where_it_is(subject, group).into_iter().next() {
        sheet.name(name);
    }
    for (origin, place) in places {
        let fact = fact(group, origin);
        match place {
            Some(place) if place.text.is_some() => {
                sheet.place(place, fact.map(|fact| format!("{fact} in {}", side(subject, group, origin))));
                continue;
            }
            Some(place) => sheet.place(place, None),
            None => {}
        }
        if let Some(fact) = fact {
            told.push((origin, format!("{fact} in {}", whole_side(subject, group, origin))));
        }
    }
    for (origin, text) in told {
        sheet.line(origin.name(), text);
    }
    has_position
}

/// What stands on a side, in the contract's words; `None` where a finding is not about that side.
fn fact(group: &Group<'_>, origin: Origin) -> Option<String> {
    let latest = group.latest();
    if let Some(change) = words::Change::of(latest) {
        let value = match origin {
            Origin::Existing => change.existing,
            Origin::Proposed => change.proposed,
        };
        return Some(words::told_fact(&change, value, origin));
    }
    match &latest.violation.as_ref()?.facts {
        Facts::Unsupported { detail, .. } if latest.schema() == Some(origin) => {
            Some(words::plain(&detail.to_string()))
        }
        _ => None,
    }
}

/// A side beside a line of it.
fn side(subject: &Subject, group: &Group<'_>, origin: Origin) -> String {
    match origin {
        Origin::Existing => words::versions(std::iter::once(group.latest())),
        Origin::Proposed => words::proposed(subject),
    }
}

/// A side where nothing else names its input.
fn whole_side(subject: &Subject, group: &Group<'_>, origin: Origin) -> String {
    match origin {
        Origin::Existing => words::existing(group.latest()).unwrap_or_default(),
        Origin::Proposed => words::input(&subject.proposed),
    }
}

fn tell_consequence(subject: &Subject, group: &Group<'_>, direction: Direction, sheet: &mut Sheet) {
    let versions = words::versions(group.towards(direction));
    let (key, work) = match (group.effect(), group.towards(direction).last()) {
        (Effect::Undecided, Some(last)) => ("open", work(last)),
        _ => ("breaks", String::new()),
    };
    let who = words::who_breaks(group.latest(), direction, &words::proposed(subject), &versions);
    sheet.line(key, who + &work);
}

/// Where a comparison was given up, how much it had cost.
fn work(finding: &Finding) -> String {
    match finding.violation.as_ref().map(|violation| &violation.facts) {
        Some(Facts::Limit { work, limit }) => format!(" (work {work}, limit {limit})"),
        _ => String::new(),
    }
}

/// Each path with the field's number and the component of a pair, or the schema that a finding before a comparison is about.
fn where_it_is(subject: &Subject, group: &Group<'_>) -> Vec<String> {
    let first = group.first();
    let part = words::part(first.component);
    let Some(violation) = &first.violation else {
        let label = match first.schema() {
            Some(Origin::Existing) | None => words::existing(first),
            Some(Origin::Proposed) => Some(format!("{} (proposed)", words::input(&subject.proposed))),
        };
        return label.map(|label| format!("{label}{part}")).into_iter().collect();
    };
    let field = violation.field.map_or_else(String::new, |field| format!(", field {field}"));
    let paths = group.paths().into_iter().map(|path| words::plain(&broker::cut_path(path)));
    paths.map(|path| format!("{path}{field}{part}")).collect()
}
