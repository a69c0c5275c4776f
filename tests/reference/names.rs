//! Section 7: what a name means where it is used.

use protoward::schema::descriptor::FileDescriptor;

use super::facts::Types;

/// The full name of the type that a field of `message` names; nothing where that is no type that the file sees.
pub(super) fn full(
    name: &str,
    message: &str,
    file: &FileDescriptor<'_>,
    reached: &[&FileDescriptor<'_>],
    types: &Types<'_, '_>,
) -> Option<String> {
    let seen = seen(file, reached);
    let is_type =
        |name: &str| types.file_of(name).is_some_and(|file| seen.iter().any(|it| it.name == file.name));
    let typed = |name: &str| is_type(name).then(|| name.to_owned());
    if let Some(whole) = name.strip_prefix('.') {
        return typed(whole);
    }
    let is_hit = |name: &str| {
        is_type(name)
            || seen.iter().any(|file| is_service(file, name))
            || seen.iter().any(|file| self::seen(file, reached).iter().any(|it| is_package(it, name)))
    };
    let first = name.split('.').next()?;
    // From the innermost scope outwards: the first hit of the first part decides, without a way back.
    let mut scope = message;
    loop {
        if is_hit(&format!("{scope}.{first}")) {
            return typed(&format!("{scope}.{name}"));
        }
        match scope.rsplit_once('.') {
            Some((outer, _)) => scope = outer,
            None => return typed(name),
        }
    }
}

/// A file, its imports, and what those pass on.
fn seen<'f, 'a>(
    file: &'f FileDescriptor<'a>,
    reached: &[&'f FileDescriptor<'a>],
) -> Vec<&'f FileDescriptor<'a>> {
    let named = |name: &str| reached.iter().copied().find(|it| it.name == name);
    let mut out = vec![file];
    let mut open: Vec<&str> = file.dependencies.iter().map(|import| &**import).collect();
    while let Some(import) = open.pop() {
        let Some(found) = named(import).filter(|it| out.iter().all(|known| known.name != it.name)) else {
            continue;
        };
        out.push(found);
        let public = found.public_dependencies.iter().filter_map(|at| usize::try_from(*at).ok());
        open.extend(public.filter_map(|at| found.dependencies.get(at)).map(|import| &**import));
    }
    out
}

fn is_service(file: &FileDescriptor<'_>, name: &str) -> bool {
    let inside = match &*file.package {
        "" => Some(name),
        package => name.strip_prefix(package).and_then(|rest| rest.strip_prefix('.')),
    };
    file.services.iter().any(|service| inside == Some(&*service.name))
}

/// Whether a name is that of a file's package or of one around it.
fn is_package(file: &FileDescriptor<'_>, name: &str) -> bool {
    file.package.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
