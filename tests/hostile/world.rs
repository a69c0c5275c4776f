//! What is no file, or not for long: links, pipes, devices, names that are no text, directories of very many entries.
#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};

use super::SMALL;
use crate::support::scratch::Scratch;
use crate::support::skipped;

fn pipe(scratch: &Scratch, name: &str) {
    let path = scratch.0.join(name);
    fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
}

#[test]
fn links() {
    let scratch = Scratch::new();
    scratch.write("a.proto", SMALL);
    for (target, name) in [
        ("two.proto", "one.proto"),
        ("one.proto", "two.proto"),
        ("nowhere", "away.proto"),
        ("/dev/zero", "zero.proto"),
    ] {
        symlink(target, scratch.0.join(name)).expect("a link");
    }
    scratch.inspect("one.proto").refuses("Too many levels of symbolic links");
    scratch.inspect("away.proto").refuses("a link that leads to no file");
    scratch.inspect("zero.proto").refuses("is no regular file but a pipe, a socket or a device");

    scratch.write("tree/a.proto", SMALL);
    scratch.write("tree/sub/b.proto", &SMALL.replace('M', "N"));
    symlink("..", scratch.0.join("tree/sub/up")).expect("a link");
    scratch.inspect("tree:tree").is(0, &["message a.M", "message a.N"]);

    scratch.write("history/1.proto", SMALL);
    symlink(".", scratch.0.join("history/v2")).expect("a link");
    scratch.try_out(&["check", "a.proto", "--against", "history"]).is(0, &[]);
}

#[test]
fn pipes_and_devices_are_not_waited_for() {
    let scratch = Scratch::new();
    scratch.write("a.proto", SMALL);
    scratch.write("b.proto", &SMALL.replace("package", "import \"tree/p.proto\"; package"));
    pipe(&scratch, "tree/p.proto");
    pipe(&scratch, "history/1.proto");
    let error = "is no regular file but a pipe, a socket or a device";
    for word in ["tree/p.proto", "tree:tree", "b.proto", "/dev/zero", "/dev/tty"] {
        scratch.inspect(word).refuses(error);
    }
    scratch.inspect("b.proto").refuses("imports `tree/p.proto`: `tree/p.proto`: is no regular");
    scratch.inspect("tree:tree").lacks("imports");
    scratch.try_out(&["check", "a.proto", "--against", "history"]).is(2, &[error]);
    scratch.try_out(&["check", "--config", "tree/p.proto"]).is(2, &[error]);
    pipe(&scratch, "protoward.toml");
    scratch.try_out(&["check"]).is(2, &["protoward.toml"]);
}

#[test]
fn import_paths_lead_nowhere_else() {
    let scratch = Scratch::new();
    scratch.write("secret.proto", SMALL);
    for path in [
        "../secret.proto",
        "/etc/passwd",
        "./secret.proto",
        "x/../../secret.proto",
        "",
        ".",
        "..",
        "x//y",
        "x\\\\y",
    ] {
        scratch.write("in/a.proto", &SMALL.replace("package", &format!("import \"{path}\"; package")));
        scratch.try_out(&["inspect", "in/a.proto", "-I", "in"]).refuses("is no import path");
    }
}

#[test]
fn names_that_are_no_text_and_texts_that_are_no_names() {
    let scratch = Scratch::new();
    scratch.write("a.proto", SMALL);
    let odd = scratch.0.join(OsStr::from_bytes(b"odd"));
    fs::create_dir(&odd).expect("a directory");
    fs::write(odd.join(OsStr::from_bytes(b"1\xff.proto")), SMALL).expect("a file");
    fs::write(odd.join("2\n\x1b[31m.proto"), SMALL).expect("a file");
    let answer =
        scratch.try_out(&["check", "a.proto", "--against", "odd", "--strategy", "full-transitive", "-v"]);
    answer.is(2, &["its path is not UTF-8, so it can be no import path"]).lacks("\x1b[31m");
    let error = "`1\u{fffd}.proto` is no import path: its name is not UTF-8";
    scratch.try_out(&["inspect", "tree:odd"]).is(2, &[error, "rename it"]);
    for (bytes, error) in [
        (&b"syntax = \"proto3\";\0\0message M {}"[..], "a control character outside of a string"),
        (b"syntax = \"proto3\"; message M { int32 \xff\xfe = 1; }", "a character outside of ASCII"),
        (b"\xff\xfem\0e\0s\0", "UTF-16"),
        (b"\0\0\0\0", "error: "),
    ] {
        scratch.bytes("b.proto", bytes);
        scratch.inspect("b.proto").refuses(error);
    }
    for word in [&"a".repeat(5_000), &"a/".repeat(3_000), "", "tree:", "a.proto/b", "a\nb", "\x1b[2J"] {
        scratch.inspect(word).is(2, &["error: "]).lacks("\x1b[2J");
    }
}

#[test]
fn directories_of_very_many_entries() {
    let scratch = Scratch::new();
    scratch.write("a.proto", SMALL);
    fs::create_dir(scratch.0.join("many")).expect("a directory");
    for at in 0..20_000 {
        fs::write(scratch.0.join(format!("many/x{at}.txt")), "").expect("a file");
    }
    scratch.try_out(&["check", "a.proto", "--against", "many"]).is(0, &[]);
    scratch.inspect("many/x0.proto").refuses("no such file");
    scratch.inspect("tree:many").refuses("no schema file in this directory");
    for at in 0..10_001 {
        fs::rename(scratch.0.join(format!("many/x{at}.txt")), scratch.0.join(format!("many/x{at}.proto")))
            .expect("a name");
    }
    scratch.inspect("tree:many").refuses("holds more than 10,000 schema files");
}

#[test]
fn what_may_not_be_read_is_told() {
    let scratch = Scratch::new();
    scratch.write("tree/a.proto", SMALL);
    scratch.write("tree/sub/b.proto", SMALL);
    for (path, mode) in [("tree/sub", 0), ("tree/a.proto", 0)] {
        fs::set_permissions(scratch.0.join(path), PermissionsExt::from_mode(mode)).expect("a mode");
    }
    // Some users may read everything.
    if fs::read(scratch.0.join("tree/a.proto")).is_err() {
        scratch.inspect("tree:tree").refuses("permission denied");
        scratch.inspect("tree/a.proto").refuses("permission denied");
    } else {
        skipped("files that may not be read: this user may read everything");
    }
    fs::set_permissions(scratch.0.join("tree/sub"), PermissionsExt::from_mode(0o755)).expect("a mode");
}

/// Files that others write to, cut and remove while they are read give an answer or an error, never a crash.
#[test]
fn files_that_change_while_they_are_read() {
    let scratch = Scratch::new();
    scratch.write("a.proto", SMALL);
    let path = scratch.0.join("history/1.proto");
    scratch.write("history/1.proto", SMALL);
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let long = format!("{SMALL}{}", "// more\n".repeat(20_000));
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                let _ = fs::write(&path, &long);
                let _ = File::options().write(true).open(&path).and_then(|file| file.set_len(30));
                let _ = fs::remove_file(&path);
                let _ = fs::write(&path, SMALL);
            }
        });
        for _ in 0..40 {
            scratch.try_out(&["check", "a.proto", "--against", "history/1.proto"]);
            scratch.try_out(&["check", "a.proto", "--against", "history"]);
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[test]
fn an_endless_input_ends_and_an_interrupt_does_so_at_once() {
    let scratch = Scratch::new();
    let mut command = scratch.command(env!("CARGO_BIN_EXE_protoward"), ".");
    command.args(["inspect", "-", "--max-input-size", "1M"]).stdin(File::open("/dev/zero").expect("zeros"));
    let ended = command.output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(
        said.contains("standard input: more bytes, and at most 1M are read") || said.contains("at most 1M"),
        "{said}"
    );

    let mut command = scratch.command(env!("CARGO_BIN_EXE_protoward"), ".");
    command.args(["inspect", "-", "--output", "answer.txt"]).stdin(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    child.stdin.as_mut().expect("a pipe").write_all(b"syntax").expect("it listens");
    let interrupt = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(interrupt.expect("kill").success());
    assert_eq!(child.wait().expect("it ends").code(), None, "a signal ends it");
    assert!(!scratch.0.join("answer.txt").exists(), "nothing half-made is left");
}
