//! Root messages that lead to each other share what a comparison found: it must be what each finds by itself.

use std::fmt::Write as _;
use std::sync::Arc;

use protoward::check::{Extent, can_read, can_read_within};
use protoward::proto;
use protoward::schema::link::link;
use protoward::schema::{Pool, Schema};

/// A hundred messages in a ring with shortcuts and an enum, three that lead into it, and three that it leads to. `more` is a
/// field more in one of the ring.
fn pool(more: &str) -> Arc<Pool> {
    let mut text = String::from("syntax = \"proto3\"; package ring; enum Color { NONE = 0; RED = 1; }\n");
    for at in 0..100 {
        let (next, across) = ((at + 1) % 100, (at * 7 + 3) % 100);
        let more = if at == 50 { more } else { "" };
        let tail = if at == 10 { "T0 tail = 8;" } else { "" };
        let color = if at % 3 == 0 { "Color color = 3;" } else { "" };
        let _ = writeln!(
            text,
            "message R{at} {{ R{next} next = 1; R{across} across = 2; {color} {tail} {more} }}"
        );
    }
    for at in 0..3 {
        let next = if at == 2 { String::new() } else { format!("T{} next = 1;", at + 1) };
        let _ = writeln!(
            text,
            "message E{at} {{ R{} into = 1; int32 own = 2; }} message T{at} {{ {next} }}",
            at * 20
        );
    }
    let mut files = vec![proto::parse("ring.proto", text.as_bytes())];
    proto::check(&mut files);
    assert!(files[0].errors.is_empty(), "{:?}", files[0].errors);
    Arc::new(link(&[files.remove(0).file], "ring.proto").expect("a buildable file"))
}

fn schema(pool: &Arc<Pool>, root: &str) -> Schema {
    Schema::new(Arc::clone(pool), pool.find_root(&format!("ring.{root}")).expect("a message"))
}

#[test]
fn each_root_finds_what_it_finds_alone() {
    let roots: Vec<String> = (0..100)
        .map(|at| format!("R{at}"))
        .chain((0..3).flat_map(|at| [format!("E{at}"), format!("T{at}")]))
        .collect();
    // Nothing to find, something to find on both sides, and something only one of them finds.
    for (old, new, breaks) in
        [("", "int32 added = 9;", 0), ("int32 x = 9;", "string x = 9;", 206), ("", "", 0)]
    {
        let shared = (pool(old), pool(new));
        let mut found = 0;
        for root in &roots {
            let sides = (schema(&shared.0, root), schema(&shared.1, root));
            let fresh = (schema(&pool(old), root), schema(&pool(new), root));
            for (turned, alone) in
                [((&sides.0, &sides.1), (&fresh.0, &fresh.1)), ((&sides.1, &sides.0), (&fresh.1, &fresh.0))]
            {
                let (reading, expected) =
                    (can_read(turned.0, turned.1, Extent::All), can_read(alone.0, alone.1, Extent::All));
                assert_eq!(format!("{reading:?}"), format!("{expected:?}"), "{root}");
                found += reading.violations.len();
                // A budget that does not suffice is spent at the same place.
                let most = expected.work.map_or(500, |work| work.total - 1);
                let within = |pair: (&Schema, &Schema)| {
                    format!("{:?}", can_read_within(pair.0, pair.1, Extent::All, most))
                };
                assert_eq!(within(turned), within(alone), "{root} within {most}");
            }
        }
        assert_eq!(found, breaks);
    }
}
