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
    let bytes = name.as_bytes();
    let first = *bytes.first()?;
    let upper = matches!(case, Case::Title | Case::UpperSnake);
    if upper && !first.is_ascii_uppercase() {
        return Some("does not start with a capital letter");
    }
    if !upper && !first.is_ascii_lowercase() {
        return Some("does not start with a lower case letter");
    }
    let fits = |byte: &u8| match case {
        Case::Title => byte.is_ascii_alphanumeric(),
        Case::LowerSnake => byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'_',
        Case::UpperSnake => byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_',
        Case::Package => byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'.'),
    };
    if !bytes.iter().all(fits) {
        return Some(match case {
            Case::Title => "is not in TitleCase",
            Case::UpperSnake => "is not in UPPER_SNAKE_CASE",
            Case::LowerSnake | Case::Package => "is not in lower_snake_case",
        });
    }
    let loose = |at: usize| bytes[at] == b'_' && !bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic);
    (0..bytes.len()).any(loose).then_some("has an underscore that no letter follows")
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
