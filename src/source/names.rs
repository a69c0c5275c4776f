//! Names in error messages: the nearest one, and lists that stay short.

/// How many names are looked at for a suggestion.
pub(crate) const MANY: usize = 10_000;

/// The name that was probably meant.
pub(crate) fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let simple = wanted.rsplit('.').next().unwrap_or(wanted);
    let distance = |name: &str| {
        // The right message in the wrong package is nearer than any misspelling.
        if name != wanted && name.rsplit('.').next() == Some(simple) && name.contains('.') {
            return 0.05;
        }
        1.0 - strsim::normalized_damerau_levenshtein(&lower(wanted), &lower(name))
    };
    let candidates = names.take(MANY).map(|name| (distance(name), name));
    candidates.filter(|(d, _)| *d < 0.4).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name)
}

/// Names longer than any real one are cut, since the comparison is quadratic.
fn lower(name: &str) -> String {
    name.chars().take(200).flat_map(char::to_lowercase).collect()
}

/// `a`, `b` and 7 more.
pub(crate) fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    const SHOWN: usize = 8;
    let names: Vec<&str> = names.collect();
    let shown: Vec<String> = names.iter().take(SHOWN).map(|n| format!("`{}`", cut(n))).collect();
    match (names.len().saturating_sub(SHOWN), shown.split_last()) {
        (_, None) => String::new(),
        (0, Some((last, []))) => last.clone(),
        (0, Some((last, rest))) => format!("{} and {last}", rest.join(", ")),
        (more, Some(_)) => format!("{} and {more} more", shown.join(", ")),
    }
}

/// A text that is short enough for a message.
pub(crate) fn cut(text: &str) -> String {
    const LONG: usize = 120;
    match text.char_indices().nth(LONG) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// What is said of an input. It may name what stands there, which may be as long as the input: the middle of it is left out.
pub(crate) fn sentence(text: String) -> String {
    const START: usize = 600;
    const END: usize = 300;
    if text.len() <= START + END {
        return text;
    }
    let start = text.char_indices().nth(START).map_or(text.len(), |(at, _)| at);
    let end = text.char_indices().rev().nth(END - 1).map_or(0, |(at, _)| at);
    if start < end { format!("{}…{}", &text[..start], &text[end..]) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name() {
        let names = ["shop.Order", "shop.Item", "shop.Customer"];
        assert_eq!(nearest("shop.Ordr", names.into_iter()), Some("shop.Order"));
        assert_eq!(nearest("Item", names.into_iter()), Some("shop.Item"));
        assert_eq!(nearest("store.Customer", names.into_iter()), Some("shop.Customer"));
        assert_eq!(nearest("something.else.Entirely", names.into_iter()), None);
    }

    #[test]
    fn long_sentences_keep_their_ends() {
        for text in ["a".repeat(900), "é".repeat(900)] {
            assert_eq!(sentence(text.clone()), text);
        }
        let long = sentence(format!("`{}é` is not declared", "é".repeat(100_000)));
        assert!(long.starts_with("`é") && long.ends_with("é` is not declared"), "{long}");
        assert_eq!(long.chars().count(), 901);
    }

    #[test]
    fn lists_are_short() {
        assert_eq!(list(["a"].into_iter()), "`a`");
        assert_eq!(list(["a", "b", "c"].into_iter()), "`a`, `b` and `c`");
        assert_eq!(
            list("abcdefghij".split("").filter(|s| !s.is_empty())),
            "`a`, `b`, `c`, `d`, `e`, `f`, `g`, `h` and 2 more"
        );
    }
}
