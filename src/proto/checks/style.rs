//! The naming style that Edition 2024 enforces.

use super::Walk;
use super::inherit::Inherited;

/// How names of a kind are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    /// `TitleCase`
    Title,
    /// `lower_snake_case`
    LowerSnake,
    /// `UPPER_SNAKE_CASE`
    UpperSnake,
    /// `lower_snake_case`, dots between its parts.
    Package,
}

impl Walk<'_, '_> {
    /// Says so where a name is not in the style of the element's edition.
    pub(super) fn style(&mut self, features: &Inherited, case: Case, what: &str, name: &str, facet: &[i32]) {
        if features.style == 2 {
            return;
        }
        if let Some(wrong) = wrong(case, name) {
            let help = "rename it, or write `features.enforce_naming_style = STYLE_LEGACY`";
            self.error(facet, format!("the name of the {what} `{name}` {wrong}"), Some(help));
        }
    }
}

fn wrong(case: Case, name: &str) -> Option<&'static str> {
    let first = *name.as_bytes().first()?;
    let letters = |good: fn(&u8) -> bool| name.bytes().all(|byte| good(&byte));
    match case {
        Case::Title if !first.is_ascii_uppercase() => Some("does not start with a capital letter"),
        Case::Title if !letters(u8::is_ascii_alphanumeric) => Some("is not in TitleCase"),
        Case::Title => None,
        Case::LowerSnake | Case::Package if !first.is_ascii_lowercase() => Some("does not start with a lower case letter"),
        Case::LowerSnake if !letters(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'_') => Some("is not in lower_snake_case"),
        Case::Package if !letters(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'.')) => Some("is not in lower_snake_case"),
        Case::UpperSnake if !first.is_ascii_uppercase() => Some("does not start with a capital letter"),
        Case::UpperSnake if !letters(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'_') => Some("is not in UPPER_SNAKE_CASE"),
        Case::LowerSnake | Case::UpperSnake | Case::Package => {
            let bytes = name.as_bytes();
            let loose = |at: usize| bytes[at] == b'_' && !bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic);
            (0..bytes.len()).any(loose).then_some("has an underscore that no letter follows")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_and_out_of_style() {
        for (case, name, good) in [
            (Case::Title, "AbC1", true),
            (Case::Title, "A_b", false),
            (Case::Title, "a", false),
            (Case::LowerSnake, "a1_b", true),
            (Case::LowerSnake, "a_1", false),
            (Case::LowerSnake, "a__b", false),
            (Case::LowerSnake, "a_", false),
            (Case::LowerSnake, "_a", false),
            (Case::UpperSnake, "A1_B", true),
            (Case::UpperSnake, "A_1", false),
            (Case::UpperSnake, "A_b", false),
            (Case::Package, "a._b.c_d", true),
            (Case::Package, "a.B", false),
            (Case::Package, "", true),
        ] {
            assert_eq!(wrong(case, name).is_none(), good, "{name}");
        }
    }
}
