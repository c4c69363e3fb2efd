"""The files of the repository, and the end of a check."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The public symbols of the modules, which scripts/documentation extracts.
SYMBOL_GRAPHS = ROOT / ".build/documentation-parts/symbol-graphs"


def tracked(*paths):
    """The tracked files below `paths` that exist, relative to the root and in the order of Git."""
    command = ["git", "-C", ROOT, "ls-files", "-z", "--", *paths]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [path for path in listing.split("\0") if path and (ROOT / path).is_file()]


def read(path):
    """The text of a file; `path` is relative to the root."""
    return (ROOT / path).read_text(encoding="utf-8")


def replace_between(path, begin, end, text):
    """The content of a file whose part between the comments `begin` and `end` is replaced. Nothing is written."""
    head, found, rest = read(path).partition(begin)
    _, closed, tail = rest.partition(end)
    if not found or not closed:
        sys.exit(f"{path} lacks the comments {begin} and {end}")
    return head + begin + text + end + tail


class Failures:
    """The failures of a check, printed as they are found."""

    def __init__(self, check=None):
        self.prefix = f"{check}: " if check else ""
        self.count = 0

    def add(self, text):
        print(self.prefix + text)
        self.count += 1

    def exit(self):
        """Ends the program: 1 after a failure, else 0."""
        sys.exit(1 if self.count else 0)
