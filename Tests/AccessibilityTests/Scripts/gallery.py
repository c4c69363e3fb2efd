"""Walks all pages of the gallery. The argument is the folder of the programs."""

import sys

import rules
from accessibility_session import Session
from accessible_object import Object


# Pages whose objects are not printed: the first one has the list of pages and its source, two move by themselves, and one loads
# pictures from a server.
UNPRINTED = ("Basic", "Autoscroll", "Kiosk", "Remote Pictures")


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
            # The list of pages is the same on each page, and the source is text, which scrolls if it is long.
            if position > 1 and child.name in ("Pages", "Source"):
                child.children, child.actions = [], []
        rules.show(name, program, prints=name not in UNPRINTED)
    session.expect.no_errors()
    print("end")
