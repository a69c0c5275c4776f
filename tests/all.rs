//! All tests of the crate, in one binary.

#![expect(clippy::panic, reason = "a test that panics has failed, as it should")]

mod cli;
mod config;
mod conformance;
mod git;
mod laws;
mod limits;
mod pages;
mod proto;
mod readme;
mod rooms;
mod source;
mod support;
mod text;
