"""The rows of Documentation/Features.md, and the tests that prove them by `.proves("ID")`."""
import re

from lib.repository import ROOT, read

LIST = "Documentation/Features.md"
DECLARATION = re.compile(
    r'^(?:final )?(?:struct|class|extension) (?P<suite>\w+)'
    r'|@(?:Test|Suite)\(\s*"(?P<title>[^"]*)",\s*\.proves\((?P<ids>[^)]*)\)|func (?P<function>\w+)', re.M)


def rows():
    """Yields the cells of each row of the list, the ID first."""
    for line in read(LIST).splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if cells and re.fullmatch(r"X0\d\d|[A-Z]\d\d+", cells[0]):
            yield cells


def areas():
    """The areas to which open rows belong: the first column of the list's table of areas."""
    table = re.search(r"^\| area \|.*\n\|[-|]+\n((?:\|.*\n)*)", read(LIST), re.M)
    return {line.split("|")[1].strip() for line in table[1].splitlines()} if table else set()


def proofs(folder=ROOT / "Tests"):
    """Yields (ID, file, title, suite, function) for each ID that a test names; a suite has no function."""
    for path in sorted(folder.rglob("*.swift")):
        suite, declared = None, None
        for match in DECLARATION.finditer(path.read_text(encoding="utf-8")):
            if match["title"] is not None:
                if declared:
                    yield from ((*proof, suite, None) for proof in declared)
                declared = [(name, path, match["title"]) for name in re.findall(r'"([^"]*)"', match["ids"])]
                continue
            if declared:
                yield from ((*proof, match["suite"] or suite, match["function"]) for proof in declared)
                declared = None
            suite = match["suite"] or suite
