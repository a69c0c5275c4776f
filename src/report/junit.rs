//! JUnit's XML: a suite for each subject and a case for each comparison.
//!
//! A case fails where a reader is hurt, and is in error where the question is open: one element, typed with the first rule and
//! telling all findings of the comparison. Accepted findings pass and stand in the case's output. What belongs to no comparison,
//! an input that could not be read for instance, is a case of its own; advice and warnings stand in the output of the suite, and
//! denied advice is a case that fails. A comparison that could not be made, since a schema could not be rebuilt, is skipped: the
//! schema is the case that is in error.

use std::collections::HashSet;
use std::io;

use super::items::{self, Item, Level, What};
use super::{verdict, words};
use crate::history::{Comparison, Finding, Judgement, Subject, Verdict};

/// Writes one document.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(judgement: &Judgement, out: &mut dyn io::Write) -> io::Result<()> {
    let suites: Vec<_> =
        judgement.subjects.iter().map(|subject| Suite::of(subject, judgement.denies_advice)).collect();
    let cases = || suites.iter().flat_map(|suite| &suite.cases);
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"protoward\"{}>", Counts::of(cases()))?;
    for suite in &suites {
        suite.write(out)?;
    }
    writeln!(out, "</testsuites>")
}

struct Suite {
    name: String,
    file: Option<String>,
    class: String,
    cases: Vec<Case>,
    output: Vec<String>,
}

struct Case {
    name: String,
    fault: Option<Fault>,
    /// Why there was nothing to do.
    skipped: Option<&'static str>,
    /// What is told of it and fails nothing.
    output: Vec<String>,
}

struct Fault {
    element: &'static str,
    kind: &'static str,
    message: String,
    lines: Vec<String>,
}

impl Suite {
    fn of(subject: &Subject, denies_advice: bool) -> Self {
        let items: Vec<_> = items::of(subject, denies_advice).collect();
        let compared = compared(subject);
        let mut cases: Vec<_> =
            compared.iter().map(|comparison| Case::compared(comparison, &items)).collect();
        let (mut output, mut alone): (Vec<String>, Vec<&Item<'_>>) = (Vec::new(), Vec::new());
        for item in &items {
            match item.what {
                What::Finding(finding) if compared.iter().any(|it| items::is_of(finding, it)) => {}
                What::Finding(_) | What::Error(_) => alone.push(item),
                What::Warning(_) | What::Advice(_) if item.level == Level::Error => alone.push(item),
                What::Warning(_) | What::Advice(_) => output.push(paragraph(item)),
            }
        }
        cases.extend(alone.into_iter().map(Case::alone));
        if cases.is_empty() {
            cases.push(Case::passed("nothing to compare".to_owned(), Vec::new()));
        }
        output.extend(subject.notes.iter().map(|note| format!("note: {}", words::plain(note))));
        output.push(verdict::sentence(subject, denies_advice));
        let class = if subject.root.is_empty() { &subject.proposed } else { &subject.root };
        let (name, file) = (verdict::name(subject), items::path(&subject.proposed, subject));
        Self { name, file, class: words::plain(class), cases, output }
    }

    fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "  <testsuite name=\"{}\"{}>", escaped(&self.name), Counts::of(self.cases.iter()))?;
        for case in &self.cases {
            case.write(self, out)?;
        }
        write_output(&self.output, "    ", out)?;
        writeln!(out, "  </testsuite>")
    }
}

/// The comparisons of a subject. The same schema may be given twice; its case tells what was found with either.
fn compared(subject: &Subject) -> Vec<&Comparison> {
    let (mut out, mut seen) = (Vec::new(), HashSet::new());
    for it in &subject.comparisons {
        if seen.insert((it.version, &it.existing, it.component, it.direction.name())) {
            out.push(it);
        }
    }
    out
}

impl Case {
    fn compared(comparison: &Comparison, items: &[Item<'_>]) -> Self {
        let of_it = |item: &&Item<'_>| matches!(item.what, What::Finding(finding) if items::is_of(finding, comparison));
        let (told, accepted): (Vec<_>, Vec<_>) =
            items.iter().filter(of_it).partition(|item| item.level != Level::Notice);
        let existing = words::named(&comparison.existing, comparison.version);
        let name =
            format!("{} with {existing}{}", comparison.direction.name(), words::part(comparison.component));
        let output = accepted.iter().copied().map(paragraph).collect();
        let case = Self::passed(name, output);
        match (&told[..], &accepted[..]) {
            ([], []) if items.iter().any(|item| hinders(item, comparison)) => {
                Self { skipped: Some("a schema could not be rebuilt"), ..case }
            }
            ([], []) => Self { fault: Fault::untold(comparison), ..case },
            ([], _) => case,
            (told, _) => Self { fault: Some(Fault::of(told)), ..case },
        }
    }

    fn passed(name: String, output: Vec<String>) -> Self {
        Self { name, fault: None, skipped: None, output }
    }

    /// What belongs to no comparison.
    fn alone(item: &Item<'_>) -> Self {
        let about = match item.what {
            What::Finding(Finding { existing: Some(label), version, .. }) => words::named(label, *version),
            What::Finding(_) => words::input(&item.subject.proposed),
            What::Error(error) | What::Warning(error) => words::input(&error.input),
            What::Advice(advice) => words::plain(&advice.path),
        };
        let name = format!("{}: {about}", item.id());
        if item.level == Level::Notice {
            return Self::passed(name, vec![paragraph(item)]);
        }
        Self { fault: Some(Fault::of(&[item])), ..Self::passed(name, Vec::new()) }
    }

    fn write(&self, suite: &Suite, out: &mut dyn io::Write) -> io::Result<()> {
        write!(
            out,
            "    <testcase name=\"{}\" classname=\"{}\"",
            escaped(&self.name),
            escaped(&suite.class)
        )?;
        if let Some(file) = &suite.file {
            write!(out, " file=\"{}\"", escaped(file))?;
        }
        if self.fault.is_none() && self.skipped.is_none() && self.output.is_empty() {
            return writeln!(out, "/>");
        }
        writeln!(out, ">")?;
        if let Some(Fault { element, kind, message, lines }) = &self.fault {
            let text = escaped(&lines.join("\n\n")).replace("&#10;", "\n");
            write!(out, "      <{element} type=\"{kind}\" message=\"{}\">{text}", escaped(message))?;
            writeln!(out, "</{element}>")?;
        }
        if let Some(why) = self.skipped {
            writeln!(out, "      <skipped message=\"{why}\"/>")?;
        }
        write_output(&self.output, "      ", out)?;
        writeln!(out, "    </testcase>")
    }
}

/// Whether an item, told by itself, says why a comparison was not made.
fn hinders(item: &Item<'_>, comparison: &Comparison) -> bool {
    let What::Finding(finding) = item.what else { return false };
    let is_about = match &finding.existing {
        Some(label) => *label == comparison.existing && finding.version == comparison.version,
        None => true,
    };
    comparison.verdict == Verdict::Undecided
        && finding.direction.is_none()
        && finding.component == comparison.component
        && is_about
}

impl Fault {
    /// A break outranks an open question.
    fn of(told: &[&Item<'_>]) -> Self {
        let hurts = |item: &&&Item<'_>| item.level == Level::Error && !matches!(item.what, What::Error(_));
        let (element, first) = match told.iter().find(hurts) {
            Some(broken) => ("failure", broken),
            None => ("error", &told[0]),
        };
        let message = match told.len() {
            1 => first.sentence(),
            count => format!("{count} findings, first {}: {}", first.id(), first.sentence()),
        };
        Self { element, kind: first.id(), message, lines: told.iter().map(|item| paragraph(item)).collect() }
    }

    /// A comparison whose findings are not told, since only the first one was asked for.
    fn untold(comparison: &Comparison) -> Option<Self> {
        let element = match comparison.verdict {
            Verdict::Compatible => return None,
            Verdict::Incompatible => "failure",
            Verdict::Undecided => "error",
        };
        let kind = comparison.verdict.name();
        let message = format!("{kind}; only the first finding is told");
        Some(Self { element, kind, message, lines: Vec::new() })
    }
}

/// An item with its id, a line for each part of it.
fn paragraph(item: &Item<'_>) -> String {
    format!("{}: {}", item.id(), item.lines().join("\n"))
}

fn write_output(lines: &[String], margin: &str, out: &mut dyn io::Write) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let text = escaped(&lines.join("\n\n")).replace("&#10;", "\n");
    writeln!(out, "{margin}<system-out>{text}</system-out>")
}

struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Counts {
    fn of<'c>(cases: impl Iterator<Item = &'c Case>) -> Self {
        let mut out = Self { tests: 0, failures: 0, errors: 0, skipped: 0 };
        for case in cases {
            out.tests += 1;
            out.skipped += usize::from(case.skipped.is_some());
            match &case.fault {
                Some(Fault { element: "failure", .. }) => out.failures += 1,
                Some(_) => out.errors += 1,
                None => {}
            }
        }
        out
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { tests, failures, errors, skipped } = self;
        write!(f, " tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"")?;
        // The schema of most readers has it as an optional attribute.
        if *skipped > 0 { write!(f, " skipped=\"{skipped}\"") } else { Ok(()) }
    }
}

/// A text for an element or an attribute. What XML 1.0 has no way to write is made visible.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\t' => out += "&#9;",
            '\n' => out += "&#10;",
            '\r' => out += "&#13;",
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.extend(c.escape_unicode()),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn markup_is_escaped_and_what_xml_forbids_is_made_visible() {
        assert_eq!(
            escaped("a<b>&\"c\"\n\u{1b}\0\u{ffff}é"),
            "a&lt;b&gt;&amp;&quot;c&quot;&#10;\\u{1b}\\u{0}\\u{ffff}é"
        );
    }
}
