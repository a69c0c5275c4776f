//! JSON without white space, as a registry keeps the component of a pair: members stay in their order, texts are written
//! with the fewest escapes, numbers as they were.

/// The compact text of well-formed JSON. One pass, whatever the nesting.
pub(super) fn compact(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '"' => string_length(rest),
            c => c.len_utf8(),
        };
        let (token, behind) = rest.split_at(length);
        match c {
            '"' => out += &plain(token),
            ' ' | '\t' | '\r' | '\n' => {}
            c => out.push(c),
        }
        rest = behind;
    }
    out
}

/// How far a string goes, both quotes included.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A string with the fewest escapes; one that holds half a surrogate pair stays as it is.
fn plain(string: &str) -> String {
    let decoded = string.contains('\\').then(|| serde_json::from_str::<String>(string).ok()).flatten();
    decoded.and_then(|text| serde_json::to_string(&text).ok()).unwrap_or_else(|| string.to_owned())
}

#[cfg(test)]
mod tests {
    use super::compact;

    #[test]
    fn white_space_goes_and_everything_else_stays() {
        assert_eq!(compact("{ \"b\" : [ 1 , 2.50 ],\n\t\"a\": \" x \" }"), r#"{"b":[1,2.50],"a":" x "}"#);
        assert_eq!(compact(r#""a\"b \\""#), r#""a\"b \\""#);
        assert_eq!(compact(r#"{"a":"AB\u003d\/é","b":"\ud800 x"}"#), r#"{"a":"AB=/é","b":"\ud800 x"}"#);
        assert_eq!(compact(""), "");
    }

    #[test]
    fn deep_nesting_needs_no_stack() {
        let deep = format!("{}{}", "[ ".repeat(500_000), "] ".repeat(500_000));
        assert_eq!(compact(&deep).len(), 1_000_000);
    }
}
