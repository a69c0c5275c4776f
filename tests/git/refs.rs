//! Which versions a word means: branches, merge bases, tags, ranges; words that mean none.

use std::fs;

use super::{Scratch, rec};

#[test]
fn a_branch_and_other_names_of_a_commit() {
    let s = Scratch::with_repository();
    s.commit(&[("proto/rec.proto", &rec("int32"))]);
    s.git("repo", &["tag", "-a", "-m", "one", "one"]);
    let id = s.git("repo", &["rev-parse", "HEAD"]);
    s.git("repo", &["checkout", "-q", "-b", "topic"]);
    s.commit(&[("proto/rec.proto", &rec("string"))]);
    for name in ["main", "HEAD~1", "one", &id, &id[..8], "refs/heads/main", "topic^"] {
        let answer = s.check("repo", &["proto/rec.proto", "--against", &format!("git:{name}")]);
        let place = format!("git:{name}:proto/rec.proto:4:3");
        answer.is(1, &["TYPE_CHANGED", "ci.Rec.a", &place, "FULL: 1 break (2 findings)"]);
    }
    s.check("repo", &["proto/rec.proto", "--against", "git:topic"]).is(0, &[]);
    // The proposed schema may stand in git too, and its path is then looked up.
    s.check("repo", &["git:topic:proto/rec.proto", "--against", "git:main"])
        .is(1, &["git:topic:proto/rec.proto:4:3"]);
    s.check("repo", &["git:main:proto/rec.proto", "--against", "git:main"]).is(0, &[]);
    let json = s.check("repo", &["proto/rec.proto", "--against", "git:main", "--format", "json"]);
    json.is(1, &["\"existing\": \"git:main:proto/rec.proto\"", "\"version\": null"]);
}

#[test]
fn where_a_branch_left_another() {
    let s = Scratch::with_repository();
    s.commit(&[("rec.proto", &rec("int32"))]);
    s.git("repo", &["checkout", "-q", "-b", "topic"]);
    s.commit(&[("other.txt", "")]);
    s.git("repo", &["checkout", "-q", "main"]);
    s.commit(&[("rec.proto", &rec("string"))]);
    s.git("repo", &["checkout", "-q", "topic"]);
    s.check("repo", &["rec.proto", "--against", "git:main"]).is(1, &[]);
    s.check("repo", &["rec.proto", "--against", "git:main..."]).is(0, &["git:main...:rec.proto"]);
    s.check("repo", &["rec.proto", "--against", "git:...main"]).is(0, &[]);
    s.git("repo", &["checkout", "-q", "--orphan", "alone"]);
    s.commit(&[]);
    s.check("repo", &["rec.proto", "--against", "git:main..."])
        .is(2, &["no commit in common"])
        .lacks("shallow");
}

#[test]
fn tags_in_version_order() {
    let s = Scratch::with_repository();
    // The names' order as text, and the order in which the tags were made, differ from that of the versions.
    for (tag, field) in [
        ("v1.10.0", "int32"),
        ("v1.2.0", "string"),
        ("v1.10.0-rc1", "bytes"),
        ("w9", "bool"),
        ("v1.9.0", "bool"),
    ] {
        s.commit(&[("rec.proto", &rec(field))]);
        s.git("repo", &["tag", tag]);
    }
    s.commit(&[("rec.proto", &rec("int32"))]);
    s.check("repo", &["rec.proto", "--against", "git:v*"]).is(0, &["git:v1.10.0:rec.proto"]);
    let all =
        s.check("repo", &["rec.proto", "--against", "git:v*", "--strategy", "BACKWARD_TRANSITIVE", "-v"]);
    let read: Vec<&str> = all.text.lines().filter_map(|line| line.strip_prefix("existing: ")).collect();
    let expected = ["git:v1.2.0", "git:v1.9.0", "git:v1.10.0-rc1", "git:v1.10.0"];
    assert_eq!(read, expected.map(|tag| format!("{tag}:rec.proto")), "{}", all.text);
    all.is(1, &["against 4 versions"]);
    s.check("repo", &["rec.proto", "--against", "git:x*"])
        .is(2, &["no tag matches `x*`", "there are `w9`, `v1.10.0`, `v1.10.0-rc1`, `v1.9.0` and `v1.2.0`"]);
    // A version before the file was there is passed over.
    s.commit(&[("late.proto", &rec("int32"))]);
    s.git("repo", &["tag", "v2"]);
    s.check("repo", &["late.proto", "--against", "git:v*", "-v"])
        .is(0, &["git:v2:late.proto", "passed over: git:v1.9.0:late.proto"]);
    s.check("repo", &["git:v*:rec.proto", "--against", "git:v2"])
        .is(2, &["5 versions", "a proposed schema is one"]);
}

#[test]
fn tags_of_every_kind() {
    let s = Scratch::with_repository();
    s.commit(&[("rec.proto", &rec("string"))]);
    s.git("repo", &["tag", "v1"]);
    s.commit(&[("rec.proto", &rec("int64"))]);
    s.git("repo", &["tag", "-a", "-m", "two", "v2"]);
    s.commit(&[("rec.proto", &rec("bytes"))]);
    s.git("repo", &["tag", "-a", "-m", "inner", "inner"]);
    s.git("repo", &["tag", "-a", "-m", "a tag of a tag", "v3", "inner"]);
    s.write("repo/rec.proto", &rec("bool"));
    let all = s.check("repo", &["rec.proto", "--against", "git:v*", "--strategy", "BACKWARD_TRANSITIVE"]);
    all.is(1, &["STRING in git:v1", "INT64 in git:v2", "git:v3:rec.proto:4:3", "against 3 versions"]);
    s.git("repo", &["tag", "v4", "HEAD:rec.proto"]);
    s.check("repo", &["rec.proto", "--against", "git:v*"]).is(2, &["`refs/tags/v4` is no commit but a blob"]);
}

#[test]
fn commits_that_changed_the_path() {
    let s = Scratch::with_repository();
    for field in ["int32", "string", "int64", "int32"] {
        s.commit(&[("rec.proto", &rec(field))]);
        s.commit(&[("other.txt", field)]);
        s.git("repo", &["tag", &format!("after-{field}"), "-f"]);
    }
    let commits = s.git("repo", &["rev-list", "--reverse", "HEAD", "--", "rec.proto"]);
    let commits: Vec<&str> = commits.lines().collect();
    let all =
        s.check("repo", &["rec.proto", "--against", "git:HEAD~6..", "--strategy", "FULL_TRANSITIVE", "-v"]);
    let read: Vec<&str> = all.text.lines().filter_map(|line| line.strip_prefix("existing: ")).collect();
    let expected: Vec<String> =
        commits[1..].iter().map(|id| format!("git:{}:rec.proto", &id[..12])).collect();
    assert_eq!(read, expected, "{}", all.text);
    s.check("repo", &["rec.proto", "--against", "git:HEAD~1..HEAD"])
        .is(0, &["no commit of `git:HEAD~1..HEAD`"]);
    s.check("repo", &["rec.proto", "--against", "git:nope..HEAD"]).is(2, &["no ref `nope`"]);
}

/// A range in which one line of commits changes the path back and forth, and another one's merge keeps what was there.
#[test]
fn a_range_has_the_commits_of_merged_branches() {
    let s = Scratch::with_repository();
    let change = |field: &str| {
        s.commit(&[("rec.proto", &rec(field))]);
        s.git("repo", &["rev-parse", "--short=12", "HEAD"])
    };
    change("int32");
    s.git("repo", &["tag", "base"]);
    s.git("repo", &["checkout", "-q", "-b", "side"]);
    let there = change("string");
    let back = change("int32");
    s.git("repo", &["checkout", "-q", "main"]);
    s.commit(&[("other.txt", "")]);
    s.git("repo", &["merge", "-q", "--no-ff", "-m", "both", "side"]);
    let read = |range: &str| -> Vec<String> {
        let args = ["rec.proto", "--against", range, "--strategy", "FULL_TRANSITIVE", "-v"];
        let all = s.check("repo", &args);
        let read = all.text.lines().filter_map(|line| line.strip_prefix("existing: git:"));
        read.map(|line| line.trim_end_matches(":rec.proto").to_owned()).collect()
    };
    assert_eq!(read("git:base..main"), [there.clone(), back.clone()], "the merge changed nothing");
    s.check("repo", &["rec.proto", "--against", "git:base..main", "--strategy", "FULL_TRANSITIVE"])
        .is(1, &["TYPE_CHANGED", &format!("git:{there}:rec.proto:4:3")]);

    // A merge that drops what a branch did is the latest word on the path.
    s.git("repo", &["checkout", "-q", "-b", "dropped"]);
    let dropped = change("bool");
    s.git("repo", &["checkout", "-q", "main"]);
    s.git("repo", &["merge", "-q", "-s", "ours", "--no-ff", "-m", "not that", "dropped"]);
    let merge = s.git("repo", &["rev-parse", "--short=12", "HEAD"]);
    assert_eq!(read("git:base..main"), [there, back, dropped, merge.clone()]);
    s.check("repo", &["rec.proto", "--against", "git:base..main"])
        .is(0, &[&format!("git:{merge}:rec.proto")]);
}

#[test]
fn what_is_no_repository_or_no_path() {
    let s = Scratch::with_repository();
    s.commit(&[("rec.proto", &rec("int32"))]);
    let outside = std::env::temp_dir().join(format!("protoward-outside-{}.proto", std::process::id()));
    fs::write(&outside, rec("int32")).expect("a file");
    let path = outside.display().to_string();
    s.check("repo", &[&path, "--against", "git:HEAD"]).is(2, &["is in no git repository", "as a file"]);
    s.check("repo", &["-", "--against", "git:HEAD"]).is(2, &["has no path", "git:HEAD:PATH"]);
    s.check("repo", &["git:HEAD", "--against", "git:HEAD"]).is(2, &["git:HEAD:PATH"]);
    for word in ["-", "git:HEAD:rec.proto"] {
        s.check("repo", &[word, "--staged", "--against", "git:HEAD"]).is(2, &["--staged", word]);
    }
    let alone = [("PATH", "/nowhere")];
    s.check_with("repo", &["rec.proto", "--against", "git:HEAD"], &alone)
        .is(2, &["`git` command is not found"]);
    fs::remove_file(outside).expect("removed");
}
