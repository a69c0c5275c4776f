//! Files that were moved, and words that git would have understood.

use super::{Scratch, rec};

/// Long enough to be known again with one line changed.
fn long(field: &str) -> String {
    let more: Vec<String> = (2..9).map(|number| format!("  string field_{number} = {number};\n")).collect();
    rec(field).replace("}\n", &(more.concat() + "}\n"))
}

#[test]
fn a_moved_file_is_compared_with_what_it_was() {
    let s = Scratch::with_repository();
    s.commit(&[("p/a.proto", &long("int32"))]);
    s.git("repo", &["mv", "p/a.proto", "p/z.proto"]);
    s.write("repo/p/z.proto", &long("string"));
    let told = "`p/z.proto` was moved: it is compared with `p/a.proto`, its path at `git:main`";
    s.check("repo", &["p/z.proto", "--against", "git:main"]).is(1, &["TYPE_CHANGED", told]);
    s.git("repo", &["add", "."]);
    s.check("repo", &["p/z.proto", "--against", "git:main", "--staged"]).is(1, &["TYPE_CHANGED", told]);
    s.git("repo", &["commit", "-q", "-m", "moved"]);
    for proposed in ["p/z.proto", "git:HEAD:p/z.proto"] {
        s.check("repo", &[proposed, "--against", "git:main~1"]).is(1, &["TYPE_CHANGED", "p/a.proto"]);
    }
    s.git("repo", &["mv", "p", "q"]);
    s.check("repo", &["q", "--every-message", "--against", "git:main"])
        .is(0, &["`q` was moved: it is compared with `p`"]);
    s.write("repo/new.proto", &rec("int32"));
    s.git("repo", &["add", "."]);
    s.check("repo", &["new.proto", "--against", "git:main"]).is(0, &["`new.proto` is new"]);
}

#[test]
fn a_forgotten_git_is_told() {
    let s = Scratch::with_repository();
    s.commit(&[("p/a.proto", &rec("int32"))]);
    s.git("repo", &["tag", "v1.9"]);
    s.git("repo", &["branch", "team/x"]);
    for (word, help) in [
        ("main", "`main` is a branch: `--against git:main`"),
        ("team/x", "`team/x` is a branch: `--against git:team/x`"),
        ("v1.9", "`v1.9` is a tag: `--against git:v1.9`"),
        ("main...", "`--against git:main...`"),
        ("main:p/a.proto", "`--against git:main:p/a.proto`"),
    ] {
        s.check("repo", &["p/a.proto", "--against", word]).is(2, &[help]);
    }
    s.check("repo", &["a.proto", "--against", "git:main"]).is(2, &["did you mean `p/a.proto`?"]);
    std::fs::remove_file(s.0.join("repo/p/a.proto")).expect("removed");
    s.check("repo", &["p/a.proto", "--against", "git:main"])
        .is(2, &["`git restore p/a.proto` brings it back"]);
    s.git("repo", &["rm", "-q", "p/a.proto"]);
    s.check("repo", &["p/a.proto", "--against", "git:main"]).is(2, &["`git:HEAD:p/a.proto` is what it was"]);
}
