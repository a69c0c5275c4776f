//! The broker's own lines (contract, section 3), and nothing else, in the broker's order.

use std::fmt::Write as _;
use std::io;

use crate::history::{Finding, Judgement};
use crate::rules::{Facts, Side, Violation, cut};

/// The longest path.
const PATH: usize = 768;
/// The longest of any other value.
const VALUE: usize = 256;
/// The longest line.
const LINE: usize = 2_048;

/// Writes one line for each finding.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(judgement: &Judgement, out: &mut dyn io::Write) -> io::Result<()> {
    for finding in judgement.subjects.iter().flat_map(|subject| &subject.findings) {
        writeln!(out, "{}", line(finding))?;
    }
    Ok(())
}

/// What the broker says of a finding.
pub(super) fn line(finding: &Finding) -> String {
    let mut out = String::new();
    if let Some(rule) = finding.rule {
        out += rule.id;
        out += ": ";
    }
    // What is no rule has words of its own, without a version.
    if let (Some(_), Some(version)) = (finding.rule, finding.version) {
        put(&mut out, format_args!("existingSchemaVersion={version}, "));
    }
    match (&finding.violation, &finding.text) {
        (Some(violation), _) => out += &behind_version(finding, violation),
        (None, Some(text)) => out += text,
        // Where nothing was looked at, the strategy is all there is to say.
        (None, None) => put(&mut out, format_args!("strategy={}", value(&finding.strategy))),
    }
    cut(&out, LINE)
}

fn behind_version(finding: &Finding, violation: &Violation) -> String {
    let mut out = format!("strategy={}", value(&finding.strategy));
    if let Some(direction) = finding.direction {
        put(&mut out, format_args!(", direction={}", direction.name()));
    }
    if let Some(fingerprint) = finding.fingerprint {
        put(&mut out, format_args!(", existingSchemaSha256={fingerprint}"));
    }
    put(&mut out, format_args!(", path={}", path(violation)));
    if let Some(field) = violation.field {
        put(&mut out, format_args!(", field={field}"));
    }
    match &violation.facts {
        Facts::Change { writer, reader } => {
            put(&mut out, format_args!(", writer={}, reader={}", value(writer), value(reader)));
        }
        Facts::Unsupported { side, detail } => {
            if let Some(schema) = finding.schema() {
                put(&mut out, format_args!(", schema={}", schema.name()));
            }
            let detail = detail.to_string();
            put(&mut out, format_args!(", side={}, detail={}", side_name(*side), value(&detail)));
        }
        Facts::Limit { work, limit } => put(&mut out, format_args!(", work={work}, limit={limit}")),
    }
    out
}

/// A violation's path as the broker cuts it.
pub(super) fn path(violation: &Violation) -> String {
    cut_path(&violation.path)
}

/// A path as the broker cuts it.
pub(super) fn cut_path(path: &str) -> String {
    cut(path, PATH)
}

/// A value as the broker cuts it.
pub(super) fn value(value: &str) -> String {
    cut(value, VALUE)
}

/// A side as the broker writes it.
pub(super) fn side_name(side: Side) -> &'static str {
    match side {
        Side::Writer => "writer",
        Side::Reader => "reader",
    }
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Direction;
    use crate::rules;
    use crate::source::Fingerprint;

    fn finding(path: &str, writer: &str, reader: &str) -> Finding {
        let rule = &rules::type_changed::RULE;
        let facts = Facts::Change { writer: writer.to_owned(), reader: reader.to_owned() };
        Finding {
            direction: Some(Direction::Backward),
            fingerprint: Some(Fingerprint([0xab; 32])),
            violation: Some(Violation {
                rule,
                path: path.to_owned(),
                field: Some(1),
                facts,
                writer: None,
                reader: None,
            }),
            ..Finding::new(rule, "FULL")
        }
    }

    #[test]
    fn a_line_names_everything_in_the_order_of_the_contract() {
        let mut it = finding("ex.A.x", "INT32", "STRING");
        let hex = "ab".repeat(32);
        let rest = format!(
            "strategy=FULL, direction=BACKWARD, existingSchemaSha256={hex}, path=ex.A.x, field=1, writer=INT32, reader=STRING"
        );
        assert_eq!(line(&it), format!("TYPE_CHANGED: {rest}"));
        it.version = Some(7);
        assert_eq!(line(&it), format!("TYPE_CHANGED: existingSchemaVersion=7, {rest}"));
    }

    #[test]
    fn an_unsupported_construct_names_the_schema_by_direction_and_side() {
        let mut it = finding("ex.A", "", "");
        let detail = crate::schema::Unsupported::Extensible;
        if let Some(violation) = &mut it.violation {
            violation.facts = Facts::Unsupported { side: Side::Reader, detail };
            violation.field = None;
        }
        assert!(
            line(&it)
                .ends_with("path=ex.A, schema=proposed, side=reader, detail=extension range or MessageSet")
        );
        it.direction = Some(Direction::Forward);
        assert!(
            line(&it)
                .ends_with("path=ex.A, schema=existing, side=reader, detail=extension range or MessageSet")
        );
    }

    #[test]
    fn values_paths_and_the_line_are_cut_in_utf16_units() {
        let units = |text: &str| text.encode_utf16().count();
        let it = finding(&"p".repeat(769), &"\u{1f600}".repeat(200), &"r".repeat(256));
        let text = line(&it);
        assert!(text.contains(&format!("path={}..., field", "p".repeat(765))));
        assert!(text.contains(&format!(
            "writer={}?..., reader={}",
            "\u{1f600}".repeat(126),
            "r".repeat(256)
        )));
        assert!(units(&text) <= 2_048);
        let mut it = finding("p", "", "");
        (it.violation, it.text) = (None, Some("x".repeat(3_000)));
        assert_eq!(units(&line(&it)), 2_048);
    }

    #[test]
    fn before_a_comparison_there_is_little_to_say() {
        let rule = &rules::schema_reconstruction_failed::RULE;
        let text = Some("invalid native descriptor".to_owned());
        let mut it = Finding { text, ..Finding::new(rule, "FULL") };
        assert_eq!(line(&it), "SCHEMA_RECONSTRUCTION_FAILED: invalid native descriptor");
        it.version = Some(2);
        assert_eq!(
            line(&it),
            "SCHEMA_RECONSTRUCTION_FAILED: existingSchemaVersion=2, invalid native descriptor"
        );
        it.rule = None;
        it.version = None;
        assert_eq!(line(&it), "invalid native descriptor");
        let it = Finding::new(&rules::unknown_strategy::RULE, "HALF");
        assert_eq!(line(&it), "UNKNOWN_STRATEGY: strategy=HALF");
    }
}
