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
        .is(2, &["`a/new.proto` is not in the index", "git add a/new.proto"]);
    s.check("repo", &["a/new.proto", "--against", "git:"]).is(0, &["it does not exist in the index"]);
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
