//! `protoward`: can readers of one version of a Protobuf schema read what writers of another wrote?
//!
//! Data flows one way through these rooms; a room may use the rooms above it and no other.
//!
//! | room        | its one job                                                              | it never                  |
//! |-------------|--------------------------------------------------------------------------|---------------------------|
//! | [`exit`]    | the numbers that a shell sees                                            | decides a verdict         |
//! | `workers`   | long work on all processors                                              | knows what the work is    |
//! | [`schema`]  | what a schema is: descriptors linked into messages, fields, enums        | reads a file, knows a rule |
//! | [`proto`]   | the language: text of a `.proto` to descriptors                          | reads a file, knows a rule |
//! | [`source`]  | where schemas come from: files, descriptor sets, native data             | compares                  |
//! | [`rules`]   | when a reader is hurt: one file and one page per rule                    | walks a graph             |
//! | [`check`]   | `can_read(writer, reader)`: the walk over two schemas and its budget     | does I/O, returns an error |
//! | [`advice`]  | what good care asks for beyond the contract                              | changes a verdict         |
//! | [`history`] | which versions are set against each other, and the judgement             | formats                   |
//! | [`config`]  | `protoward.toml`: many subjects with settings of their own                | reads a file              |
//! | [`report`]  | how a judgement is told: one file per format                             | decides anything          |
//! | [`cli`]     | what the user asked for                                                  | is used by another room   |

pub mod exit;
mod workers;
pub mod schema;
pub mod proto;
pub mod source;
pub mod rules;
pub mod check;
pub mod advice;
pub mod history;
pub mod config;
pub mod report;
pub mod cli;

pub use cli::{Streams, Terminal, run};
pub use exit::Exit;
