"""The machine and the versions of the programs."""

import importlib.metadata
import os
import platform
import subprocess
import sys
from pathlib import Path

import building


def said(command, otherwise="unknown"):
    try:
        return building.run(command).splitlines()[0].strip()
    except (ValueError, IndexError):
        return otherwise


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def memory():
    for line in Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemTotal:"):
            return f"{int(line.split()[1]) / 2**20:.1f} GiB"
    return "unknown"


def distribution():
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return "unknown"


def commit(root):
    """The commit for a result file. Ends the program if the checkout has uncommitted changes."""
    revision = subprocess.run([root / "scripts/revision"], stdout=subprocess.PIPE, text=True)
    return revision.stdout.strip() if revision.returncode == 0 else sys.exit(1)


def load():
    return " ".join(f"{value:.2f}" for value in os.getloadavg())


def facts(root):
    """Pairs of name and value, for the head of the report."""
    return [
        ("commit", commit(root)),
        ("processor", f"{processor()}, {os.cpu_count()} cores, {memory()}"),
        ("system", f"{distribution()}, Linux {platform.release()}"),
        ("this project", f"{said(['swift', '--version'])}; release, no further flags"),
        ("contenders in C", f"{said(['gcc', '--version'])}; {' '.join(building.flags())}"),
        ("Python", platform.python_version()),
    ]


def version(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


def versions(workplace):
    """Versions of the peers, by the names of the contenders."""
    skia = f"skia-python {version('skia-python')} (gcc)"
    return {
        "skia": skia,
        "skia-opaque": skia,
        "qt": f"Qt {version('PySide6_Essentials')}",
        "opencv": f"OpenCV {version('opencv-python-headless')}",
        "pixman": f"pixman {said(['pkg-config', '--modversion', 'pixman-1'])}",
        "cairo": f"cairo {said(['pkg-config', '--modversion', 'cairo'])}",
        "llvmpipe": workplace.told_version("llvmpipe"),
    }
