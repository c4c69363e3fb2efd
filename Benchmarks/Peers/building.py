"""Builds the contenders in C, and raster-bench of this checkout."""

import hashlib
import subprocess
import sys
from pathlib import Path

from contenders import SOURCES

FLAGS = ["-O3", "-std=gnu11", "-Wall", "-Wextra"]
AVX2_FLAGS = ["-march=x86-64-v3"]

# The libraries of each program: pkg-config packages and further flags.
PROGRAMS = {
    "pixman": (["pixman-1"], []),
    "cairo": (["cairo"], []),
    "llvmpipe": (["egl", "glesv2"], []),
    "ideal": ([], []),
    "limits": ([], []),
    "exact": ([], ["-fopenmp"]),
}


def has_avx2():
    return " avx2" in Path("/proc/cpuinfo").read_text()


def flags():
    return FLAGS + (AVX2_FLAGS if has_avx2() else [])


def run(command):
    """Returns the output of a command; raises ValueError with its first error line when it fails."""
    try:
        result = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        raise ValueError(f"{command[0]}: {error.strerror}") from None
    if result.returncode != 0:
        complaints = [
            line for line in result.stderr.splitlines() if "error" in line
        ] or result.stderr.splitlines()
        raise ValueError(complaints[0].strip() if complaints else f"{command[0]} failed")
    return result.stdout


def build_programs(folder):
    """Builds outdated programs; returns the reasons of failures, by program."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = [path.read_bytes() for path in sorted(SOURCES.glob("*.[ch]"))]
    failures = {}
    for name, (packages, options) in PROGRAMS.items():
        try:
            build_program(folder / name, packages, options, texts)
        except ValueError as error:
            (folder / name).unlink(missing_ok=True)
            failures[name] = f"not built: {error}"
    return failures


def build_program(program, packages, options, texts):
    if program.name == "ideal" and not has_avx2():
        raise ValueError("the processor has no AVX2")
    source = SOURCES / f"{program.name}.c"
    libraries = run(["pkg-config", "--cflags", "--libs", *packages]).split() if packages else []
    command = ["gcc", *flags(), *options, str(source), "-o", str(program), *libraries, "-lm"]
    stamp = program.with_suffix(".stamp")
    digest = hashlib.sha256(b"".join([repr(command).encode(), *texts])).hexdigest()
    if program.exists() and stamp.exists() and stamp.read_text() == digest:
        return
    run(command)
    stamp.write_text(digest)


def build_bench(root):
    """Builds raster-bench in release mode; returns its path."""
    command = ["swift", "build", "-c", "release", "--package-path", str(root), "--product", "raster-bench"]
    subprocess.run(command, check=True, stdout=sys.stderr)  # so that compiler errors are visible
    return root / ".build/release/raster-bench"
