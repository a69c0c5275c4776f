#!/usr/bin/env python3
"""Times `protoward` on long histories: how do time and memory grow with the number of versions?

    cargo build --release
    python3 benches/history.py [--versions N]... [--fields N] [--command check|audit|matrix]...

Prints a row per command and number of versions: wall time, processor time and peak memory of the whole process, the best of
several runs. The history is a directory of descriptor sets of one message; each version adds a field and takes another away,
so that everything is compatible and every pair is compared to the end. Made anew under benches/out/, with nothing but Python.
Needs Python 3.9 or later and GNU time.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
OUT = HERE / "out"
PROTOWARD = HERE.parent / "target" / "release" / "protoward"
TIME = shutil.which("time") or "time"
KINDS = [1, 3, 4, 5, 8, 9, 12, 13, 17, 18]  # FieldDescriptorProto.Type: double, int64, uint64, int32, bool, string, …
OPTIONAL = 1


def varint(value):
    """A base-128 number."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def field(at):
    """A FieldDescriptorProto: name, number, label, type."""
    body = text(1, f"field_{at}") + number(3, at) + number(4, OPTIONAL) + number(5, KINDS[at % len(KINDS)])
    return text(2, body)


def version(at, fields):
    """A FileDescriptorSet of one proto3 file with one message: each version adds a field and takes the oldest of the last
    ten away."""
    lasting = fields - 10
    numbers = [*range(1, lasting + 1), *range(lasting + at, fields + at)]
    message = text(1, "Wide") + b"".join(field(number) for number in numbers)
    return text(1, text(1, "wide.proto") + text(2, "history") + text(4, message) + text(12, "proto3"))


def make(versions, fields):
    """A directory of versions, and one to propose."""
    directory = OUT / f"history-{versions}"
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    for at in range(1, versions + 1):
        (directory / f"{at}.binpb").write_bytes(version(at, fields))
    proposed = OUT / f"proposed-{versions}.binpb"
    proposed.write_bytes(version(versions + 1, fields))
    return str(proposed), str(directory)


def run(command):
    """Seconds, seconds of processors, MiB and exit status of one whole process."""
    usage = OUT / "usage"
    # Started by a small program: a child's peak counts from what its parent held, and Python holds more than we do.
    timed = [TIME, "-f", "%U %S %M", "-q", "-o", str(usage), *command]
    start = time.perf_counter()
    status = subprocess.run(timed, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    seconds = time.perf_counter() - start
    user, system, peak = map(float, usage.read_text().split())
    return seconds, user + system, peak / 1024, status


COMMANDS = {
    "check": lambda proposed, history: ["check", proposed, "--against", history, "--strategy", "FULL_TRANSITIVE"],
    "audit": lambda _, history: ["audit", history, "--strategy", "FULL_TRANSITIVE"],
    "matrix": lambda _, history: ["matrix", history],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--versions", type=int, action="append", help="versions of a history; repeatable (250, 500, 1000)")
    parser.add_argument("--fields", type=int, default=200, help="fields of a version, more than ten (200)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each, of which the best is told (3)")
    parser.add_argument("--command", choices=COMMANDS, action="append", help="only this command; repeatable")
    options = parser.parse_args()
    if not PROTOWARD.exists():
        sys.exit("build first: cargo build --release")
    if not shutil.which("time"):
        sys.exit("install GNU time first: the Debian package is named time")
    for name in options.command or COMMANDS:
        for versions in options.versions or (250, 500, 1000):
            command = [str(PROTOWARD), *COMMANDS[name](*make(versions, options.fields))]
            samples = [run(command) for _ in range(options.runs)]
            seconds, work, memory = (min(sample[what] for sample in samples) for what in (0, 1, 2))
            exits = sorted({sample[3] for sample in samples})
            figures = f"{seconds:7.2f} s  {work:7.2f} s of processors  {memory:6.1f} MiB"
            print(f"{name:7} {versions:5} versions  {figures}   exits {exits}", flush=True)


if __name__ == "__main__":
    main()
