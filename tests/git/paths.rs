//! Where in a commit a schema and its imports are found.

use super::{Scratch, rec};

#[test]
fn paths_of_their_own() {
    let s = Scratch::with_repository();
    let (text, number) = (rec("string"), rec("int32"));
    s.commit(&[("old name/a b.proto", &number), ("history/v1.proto", &text), ("history/v2.proto", &number)]);
    s.write("repo/sub/new.proto", &number);
    let against = |word: &str| s.check("repo/sub", &["new.proto", "--against", word]);
    against("git:HEAD:old name/a b.proto").is(0, &["git:HEAD:old name/a b.proto"]);
    against("git:HEAD:../old name/a b.proto").is(0, &["git:HEAD:old name/a b.proto"]);
    let absolute = s.0.join("repo/old name/a b.proto");
    against(&format!("git:HEAD:{}", absolute.display())).is(0, &["git:HEAD:old name/a b.proto"]);
    against("git:HEAD:old name/a.proto")
        .is(2, &["no `old name/a.proto` there", "git:HEAD:old name/a b.proto"]);
    against("git:HEAD:nowhere/a.proto").is(2, &["there is no directory `nowhere` either"]);
    against("git:HEAD:a/../b.proto").is(2, &["no path from the top"]);
    // A directory of versions is one there as on disk.
    against("git:HEAD:history").is(0, &["git:HEAD:history/v2.proto"]);
    s.check("repo/sub", &["new.proto", "--against", "git:HEAD:history", "--strategy", "FULL_TRANSITIVE"])
        .is(1, &["git:HEAD:history/v1.proto:4:3"]);
}

#[test]
fn a_path_from_a_sub_directory_is_told_how_to_be_written() {
    let s = Scratch::with_repository();
    s.commit(&[("sub/rec.proto", &rec("int32"))]);
    s.check("repo/sub", &["rec.proto", "--against", "git:HEAD"]).is(0, &["git:HEAD:sub/rec.proto"]);
    s.check("repo/sub", &["rec.proto", "--against", "git:HEAD:./rec.proto"]).is(0, &[]);
    s.check("repo/sub", &["rec.proto", "--against", "git:HEAD:rec.proto"])
        .is(2, &["start at the top of the repository: `git:HEAD:sub/rec.proto`, or `git:HEAD:./rec.proto`"]);
    // From outside, the repository is that of the proposed schema.
    s.check(".", &["repo/sub/rec.proto", "--against", "git:HEAD"]).is(0, &["git:HEAD:sub/rec.proto"]);
    s.check(".", &["repo/sub/rec.proto", "--against", "git:"]).is(0, &["git::sub/rec.proto"]);
}

#[test]
fn imports_come_from_the_same_commit() {
    let s = Scratch::with_repository();
    let order = "syntax = \"proto3\"; import \"common/money.proto\"; message Order { Money price = 1; }";
    let money = |field: &str| format!("syntax = \"proto3\"; message Money {{ {field} amount = 1; }}");
    s.commit(&[("proto/shop/order.proto", order), ("proto/common/money.proto", &money("int64"))]);
    s.write("repo/proto/common/money.proto", &money("string"));
    let place = "git:HEAD:proto/common/money.proto:1:";
    for (directory, file, paths) in [
        ("repo", "proto/shop/order.proto", &[][..]),
        ("repo", "proto/shop/order.proto", &["-I", "proto"]),
        ("repo/proto", "shop/order.proto", &[]),
        ("repo/proto", "shop/order.proto", &["-I", "."]),
        (".", "repo/proto/shop/order.proto", &["-I", "repo/proto"]),
    ] {
        let answer = s.check(directory, &[&[file, "--against", "git:HEAD"], paths].concat());
        answer.is(1, &["TYPE_CHANGED", place]);
    }
    // An import directory outside the repository stays where it is.
    s.write("vendor/common/money.proto", &money("int64"));
    s.git("repo", &["rm", "-q", "-r", "-f", "proto/common"]);
    s.git("repo", &["commit", "-q", "-m", "vendored"]);
    s.check("repo", &["proto/shop/order.proto", "--against", "git:HEAD", "-I", "proto", "-I", "../vendor"])
        .is(0, &["compatible"]);
    s.check("repo", &["proto/shop/order.proto", "--against", "git:HEAD~1", "-I", "proto"])
        .is(2, &["proto/shop/order.proto:1:"]);
    // What is missing at a commit is told with the places looked at.
    s.write("repo/proto/common/money.proto", &money("int64"));
    s.check("repo", &["proto/shop/order.proto", "--against", "git:HEAD", "-I", "proto"])
        .is(2, &["git:HEAD:proto/shop/order.proto:1:", "looked for in `git:HEAD:proto`"]);
}

#[cfg(unix)]
#[test]
fn links_are_followed_inside_the_commit() {
    let s = Scratch::with_repository();
    s.commit(&[("real/rec.proto", &rec("int32"))]);
    for (target, link) in [
        ("real", "repo/link"),
        ("../link/rec.proto", "repo/real/again.proto"),
        ("circle.proto", "repo/circle.proto"),
        ("/etc/hostname", "repo/out.proto"),
        ("../../outside.proto", "repo/up.proto"),
    ] {
        std::os::unix::fs::symlink(target, s.0.join(link)).expect("a link");
    }
    s.commit(&[]);
    s.write("repo/real/rec.proto", &rec("string"));
    for path in ["link/rec.proto", "real/again.proto", "link/again.proto"] {
        s.check("repo", &["real/rec.proto", "--against", &format!("git:HEAD:{path}")])
            .is(1, &["TYPE_CHANGED"]);
    }
    for path in ["circle.proto", "out.proto", "up.proto"] {
        s.check("repo", &["real/rec.proto", "--against", &format!("git:HEAD:{path}")]).is(2, &["no `"]);
    }
}

#[test]
fn a_new_schema_passes_and_is_told() {
    let s = Scratch::with_repository();
    s.write("repo/rec.proto", &rec("int32"));
    s.check("repo", &["rec.proto", "--against", "git:HEAD"]).is(0, &["no commit yet"]);
    s.git("repo", &["commit", "-q", "--allow-empty", "-m", "nothing"]);
    s.check("repo", &["rec.proto", "--against", "git:HEAD"]).is(
        0,
        &["`rec.proto` is new", "at `git:HEAD`", "if it was moved, name its old path: `git:HEAD:OLD-PATH`"],
    );
    s.check("repo", &["rec.proto", "--against", "git:HEAD:rec.proto"]).is(2, &["no `rec.proto` there"]);
    s.check("repo", &["none.proto", "--against", "git:HEAD"]).is(2, &["no such file"]);
}

#[test]
fn each_proposed_schema_has_its_own_history() {
    let s = Scratch::with_repository();
    s.commit(&[("a.proto", &rec("int32")), ("b.proto", &rec("string"))]);
    s.write("repo/new.proto", &rec("bytes"));
    s.check("repo", &["a.proto", "b.proto", "new.proto", "--against", "git:HEAD"]).is(
        0,
        &["(a.proto) against git:HEAD:a.proto", "(b.proto) against git:HEAD:b.proto", "`new.proto` is new"],
    );
    s.write("repo/b.proto", &rec("bool"));
    s.check("repo", &["a.proto", "b.proto", "--against", "git:HEAD"]).is(1, &["git:HEAD:b.proto:4:3"]);
}

#[test]
fn a_tree_of_sources_at_a_commit() {
    let s = Scratch::with_repository();
    let user =
        "syntax = \"proto3\"; package shop; import \"shop/item.proto\"; message Order { Item item = 1; }";
    let item = |field: &str| format!("syntax = \"proto3\"; package shop; message Item {{ {field} id = 1; }}");
    s.commit(&[("proto/shop/order.proto", user), ("proto/shop/item.proto", &item("int32"))]);
    s.write("repo/proto/shop/item.proto", &item("string"));
    s.write("repo/proto/new.proto", "syntax = \"proto3\"; message New {}");
    for (proposed, word) in [
        ("proto", "git:HEAD"),
        ("tree:proto", "git:HEAD"),
        ("proto", "tree:git:HEAD"),
        ("proto", "tree:git:HEAD:proto"),
    ] {
        s.check("repo", &[proposed, "--against", word, "--every-message"])
            .is(1, &["shop.Item.id", "git:HEAD:proto/shop/item.proto:1:", "New"]);
    }
    s.check("repo", &["proto", "--against", "git:HEAD:proto", "--every-message"]).is(2, &["tree:"]);
    s.check("repo", &["proto", "--against", "tree:git:HEAD:proto/shop/item.proto", "--every-message"])
        .is(2, &["is no directory"]);
}

#[test]
fn a_submodule_is_a_repository_of_its_own() {
    let s = Scratch::with_repository();
    s.git(".", &["init", "-q", "-b", "main", "inner"]);
    s.write("inner/rec.proto", &rec("int32"));
    s.git("inner", &["add", "."]);
    s.git("inner", &["commit", "-q", "-m", "one"]);
    let user = "syntax = \"proto3\"; import \"sub/rec.proto\"; message Order {}";
    s.commit(&[("proto/order.proto", user), ("proto/alone.proto", &rec("int32"))]);
    s.git("repo", &["-c", "protocol.file.allow=always", "submodule", "add", "-q", "../inner", "proto/sub"]);
    s.git("repo", &["commit", "-q", "-m", "with a submodule"]);
    let against = |proposed: &str, word: &str| s.check("repo", &[proposed, "--against", word]);
    // What is not in it is read as ever.
    against("proto/alone.proto", "git:HEAD").is(0, &["compatible"]);
    let is_one = "`proto/sub` is a submodule: its files are in a repository of its own";
    for (word, path) in [
        ("git:HEAD:proto/sub/rec.proto", "proto/sub/rec.proto"),
        ("git::proto/sub/rec.proto", "proto/sub/rec.proto"),
        ("git:HEAD:proto/sub/deep/none.proto", "proto/sub/deep/none.proto"),
        ("git:HEAD:proto/sub", "proto/sub"),
        ("tree:git:HEAD:proto/sub", "proto/sub"),
    ] {
        let help = format!(
            "ask that repository, which has refs of its own, by the path in the work tree: `git:REF:./{path}`"
        );
        against("proto/alone.proto", word).is(2, &[is_one, &help]).lacks("no directory").lacks("git add");
    }
    against("git:HEAD:proto/sub/rec.proto", "git:HEAD").is(2, &[is_one]);
    s.check("repo/proto", &["alone.proto", "--against", "git:HEAD:proto/sub/rec.proto"])
        .is(2, &["`git:REF:./sub/rec.proto`"]);
    // As the help says.
    s.write("repo/proto/sub/rec.proto", &rec("string"));
    for word in ["git:HEAD", "git:HEAD:./proto/sub/rec.proto"] {
        against("proto/sub/rec.proto", word).is(1, &["git:HEAD:rec.proto:4:3"]);
    }
    // An import at a commit.
    let told = "`sub/rec.proto` is not found: `git:HEAD:proto/sub` is a submodule";
    s.check("repo", &["proto/order.proto", "--against", "git:HEAD", "-I", "proto"])
        .is(2, &[told, "check that version out with its submodules"]);
    s.check("repo", &["tree:proto", "--against", "tree:git:HEAD", "--every-message"]).is(2, &[told]);
}
