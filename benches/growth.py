#!/usr/bin/env python3
"""Times `protoward` on more and more of one thing: how do time and memory grow?

    cargo build --release
    python3 benches/growth.py [--curve NAME]... [--size N]... [--runs N] [--write]

Prints a row per curve and size: wall time, processor time and peak memory of the whole process, and the time for each unit of
what grows, which stays the same where growth is linear. With --write a compact table goes into the README. Inputs are made
anew under benches/out/, with nothing but Python. Needs Python 3.9 or later and GNU time.
"""

import argparse
from typing import Callable, NamedTuple

import histories
import measure

HEAD = ["what grows", "how many", "time, ms", "for each, µs", "peak memory, MiB"]
COMPATIBLE, UNDECIDED = 0, 3  # exit statuses
MARK = "†"  # of sizes whose comparison the broker's budget ends


class Curve(NamedTuple):
    """What grows, how far, and the command that is given it."""

    title: str
    sizes: tuple
    make: Callable
    command: Callable  # of what was made
    units: Callable = lambda size: size
    exits: tuple = (COMPATIBLE,)


def pairs(versions):
    return versions * (versions - 1) // 2


def backward(*more):
    return lambda old, new: ["check", new, "--against", old, "--strategy", "BACKWARD", "--no-config", *more]


FULL = ["--strategy", "FULL_TRANSITIVE"]
CURVES = {
    "check": Curve(
        "versions of 200 fields, `check` against all",
        (250, 500, 1000, 2000),
        histories.history,
        lambda history, proposed: ["check", proposed, "--against", history, "--no-config", *FULL],
    ),
    "audit": Curve(
        "pairs of versions, `audit` of 250, 500 and 1,000 versions",
        (250, 500, 1000),
        histories.history,
        lambda history, _: ["audit", history, *FULL],
        pairs,
    ),
    "matrix": Curve(
        "pairs of versions, `matrix` of the same",
        (250, 500, 1000),
        histories.history,
        lambda history, _: ["matrix", history],
        pairs,
    ),
    "fields": Curve(
        "fields of one message",
        (1_000, 10_000, 30_000, 100_000),
        histories.one_message,
        backward(),
        exits=(COMPATIBLE, UNDECIDED),
    ),
    "messages": Curve(
        "messages of 5 fields, each a root",
        (1_000, 10_000, 30_000, 100_000),
        histories.many_messages,
        backward("--every-message"),
    ),
    "reached": Curve(
        "messages of 5 fields, all reached from one root",
        (300, 1_000, 10_000, 100_000),
        histories.one_root,
        backward("--root", "growth.M0"),
        exits=(COMPATIBLE, UNDECIDED),
    ),
    "roots": Curve(
        "roots of 3 messages, in one file",
        (1_000, 5_000, 20_000),
        histories.roots_of_a_file,
        backward("--every-message"),
    ),
    "files": Curve(
        "the same, a file for each root",
        (1_000, 3_000, 9_000),  # a tree may hold 10,000 files
        histories.roots_of_files,
        backward("--every-message"),
    ),
}


def follow(name, curve, options):
    """The figures of each size, up to the one that takes longer than there is patience."""
    found = []
    for size in options.size or curve.sizes:
        command = [measure.PROTOWARD, *curve.command(*curve.make(size))]
        units, samples = curve.units(size), []
        while len(samples) < options.runs and None not in samples:
            samples.append(measure.run(command, curve.exits, options.patience))
        if None in samples:
            print(f"{name:8} {size:7,}  more than {options.patience:g} s", flush=True)
            found.append((units, None))
            break
        sample = measure.combined(samples, min)
        print(
            f"{name:8} {size:7,}  {sample.seconds:8.3f} s  {sample.processors:8.2f} s of processors  {sample.memory:7.1f} MiB  "
            f"{sample.seconds / units * 1e6:8.2f} µs for each of {units:,}"
            f"{'  budget spent' if sample.status == UNDECIDED else ''}",
            flush=True,
        )
        found.append((units, sample))
    return found


def row(curve, found, patience):
    """A curve in a line."""
    done = [(units, sample) for units, sample in found if sample]
    counts = [f"{units:,}{MARK * bool(sample and sample.status == UNDECIDED)}" for units, sample in found]
    times = [f"{sample.seconds * 1000:,.0f}" for _, sample in done]
    if len(done) < len(found):
        times.append(f"more than {patience * 1000:,.0f}")
    each = [f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}" for figure in (s.seconds / n * 1e6 for n, s in done)]
    memory = [f"{sample.memory:,.0f}" for _, sample in done]
    return [curve.title, *map(" → ".join, (counts, times, each, memory))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--curve", choices=CURVES, action="append", help="only this curve; repeatable")
    parser.add_argument("--size", type=int, action="append", help="instead of each curve's own sizes; repeatable")
    parser.add_argument("--runs", type=int, default=3, help="runs of each (3)")
    parser.add_argument("--patience", type=float, default=120, help="seconds after which a run is given up (120)")
    parser.add_argument("--write", action="store_true", help="put the curves into the README")
    options = parser.parse_args()
    if options.write and (options.curve or options.size):
        parser.error("the README has all curves with their own sizes")
    measure.need_tools()
    others = measure.Others()
    chosen = {name: curve for name, curve in CURVES.items() if not options.curve or name in options.curve}
    told = [row(curve, follow(name, curve, options), options.patience) for name, curve in chosen.items()]
    text = f"{measure.circumstances(others, f'Best of {options.runs} runs')}\n\n{measure.table(HEAD, told)}"
    if any(MARK in cells[1] for cells in told):
        text += f"\n\n{MARK} Read and linked; the broker's budget of 100,000 work units ends the comparison, which is undecided."
    measure.keep("growth", text) if options.write else print(f"\n{text}")


if __name__ == "__main__":
    main()
