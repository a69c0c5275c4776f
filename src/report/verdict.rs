//! The one sentence that a subject comes to, in every format that has words: what, against what, how many causes, and who may
//! upgrade first.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use super::causes::Causes;
use super::group::{Group, groups};
use super::words;
use crate::history::{Strategy, Subject, UpgradeOrder, Verdict};
use crate::rules::Effect;

/// What a subject is called that could not be compared.
pub(super) const NOT_COMPARED: &str = "not compared";

/// The whole sentence.
pub(super) fn sentence(subject: &Subject, denies_advice: bool) -> String {
    format!("{}: {}", word(subject), rest(subject, groups(&subject.findings).iter(), denies_advice))
}

/// The verdict, or that there is none.
pub(super) fn word(subject: &Subject) -> &'static str {
    let nothing_read = !subject.errors.is_empty() && subject.findings.is_empty() && !subject.is_compared();
    if nothing_read { NOT_COMPARED } else { subject.verdict().name() }
}

/// The words for verdicts, the worst first.
pub(super) fn words() -> [(Verdict, &'static str); 4] {
    let [incompatible, undecided, compatible] =
        [Verdict::Incompatible, Verdict::Undecided, Verdict::Compatible].map(|it| (it, it.name()));
    [incompatible, undecided, (Verdict::Undecided, NOT_COMPARED), compatible]
}

/// An input that could not be read: kind, message, input, line and column.
type Fault<'a> = (&'static str, &'a str, &'a str, Option<(u32, u32)>);

/// What subjects have in common of which one sentence can be said: all but root messages and findings.
#[derive(PartialEq, Eq, Hash)]
struct Likeness<'a> {
    name: Option<&'a str>,
    proposed: &'a str,
    word: &'static str,
    strategy: &'a str,
    against: BTreeSet<(Option<u64>, &'a str)>,
    upgrade: Option<&'static str>,
    errors: Vec<Fault<'a>>,
}

impl<'a> Likeness<'a> {
    fn of(subject: &'a Subject) -> Self {
        let errors = subject.errors.iter().map(|error| {
            let place = error.location.as_ref().map(|place| (place.line, place.column));
            (error.kind, &*error.message, &*error.input, place)
        });
        Self {
            name: subject.name.as_deref(),
            proposed: &subject.proposed,
            word: word(subject),
            strategy: &subject.strategy,
            against: against(subject),
            upgrade: upgrade_order(subject).map(upgrade),
            errors: errors.collect(),
        }
    }
}

/// Which of some subjects, by their places, are so many of a likeness that one sentence stands for all; the worst come first.
/// A tree has thousands of root messages, and a history that cannot be read has none of them.
pub(super) fn many_alike(subjects: &[Subject], places: Range<usize>) -> Vec<Vec<usize>> {
    let mut known: HashMap<Likeness<'_>, usize> = HashMap::new();
    let mut out: Vec<Vec<usize>> = Vec::new();
    for at in places {
        let next = out.len();
        match out.get_mut(*known.entry(Likeness::of(&subjects[at])).or_insert(next)) {
            Some(alike) => alike.push(at),
            None => out.push(vec![at]),
        }
    }
    let word = |alike: &[usize]| word(&subjects[alike[0]]);
    // Of those that could not be compared there is nothing to tell but the errors, which are the same.
    out.retain(|alike| alike.len() > if word(alike) == NOT_COMPARED { 1 } else { words::FEW });
    out.sort_by_key(|alike| self::words().into_iter().position(|(_, it)| it == word(alike)));
    out
}

/// What stands behind the verdict of subjects that are [alike](many_alike).
pub(super) fn rest_of_all(
    subjects: &[Subject],
    alike: &[usize],
    causes: &Causes<'_>,
    denies_advice: bool,
) -> String {
    let first = &subjects[alike[0]];
    let mut seen = HashSet::new();
    let groups = alike.iter().flat_map(|at| causes.groups(*at));
    let groups: Vec<_> = groups.map(|(cause, group)| (group, seen.insert(*cause))).collect();
    let advice = alike.iter().map(|at| subjects[*at].advice.len()).sum();
    let name = named(first, &words::count(alike.len(), "root message"));
    rest_of(first, name, &groups, if denies_advice { advice } else { 0 })
}

/// What stands behind the verdict.
pub(super) fn rest<'g>(
    subject: &Subject,
    groups: impl Iterator<Item = &'g Group<'g>>,
    denies_advice: bool,
) -> String {
    let groups: Vec<_> = groups.map(|group| (group, true)).collect();
    rest_of(subject, name(subject), &groups, if denies_advice { subject.advice.len() } else { 0 })
}

fn rest_of(subject: &Subject, name: String, groups: &[(&Group<'_>, bool)], denied: usize) -> String {
    let mut out = name;
    let against = against(subject);
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
    if denied > 0 {
        told.push(words::count(denied, "denied note"));
    }
    if !told.is_empty() {
        out.extend([": ", &told.join(", ")]);
    }
    if let Some(order) = upgrade_order(subject) {
        out.extend(["; ", upgrade(order)]);
    }
    out
}

/// The existing schemas that a subject was compared with.
fn against(subject: &Subject) -> BTreeSet<(Option<u64>, &str)> {
    subject.comparisons.iter().map(|it| (it.version, it.existing.as_str())).collect()
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
    let groups = groups(&subject.findings);
    let groups: Vec<_> = groups.iter().map(|group| (group, true)).collect();
    let kinds = kinds(&groups).map(|(what, causes, _)| (what, causes));
    let all = kinds.into_iter().chain([("error", subject.errors.len())]);
    let told = all.filter(|(_, count)| *count > 0).map(|(what, count)| words::count(count, what));
    told.collect::<Vec<_>>().join(", ")
}

/// How many causes of each kind there are, and how many findings they stand for where those are more.
fn tally(subject: &Subject, groups: &[(&Group<'_>, bool)]) -> Vec<String> {
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

/// The kinds of causes: what they are called, how many there are, and how many findings they stand for. Each group comes with
/// whether its cause is another one than those of the groups before it.
fn kinds(groups: &[(&Group<'_>, bool)]) -> [(&'static str, usize, usize); 3] {
    let of = |what, is: &dyn Fn(&Group<'_>) -> bool| {
        let found = groups.iter().filter(|(group, _)| is(group));
        let (causes, findings) = found.fold((0, 0), |(causes, findings), (group, is_new)| {
            (causes + usize::from(*is_new), findings + group.members.len())
        });
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
