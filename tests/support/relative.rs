//! Type names as people write them: relative, with types in the way that hide others, and in files that import each other.

use std::borrow::Cow;

use protoward::schema::descriptor::{
    EnumDescriptor, FileDescriptor, Kind, MessageDescriptor, ServiceDescriptor,
};

use super::random::Random;

/// A root file, `law.proto`, with all that it imports. Whether names still find what they meant is the linker's to say.
pub(crate) fn spread(mut file: FileDescriptor<'static>, random: &mut Random) -> Vec<FileDescriptor<'static>> {
    let types: Vec<String> = file
        .messages
        .iter()
        .map(|it| &it.name)
        .chain(file.enums.iter().map(|it| &it.name))
        .map(ToString::to_string)
        .collect();
    hide(&mut file, &types, random);
    for message in &mut file.messages {
        shorten(message, random);
    }
    let mut out = match random.below(3) {
        0 => Vec::new(),
        _ => imports(&mut file, random),
    };
    out.push(file);
    out
}

/// Puts the enums into a file of their own, with another one between at times, which passes it on or does not.
fn imports(file: &mut FileDescriptor<'static>, random: &mut Random) -> Vec<FileDescriptor<'static>> {
    let empty = |name: &'static str, package: &'static str| FileDescriptor {
        name: name.into(),
        package: package.into(),
        syntax: file.syntax.clone(),
        edition: file.edition,
        ..FileDescriptor::default()
    };
    let mut enums = empty("enums.proto", "law");
    // A package hides types as well, and may not have the name of a service.
    let packages =
        if file.services.is_empty() { &["law", "law.law", "other"][..] } else { &["law", "other"] };
    let mut between = empty("between.proto", packages[random.below(packages.len())]);
    between.dependencies = vec!["enums.proto".into()];
    between.public_dependencies = if random.below(3) == 0 { Vec::new() } else { vec![0] };
    enums.enums = std::mem::take(&mut file.enums);
    let is_direct = random.below(2) == 0;
    file.dependencies = vec![if is_direct { "enums.proto" } else { "between.proto" }.into()];
    if is_direct { vec![enums] } else { vec![enums, between] }
}

/// Declares what hides other types, or the package, from those inside.
fn hide(file: &mut FileDescriptor<'static>, types: &[String], random: &mut Random) {
    for message in &mut file.messages {
        if random.below(3) > 0 {
            continue;
        }
        let name: Cow<'static, str> = match random.below(6) {
            0 => "law".into(),
            _ => random.pick(types).clone().into(),
        };
        match random.below(3) {
            0 => {
                let value = file.enums.first().and_then(|found| found.values.first()).cloned();
                let values = value.into_iter().collect();
                message.enums.push(EnumDescriptor { name, values, ..EnumDescriptor::default() });
            }
            _ => message.messages.push(MessageDescriptor { name, ..MessageDescriptor::default() }),
        }
    }
    if random.below(12) == 0 {
        file.services.push(ServiceDescriptor { name: "law".into(), ..ServiceDescriptor::default() });
    }
}

/// Cuts type names from the front.
fn shorten(message: &mut MessageDescriptor<'static>, random: &mut Random) {
    for field in &mut message.fields {
        let Some(name) = &field.type_name else { continue };
        let parts: Vec<&str> = name.trim_start_matches('.').split('.').collect();
        let kept = match random.below(4) {
            0 => continue,
            cut => parts[(cut - 1).min(parts.len() - 1)..].join("."),
        };
        field.type_name = Some(kept.into());
        // Sources that are not linked yet do not tell messages from enums.
        if random.below(4) == 0 && field.kind != Some(Kind::Group) {
            field.kind = None;
        }
    }
    for inner in &mut message.messages {
        shorten(inner, random);
    }
}
