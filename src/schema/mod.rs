//! What a schema is.

pub mod descriptor;
pub(crate) mod wire;
