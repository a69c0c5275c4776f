"""How whole processes are measured, what on, and how figures are put into the README. Makes no input."""

import os
import pathlib
import platform
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import textwrap
import time
from typing import NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
OUT = HERE / "out"
README = HERE.parent / "README.md"
PROTOWARD = HERE.parent / "target" / "release" / "protoward"
TIME = shutil.which("time")
# What other programs may ask of a processor before figures are called provisional.
QUIET = 0.3


class Sample(NamedTuple):
    """One run of a whole process, or the medians of several."""

    seconds: float
    processors: float  # seconds of all processors
    memory: float  # MiB at the peak
    status: int = 0


SHORT = 0.2  # seconds; such runs are timed once more by themselves


def run(command, exits=(0,), patience=None):
    """One run, or None where it takes more seconds than there is patience. Stops everything where the exit status is none of
    `exits`: what failed has no speed."""
    OUT.mkdir(parents=True, exist_ok=True)
    usage, errors = OUT / "usage", OUT / "errors"
    command = [str(word) for word in command]
    # Started by a small program: a child's peak counts from what its parent held, and Python holds more than we do.
    timed = [TIME, "-f", "%U %S %M", "-q", "-o", str(usage), *command]
    with errors.open("wb") as stderr:
        start = time.perf_counter()
        process = subprocess.Popen(
            timed, stdout=subprocess.DEVNULL, stderr=stderr, env=environment(), start_new_session=True
        )
        try:
            status = process.wait(patience)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # the small program and the one that it started
            process.wait()
            return None
        seconds = time.perf_counter() - start
    if status not in exits:
        said = errors.read_text(errors="replace")[-2000:]
        wanted = " or ".join(map(str, exits))
        sys.exit(f"exit status {status}, not {wanted}, of:\n{shlex.join(command)[:500]}\n{said}")
    user, system, peak = map(float, usage.read_text().split())
    if seconds < SHORT:
        # Starting the small program would be a good part of it.
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(), check=False)
        seconds = time.perf_counter() - start
    return Sample(seconds, user + system, peak / 1024, status)


def combined(samples, of=statistics.median):
    """The median of each figure, or the best; all ended alike."""
    statuses = {sample.status for sample in samples}
    if len(statuses) > 1:
        sys.exit(f"runs of one command ended with different exit statuses: {sorted(statuses)}")
    return Sample(*(of(figures) for figures in list(zip(*samples))[:3]), statuses.pop())


def environment():
    """Nothing of the user's: caches and settings of the peers stay below benches/out/."""
    return {**os.environ, "XDG_CACHE_HOME": str(OUT / "cache"), "HOME": str(OUT)}


def native_buf():
    """The program behind npm's launcher, so that Node.js is not timed."""
    return next(iter(sorted(OUT.glob("node_modules/@bufbuild/buf-*/bin/buf"))), None) or shutil.which("buf")


def native_protoc():
    """protoc, from the crate that the tests use, or from the path."""
    registry = pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo")) / "registry" / "src"
    machine = platform.machine().replace("aarch64", "aarch_64")
    found = sorted(registry.glob(f"*/protoc-bin-vendored-linux-{machine}-*/bin/protoc"))
    return str(found[-1]) if found else shutil.which("protoc")


def need_tools():
    """Ends where protoward or GNU time is missing."""
    if not PROTOWARD.exists():
        sys.exit("build first: cargo build --release")
    if not TIME:
        sys.exit("install GNU time first: the Debian package is named time")


class Others:
    """How many processors other programs keep busy from now on."""

    def __init__(self):
        self.start = self.ticks(), time.perf_counter()

    @staticmethod
    def ticks():
        """What all programs but this one and those that it ran took so far, in seconds of processors."""
        ticks = list(map(int, pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]))
        busy = sum(ticks) - ticks[3] - ticks[4]  # neither idle nor waiting for a disk
        return busy / os.sysconf("SC_CLK_TCK") - sum(os.times()[:4])

    def busy(self):
        ticks, start = self.start
        return (self.ticks() - ticks) / (time.perf_counter() - start)


def machine():
    """Cores, processor, memory and system, in a few words."""
    about = pathlib.Path("/proc/cpuinfo").read_text()
    name = re.search(r"model name\s*: (.*)", about)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    release = pathlib.Path("/etc/os-release")
    system = re.search(r'PRETTY_NAME="?([^"\n]*)', release.read_text()) if release.exists() else None
    return (
        f"{os.cpu_count()} cores ({name[1] if name else platform.machine()}), {memory:.0f} GiB of memory, "
        f"{system[1] if system else platform.system()}, Linux {platform.release().split('-')[0]}"
    )


def version(program):
    """The number that `--version` says."""
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, env=environment())
    return re.search(r"\d+(\.\d+)+", told.stdout + told.stderr)[0]


def circumstances(others, runs):
    """The sentence before a table: what is told of how many runs, what on, and whether the figures may be believed."""
    text = f"{runs} of whole processes, on {machine()}."
    busy = others.busy()
    if busy > QUIET:
        text = f"**Provisional**: other programs kept {busy:.1f} processors busy meanwhile, to be measured again. {text}"
    return text


def table(head, rows):
    """A table in Markdown."""
    line = lambda cells: f"| {' | '.join(cells)} |"
    return "\n".join([line(head), "|" + "---|" * len(head), *map(line, rows)])


def keep(name, text):
    """Puts a text between the marks of a name in the README."""
    text = "\n".join(line if line.startswith("|") else textwrap.fill(line, 128) for line in text.split("\n"))
    marks = re.compile(rf"(<!-- {name}: kept by [^>]* -->\n).*(<!-- end of {name} -->\n)", re.DOTALL)
    wanted, found = marks.subn(lambda mark: f"{mark[1]}\n{text}\n\n{mark[2]}", README.read_text())
    if found != 1:
        sys.exit(f"README.md has no marks of {name}, or several")
    README.write_text(wanted)
