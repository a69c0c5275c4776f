//! Schemas as they stand in git: scratch repositories, and the program run in them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A directory of one test, with a repository in it or several.
struct Scratch(PathBuf);

/// What the program answered.
#[derive(Debug)]
struct Answer {
    exit: Option<i32>,
    /// Standard output and then standard error.
    text: String,
}

impl Scratch {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("git-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let scratch = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        let _ = fs::remove_dir_all(&scratch.0);
        fs::create_dir_all(&scratch.0).expect("a directory");
        scratch
    }

    /// With a repository of no commit in `repo`.
    fn with_repository() -> Self {
        let scratch = Self::new();
        scratch.git(".", &["init", "-q", "-b", "main", "repo"]);
        scratch
    }

    fn command(&self, program: &str, directory: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.0.join(directory));
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_")) {
            command.env_remove(name);
        }
        for who in ["GIT_AUTHOR", "GIT_COMMITTER"] {
            command.env(format!("{who}_NAME"), "a").env(format!("{who}_EMAIL"), "a@example.invalid");
        }
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").env("NO_COLOR", "1");
        command
    }

    #[track_caller]
    fn git(&self, directory: &str, args: &[&str]) -> String {
        let output = self.command("git", directory).args(args).output();
        let Output { status, stdout, stderr } = output.expect("these tests need `git`: install it");
        assert!(status.success(), "git {args:?}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8_lossy(&stdout).trim().to_owned()
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    /// Writes files of `repo` and commits them.
    #[track_caller]
    fn commit(&self, files: &[(&str, &str)]) {
        for (name, text) in files {
            self.write(&format!("repo/{name}"), text);
        }
        self.git("repo", &["add", "."]);
        self.git("repo", &["commit", "-q", "--allow-empty", "-m", "more"]);
    }

    fn check(&self, directory: &str, args: &[&str]) -> Answer {
        self.check_with(directory, args, &[])
    }

    #[track_caller]
    fn check_with(&self, directory: &str, args: &[&str], env: &[(&str, &str)]) -> Answer {
        let mut command = self.command(env!("CARGO_BIN_EXE_protoward"), directory);
        let output = command.arg("check").args(args).envs(env.iter().copied()).output().expect("it runs");
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Answer { exit: output.status.code(), text: text.concat() }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Answer {
    #[track_caller]
    fn is(&self, exit: i32, parts: &[&str]) -> &Self {
        assert_eq!(self.exit, Some(exit), "{}", self.text);
        for part in parts {
            assert!(self.text.contains(part), "no {part:?} in:\n{}", self.text);
        }
        self
    }

    #[track_caller]
    fn lacks(&self, part: &str) -> &Self {
        assert!(!self.text.contains(part), "{part:?} in:\n{}", self.text);
        self
    }
}

/// A message with one field of this type.
fn rec(field: &str) -> String {
    format!("syntax = \"proto3\";\npackage ci;\nmessage Rec {{\n  {field} a = 1;\n}}\n")
}

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
        .is(2, &["no tag matches `x*`", "git fetch --tags"]);
    // A version before the file was there is passed over.
    s.commit(&[("late.proto", &rec("int32"))]);
    s.git("repo", &["tag", "v2"]);
    s.check("repo", &["late.proto", "--against", "git:v*", "-v"])
        .is(0, &["git:v2:late.proto", "passed over: git:v1.9.0:late.proto"]);
    s.check("repo", &["git:v*:rec.proto", "--against", "git:v2"])
        .is(2, &["5 versions", "a proposed schema is one"]);
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
