//! From tables to what they mean: names become strategies, operations and rules, and keys that do not go together are told.

use std::collections::BTreeMap;

use toml::de::DeTable;

use super::keys::{ALLOW, FILE, SETTINGS, SUBJECT};
use super::page::{Page, Stretch};
use super::table::{Table, Told};
use super::{Config, Settings, SubjectConfig};
use crate::advice;
use crate::history::{Allowance, Checker, Operation, Strategy};
use crate::rules::{self, Rule};
use crate::source::names;

pub(super) fn config<'a>(root: &'a DeTable<'a>, page: &mut Page<'_>) -> Config {
    let file = Table::open(root, 0..0, "the file", &[&SETTINGS, &FILE], page);
    let mut out = Config { defaults: settings(&file, page), subjects: Vec::new() };
    let mut idle = file.flag("auto-update").filter(|flag| !flag.value).map(|flag| flag.stretch);
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (values, header) in file.tables("subject") {
        let table = Table::open(values, header, "this subject", &[&SUBJECT, &SETTINGS], page);
        if let Some(name) = table.text("name") {
            let line = page.line(&name.stretch);
            let first = *seen.entry(name.value).or_insert(line);
            if first != line {
                let message =
                    format!("a second subject named `{}`; the first one is in line {first}", name.value);
                page.tell_with_help(name.stretch, message, "give each subject a name of its own".to_owned());
            }
        }
        let own = settings(&table, page);
        if own.operation.or(out.defaults.operation) == Some(Operation::Register) {
            idle = None;
        } else if let Some(flag) = table.flag("auto-update").filter(|flag| !flag.value) {
            refuse_idle_auto_update(flag.stretch, page);
        }
        out.subjects.extend(subject(&table, own, page));
    }
    if let Some(stretch) = idle.filter(|_| out.defaults.operation != Some(Operation::Register)) {
        refuse_idle_auto_update(stretch, page);
    }
    out
}

fn refuse_idle_auto_update(stretch: Stretch, page: &mut Page<'_>) {
    let message = "`auto-update` says how schemas are registered, and none are here".to_owned();
    page.tell_with_help(stretch, message, "add `as = \"register\"`, or remove it".to_owned());
}

fn settings(table: &Table<'_>, page: &mut Page<'_>) -> Settings {
    let mut named = |key, kind: Named<'_>| table.text(key).and_then(|name| kind.look_up(&name, page));
    let strategies = Strategy::ALL.map(Strategy::name);
    let strategy = named("strategy", Named { what: "strategy", known: &strategies });
    let operation = named("as", Named { what: "operation", known: &Operation::ALL.map(Operation::name) });
    let checker = named("checker", Named { what: "checker", known: &Checker::ALL.map(Checker::name) });
    let denied = table.texts("deny").map(|denied| {
        denied
            .iter()
            .filter(|name| Named { what: "kind of finding", known: &["notes"] }.look_up(name, page).is_some())
            .count()
    });
    Settings {
        strategy: strategy.and_then(|name| name.parse().ok()),
        operation: operation.and_then(|name| name.parse().ok()),
        checker: checker.and_then(|name| name.parse().ok()),
        auto_update: table.flag("auto-update").map(|flag| flag.value),
        proto_path: table.texts("proto-path").map(owned),
        deny_notes: denied.map(|count| count > 0),
    }
}

/// A subject; `None` where something is missing that it cannot do without.
fn subject(table: &Table<'_>, settings: Settings, page: &mut Page<'_>) -> Option<SubjectConfig> {
    let title = match table.text("name") {
        Some(name) => format!("the subject `{}`", name.value),
        None => "this subject".to_owned(),
    };
    for key in ["name", "proposed", "against"] {
        table.require(key, &title, page);
    }
    let every_message = table.flag("every-message").filter(|flag| flag.value);
    let root = table.texts("root").unwrap_or_default();
    if let (Some(every), [first, ..]) = (&every_message, &root[..]) {
        let message = "`every-message` takes all messages, and `root` names some".to_owned();
        let later = if every.stretch.start > first.stretch.start { &every.stretch } else { &first.stretch };
        page.tell_with_help(later.clone(), message, "remove one of the two".to_owned());
    }
    let allow =
        table.tables("allow").filter_map(|(values, header)| allowance(values, header, page)).collect();
    Some(SubjectConfig {
        name: table.text("name")?.value.to_owned(),
        proposed: table.text("proposed")?.value.to_owned(),
        against: owned(table.texts("against")?),
        root: owned(root),
        every_message: every_message.is_some(),
        settings,
        allow,
        place: page.place(&table.stretch),
    })
}

fn allowance<'a>(values: &'a DeTable<'a>, header: Stretch, page: &mut Page<'_>) -> Option<Allowance> {
    let table = Table::open(values, header, "an accepted break", &[&ALLOW], page);
    for key in ["rule", "reason"] {
        table.require(key, "this accepted break", page);
    }
    let id = table.text("rule")?;
    let ids: Vec<&str> = rules::RULES.iter().map(|rule| rule.id).collect();
    let id = Told { value: Named { what: "rule", known: &ids }.look_up(&id, page)?, stretch: id.stretch };
    let rule = rules::RULES.into_iter().find(|rule| rule.id == id.value)?;
    let path = table.text("path");
    match &path {
        Some(path) if has_no_path(rule) => {
            let message = format!("{} is found in a schema as a whole, never at a path", rule.id);
            page.tell_with_help(path.stretch.clone(), message, "remove `path`".to_owned());
        }
        None if has_path(rule) && !table.has("path") => {
            let message = format!("{} is found at a path, and there is no `path`", rule.id);
            let help =
                "add the path behind `= path:` in the text report, for instance `path = \"shop.Order.note\"`";
            page.tell_with_help(id.stretch.clone(), message, help.to_owned());
        }
        _ => {}
    }
    Some(Allowance {
        rule: rule.id,
        path: path.map(|path| rules::short(path.value.to_owned())),
        version: table.number("version"),
        reason: table.text("reason")?.value.to_owned(),
        place: page.place(&id.stretch),
    })
}

/// Found before two schemas are gone through.
fn has_no_path(rule: &Rule) -> bool {
    [
        rules::schema_reconstruction_failed::RULE.id,
        rules::always_incompatible::RULE.id,
        rules::unknown_strategy::RULE.id,
    ]
    .contains(&rule.id)
}

/// Found nowhere else: what is unsupported may be so before a schema can be built.
fn has_path(rule: &Rule) -> bool {
    !has_no_path(rule) && rule.id != rules::unsupported_feature::RULE.id
}

/// Names of one kind.
struct Named<'a> {
    what: &'a str,
    known: &'a [&'static str],
}

impl Named<'_> {
    /// The known name that is written in any case, with `-` or `_`.
    fn look_up(&self, name: &Told<&str>, page: &mut Page<'_>) -> Option<&'static str> {
        let found = self.known.iter().find(|known| plain(known) == plain(name.value));
        if found.is_none() {
            let shown = name.value.escape_debug().to_string();
            let message = format!("there is no {} named `{}`", self.what, names::cut(&shown));
            let known = self.known.iter().copied();
            let is_topic = advice::TOPICS.iter().any(|topic| plain(topic.id) == plain(name.value));
            let help = match names::nearest(&name.value.replace('-', "_"), known.clone()) {
                _ if is_topic => "it is advice, which fails nothing unless `deny` says so".to_owned(),
                Some(near) => format!("did you mean `{near}`?"),
                None if self.known.len() > MANY => "`protoward explain` lists them".to_owned(),
                None => format!(
                    "there is {}",
                    known.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
                ),
            };
            page.tell_with_help(name.stretch.clone(), message, help);
        }
        found.copied()
    }
}

/// More names than a line takes.
const MANY: usize = 10;

fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}

fn owned(texts: Vec<Told<&str>>) -> Vec<String> {
    texts.into_iter().map(|text| text.value.to_owned()).collect()
}
