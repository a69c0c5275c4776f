//! From what is noted of a type to advice about it.

use super::chronicle::{Chronicle, Fresh, Record, Type};
use super::members::{Members, Values};
use super::{
    Topic, enum_value_name_reused, enum_value_not_reserved, enum_value_number_reused, field_name_reused,
    field_not_reserved, field_number_reused, lines,
};
use crate::schema::place::Facet;
use crate::schema::{File, Part, Reserved, Schema};

/// A piece of advice about a part of a proposed schema.
#[derive(Clone, Debug)]
pub struct Note {
    /// What it is about.
    pub topic: &'static Topic,
    /// What was seen, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// The full name of the part.
    pub path: String,
    /// The number concerned; `None` where there are several.
    pub number: Option<i32>,
    /// The part.
    pub part: Part,
    /// The place of the version that it follows from.
    pub at: usize,
}

impl Chronicle {
    /// All advice on the types that an asker was the first to meet, in the order in which they are reached; `label` names
    /// the version at a place, and `is_wanted_back` knows the numbers of types that nobody is to reserve.
    pub fn notes(
        &self,
        asker: usize,
        proposed: &Schema,
        label: &dyn Fn(usize) -> String,
        is_wanted_back: &dyn Fn(&str, i32) -> bool,
    ) -> Vec<Note> {
        let pool = proposed.pool();
        let mut out = Vec::new();
        for record in self.met_by(asker) {
            let noted = Noted { record, latest: self.latest(), label, is_wanted_back };
            match record.found {
                Type::Message(id) => {
                    let found = &pool[id];
                    let part = |place| Part::Field(id, index(place), Facet::Number);
                    let file = &pool[found.file];
                    let about = About::new(&FIELDS, (&found.name, Part::Message(id)), &found.reserved, file);
                    about.tell(&found, &noted, part, &mut out);
                }
                Type::Enum(id) => {
                    let found = &pool[id];
                    let values = Values::of(found);
                    let part = |place| Part::EnumValue(id, values.declared(place));
                    let file = &pool[found.file];
                    let about = About::new(&VALUES, (&found.name, Part::Enum(id)), &found.reserved, file);
                    about.tell(&values, &noted, part, &mut out);
                }
            }
        }
        out
    }
}

/// Topics and words for one kind of type.
struct Words {
    member: &'static str,
    not_reserved: &'static Topic,
    number_reused: &'static Topic,
    name_reused: &'static Topic,
}

const FIELDS: Words = Words {
    member: "field",
    not_reserved: &field_not_reserved::TOPIC,
    number_reused: &field_number_reused::TOPIC,
    name_reused: &field_name_reused::TOPIC,
};

const VALUES: Words = Words {
    member: "value",
    not_reserved: &enum_value_not_reserved::TOPIC,
    number_reused: &enum_value_number_reused::TOPIC,
    name_reused: &enum_value_name_reused::TOPIC,
};

/// What is noted of a type.
struct Noted<'a> {
    record: &'a Record,
    latest: usize,
    label: &'a dyn Fn(usize) -> String,
    is_wanted_back: &'a dyn Fn(&str, i32) -> bool,
}

/// A type of the proposed schema.
struct About<'a> {
    words: &'static Words,
    name: &'a str,
    whole: Part,
    reserved: &'a Reserved,
    is_edition: bool,
}

impl<'a> About<'a> {
    fn new(
        words: &'static Words,
        (name, whole): (&'a str, Part),
        reserved: &'a Reserved,
        file: &File,
    ) -> Self {
        Self { words, name, whole, reserved, is_edition: file.dialect.starts_with("edition") }
    }

    /// `part` is the member at a place.
    fn tell(
        &self,
        members: &impl Members,
        noted: &Noted<'_>,
        part: impl Fn(usize) -> Part,
        out: &mut Vec<Note>,
    ) {
        out.extend(self.not_reserved(members, noted));
        let known = out.len();
        for fresh in &noted.record.fresh {
            let (number, name) = members.member(fresh.place);
            let note = |(topic, at, message, help): Found| Note {
                topic,
                message,
                help,
                path: format!("{}.{name}", self.name),
                number: Some(number),
                part: part(fresh.place),
                at,
            };
            let found = [self.number_reused(members, noted, fresh), self.name_reused(members, noted, fresh)];
            out.extend(found.into_iter().flatten().map(note));
        }
        // What was taken up again is told already, and says what to reserve.
        if out.len() == known {
            out.extend(self.no_longer_reserved(noted));
        }
    }

    fn not_reserved(&self, members: &impl Members, noted: &Noted<'_>) -> Option<Note> {
        let gone = noted.record.gone.iter().flatten();
        let gone = gone.filter(|(number, _)| !(noted.is_wanted_back)(self.name, *number));
        let gone = gone.map(|(number, name)| Gone {
            number: *number,
            name,
            wants_number: !self.reserved.has_number(*number),
            wants_name: !self.reserved.has_name(name) && members.number_of(name).is_none(),
        });
        let gone: Vec<Gone<'_>> = gone
            .filter(|gone| (gone.wants_number || gone.wants_name) && !members.gives_away(gone.number))
            .collect();
        let mut numbers: Vec<i32> =
            gone.iter().filter(|gone| gone.wants_number).map(|gone| gone.number).collect();
        numbers.dedup();
        let names: Vec<&str> = gone.iter().filter(|gone| gone.wants_name).map(|gone| gone.name).collect();
        let what = match (&gone[..], &numbers[..], &names[..]) {
            ([], ..) => return None,
            ([_], [_], [_]) => "neither its number nor its name is reserved",
            ([_], [_], []) => "its number is not reserved",
            ([_], ..) => "its name is not reserved",
            (_, [], _) => "their names are not reserved",
            (_, _, []) => "their numbers are not reserved",
            _ => "their numbers and names are not all reserved",
        };
        let (plural, are) = if gone.len() > 1 { ("s", "are") } else { ("", "is") };
        let (member, name, list) = (self.words.member, self.name, list(&gone));
        Some(Note {
            topic: self.words.not_reserved,
            message: format!("{member}{plural} {list} of `{name}` {are} gone, and {what}"),
            help: format!("add `{}` to `{name}`", lines::reserved(&numbers, &names, self.is_edition)),
            path: name.to_owned(),
            number: <[_; 1]>::try_from(gone).ok().map(|[gone]| gone.number),
            part: self.whole,
            at: noted.latest,
        })
    }

    /// What was reserved, and may be taken up now by somebody who does not know why.
    fn no_longer_reserved(&self, noted: &Noted<'_>) -> Option<Note> {
        let dropped = noted.record.dropped.as_ref()?;
        let is_one = matches!(dropped.numbers[..], [(first, last)] if first == last);
        let numbers = lines::told(&dropped.numbers);
        let numbers = (!numbers.is_empty())
            .then(|| format!("number{} {}", if is_one { "" } else { "s" }, some(&numbers)));
        let names: Vec<String> = dropped.names.iter().map(|name| format!("`{name}`")).collect();
        let names = (!names.is_empty())
            .then(|| format!("name{} {}", if names.len() == 1 { "" } else { "s" }, some(&names)));
        let what: Vec<String> = [numbers, names].into_iter().flatten().collect();
        let is_single = what.len() == 1 && (is_one || dropped.names.len() == 1 && dropped.numbers.is_empty());
        let was = if is_single { "was reserved and no longer is" } else { "were reserved and no longer are" };
        let line = lines::reserved_ranges(
            &dropped.numbers,
            dropped.names.iter().map(|name| &**name),
            self.is_edition,
        );
        (!what.is_empty()).then(|| Note {
            topic: self.words.not_reserved,
            message: format!("{} of `{}` {was}", what.join(" and "), self.name),
            help: format!("add `{line}` to `{}`", self.name),
            path: self.name.to_owned(),
            number: None,
            part: self.whole,
            at: noted.latest,
        })
    }

    fn number_reused(&self, members: &impl Members, noted: &Noted<'_>, fresh: &Fresh) -> Option<Found> {
        let (number, name) = members.member(fresh.place);
        let known = noted.record.numbers.get(&number).filter(|_| fresh.by_number);
        let known = known.map(|(at, was)| (*at, format!("`{was}`")));
        let is_burnt = fresh.number_was_reserved && !noted.record.returns(fresh.place);
        let (at, was) = known.or_else(|| is_burnt.then(|| (noted.latest, "reserved".to_owned())))?;
        let version = (noted.label)(at);
        let message = format!("`{}.{name}` takes number {number}, which was {was} in {version}", self.name);
        let last = members.member(members.count() - 1).0;
        let highest = noted.record.highest.max(last).max(self.reserved.highest().unwrap_or(last));
        let free = match members.free_above(highest) {
            Some(free) => format!("number {free}, which no version used"),
            None => "a number that no version used".to_owned(),
        };
        let line = lines::reserved(&[number], &[], self.is_edition);
        Some((self.words.number_reused, at, message, format!("give it {free}, and add `{line}`")))
    }

    fn name_reused(&self, members: &impl Members, noted: &Noted<'_>, fresh: &Fresh) -> Option<Found> {
        let (number, name) = members.member(fresh.place);
        let (at, had) = noted.record.names.get(name).filter(|_| fresh.by_name)?;
        let version = (noted.label)(*at);
        let message = format!("`{}.{name}` has number {number}, and had {had} in {version}", self.name);
        let line = lines::reserved(&[], &[name], self.is_edition);
        let help = format!("give it a name that no version used, and add `{line}`");
        Some((self.words.name_reused, *at, message, help))
    }
}

/// Topic, place of the version, message and help of a note about a member.
type Found = (&'static Topic, usize, String, String);

/// A member that is gone and leaves something to reserve.
struct Gone<'a> {
    number: i32,
    name: &'a str,
    wants_number: bool,
    wants_name: bool,
}

/// How many members a sentence names.
const NAMED: usize = 5;

fn list(gone: &[Gone<'_>]) -> String {
    let named: Vec<String> = gone.iter().map(|gone| format!("{} `{}`", gone.number, gone.name)).collect();
    some(&named)
}

fn some(all: &[String]) -> String {
    let named = all[..all.len().min(NAMED)].join(", ");
    match all.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
