//! How fast two schemas are compared once they are read: `cargo bench --bench can_read`.
//!
//! Makes pairs of schemas in memory, a version and the next one, and times [`can_read`] alone on them: the median of many
//! runs, each on schemas that were never compared before, and the time for each of the broker's work units, of which a comparison may cost 100,000. The aim is 2 ms for 14,000
//! fields, which cost nearly all of them.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use protoward::check::{Extent, can_read};
use protoward::proto;
use protoward::schema::Schema;
use protoward::schema::descriptor::FileDescriptor;
use protoward::schema::link::link;

const RUNS: usize = 101;
const SCALARS: [&str; 6] = ["int32", "sint64", "bool", "string", "bytes", "double"];

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout();
    for (name, version) in SHAPES {
        let (time, work) = median(&[0, 1].map(|more| file(&version(more))));
        let nanoseconds = u32::try_from(time.as_nanos()).map_or(f64::INFINITY, f64::from);
        writeln!(
            out,
            "{name}: median of {RUNS} runs {:.3} ms, {work} work units, {:.1} ns each",
            nanoseconds / 1e6,
            nanoseconds / f64::from(work),
        )?;
    }
    Ok(())
}

/// A name, and what makes a source with so many fields more in every message.
type Shape = (&'static str, fn(usize) -> String);

const SHAPES: [Shape; 3] = [
    ("one message of 14,000 fields", |more| message("Root", 14_000 - 1 + more, "")),
    ("1,500 messages of 4 fields", small_messages),
    ("300 messages with enums and oneofs", enums_and_oneofs),
];

/// Messages in a tree, each of which has two more below it.
fn small_messages(more: usize) -> String {
    tree(1500, |at, below| message(&format!("M{at}"), 2 + more, below))
}

/// Messages in such a tree with an enum of ten values, fields of it, and a oneof of four members.
fn enums_and_oneofs(more: usize) -> String {
    tree(300, |at, below| {
        let values = (0..10 + more).fold(String::new(), |out, value| out + &format!("V{value} = {value};"));
        let chosen = "oneof choice { int32 a = 101; string b = 102; bytes c = 103; E d = 104; }";
        let inside = format!(
            "{below}enum E {{ {values} }} E one = 105; repeated E many = 106; map<string, E> named = 107; {chosen}"
        );
        message(&format!("M{at}"), 5 + more, &inside)
    })
}

/// Messages from what makes one of its number and the fields of those below it.
fn tree(messages: usize, one: impl Fn(usize, &str) -> String) -> String {
    let below = |at: usize| {
        let children = [2 * at + 1, 2 * at + 2].into_iter().filter(|&child| child < messages);
        children
            .fold(String::new(), |out, child| out + &format!("M{child} m{child} = {};", 50 + child - 2 * at))
    };
    (0..messages).map(|at| one(at, &below(at))).collect()
}

fn message(name: &str, fields: usize, inside: &str) -> String {
    let mut out = format!("message {name} {{ {inside}\n");
    for at in 1..=fields {
        let _ = writeln!(out, "  {} f{at} = {at};", SCALARS[at % SCALARS.len()]);
    }
    out + "}\n"
}

/// The file of a source.
fn file(body: &str) -> FileDescriptor<'static> {
    let text = format!("syntax = \"proto3\";\npackage bench;\n{body}");
    let parsed = proto::parse("bench.proto", text.leak().as_bytes());
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    parsed.file
}

/// The schema of a file's first message.
fn schema(file: &FileDescriptor<'_>) -> Schema {
    let pool = Arc::new(link(std::slice::from_ref(file), "bench.proto").expect("a file by itself"));
    let root = pool.top_level(pool.root_file()).next().expect("a message");
    Schema::new(pool, root)
}

/// The median time of a comparison, and what it costs in work units.
fn median(files: &[FileDescriptor<'_>; 2]) -> (Duration, u32) {
    let mut times = Vec::with_capacity(RUNS);
    let mut total = 0;
    for _ in 0..RUNS {
        let [writer, reader] = files.each_ref().map(schema);
        let start = Instant::now();
        let reading = std::hint::black_box(can_read(&writer, &reader, Extent::All));
        times.push(start.elapsed());
        assert!(reading.violations.is_empty(), "{:?}", reading.violations);
        total = reading.work.expect("a comparison that came to its end").total;
    }
    times.sort_unstable();
    (times[RUNS / 2], u32::try_from(total).expect("no more than the broker's budget"))
}
