"""Two versions of a schema, made anew under benches/out/ in the same way each time. Measures nothing."""

import json
import re
import shutil
import subprocess
from typing import NamedTuple

import measure

OUT = measure.OUT
PACKAGE = OUT / "node_modules" / "google-proto-files"
SCALARS = ["int32", "int64", "uint32", "uint64", "sint32", "sint64", "bool", "string", "bytes", "double"]
# What does not compile by itself, and what buf refuses (MessageSet).
LEFT_OUT = (
    "google/protobuf/compiler/ruby/",
    "google/protobuf/util/",
    "google/protobuf/bridge/message_set.proto",
    "google/protobuf/sample_messages_edition.proto",
)
# A field of a message that hundreds of the files import, and the type that it gets.
WIDELY_USED = ("google/rpc/status.proto", "  int32 code = 1;", "  string code = 1;")


class Pair(NamedTuple):
    """Two versions: in protoward's words, its options, and the folders or images that buf takes."""

    old: str
    new: str
    options: list
    peers: tuple


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def tiny():
    """Two versions of four messages; the second adds a field to each."""
    folders = [OUT / "tiny" / version for version in ("v1", "v2")]
    for folder, more in zip(folders, ("", "  string note = 9;\n")):
        body = "".join(
            f"message M{i} {{\n  int32 id = 1;\n  string name = 2;\n  {'M%d next = 3;' % (i + 1) if i < 3 else ''}\n{more}}}\n"
            for i in range(4)
        )
        write(folder / "tiny.proto", f'syntax = "proto3";\npackage tiny;\n{body}')
    old, new = (str(folder / "tiny.proto") for folder in folders)
    return Pair(old, new, ["--root", "tiny.M0"], tuple(map(str, folders)))


def wide(messages=5000, fields=10):
    """Many messages of ten fields; the second version adds one everywhere and changes the type of fifty."""
    folders = [OUT / "wide" / version for version in ("v1", "v2")]
    for at, folder in enumerate(folders):
        out = ['syntax = "proto3";', "package wide;"]
        for m in range(messages):
            kinds = [SCALARS[(m + f) % len(SCALARS)] for f in range(fields)]
            if at == 1:
                kinds.append("string")
                if m % (messages // 50) == 0:
                    kinds[0] = "string" if kinds[0] != "string" else "int32"
            out.append(f"message M{m} {{")
            out += (f"  {kind} f{f} = {f + 1};" for f, kind in enumerate(kinds))
            out.append("}")
        write(folder / "wide.proto", "\n".join(out) + "\n")
    old, new = (str(folder / "wide.proto") for folder in folders)
    return Pair(old, new, ["--every-message"], tuple(map(str, folders)))


def images():
    """The same from images that buf built."""
    pair = wide()
    old, new = (folder + ".binpb" for folder in pair.peers)
    for folder, image in zip(pair.peers, (old, new)):
        command = [measure.native_buf(), "build", folder, "-o", image]
        subprocess.run(command, check=True, env=measure.environment())
    return Pair(old, new, pair.options, (old, new))


def tree(source):
    """A tree of sources against itself."""
    folder = str(copied(source, "tree"))
    return Pair(f"tree:{folder}", f"tree:{folder}", ["-I", folder, "--every-message"], (folder, folder))


def changed_tree(source):
    """A tree against a copy in which a widely used field has another type and the first message of each file a field more."""
    old, new = copied(source, "tree"), copied(source, "tree-changed")
    for path in sorted(new.rglob("*.proto")):
        path.write_text(grown(path.read_text()))
    name, before, after = WIDELY_USED
    text = (new / name).read_text()
    assert text.count(before) == 1, f"{name} is not what it was"
    (new / name).write_text(text.replace(before, after))
    words = [f"tree:{folder}" for folder in (old, new)]
    return Pair(*words, ["--every-message"], (str(old), str(new)))


def copied(source, name):
    """A copy of a tree's sources under benches/out/."""
    folder = OUT / name
    shutil.rmtree(folder, ignore_errors=True)
    for path in sources(source):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / path, folder / path)
    return folder


def sources(folder):
    """The sources of a tree, by the names that imports use."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.proto"))
    return [name for name in names if not name.startswith(LEFT_OUT)]


def grown(text):
    """A source whose first top-level message of several lines has a field more, where its numbers leave room for it."""
    found = re.search(r"^message \w+ \{\n(.*?)^\}", text, re.DOTALL | re.MULTILINE)
    if not found or re.search(r"\bextensions\b|\bto max\b|message_set", found[1]):
        return text
    label = "" if re.search(r'^(syntax = "proto3"|edition = )', text, re.MULTILINE) else "optional "
    return f"{text[:found.start(1)]}  {label}string field_more = 18999;\n{text[found.start(1):]}"


def about_tree(source):
    """How many files and bytes a tree has, and where it is from."""
    paths = [source / name for name in sources(source)]
    size = sum(path.stat().st_size for path in paths) / 1e6
    about = source / "package.json"
    name = f"google-proto-files {json.loads(about.read_text())['version']}" if about.exists() else str(source)
    return f"{name}: {len(paths):,} files, {size:.0f} MB"
