//! The well-known files, for sources that import them without having a copy.

/// The source of a well-known file by import path.
pub fn bundled(_path: &str) -> Option<&'static str> {
    None
}
