//! What a clone lacks, and what to fetch.

use super::{Scratch, rec};

#[test]
fn a_shallow_clone_says_what_to_fetch() {
    let s = Scratch::with_repository();
    s.commit(&[("rec.proto", &rec("int32"))]);
    let id = s.git("repo", &["rev-parse", "HEAD"]);
    s.commit(&[("rec.proto", &rec("int64"))]);
    s.git("repo", &["checkout", "-q", "-b", "topic", "HEAD~1"]);
    s.commit(&[("other.txt", "")]);
    let url = format!("file://{}", s.0.join("repo").display());
    s.git(".", &["clone", "-q", "--depth", "1", "--no-single-branch", &url, "shallow"]);
    let against = |word: &str| s.check("shallow", &["rec.proto", "--against", word]);
    against("git:origin/main").is(1, &[]);
    against("git:origin/main...").is(2, &["in this shallow clone", "git fetch --unshallow", "--deepen"]);
    against("git:HEAD~1").is(2, &["no ref `HEAD~1`", "git fetch --unshallow"]);
    against(&format!("git:{}", &id[..9])).is(2, &["git fetch --unshallow"]);
    against("git:origin/main..HEAD").is(0, &["this is a shallow clone"]);
    s.git("shallow", &["fetch", "-q", "--unshallow"]);
    against("git:origin/main...").is(0, &[]);
}

#[test]
fn what_a_partial_clone_lacks_is_never_taken_for_new() {
    let s = Scratch::with_repository();
    s.commit(&[("sub/rec.proto", &rec("int32"))]);
    s.commit(&[("sub/rec.proto", &rec("string"))]);
    s.git("repo", &["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", s.0.join("repo").display());
    for filter in ["blob:none", "tree:0"] {
        s.git(".", &["clone", "-q", "--filter", filter, &url, filter]);
        s.check(filter, &["sub/rec.proto", "--against", "git:HEAD"]).is(0, &["compatible"]);
        s.check(filter, &["sub/rec.proto", "--against", "git:HEAD~1"])
            .is(2, &["git:HEAD~1", "partial clone", "git fetch"])
            .lacks("is new");
        s.heed(filter, "sub/rec.proto", "git:HEAD~1").is(1, &["git:HEAD~1:sub/rec.proto:4:3"]);
    }
}

#[test]
fn a_ref_that_is_missing_says_what_to_type() {
    let s = Scratch::with_repository();
    s.commit(&[("rec.proto", &rec("int32"))]);
    s.git(".", &["clone", "-q", "repo", "down"]);
    s.git("down", &["checkout", "-q", "-b", "topic"]);
    s.git("down", &["branch", "-q", "-D", "main"]);
    let against = |word: &str| s.check("down", &["rec.proto", "--against", word]);
    against("git:origin/main").is(0, &[]);
    against("git:main").is(2, &["no ref `main`", "the remote has it: `git:origin/main`"]);
    against("git:main...").is(2, &["the remote has it: `git:origin/main...`"]);
    against("git:topik")
        .is(2, &["did you mean `git:topic`?", "If not: `git fetch origin topik:refs/remotes/origin/topik`"]);
    against("git:topik...").is(2, &["did you mean `git:topic...`?", "then `git:origin/topik...`"]);
    against("git:topik..main:rec.proto").is(2, &["did you mean `git:topic..main:rec.proto`?"]);
    against("git:main~1").is(2, &["the remote has it: `git:origin/main~1`"]);
    against("git:origin/release").is(2, &["`git fetch origin release:refs/remotes/origin/release`"]);
    against("git:tags/v1").is(2, &["`git fetch origin tag v1`"]);
    against("git:HEAD~7").is(2, &["does not go back that far"]);
    against("git:HEAD^2").is(2, &["there is `HEAD`, and no `^2` of it"]);
    for option in
        ["git:-h", "git:--output=x", "git:-*", "git:--all..HEAD", "git:--help...", "git:HEAD..--all"]
    {
        let answer = against(option);
        answer.is(2, &["no "]);
        assert!(!s.0.join("down/x").exists());
    }
    against("git:HEAD\n").is(2, &["no ref"]);
}

#[test]
fn the_command_that_is_advised_brings_the_ref() {
    let s = Scratch::with_repository();
    s.commit(&[("rec.proto", &rec("int32"))]);
    s.git("repo", &["tag", "v1.0"]);
    s.git("repo", &["checkout", "-q", "-b", "topic"]);
    s.commit(&[("other.txt", "")]);
    s.git("repo", &["checkout", "-q", "-b", "it", "main"]);
    s.commit(&[("rec.proto", &rec("string"))]);
    let id = s.git("repo", &["rev-parse", "it"]);
    let url = format!("file://{}", s.0.join("repo").display());
    let mut count = 0;
    for depth in [None, Some("--depth=1")] {
        for (word, exit, label) in [
            ("git:origin/main", 0, "git:origin/main:rec.proto"),
            ("git:origin/main...", 0, "git:origin/main...:rec.proto"),
            ("git:origin/main~0", 0, "git:origin/main~0:rec.proto"),
            ("git:refs/remotes/origin/main", 0, "git:refs/remotes/origin/main:rec.proto"),
            ("git:main", 0, "git:origin/main:rec.proto"),
            ("git:refs/heads/main", 0, "git:refs/heads/main:rec.proto"),
            ("git:it", 1, "git:origin/it:rec.proto"),
            ("git:it...", 0, "git:origin/it...:rec.proto"),
            ("git:HEAD..it", 1, "1 commit"),
            ("git:tags/v1.0", 0, "git:tags/v1.0:rec.proto"),
            ("git:v*", 0, "git:v1.0:rec.proto"),
            (&format!("git:{id}"), 1, &format!("git:{id}:rec.proto")),
        ] {
            count += 1;
            let clone = format!("clone{count}");
            let args = ["clone", "-q", "--single-branch", "--no-tags", "-b", "topic", &url, &clone];
            s.git(".", &[&args[..], depth.as_slice()].concat());
            let label = if label == "1 commit" { format!("git:{}", &id[..12]) } else { label.to_owned() };
            s.heed(&clone, "rec.proto", word).is(exit, &[&label]).lacks("is new");
        }
    }
}

#[test]
fn a_shallow_clone_with_the_ref_still_needs_the_commit_in_common() {
    let s = Scratch::with_repository();
    s.commit(&[("rec.proto", &rec("int32"))]);
    s.git("repo", &["checkout", "-q", "-b", "topic"]);
    s.commit(&[("other.txt", "")]);
    s.git("repo", &["checkout", "-q", "main"]);
    s.commit(&[("rec.proto", &rec("string"))]);
    let url = format!("file://{}", s.0.join("repo").display());
    s.git(".", &["clone", "-q", "--depth=1", "-b", "topic", "-o", "up", &url, "down"]);
    s.heed("down", "rec.proto", "git:up/main").is(1, &["TYPE_CHANGED"]);
    s.heed("down", "rec.proto", "git:up/main...").is(0, &["git:up/main...:rec.proto"]);
}

#[test]
fn a_name_for_another_name_is_no_suggestion() {
    let s = Scratch::with_repository();
    s.commit(&[("rec.proto", &rec("int32"))]);
    s.git(".", &["clone", "-q", "repo", "down"]);
    s.git("down", &["symbolic-ref", "refs/heads/alias", "refs/heads/main"]);
    for word in ["git:origin/HEADS", "git:origin/HEA", "git:alia"] {
        s.check("down", &["rec.proto", "--against", word])
            .is(2, &["no ref"])
            .lacks("HEAD`")
            .lacks("`git:alias");
    }
}

#[test]
fn without_a_remote_the_refs_are_told() {
    let s = Scratch::with_repository();
    s.write("repo/rec.proto", &rec("int32"));
    let against = |word: &str| s.check("repo", &["rec.proto", "--against", word]);
    against("git:main").is(2, &["no ref `main`", "no branch and no tag yet"]);
    s.commit(&[("rec.proto", &rec("int32"))]);
    s.git("repo", &["tag", "w9"]);
    against("git:nope").is(2, &["no ref `nope`", "there are `main` and `w9`"]);
    against("git:x*").is(2, &["no tag matches `x*`", "there are `w9`"]).lacks("fetch");
    against("git:HEAD^{tree}").is(2, &["`HEAD^{tree}` is no commit but a tree", "did you mean `git:HEAD`?"]);
    let tree = s.git("repo", &["rev-parse", "HEAD^{tree}"]);
    against(&format!("git:{tree}")).is(2, &["is no commit but a tree", "`git:REF:PATH`"]);
    s.git("repo", &["tag", "of-blob", "HEAD:rec.proto"]);
    against("git:of-blob..").is(2, &["`of-blob` is no commit but a blob"]);
    against("git:w*..main").is(2, &["`w*..main`: a pattern is no end of a range", "`git:v1.0..main`"]);
    against("git:main...w*").is(2, &["a pattern is no end of a range"]);
}
