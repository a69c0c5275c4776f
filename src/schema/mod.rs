//! What a schema is.

pub mod descriptor;
pub mod decode;
pub(crate) mod wire;
