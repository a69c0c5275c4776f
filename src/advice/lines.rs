//! The `reserved` lines that a type is to be given.

/// How many numbers or names a line holds; nobody copies more from an answer.
const MOST: usize = 50;

/// `reserved 4, 7 to 9; reserved "card";`; either part may be empty. Numbers are ascending. Names are quoted until Edition
/// 2023, and identifiers from then on.
pub(super) fn reserved(numbers: &[i32], names: &[&str], is_edition: bool) -> String {
    let quote = if is_edition { "" } else { "\"" };
    let names: Vec<String> = names.iter().map(|name| format!("{quote}{name}{quote}")).collect();
    let lines = [line(&ranges(numbers)), line(&names)];
    lines.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The same for ranges of numbers, both ends included.
pub(super) fn reserved_ranges<'a>(
    numbers: &[(i32, i32)],
    names: impl Iterator<Item = &'a str>,
    is_edition: bool,
) -> String {
    let names: Vec<&str> = names.collect();
    let parts =
        [line(&told(numbers)), Some(reserved(&[], &names, is_edition)).filter(|line| !line.is_empty())];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// `2`, `4 to 5`.
pub(super) fn told(numbers: &[(i32, i32)]) -> Vec<String> {
    let one = |(first, last): &(i32, i32)| match first {
        _ if first == last => first.to_string(),
        _ => format!("{first} to {last}"),
    };
    numbers.iter().map(one).collect()
}

fn line(parts: &[String]) -> Option<String> {
    let more = match parts.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" /* and {more} more */"),
    };
    let parts = &parts[..parts.len().min(MOST)];
    (!parts.is_empty()).then(|| format!("reserved {}{more};", parts.join(", ")))
}

/// Three numbers in a row, or more, are a range.
fn ranges(numbers: &[i32]) -> Vec<String> {
    let rows = numbers.chunk_by(|one, next| one.checked_add(1) == Some(*next));
    let told = rows.flat_map(|row| match row {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        _ => row.iter().map(i32::to_string).collect(),
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_ranges_and_either_part_may_be_missing() {
        assert_eq!(reserved(&[4], &["card"], false), r#"reserved 4; reserved "card";"#);
        assert_eq!(reserved(&[-2, -1, 0, 4, 6, 7], &[], false), "reserved -2 to 0, 4, 6, 7;");
        assert_eq!(reserved(&[], &["card", "note"], true), "reserved card, note;");
        assert_eq!(reserved(&[i32::MAX], &[], true), "reserved 2147483647;");
    }

    #[test]
    fn a_long_line_is_cut() {
        let numbers: Vec<i32> = (0..60).map(|number| number * 2).collect();
        let line = reserved(&numbers, &[], false);
        assert!(line.ends_with("96, 98 /* and 10 more */;"), "{line}");
    }
}
