//! All tests of the crate, in one binary.

#![expect(clippy::panic, reason = "a test that panics has failed, as it should")]

mod cli;
mod laws;
mod limits;
mod proto;
mod rooms;
mod support;
