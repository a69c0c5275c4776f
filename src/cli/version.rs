//! What `--version` says: the tool's version, and whose behaviour it follows.

use std::sync::LazyLock;

use crate::proto::PROTOC;
use crate::schema::features::COVERED;

/// Behind the program's name; `-V` has the first line only.
pub(super) static LONG: LazyLock<String> = LazyLock::new(|| {
    format!(
        "{}\ncontract:  the directional contract of Apache Pulsar's PIP-246\nlanguages: {}\n\
         sources:   compiled to what protoc {PROTOC} makes of them",
        env!("CARGO_PKG_VERSION"),
        COVERED.join(", "),
    )
});
