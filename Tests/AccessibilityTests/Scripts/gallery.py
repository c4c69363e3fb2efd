"""Walks all pages of the gallery. The arguments are the folder of the programs, and the names of pages whose objects are printed."""

import sys

import rules
from accessibility_session import Session
from accessible_object import Object


def rows():
    """Returns the entries in sight by their positions."""
    return {int(row.attributes["posinset"]): row for row in Object(pages).children}


def press(position):
    """Presses an entry, and returns whether its page is shown. While the list moves, a press only stops it."""
    entry = rows()[position]
    if position % 2 == 0:
        entry.perform("activate")
    else:
        # The bounds are where the entry shows.
        x, y, width, height = entry.visible_bounds
        session.pointer.click(x=x + width // 2, y=y + height // 2)
    session.advance(frames=10)
    return "selected" in rows()[position].states


def is_in_sight(position):
    """Returns whether an entry is in sight, and scrolls the list otherwise."""
    shown = rows()
    if position not in shown:
        Object(pages).perform("next" if position > max(shown) else "previous")
    return position in shown


with Session(sys.argv[1]) as session:
    session.open("carousel-gallery", role="list", name="Pages")
    pages = session.read().find("list", "Pages").accessible
    for position in range(1, int(rows()[1].attributes["setsize"]) + 1):
        session.until(f"the entry {position} is in sight", lambda: is_in_sight(position))
        session.until(f"the page {position} is shown", lambda: press(position))
        name = rows()[position].name
        program = session.read()
        for child in program.children[0].children:
            # The list of pages is the same on each page.
            if child.name == "Pages" and position > 1:
                child.children = []
        violations = rules.violations(program)
        print(f"page {name}: {len(violations)} violations", flush=True)
        for violation in violations:
            print(f"  {violation}")
        if name in sys.argv[2:]:
            for child in program.children[0].children:
                if child.name not in ("Pages", "Source"):
                    print("\n".join("  " + text for text in child.lines()))
    session.expect.no_errors()
    print("end")
