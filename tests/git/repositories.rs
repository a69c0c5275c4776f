//! Which repository is asked: bare ones, work trees, those of the environment; and that none is changed.

use std::fs;

use super::{Scratch, rec};

#[test]
fn the_environments_repository_counts_only_for_what_is_in_it() {
    let s = Scratch::with_repository();
    s.commit(&[("rec.proto", &rec("int32"))]);
    s.git(".", &["init", "-q", "-b", "main", "other"]);
    s.write("other/rec.proto", &rec("string"));
    let git_dir = s.0.join("other/.git").display().to_string();
    let index = s.0.join("other/.git/index").display().to_string();
    let env = [("GIT_DIR", git_dir.as_str()), ("GIT_INDEX_FILE", index.as_str())];
    s.check_with("other", &["../repo/rec.proto", "--against", "git:HEAD"], &env)
        .is(0, &["git:HEAD:rec.proto"]);
    s.check_with("other", &["../repo/rec.proto", "--against", "git:", "--staged"], &env)
        .is(0, &["git::rec.proto"]);
    // Files whose repository stands elsewhere.
    s.git("repo", &["clone", "-q", "--bare", ".", "../store"]);
    s.write("plain/rec.proto", &rec("string"));
    let (git_dir, tree) = (s.0.join("store").display().to_string(), s.0.join("plain").display().to_string());
    let env = [("GIT_DIR", git_dir.as_str()), ("GIT_WORK_TREE", tree.as_str())];
    s.check_with("plain", &["rec.proto", "--against", "git:main"], &env).is(1, &["git:main:rec.proto:4:3"]);
    s.check_with(".", &["plain/rec.proto", "--against", "git:main"], &env).is(1, &["git:main:rec.proto:4:3"]);
}

#[test]
fn a_bare_repository_has_refs_and_no_work_tree() {
    let s = Scratch::with_repository();
    s.commit(&[("sub/rec.proto", &rec("int32"))]);
    s.commit(&[("sub/rec.proto", &rec("string"))]);
    s.git(".", &["clone", "-q", "--bare", "repo", "bare.git"]);
    s.check("bare.git", &["git:main:sub/rec.proto", "--against", "git:main~1"])
        .is(1, &["git:main~1:sub/rec.proto:4:3"]);
    s.check_with("bare.git", &["git:main:sub/rec.proto", "--against", "git:main~1"], &[("GIT_DIR", ".")])
        .is(1, &[]);
    s.check("bare.git", &["git:main:./rec.proto", "--against", "git:main"]).is(2, &["in no work tree"]);
}

#[test]
fn a_worktree() {
    let s = Scratch::with_repository();
    s.commit(&[("rec.proto", &rec("int32"))]);
    s.git("repo", &["worktree", "add", "-q", "../tree", "-b", "topic"]);
    s.write("tree/rec.proto", &rec("string"));
    s.git("tree", &["add", "."]);
    s.check("tree", &["rec.proto", "--against", "git:main"]).is(1, &["git:main:rec.proto:4:3"]);
    s.check("tree", &["rec.proto", "--against", "git:"]).is(0, &["git::rec.proto"]);
    s.check("repo", &["rec.proto", "--against", "git:"]).is(0, &["git::rec.proto"]);
    s.check(".", &["tree/rec.proto", "--against", "git:topic"]).is(1, &[]);
}

#[test]
fn nothing_is_written() {
    let s = Scratch::with_repository();
    s.commit(&[("rec.proto", &rec("int32"))]);
    s.write("repo/rec.proto", &rec("int32"));
    let listing = || {
        let mut out = Vec::new();
        let mut open = vec![s.0.join("repo")];
        while let Some(directory) = open.pop() {
            for entry in fs::read_dir(directory).expect("a directory") {
                let path = entry.expect("an entry").path();
                let metadata = path.metadata().expect("there");
                if metadata.is_dir() {
                    open.push(path);
                } else {
                    out.push((path, metadata.modified().expect("a time"), metadata.len()));
                }
            }
        }
        out.sort();
        out
    };
    let before = listing();
    for word in ["git:", "git:HEAD", "git:HEAD...", "git:HEAD..HEAD"] {
        s.check("repo", &["rec.proto", "--against", word, "--staged"]).is(0, &[]);
    }
    assert_eq!(before, listing());
}
