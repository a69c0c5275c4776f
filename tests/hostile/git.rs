//! Repositories that somebody made to do harm: odd refs, odd names, links that lead out or in circles, large objects.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::os::unix::fs::symlink;
use std::process::Stdio;

use super::SMALL;
use crate::support::scratch::Scratch;

/// Stores an object and returns its id.
fn object(scratch: &Scratch, bytes: &[u8]) -> String {
    let mut command = scratch.command("git", "repo");
    command.args(["hash-object", "-w", "--stdin"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("git");
    child.stdin.take().expect("a pipe").write_all(bytes).expect("git listens");
    String::from_utf8(child.wait_with_output().expect("git ends").stdout).expect("an id").trim().to_owned()
}

#[test]
fn refs_that_look_like_something_else() {
    let scratch = Scratch::with_repository();
    scratch.commit(&[("o.proto", SMALL)]);
    for name in ["heads/-b", "heads/--upload-pack=x", "tags/-t", "tags/v1", "heads/a'b`c$d"] {
        scratch.git("repo", &["update-ref", &format!("refs/{name}"), "HEAD"]);
    }
    scratch.git("repo", &["tag", "-a", "-m", "of a tag", "v2", "v1"]);
    scratch.git("repo", &["tag", "text", &object(&scratch, b"no commit")]);
    let check = |word: &str| scratch.check("repo", &["o.proto", "--against", word]);
    for word in ["git:refs/heads/-b", "git:refs/heads/--upload-pack=x", "git:a'b`c$d", "git:v*", "git:[-v]*"]
    {
        check(word).is(0, &["compatible"]);
    }
    for word in ["git:-b", "git:--upload-pack=x", "git:--all", "git:-"] {
        check(word).is(2, &["looks like an option and is no ref"]);
    }
    for word in [
        "git:text",
        "git:main\nv1",
        "git:main:",
        "git:main:/x",
        "git:main:../../x",
        "git:..",
        "git:main~9999",
        "git:main^{tree}:",
        "git:@{-9}",
        &format!("git:{}", "a".repeat(50_000)),
        &format!("git:{}", "[a".repeat(1_000)),
        &format!("git:main:{}x", "a/".repeat(3_000)),
    ] {
        let answer = check(word);
        assert!(
            answer.exit.is_some_and(|exit| exit < 4) && answer.text.len() < 60_000,
            "{word:?}: {}",
            answer.text
        );
    }
}

#[test]
fn links_stay_in_the_repository() {
    let scratch = Scratch::with_repository();
    scratch.write("secret/o.proto", SMALL);
    scratch.commit(&[("o.proto", SMALL), ("d/1.proto", SMALL)]);
    for (target, name) in [
        ("two", "one"),
        ("one", "two"),
        (".", "d/self"),
        ("..", "d/up"),
        ("../secret", "out"),
        ("/etc", "etc"),
    ] {
        symlink(target, scratch.0.join("repo").join(name)).expect("a link");
    }
    scratch.commit(&[]);
    let check = |word: &str| scratch.check("repo", &["o.proto", "--against", word]);
    check("git:main:d/self/self/self/1.proto").is(0, &[]);
    check("git:main:d/up/d/up/o.proto").is(0, &[]);
    check("tree:git:main:d").is(0, &[]);
    for word in ["git:main:one", "git:main:out/o.proto", "git:main:etc/passwd", "git:main:one/two"] {
        check(word).is(2, &["error: "]);
    }
}

#[test]
fn objects_are_bounded() {
    let scratch = Scratch::with_repository();
    scratch.commit(&[("o.proto", SMALL)]);
    for (mode, name, bytes) in [
        ("100644", "large.proto", " ".repeat(3_000)),
        ("120000", "link.proto", "./".repeat(2_000_000) + "o.proto"),
    ] {
        let id = object(&scratch, bytes.as_bytes());
        scratch.git("repo", &["update-index", "--add", "--cacheinfo", &format!("{mode},{id},{name}")]);
    }
    scratch.git("repo", &["commit", "-q", "-m", "more"]);
    let check = |word: &str| scratch.check("repo", &["o.proto", "--max-input-size", "1K", "--against", word]);
    check("git:main:large.proto").is(2, &["3000 bytes, and at most 1K are read"]);
    check("git:main:link.proto").is(2, &["error: "]);
    check("git:main:o.proto").is(0, &[]);
}

#[test]
fn names_with_line_breaks() {
    let scratch = Scratch::with_repository();
    scratch.commit(&[
        ("new\nline.proto", SMALL),
        ("-x.proto", SMALL),
        ("o.proto", SMALL),
        (":(top)y.proto", SMALL),
    ]);
    for name in ["new\nline.proto", "-x.proto", ":(top)y.proto"] {
        scratch.check("repo", &["--against", "git:main", "--", name]).is(0, &["compatible"]);
    }
    scratch.check("repo", &["--against", "git:main~1..main", "--staged", "--", "-x.proto"]);
}
