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
    s.commit(&[("sub/rec.proto", &rec("int32")), ("sub/kept.proto", &rec("double"))]);
    s.git("repo", &["mv", "sub/rec.proto", "sub/moved.proto"]);
    let staged =
        |directory: &str, path: &str| s.check(directory, &[path, "--against", "git:HEAD", "--staged"]);
    for (directory, path) in [("repo", "sub/rec.proto"), ("repo/sub", "rec.proto")] {
        let restore = format!("`git restore --staged {path}`");
        staged(directory, path)
            .is(2, &["`sub/rec.proto` is renamed in the index: it is `", "moved.proto` there", &restore])
            .lacks("git add");
    }
    // What is still on disk, or deleted there only, makes no difference to the index.
    s.git("repo", &["rm", "-q", "--cached", "sub/kept.proto"]);
    staged("repo", "sub/kept.proto")
        .is(2, &["`sub/kept.proto` is deleted in the index: the next commit removes it"])
        .lacks("git add");
    s.git("repo", &["restore", "--staged", "sub/kept.proto"]);
    staged("repo", "sub/kept.proto").is(0, &["compatible"]);
    fs::remove_file(s.0.join("repo/sub/kept.proto")).expect("removed");
    staged("repo", "sub/kept.proto").is(0, &["compatible"]);
    // The advice for hooks names no deleted file.
    let names = s.git("repo", &["diff", "--cached", "--name-only", "--diff-filter=d"]);
    assert_eq!(names, "sub/moved.proto");
}

#[test]
fn a_subject_whose_file_is_gone_from_the_index_says_what_to_mend() {
    let s = Scratch::with_repository();
    let uses = rec("int32").replace("package", "import \"part.proto\";\npackage");
    let toml = "[[subject]]\nname = \"shop\"\nproposed = \"p/rec.proto\"\nagainst = \"git:HEAD\"\n";
    s.commit(&[("p/rec.proto", &uses), ("p/part.proto", "syntax = \"proto3\";"), ("protoward.toml", toml)]);
    let hook = || s.run("repo/p", &["check", "--staged", "--affected"], &[]);
    s.git("repo", &["rm", "-q", "--cached", "p/part.proto"]);
    hook().is(2, &["`p/part.proto` is deleted in the index"]).lacks("-I");
    s.git("repo", &["reset", "-q"]);
    s.git("repo", &["mv", "p/rec.proto", "p/record.proto"]);
    hook().is(2, &["for subject `shop`: `proposed = \"p/record.proto\"`"]);
    s.git("repo", &["rm", "-q", "--cached", "p/record.proto"]);
    hook().is(2, &["remove subject `shop` from protoward.toml"]);
}

#[test]
fn what_is_staged_stands_in_files_that_can_be_opened() {
    let s = Scratch::with_repository();
    let uses = "syntax = \"proto3\"; import \"p/rec.proto\"; message Top { ci.Rec rec = 1; }";
    s.commit(&[("p/rec.proto", &rec("int32")), ("p/top.proto", uses)]);
    s.write("repo/p/rec.proto", &rec("string"));
    s.git("repo", &["add", "."]);
    let staged = ["top.proto", "-I", "..", "--against", "git:HEAD", "--staged"];
    s.check("repo/p", &staged).is(1, &["--> rec.proto:4:3"]);
    for format in ["github", "gitlab", "sarif"] {
        let of = |directory: &str, path: &str, root: &str| {
            let args = [path, "-I", root, "--against", "git:HEAD", "--staged", "--format", format];
            s.check(directory, &args)
        };
        let below = of("repo/p", "top.proto", "..");
        below.is(1, &["p/rec.proto"]);
        if format == "gitlab" {
            assert_eq!(below.text.lines().next(), Some("["));
            let prints = |text: &str| -> Vec<String> {
                text.lines().filter(|line| line.contains("fingerprint")).map(str::to_owned).collect()
            };
            assert_eq!(prints(&below.text), prints(&of("repo", "p/top.proto", ".").text));
        }
    }
}

#[cfg(unix)]
#[test]
fn imports_behind_a_link_are_found_in_the_index() {
    let s = Scratch::with_repository();
    let uses = "syntax = \"proto3\"; import \"rec.proto\"; message Top { ci.Rec rec = 1; }";
    s.commit(&[("p/rec.proto", &rec("int32")), ("p/top.proto", uses)]);
    std::os::unix::fs::symlink("p", s.0.join("repo/link")).expect("a link");
    s.git("repo", &["add", "."]);
    for extra in [&[][..], &["-I", "p"]] {
        let args = [&["link/top.proto", "--against", "git:HEAD:p/top.proto", "--staged"], extra].concat();
        s.check("repo", &args).is(0, &["compatible"]);
    }
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
