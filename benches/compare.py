#!/usr/bin/env python3
"""Times `protoward check` beside `buf breaking` on the same inputs, whole processes in turn.

    cargo build --release
    npm install --prefix benches/out @bufbuild/buf
    python3 benches/compare.py [--runs N] [--case NAME]

Prints a row per case: medians of wall time and peak memory of both, and the median of the ratios of each pair of runs.
Inputs are made anew under benches/out/. Needs Python 3.9 or later and GNU time.
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
OUT = HERE / "out"
PROTOWARD = HERE.parent / "target" / "release" / "protoward"
BUF = OUT / "node_modules" / ".bin" / "buf"
TIME = shutil.which("time") or "time"
SCALARS = ["int32", "int64", "uint32", "uint64", "sint32", "sint64", "bool", "string", "bytes", "double"]


def native_buf():
    """The program behind npm's launcher, so that Node.js is not timed."""
    for found in sorted(OUT.glob("node_modules/@bufbuild/buf-*/bin/buf")):
        return found
    return BUF if BUF.exists() else shutil.which("buf")


def tiny(directory):
    """Two versions of four messages; the second adds a field to each."""
    for version, more in (("v1", ""), ("v2", "  string note = 9;\n")):
        body = "".join(
            f"message M{i} {{\n  int32 id = 1;\n  string name = 2;\n  {'M%d next = 3;' % (i + 1) if i < 3 else ''}\n{more}}}\n"
            for i in range(4)
        )
        write(directory / version / "tiny.proto", f'syntax = "proto3";\npackage tiny;\n{body}')
    return [str(directory / v / "tiny.proto") for v in ("v1", "v2")], ["--root", "tiny.M0"], [str(directory / v) for v in ("v1", "v2")]


def wide(directory, messages=5000, fields=10):
    """Many messages of ten fields; the second version adds one everywhere and changes the type of fifty."""
    for version in ("v1", "v2"):
        out = ['syntax = "proto3";', "package wide;"]
        for m in range(messages):
            out.append(f"message M{m} {{")
            for f in range(fields):
                kind = SCALARS[(m + f) % len(SCALARS)]
                if version == "v2" and f == 0 and m % (messages // 50) == 0:
                    kind = "string" if kind != "string" else "int32"
                out.append(f"  {kind} f{f} = {f + 1};")
            if version == "v2":
                out.append(f"  string added = {fields + 1};")
            out.append("}")
        write(directory / version / "wide.proto", "\n".join(out) + "\n")
    sources = [str(directory / v) for v in ("v1", "v2")]
    return [str(directory / v / "wide.proto") for v in ("v1", "v2")], ["--every-message"], sources


def images(case):
    """The same case from images that buf built."""

    def build(directory):
        _, options, sources = case(directory)
        out = []
        for source in sources:
            image = source + ".binpb"
            subprocess.run([native_buf(), "build", source, "-o", image], check=True, env=environment())
            out.append(image)
        return out, options, out

    return build


CASES = {"tiny": tiny, "wide-images": images(wide), "wide-sources": wide}


def native_protoc():
    """protoc, from the path or from the crate that the tests use."""
    registry = pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo")) / "registry" / "src"
    found = [shutil.which("protoc"), *sorted(registry.glob("*/protoc-bin-vendored-linux-*/bin/protoc"))]
    return next((str(p) for p in reversed(found) if p), None)


def against_protoc(runs):
    """Both versions of the wide case from sources, compared; beside protoc compiling each of them."""
    (old, new), options, folders = wide(OUT / "wide-sources")
    ours = [str(PROTOWARD), "check", new, "--against", old, "--strategy", "BACKWARD", *options]
    compile_all = " && ".join(
        f"{native_protoc()} -I {folder} --include_imports -o {OUT}/protoc.binpb wide.proto" for folder in folders
    )
    report("wide-protoc", "protoc", ours, ["sh", "-c", compile_all], runs)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def environment():
    return {**os.environ, "XDG_CACHE_HOME": str(OUT / "cache"), "HOME": str(OUT)}


def run(command):
    """Seconds, MiB and exit status of one whole process."""
    usage = OUT / "usage"
    # Started by a small program: a child's peak counts from what its parent held, and Python holds more than we do.
    timed = [TIME, "-f", "%M", "-q", "-o", str(usage), *command]
    start = time.perf_counter()
    status = subprocess.run(timed, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment()).returncode
    return time.perf_counter() - start, int(usage.read_text()) / 1024, status


def compare(name, runs):
    (old, new), options, sources = CASES[name](OUT / name)
    ours = [str(PROTOWARD), "check", new, "--against", old, "--strategy", "BACKWARD", *options]
    theirs = [str(native_buf()), "breaking", sources[1], "--against", sources[0]]
    report(name, "buf", ours, theirs, runs)


def report(name, peer, ours, theirs, runs):
    """Runs both in turn and prints a row."""
    samples = []
    for turn in range(runs + 1):
        pair = run(ours), run(theirs)
        if turn:  # the first pair warms up
            samples.append(pair)
    median = lambda side, what: statistics.median(s[side][what] for s in samples)
    ratio = lambda what: statistics.median(s[0][what] / s[1][what] for s in samples)
    exits = {s[side][2] for s in samples for side in (0, 1)}
    print(
        f"{name:13} protoward {median(0, 0) * 1000:8.1f} ms {median(0, 1):7.1f} MiB   "
        f"{peer} {median(1, 0) * 1000:8.1f} ms {median(1, 1):7.1f} MiB   "
        f"time 1/{1 / ratio(0):.1f}   memory 1/{1 / ratio(1):.1f}   exits {sorted(exits)}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7, help="counted runs of each program (7)")
    parser.add_argument("--case", choices=[*CASES, "wide-protoc"], action="append", help="only this case; repeatable")
    options = parser.parse_args()
    if not PROTOWARD.exists():
        sys.exit("build first: cargo build --release")
    if not shutil.which("time"):
        sys.exit("install GNU time first: the Debian package is named time")
    if not native_buf():
        sys.exit("install buf first: npm install --prefix benches/out @bufbuild/buf")
    for name in options.case or [*CASES, "wide-protoc"]:
        if name == "wide-protoc":
            against_protoc(options.runs) if native_protoc() else print("wide-protoc   left out: there is no protoc")
        else:
            compare(name, options.runs)


if __name__ == "__main__":
    main()
