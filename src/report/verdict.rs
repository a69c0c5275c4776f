//! The one sentence that a subject comes to, in every format that has words: what, against what, how many causes, and who may
//! upgrade first.

use std::collections::BTreeSet;

use super::group::{Group, groups};
use super::words;
use crate::history::{Strategy, Subject, UpgradeOrder, Verdict};
use crate::rules::Effect;

/// What a subject is called that could not be compared.
pub(super) const NOT_COMPARED: &str = "not compared";

/// The whole sentence.
pub(super) fn sentence(subject: &Subject, denies_advice: bool) -> String {
    format!("{}: {}", word(subject), rest(subject, &groups(&subject.findings), denies_advice))
}

/// The verdict, or that there is none.
pub(super) fn word(subject: &Subject) -> &'static str {
    let nothing_read = !subject.errors.is_empty() && subject.findings.is_empty() && !subject.is_compared();
    if nothing_read { NOT_COMPARED } else { subject.verdict().name() }
}

/// Whether two subjects could not be compared for the same reasons, and differ in their root messages alone.
pub(super) fn are_unread_alike(one: &Subject, other: &Subject) -> bool {
    let is_bare = |subject: &Subject| {
        word(subject) == NOT_COMPARED && subject.warnings.is_empty() && subject.advice.is_empty()
    };
    let is_same = one.name == other.name && one.proposed == other.proposed && one.strategy == other.strategy;
    is_bare(one) && is_bare(other) && is_same && one.errors == other.errors && one.notes == other.notes
}

/// What stands behind the verdict of subjects that are [alike](are_unread_alike).
pub(super) fn rest_of_all(subjects: &[Subject]) -> String {
    let what = words::count(subjects.len(), "root message");
    rest_of(&subjects[0], named(&subjects[0], &what), &[], false)
}

/// What stands behind the verdict.
pub(super) fn rest(subject: &Subject, groups: &[Group<'_>], denies_advice: bool) -> String {
    rest_of(subject, name(subject), groups, denies_advice)
}

fn rest_of(subject: &Subject, name: String, groups: &[Group<'_>], denies_advice: bool) -> String {
    let mut out = name;
    let against: BTreeSet<_> = subject.comparisons.iter().map(|c| (c.version, c.existing.as_str())).collect();
    match against.len() {
        0 => {}
        1 => {
            let (version, label) = against.into_iter().next().unwrap_or_default();
            out.extend([" against ", &words::named(label, version)]);
        }
        versions => out.extend([" against ", &words::count(versions, "version")]),
    }
    if !subject.strategy.is_empty() {
        out.extend([" under ", &words::plain(&subject.strategy)]);
    }
    let mut told = tally(subject, groups);
    if denies_advice && !subject.advice.is_empty() {
        told.push(words::count(subject.advice.len(), "denied note"));
    }
    if !told.is_empty() {
        out.extend([": ", &told.join(", ")]);
    }
    if let Some(order) = upgrade_order(subject) {
        out.extend(["; ", upgrade(order)]);
    }
    out
}

/// Who may upgrade first, where there is anything to upgrade to: not where a registered schema is used again or every change is
/// refused.
fn upgrade_order(subject: &Subject) -> Option<UpgradeOrder> {
    let strategy = subject.strategy.parse::<Strategy>().ok()?;
    let is_new = subject.reused_version.is_none() && strategy != Strategy::AlwaysIncompatible;
    (subject.verdict() == Verdict::Compatible && is_new).then(|| strategy.upgrade_order())
}

/// How many causes of each kind there are, in few words.
pub(super) fn counts(subject: &Subject) -> String {
    let kinds = kinds(&groups(&subject.findings)).map(|(what, causes, _)| (what, causes));
    let all = kinds.into_iter().chain([("error", subject.errors.len())]);
    let told = all.filter(|(_, count)| *count > 0).map(|(what, count)| words::count(count, what));
    told.collect::<Vec<_>>().join(", ")
}

/// How many causes of each kind there are, and how many findings they stand for where those are more.
fn tally(subject: &Subject, groups: &[Group<'_>]) -> Vec<String> {
    let all = kinds(groups).into_iter().chain([("error", subject.errors.len(), subject.errors.len())]);
    let told = all.filter(|(_, causes, _)| *causes > 0).map(|(what, causes, findings)| {
        let causes_told = words::count(causes, what);
        if findings == causes {
            return causes_told;
        }
        format!("{causes_told} ({})", words::count(findings, "finding"))
    });
    told.collect()
}

/// The kinds of causes: what they are called, how many there are, and how many findings they stand for.
fn kinds(groups: &[Group<'_>]) -> [(&'static str, usize, usize); 3] {
    let of = |what, is: &dyn Fn(&Group<'_>) -> bool| {
        let found = groups.iter().filter(|group| is(group));
        let (causes, findings) = found.fold((0, 0), |sum, it| (sum.0 + 1, sum.1 + it.members.len()));
        (what, causes, findings)
    };
    let is_allowed = |group: &Group<'_>| group.first().allowed.is_some();
    [
        of("break", &|group| !is_allowed(group) && group.effect() == Effect::Incompatible),
        of("open question", &|group| !is_allowed(group) && group.effect() == Effect::Undecided),
        of("allowed break", &is_allowed),
    ]
}

fn upgrade(order: UpgradeOrder) -> &'static str {
    match order {
        UpgradeOrder::Any => "upgrade in any order",
        UpgradeOrder::ConsumersFirst => "upgrade consumers first",
        UpgradeOrder::ProducersFirst => "upgrade producers first",
    }
}

/// `shop.Order (order.proto)`, behind the subject's name where that says more.
pub(super) fn name(subject: &Subject) -> String {
    named(subject, &words::plain(&subject.root))
}

fn named(subject: &Subject, root: &str) -> String {
    let proposed = words::input(&subject.proposed);
    let name = if root.is_empty() { proposed } else { format!("{root} ({proposed})") };
    match &subject.name {
        Some(own) if *own != subject.proposed => format!("{}: {name}", words::plain(own)),
        _ => name,
    }
}
