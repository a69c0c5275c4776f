//! Sections 2.2 and 4: the scan of one side for what the contract does not cover.

use super::budget::{Budget, Spent};
use super::facts::{File, Side};
use super::{Finding, cut};

/// What a scan has met on its side.
struct Scan<'s> {
    side: &'s str,
    files: Vec<String>,
    scopes: Vec<String>,
    enums: Vec<String>,
    budget: &'s mut Budget,
    findings: &'s mut Vec<Finding>,
}

/// Breadth first from the root, each message once.
pub(super) fn scan(
    schema: &Side,
    side: &str,
    budget: &mut Budget,
    findings: &mut Vec<Finding>,
) -> Result<(), Spent> {
    let mut queue = vec![schema.root.clone()];
    let mut scan = Scan { side, files: Vec::new(), scopes: Vec::new(), enums: Vec::new(), budget, findings };
    let mut next = 0;
    while next < queue.len() {
        for name in scan.message(schema, &queue[next].clone())? {
            if !queue.contains(&name) {
                queue.push(name);
            }
        }
        next += 1;
    }
    Ok(())
}

impl Scan<'_> {
    /// The messages that its fields are of, by ascending number.
    fn message(&mut self, schema: &Side, name: &str) -> Result<Vec<String>, Spent> {
        let message = schema.message(name);
        self.budget.charge(1, name)?;
        self.file(&message.file, name)?;
        if message.extensible {
            self.found(Some("extension range or MessageSet".to_owned()), name, None);
        }
        self.scopes(&message.scopes, name)?;
        self.budget.charge(message.fields.len(), name)?;
        let mut children = Vec::new();
        for field in &message.fields {
            let path = format!("{name}.{}", field.name);
            self.budget.charge(1, &path)?;
            self.found(field.features.clone(), &path, None);
            match &field.target {
                Some(target) if schema.enums.iter().any(|it| it.name == *target) => {
                    self.enumeration(schema, target, &path)?;
                    if field.legacy_closed && !schema.enumeration(target).closed {
                        let detail = "Java legacy closed-enum behavior differs from enum openness";
                        self.found(Some(detail.to_owned()), &path, Some(field.number));
                    }
                }
                Some(target) => children.push(target.clone()),
                None => {}
            }
        }
        self.budget.charge(message.oneofs.len(), name)?;
        for oneof in &message.oneofs {
            self.budget.charge(oneof.members.len(), name)?;
        }
        let mut ordered: Vec<_> = message.oneofs.iter().collect();
        ordered.sort_by_key(|oneof| oneof.members.first().copied().unwrap_or(i32::MAX));
        ordered.sort_by_key(|oneof| oneof.members.is_empty());
        for oneof in ordered {
            self.budget.charge(1, name)?;
            self.found(oneof.features.clone(), &format!("{name}.{}", oneof.name), None);
        }
        Ok(children)
    }

    fn enumeration(&mut self, schema: &Side, name: &str, path: &str) -> Result<(), Spent> {
        if self.enums.iter().any(|met| met == name) {
            return Ok(());
        }
        self.enums.push(name.to_owned());
        let found = schema.enumeration(name);
        self.budget.charge(1 + found.values.len(), path)?;
        self.file(&found.file, path)?;
        self.scopes(&found.scopes, path)?;
        self.found(found.features.clone(), path, None);
        for (_, _, features) in &found.values {
            self.found(features.clone(), path, None);
        }
        Ok(())
    }

    fn file(&mut self, file: &File, path: &str) -> Result<(), Spent> {
        if !self.files.contains(&file.name) {
            self.files.push(file.name.clone());
            self.budget.charge(1, path)?;
            self.found(file.language.clone(), path, None);
            self.found(file.features.clone(), path, None);
        }
        Ok(())
    }

    /// Outwards, up to the first scope that is done already.
    fn scopes(&mut self, scopes: &[(String, Option<String>)], path: &str) -> Result<(), Spent> {
        for (scope, features) in scopes {
            if self.scopes.contains(scope) {
                break;
            }
            self.scopes.push(scope.clone());
            self.budget.charge(1, path)?;
            self.found(features.clone(), scope, None);
        }
        Ok(())
    }

    fn found(&mut self, detail: Option<String>, path: &str, field: Option<i32>) {
        if let Some(detail) = detail {
            let rest = format!("side={}, detail={}", self.side, cut(&detail, 256));
            self.findings.push(Finding { rule: "UNSUPPORTED_FEATURE", path: path.to_owned(), field, rest });
        }
    }
}
