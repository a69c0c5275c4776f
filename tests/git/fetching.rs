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
    against(&format!("git:{id}")).is(2, &["git fetch --unshallow"]);
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
    against("git:topik").is(2, &["did you mean `git:topic`?", "git fetch origin topik", "git:FETCH_HEAD"]);
    against("git:origin/release").is(2, &["git fetch origin release"]);
    against("git:HEAD~7").is(2, &["does not go back that far"]);
    for option in
        ["git:-h", "git:--output=x", "git:-*", "git:--all..HEAD", "git:--help...", "git:HEAD..--all"]
    {
        let answer = against(option);
        answer.is(2, &["no "]);
        assert!(!s.0.join("down/x").exists());
    }
    against("git:HEAD\n").is(2, &["no ref"]);
}
