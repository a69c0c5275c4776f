//! What a message or enum reserves: numbers and names that nothing in it may take.

use super::descriptor::{EnumDescriptor, MessageDescriptor, Text};

/// Reserved numbers and names; nothing is kept of a type that has none.
#[derive(Debug, Default)]
pub struct Reserved {
    /// Both ends included, ascending, apart from each other.
    numbers: Box<[(i32, i32)]>,
    /// Ascending.
    names: Box<[Box<str>]>,
}

impl Reserved {
    pub(super) fn of_message(message: &MessageDescriptor<'_>) -> Self {
        // The end of a message's range is its first number that is free.
        let numbers = message.reserved_ranges.iter().map(|(start, end)| (*start, end.saturating_sub(1)));
        Self::new(numbers, &message.reserved_names)
    }

    pub(super) fn of_enum(found: &EnumDescriptor<'_>) -> Self {
        Self::new(found.reserved_ranges.iter().copied(), &found.reserved_names)
    }

    fn new(numbers: impl Iterator<Item = (i32, i32)>, names: &[Text<'_>]) -> Self {
        let mut numbers: Vec<_> = numbers.filter(|(first, last)| first <= last).collect();
        numbers.sort_unstable();
        numbers.dedup_by(|next, kept| {
            let overlaps = next.0 <= kept.1;
            kept.1 = if overlaps { kept.1.max(next.1) } else { kept.1 };
            overlaps
        });
        let mut names: Vec<Box<str>> = names.iter().map(|name| name.as_ref().into()).collect();
        names.sort_unstable();
        Self { numbers: numbers.into(), names: names.into() }
    }

    /// Whether a number is reserved.
    pub fn has_number(&self, number: i32) -> bool {
        let behind = self.numbers.partition_point(|(first, _)| *first <= number);
        behind.checked_sub(1).is_some_and(|at| number <= self.numbers[at].1)
    }

    /// The highest reserved number.
    pub fn highest(&self) -> Option<i32> {
        self.numbers.last().map(|(_, last)| *last)
    }

    /// The ranges of numbers, both ends included, ascending and apart from each other.
    pub fn numbers(&self) -> &[(i32, i32)] {
        &self.numbers
    }

    /// The names, ascending.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    /// Whether a name is reserved.
    pub fn has_name(&self, name: &str) -> bool {
        self.names.binary_search_by(|reserved| (**reserved).cmp(name)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_may_overlap_and_a_message_s_end_is_free() {
        let message = MessageDescriptor {
            reserved_ranges: vec![(9, 12), (2, 3), (10, 11), (11, 15), (7, 7), (20, i32::MIN)],
            reserved_names: vec!["note".into(), "card".into()],
            ..MessageDescriptor::default()
        };
        let reserved = Reserved::of_message(&message);
        let numbers: Vec<i32> = (-1..30).filter(|number| reserved.has_number(*number)).collect();
        assert_eq!(numbers, [2, 9, 10, 11, 12, 13, 14]);
        assert!(reserved.has_name("card") && reserved.has_name("note") && !reserved.has_name("not"));
    }

    #[test]
    fn an_enum_s_ends_are_reserved_and_may_be_negative() {
        let found = EnumDescriptor {
            reserved_ranges: vec![(-3, -2), (i32::MAX, i32::MAX)],
            ..EnumDescriptor::default()
        };
        let reserved = Reserved::of_enum(&found);
        let numbers = [-4, -3, -2, -1, i32::MAX].map(|number| reserved.has_number(number));
        assert_eq!(numbers, [false, true, true, false, true]);
    }
}
