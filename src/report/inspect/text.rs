//! Aligned lines for people, eighty columns wide where names allow it.

use std::collections::BTreeSet;
use std::io;

use super::super::text::{BLUE, BOLD, YELLOW, painted, write_error};
use super::super::{Look, words};
use super::{Inspection, View};
use crate::schema::{Default, Enum, Field, File, ImportKind, Kind, Message};

/// How wide a line may be.
const WIDTH: usize = 80;

/// Writes what is seen of each input; with a quiet look, only what cannot be compared.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(inspections: &[Inspection], look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = Writer { look, out };
    let mut first = true;
    for inspection in inspections {
        for view in &inspection.views {
            if !std::mem::take(&mut first) && !look.quiet {
                writeln!(writer.out)?;
            }
            writer.view(inspection, view)?;
        }
        for why in &inspection.unsupported {
            let title = painted("unsupported", YELLOW, look);
            writeln!(writer.out, "{}: {title}: {}", words::input(&inspection.input), words::plain(why))?;
        }
    }
    Ok(())
}

/// Writes what could not be read or rebuilt.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write_errors(inspections: &[Inspection], look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    inspections.iter().flat_map(|found| &found.errors).try_for_each(|error| write_error(error, look, out))
}

/// Writes what was read, how much of it there is, and what is worth a look in it.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write_details(inspections: &[Inspection], out: &mut dyn io::Write) -> io::Result<()> {
    for found in inspections {
        if !found.views.is_empty() {
            let messages = found.views.iter().map(|view| view.scan.messages.len()).sum();
            let enums = found.views.iter().map(|view| view.enums.len()).sum();
            let counts = [(found.files().len(), "file"), (messages, "message"), (enums, "enum")];
            let counts =
                counts.map(|(number, what)| format!("{number} {what}{}", if number == 1 { "" } else { "s" }));
            writeln!(out, "read: {}: {}", words::input(&found.input), counts.join(", "))?;
        }
        found.notes.iter().try_for_each(|note| writeln!(out, "note: {}", words::plain(note)))?;
    }
    Ok(())
}

struct Writer<'o> {
    look: Look,
    out: &'o mut dyn io::Write,
}

impl Writer<'_> {
    fn view(&mut self, inspection: &Inspection, view: &View) -> io::Result<()> {
        if self.look.quiet {
            return self.unsupported(inspection, view);
        }
        self.head(inspection, view)?;
        self.files(view)?;
        self.unsupported(inspection, view)?;
        for id in &view.scan.messages {
            self.message(&view.pool[*id], view)?;
        }
        for id in &view.enums {
            self.enumeration(&view.pool[*id], view)?;
        }
        Ok(())
    }

    fn head(&mut self, inspection: &Inspection, view: &View) -> io::Result<()> {
        let input = words::input(&inspection.input);
        let Some((root, fingerprint)) = view.root else {
            self.title(&format!("{input}: all messages of {}", words::plain(&view.file().name)))?;
            let Some(first) = inspection.candidates.first() else {
                return self.key("candidates", vec!["none: no message is declared".to_owned()]);
            };
            self.key("candidates", inspection.candidates.iter().map(|name| words::plain(name)).collect())?;
            return self.key("help", vec![format!("choose a root message: --root {}", words::plain(first))]);
        };
        self.title(&format!("{input}: {}", words::plain(&view.pool[root].name)))?;
        self.key("fingerprint", vec![fingerprint.to_string()])?;
        let (graph, limit) = (view.scan.graph, view.scan.limit());
        self.key("budget", vec![format!("{graph} work units for its support scan, one side's share of G")])?;
        self.key("limit", vec![format!("{limit} work units against itself: min(16·2·{graph}, 100000)")])?;
        if graph.saturating_mul(2) >= limit {
            return self.key("", vec!["its scans alone spend that: no comparison ends".to_owned()]);
        }
        Ok(())
    }

    fn files(&mut self, view: &View) -> io::Result<()> {
        let files = &view.pool.files;
        let name = widest(files.iter().map(|file| words::plain(&file.name)), 34);
        let dialect = widest(files.iter().map(|file| words::plain(&file.dialect)), 14);
        writeln!(self.out)?;
        self.title(if files.len() == 1 { "file" } else { "files" })?;
        for file in files {
            let line = format!(
                "  {:name$}  {:dialect$}  {}",
                words::plain(&file.name),
                words::plain(&file.dialect),
                match &*file.package {
                    "" => "no package".to_owned(),
                    package => words::plain(package),
                }
            );
            writeln!(self.out, "{}", line.trim_end())?;
            self.imports(file)?;
        }
        Ok(())
    }

    fn imports(&mut self, file: &File) -> io::Result<()> {
        let mut lead = "    imports ";
        for import in &file.imports {
            let kind = match import.kind {
                ImportKind::Plain => "",
                ImportKind::Public => " (public)",
                ImportKind::Weak => " (weak)",
                ImportKind::Option => " (option, not loaded)",
            };
            writeln!(self.out, "{lead}{}{kind}", words::plain(&import.path))?;
            lead = "            ";
        }
        Ok(())
    }

    /// What the contract does not cover; a quiet look has these lines only, and each names its input.
    fn unsupported(&mut self, inspection: &Inspection, view: &View) -> io::Result<()> {
        let quiet = self.look.quiet;
        if !quiet && !view.unsupported.is_empty() {
            writeln!(self.out, "\n{}", painted("cannot be compared", YELLOW, self.look))?;
        }
        for found in &view.unsupported {
            let field = found.field.map_or_else(String::new, |number| format!(", field {number}"));
            let path = format!("{}{field}", words::plain(&found.path));
            let mut place = words::input(&inspection.input);
            if let Some(at) = &found.location {
                place = format!("{}:{}:{}", words::input(&at.file), at.line, at.column);
            }
            let detail = words::plain(&found.detail);
            if quiet {
                writeln!(self.out, "{place}: {path}: {detail}")?;
                continue;
            }
            writeln!(self.out, "  {path}\n    {detail}")?;
            if found.location.is_some() {
                writeln!(self.out, "    {} {place}", painted("-->", BLUE, self.look))?;
            }
        }
        Ok(())
    }

    fn message(&mut self, message: &Message, view: &View) -> io::Result<()> {
        let what = if message.map_entry { "map entry" } else { "message" };
        self.declared(what, &message.name, view.file_name(message.file), view)?;
        if message.fields.is_empty() {
            return writeln!(self.out, "  no fields");
        }
        let rows: Vec<Row> = message.fields.iter().map(|field| Row::of(field, message, view)).collect();
        let number = widest(rows.iter().map(|row| row.number.clone()), 10).max(2);
        let name = widest(rows.iter().map(|row| row.name.clone()), 24);
        let kind = kind_width(&rows, number + name + 6);
        for row in rows {
            let line = format!("  {:>number$}  {:name$}  {:kind$}  ", row.number, row.name, row.kind);
            let facts = row.facts.join(", ");
            if facts.is_empty() || columns(&line) + columns(&facts) <= WIDTH {
                writeln!(self.out, "{}", format!("{line}{facts}").trim_end())?;
            } else {
                writeln!(self.out, "{}", line.trim_end())?;
                self.fill(&" ".repeat(number + name + 6), row.facts)?;
            }
        }
        Ok(())
    }

    fn enumeration(&mut self, found: &Enum, view: &View) -> io::Result<()> {
        let what = if found.closed { "closed enum" } else { "open enum" };
        self.declared(what, &found.name, view.file_name(found.file), view)?;
        let values =
            found.values.iter().map(|value| format!("{} = {}", words::plain(&value.name), value.number));
        self.fill("  ", values.collect())
    }

    /// The line above a type; its file is told where there is a choice.
    fn declared(&mut self, what: &str, name: &str, file: &str, view: &View) -> io::Result<()> {
        let named = painted(&words::plain(name), BOLD, self.look);
        write!(self.out, "\n{} {named}", painted(what, BLUE, self.look))?;
        match view.pool.files.len() {
            1 => writeln!(self.out),
            _ => writeln!(self.out, " in {}", words::plain(file)),
        }
    }

    fn title(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", painted(text, BOLD, self.look))
    }

    /// A named fact of the whole.
    fn key(&mut self, key: &str, items: Vec<String>) -> io::Result<()> {
        write!(self.out, "  {}", painted(&format!("{key:11}"), BLUE, self.look))?;
        let mut text = Vec::new();
        Writer { look: self.look, out: &mut text }.fill(&" ".repeat(15), items)?;
        self.out.write_all(&text[13..])
    }

    /// Items with commas between them, broken where a line is full.
    fn fill(&mut self, indent: &str, items: Vec<String>) -> io::Result<()> {
        let mut line = indent.to_owned();
        let last = items.len().saturating_sub(1);
        for (at, item) in items.into_iter().enumerate() {
            let item = if at == last { item } else { format!("{item},") };
            if line.len() > indent.len() && columns(&line) + 1 + columns(&item) > WIDTH {
                writeln!(self.out, "{line}")?;
                line.truncate(indent.len());
            } else if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(&item);
        }
        writeln!(self.out, "{line}")
    }
}

/// A field on one line.
struct Row {
    number: String,
    name: String,
    kind: String,
    facts: Vec<String>,
}

impl Row {
    fn of(field: &Field, message: &Message, view: &View) -> Self {
        let package = &view.pool[message.file].package;
        let type_name = view.type_name(field.target).map(|name| words::plain(within(name, package)));
        let kind = match type_name {
            Some(entry) if field.map => format!("map of {entry}"),
            Some(name) => format!("{} {name}", field.kind.name()),
            None => field.kind.name().to_owned(),
        };
        let repeated = field.repeated && !field.map;
        Self {
            number: field.number.to_string(),
            name: words::plain(&field.name),
            kind: if repeated { format!("repeated {kind}") } else { kind },
            facts: facts(field, message),
        }
    }
}

/// A full name as files of a package write it.
fn within<'n>(name: &'n str, package: &str) -> &'n str {
    match name.strip_prefix(package).and_then(|rest| rest.strip_prefix('.')) {
        Some(rest) if !package.is_empty() => rest,
        _ => name,
    }
}

/// The width for the column of types that puts the fewest facts out of line; `left` columns stand before it.
fn kind_width(rows: &[Row], left: usize) -> usize {
    let rows: Vec<_> = rows.iter().map(|row| (columns(&row.kind), columns(&row.facts.join(", ")))).collect();
    let widths: BTreeSet<usize> = rows.iter().map(|row| row.0).filter(|kind| *kind <= 32).collect();
    let astray = |width: usize| {
        let astray = |row: &&(usize, usize)| row.1 > 0 && (row.0 > width || left + width + 2 + row.1 > WIDTH);
        rows.iter().filter(astray).count()
    };
    widths.into_iter().min_by_key(|width| astray(*width)).unwrap_or(0)
}

fn facts(field: &Field, message: &Message) -> Vec<String> {
    let mut facts = Vec::new();
    facts.push(match field {
        Field { required: true, .. } => "required",
        Field { repeated: true, packed: true, .. } => "packed",
        Field { repeated: true, .. } if field.kind.is_packable() => "expanded",
        Field { repeated: true, .. } => "",
        Field { has_presence: true, .. } => "explicit",
        _ => "implicit",
    });
    if field.kind == Kind::String {
        facts.push(if field.utf8_validated { "UTF-8 checked" } else { "UTF-8 unchecked" });
    }
    let mut facts: Vec<String> =
        facts.into_iter().filter(|fact| !fact.is_empty()).map(str::to_owned).collect();
    facts.extend(field.default.as_ref().and_then(|default| told_default(field.kind, default)));
    if let Some(oneof) = field.oneof.map(|at| &message.oneofs[at as usize]) {
        let synthetic = if oneof.synthetic { "synthetic " } else { "" };
        facts.push(format!("{synthetic}oneof {}", words::plain(&oneof.name)));
    }
    facts
}

/// A default that is not what every field of the type has.
fn told_default(kind: Kind, default: &Default) -> Option<String> {
    let usual = Default::implicit(kind).unwrap_or(Default::Enum(0));
    (*default != usual).then(|| match default {
        Default::String(text) => format!("default \"{}\"", words::plain(text)),
        other => format!("default {other}"),
    })
}

/// The width of a column that holds most of some texts, at most `most`.
fn widest(texts: impl Iterator<Item = String>, most: usize) -> usize {
    texts.map(|text| columns(&text)).filter(|width| *width <= most).max().unwrap_or(0)
}

fn columns(text: &str) -> usize {
    text.chars().count()
}
