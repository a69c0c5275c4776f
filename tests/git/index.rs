//! What is staged, and the hook that asks about it.

use std::fs;

use super::{Scratch, rec};

#[test]
fn the_index() {
    let s = Scratch::with_repository();
    s.commit(&[("a/rec.proto", &rec("int32")), ("a/shared.proto", "syntax = \"proto3\"; message Shared {}")]);
    let staged = rec("int32")
        .replace('}', "  Shared b = 2;\n}")
        .replace("package", "import \"shared.proto\";\npackage");
    s.commit(&[("a/shared.proto", "syntax = \"proto3\"; message Other {}")]);
    s.write("repo/a/rec.proto", &staged);
    s.write("repo/a/shared.proto", "syntax = \"proto3\"; message Shared {}");
    s.git("repo", &["add", "."]);
    s.write("repo/a/rec.proto", &rec("string"));
    s.write("repo/a/shared.proto", "no schema at all");
    for (directory, file) in [("repo", "a/rec.proto"), ("repo/a", "rec.proto"), (".", "repo/a/rec.proto")] {
        s.check(directory, &[file, "--against", "git:HEAD"]).is(1, &["TYPE_CHANGED"]);
        s.check(directory, &[file, "--against", "git:HEAD", "--staged"])
            .is(0, &["compatible: ci.Rec (git::a/rec.proto) against git:HEAD:a/rec.proto"]);
        s.check(directory, &[file, "--against", "git:"]).is(1, &["git::a/rec.proto"]);
    }
    s.check("repo", &["a", "--against", "git:HEAD~1", "--staged", "--every-message"]).is(0, &["git::a"]);
    s.write("repo/a/new.proto", &rec("int32"));
    s.check("repo", &["a/new.proto", "--against", "git:HEAD", "--staged"])
        .is(2, &["`a/new.proto` is not in the index", "stage it first: `git add a/new.proto`"]);
    s.check("repo/a", &["new.proto", "--against", "git:HEAD", "--staged"]).is(2, &["`git add new.proto`"]);
    s.check("repo/a", &["git::a/new.proto", "--against", "git:HEAD"]).is(2, &["`git add :/a/new.proto`"]);
    s.check("repo", &["a/rek.proto", "--against", "git:HEAD", "--staged"])
        .is(2, &["`a/rek.proto` is not in the index", "did you mean `git::a/rec.proto`?"])
        .lacks("git add");
    s.check("repo", &["a/new.proto", "--against", "git:"]).is(0, &["it does not exist in the index"]);
}

#[test]
fn what_is_deleted_in_the_index_is_told_so() {
    let s = Scratch::with_repository();
    s.commit(&[("sub/rec.proto", &rec("int32")), ("sub/kept.proto", &rec("int32"))]);
    s.git("repo", &["mv", "sub/rec.proto", "sub/moved.proto"]);
    let staged =
        |directory: &str, path: &str| s.check(directory, &[path, "--against", "git:HEAD", "--staged"]);
    for (directory, path) in [("repo", "sub/rec.proto"), ("repo/sub", "rec.proto")] {
        let restore = format!("`git restore --staged {path}`");
        staged(directory, path)
            .is(2, &["`sub/rec.proto` is deleted in the index: the next commit removes it", &restore])
            .lacks("git add");
    }
    // What is still on disk, or deleted there only, makes no difference to the index.
    s.git("repo", &["rm", "-q", "--cached", "sub/kept.proto"]);
    staged("repo", "sub/kept.proto").is(2, &["is deleted in the index"]);
    s.git("repo", &["restore", "--staged", "sub/kept.proto"]);
    staged("repo", "sub/kept.proto").is(0, &["compatible"]);
    fs::remove_file(s.0.join("repo/sub/kept.proto")).expect("removed");
    staged("repo", "sub/kept.proto").is(0, &["compatible"]);
    // The advice for hooks names no deleted file.
    let names = s.git("repo", &["diff", "--cached", "--name-only", "--diff-filter=d"]);
    assert_eq!(names, "sub/moved.proto");
}

#[cfg(unix)]
#[test]
fn a_pre_commit_hook_judges_what_is_staged() {
    use std::os::unix::fs::PermissionsExt as _;
    for worktree in [false, true] {
        let s = Scratch::with_repository();
        s.commit(&[("sub/rec.proto", &rec("int32"))]);
        let hook = format!(
            "#!/bin/sh\nunset GIT_PREFIX\n'{}' check sub/rec.proto --against git:HEAD --staged >>../said 2>&1 && \
             cd sub && '{0}' check rec.proto --against git:HEAD --staged >>../../said 2>&1\n",
            env!("CARGO_BIN_EXE_protoward")
        );
        s.write("repo/.git/hooks/pre-commit", &hook);
        let path = s.0.join("repo/.git/hooks/pre-commit");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("an executable hook");
        let place = if worktree { "tree" } else { "repo" };
        if worktree {
            s.git("repo", &["worktree", "add", "-q", "../tree", "-b", "topic"]);
        }
        s.write(&format!("{place}/sub/rec.proto"), &rec("int32").replace('}', "  string b = 2;\n}"));
        s.git(place, &["add", "."]);
        s.write(&format!("{place}/sub/rec.proto"), &rec("string"));
        s.git(place, &["commit", "-q", "-m", "what is staged is safe"]);
        let said = fs::read_to_string(s.0.join("said")).expect("the hook ran");
        assert_eq!(said.matches("compatible: ci.Rec (git::sub/rec.proto)").count(), 2, "{said}");
        // `commit -a` has an index of its own, and only the environment tells where.
        let refused =
            s.command("git", place).args(["commit", "-q", "-a", "-m", "breaks"]).output().expect("git");
        assert!(!refused.status.success());
        let said = fs::read_to_string(s.0.join("said")).expect("the hook ran");
        assert!(said.contains("TYPE_CHANGED"), "{said}");
        assert_eq!(s.git("repo", &["config", "--get", "core.bare"]), "false");
    }
}
