#!/usr/bin/env python3
"""Times `protoward check` beside `buf breaking` and `protoc` on the same inputs, whole processes in turn.

    cargo build --release
    npm install --prefix benches/out @bufbuild/buf google-proto-files
    python3 benches/compare.py [--case NAME]... [--runs N] [--tree DIR] [--write]

Prints a row per case and peer: medians of wall time and peak memory of both, the medians of the ratios in each turn, and
whether the targets are met. With --write they go into the README. Stops where a program ends otherwise than it should.
Needs Python 3.9 or later and GNU time; a case or a peer whose program or sources are missing is left out, which its row says.
"""

import argparse
import pathlib
import shlex
import statistics
import sys
from typing import Callable, NamedTuple

import inputs
import measure

HEAD = ["work", "protoward", "beside", "time", "memory", "targets", "result"]
SAME, CHANGED = (0,), (100,)  # buf's exit statuses


class Target(NamedTuple):
    """The most that a case may cost: by itself, or as a part of what the peer costs."""

    milliseconds: float = None
    mebibytes: float = None
    time: float = None
    memory: float = None

    def judge(self, ours, time, memory):
        """The targets in words, and whether they are met."""
        figures = (ours.seconds * 1000, ours.memory, time, memory)
        wordings = (
            lambda limit: f"≤ {limit} ms",
            lambda limit: f"≤ {limit} MiB",
            lambda limit: f"time ≤ {part(limit)}",
            lambda limit: f"memory ≤ {part(limit)}",
        )
        asked = [(wording(limit), figure <= limit) for limit, figure, wording in zip(self, figures, wordings) if limit]
        missed = [words for words, met in asked if not met]
        return ", ".join(words for words, _ in asked), f"**missed**: {', '.join(missed)}" if missed else "met"


class Case(NamedTuple):
    """Work to be done, the exit status that is right, and what it is set beside."""

    title: str
    pair: Callable  # of the folder of a tree, where it needs one
    exits: tuple
    peers: dict  # Target by name
    buf: tuple = SAME
    big: bool = False


CASES = {
    "tiny": Case(
        "two files of four messages",
        inputs.tiny,
        (0,),
        {"buf breaking": Target(milliseconds=4, mebibytes=10, time=1 / 20)},
    ),
    "sources": Case(
        "5,000 messages × 10 fields, every message a root, from sources",
        inputs.wide,
        (1,),
        {"buf breaking": Target(time=1 / 15, memory=1 / 8), "protoc, both sides": Target(time=0.6)},
        CHANGED,
    ),
    "images": Case(
        "the same from images",
        inputs.images,
        (1,),
        {"buf breaking": Target(time=1 / 25, memory=1 / 10)},
        CHANGED,
    ),
    "tree": Case(
        "a public tree of thousands of files against itself",
        inputs.tree,
        (0,),
        {"buf breaking": Target(time=1 / 10, memory=1 / 8), "protoc, one side": Target(time=0.5)},
        big=True,
    ),
    "changed-tree": Case(
        "the same tree, a field more in each file and a widely used one of another type",
        inputs.changed_tree,
        (1,),
        {"buf breaking": Target(time=1 / 10, memory=1 / 8)},
        CHANGED,
        big=True,
    ),
}


def part(ratio):
    """A ratio as people say it."""
    return f"1/{1 / ratio:.3g}" if ratio < 0.45 else f"{ratio:.2g}"


def peer_command(name, pair):
    """What a peer does of the same work."""
    old, new = pair.peers
    if name == "buf breaking":
        return [measure.native_buf(), "breaking", new, "--against", old]
    return ["sh", "-c", " && ".join(shlex.join(compile_all(folder)) for folder in dict.fromkeys(pair.peers))]


def compile_all(folder):
    """protoc for all sources of a folder."""
    names = measure.OUT / (pathlib.Path(folder).name + ".files")
    names.write_text("\n".join(inputs.sources(pathlib.Path(folder))) + "\n")
    out = measure.OUT / "protoc.binpb"
    return [measure.native_protoc(), "-I", folder, "--include_imports", "-o", str(out), f"@{names}"]


def rows(case, options):
    """Runs all programs of a case in turn; a row for each peer."""
    tree = options.tree
    program = {"buf breaking": measure.native_buf(), "protoc, both sides": measure.native_protoc()}
    program["protoc, one side"] = program["protoc, both sides"]
    if case.big and not tree.is_dir():
        return absent(case, f"left out: {tree.name} is not installed")
    if case.pair is inputs.images and not program["buf breaking"]:
        return absent(case, "left out: buf, which builds the images, is not installed")
    if case.pair is inputs.changed_tree and not (tree / inputs.WIDELY_USED[0]).is_file():
        return absent(case, f"left out: the tree has no {inputs.WIDELY_USED[0]}")
    pair = case.pair(tree) if case.big else case.pair()
    if case.buf == CHANGED and program["buf breaking"]:
        # What does not compile ends as a break does.
        measure.run([measure.native_buf(), "build", pair.peers[1], "-o", "/dev/null"])
    check = ["check", pair.new, "--against", pair.old, "--strategy", "BACKWARD", "--no-config"]
    commands = {None: ([measure.PROTOWARD, *check, *pair.options], case.exits)}
    for peer in filter(program.get, case.peers):
        commands[peer] = peer_command(peer, pair), case.buf if peer == "buf breaking" else (0,)
    turns = [{name: measure.run(*command) for name, command in commands.items()} for _ in range(runs_of(case, options) + 1)]
    del turns[0]  # warms up
    missing = absent(case, "left out: not installed")
    return [row(case, peer, turns) if peer in commands else gap for peer, gap in zip(case.peers, missing)]


def row(case, peer, turns):
    """One program of ours beside one peer."""
    ours, theirs = (measure.combined([turn[name] for turn in turns]) for name in (None, peer))
    ratio = lambda what: statistics.median(getattr(turn[None], what) / getattr(turn[peer], what) for turn in turns)
    time, memory = ratio("seconds"), ratio("memory")
    told, verdict = case.peers[peer].judge(ours, time, memory)
    return [case.title, figures(ours), f"{peer}: {figures(theirs)}", part(time), part(memory), told, verdict]


def figures(sample):
    """Time and memory; a tiny run has tenths."""
    milliseconds = sample.seconds * 1000
    return f"{milliseconds:,.{1 if milliseconds < 10 else 0}f} ms, {sample.memory:,.0f} MiB"


def absent(case, why):
    """Rows without figures, so that nobody takes silence for an answer."""
    return [[case.title, "", peer, "", "", "", why] for peer in case.peers]


def runs_of(case, options):
    return min(options.runs, 3) if case.big else options.runs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7, help="counted turns, at most three of them for a tree (7)")
    parser.add_argument("--case", choices=CASES, action="append", help="only this case; repeatable")
    parser.add_argument("--tree", type=pathlib.Path, default=inputs.PACKAGE, help="other sources than google-proto-files")
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    options = parser.parse_args()
    if options.write and options.tree != inputs.PACKAGE:
        parser.error("the README has the public tree")
    measure.need_tools()
    others = measure.Others()
    told = []
    for name, case in CASES.items():
        chosen = not options.case or name in options.case
        found = rows(case, options) if chosen else absent(case, "not measured")
        for cells in found if chosen else ():
            print("  ".join(cells), flush=True)
        told += found
    text = f"{about(others, options)}\n\n{measure.table(HEAD, told)}"
    measure.keep("comparison", text) if options.write else print(f"\n{text}")


def about(others, options):
    """What stands before the table."""
    big = min(options.runs, 3)
    runs = f"Medians of {options.runs} turns" + (f" ({big} of the trees)" if big < options.runs else "")
    versions = [f"{name} {measure.version(program)}" for name, program in (
        ("protoward", measure.PROTOWARD), ("buf", measure.native_buf()), ("protoc", measure.native_protoc())
    ) if program]
    if options.tree.is_dir():
        versions.append(inputs.about_tree(options.tree))
    return f"{measure.circumstances(others, runs)} {'; '.join(versions)}."


if __name__ == "__main__":
    main()
