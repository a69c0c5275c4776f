//! The contract once more, slow and plain: sections 1 to 6 of the specification as they are written down.
//!
//! Nothing here is clever, and nothing is taken from the checker: types are found by going through lists, facts are worked
//! out from descriptors whenever somebody asks. What the specification leaves to the reconstruction of schemas (one full name
//! in two files, odd spellings of defaults) is not read here: such schemas are [`None`].

#[cfg(test)]
mod agree;
mod budget;
pub(crate) mod compare;
pub(crate) mod defaults;
pub(crate) mod facts;
mod features;
mod names;
#[cfg(test)]
mod question;
mod scan;
#[cfg(test)]
mod vectors;
mod walk;

use protoward::schema::descriptor::FileDescriptor;

use budget::{Budget, Spent};
pub(crate) use facts::Side;

/// A finding as the specification words it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    pub(crate) rule: &'static str,
    pub(crate) path: String,
    pub(crate) field: Option<i32>,
    /// What stands behind path and field: `writer=…, reader=…`, or what else the rule tells.
    pub(crate) rest: String,
}

impl Finding {
    fn change(rule: &'static str, path: &str, field: Option<i32>, writer: &str, reader: &str) -> Self {
        let rest = format!("writer={}, reader={}", cut(writer, 256), cut(reader, 256));
        Self { rule, path: path.to_owned(), field, rest }
    }

    fn limit(Spent { path, work, limit }: Spent) -> Self {
        let rest = format!("work={work}, limit={limit}");
        Self { rule: "COMPARISON_LIMIT_EXCEEDED", path, field: None, rest }
    }
}

/// All findings in order, and G, the work and the limit of a comparison that came to an end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reading {
    pub(crate) findings: Vec<Finding>,
    pub(crate) work: Option<[u64; 3]>,
}

/// A schema: the root file of a set with all that it imports, and the full name of the root message.
pub(crate) fn side(files: &[FileDescriptor<'_>], root_file: &str, root: &str) -> Option<Side> {
    facts::side(files, root_file, root)
}

/// Section 2: the order of work. No more than `most` units are spent.
pub(crate) fn can_read(writer: &Side, reader: &Side, most: u64) -> Reading {
    let mut findings = Vec::new();
    if writer.root != reader.root {
        let rule = "ROOT_MESSAGE_CHANGED";
        findings.push(Finding::change(rule, &writer.root, None, &writer.root, &reader.root));
        return Reading { findings, work: None };
    }
    let mut budget = Budget::new(most);
    match compare(writer, reader, &mut budget, &mut findings) {
        Ok(true) => Reading { findings, work: Some(budget.figures()) },
        Ok(false) => Reading { findings, work: None },
        Err(spent) => {
            findings.push(Finding::limit(spent));
            Reading { findings, work: None }
        }
    }
}

/// Whether the pairs were compared, which they are where both scans find nothing.
fn compare(
    writer: &Side,
    reader: &Side,
    budget: &mut Budget,
    findings: &mut Vec<Finding>,
) -> Result<bool, Spent> {
    scan::scan(writer, "writer", budget, findings)?;
    scan::scan(reader, "reader", budget, findings)?;
    if !findings.is_empty() {
        return Ok(false);
    }
    budget.fix();
    walk::walk(writer, reader, budget, findings)?;
    Ok(true)
}

/// Section 3: a longer text becomes its first units and three dots.
fn cut(text: &str, most: usize) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    if units.len() <= most {
        return text.to_owned();
    }
    let kept = char::decode_utf16(units[..most - 3].iter().copied()).map(|unit| unit.unwrap_or('?'));
    kept.collect::<String>() + "..."
}
