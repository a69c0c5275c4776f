//! All tests of the crate, in one binary.

#![expect(clippy::panic, reason = "a test that panics has failed, as it should")]

mod advice;
mod circles;
mod cli;
mod config;
mod conformance;
mod determinism;
mod every_message;
mod examples;
mod explain;
mod fuzz;
mod git;
mod hostile;
mod init;
mod laws;
mod limits;
mod man;
mod pages;
mod project;
mod proto;
mod readme;
mod reference;
mod report;
mod rooms;
mod soundness;
mod source;
mod supply;
mod support;
mod text;
mod topics;
