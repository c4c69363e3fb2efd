"""Walks the pages of the photo browser, and then visits it by actions alone. The argument is the folder of the programs."""

import os
import sys

import photo_files
import rules
from accessibility_session import LIMIT, Session

# The pages, each with an element that it shows when its photos are listed.
PAGES = {
    "carousel": {"role": "list item", "name": "IMG 4.png"},
    "grid": {"role": "list item", "name": "IMG 12.png"},
    "single": {"role": "scroll pane", "name": "IMG 1.png"},
    "slideshow": {"role": "panel", "name": "Slideshow"},
}


def open_page(page):
    session.open("carousel-photos", folder, "--page", page, "--interval", "3600", "--control", "none", **PAGES[page])


def rest():
    """Presents frames until nothing moves."""
    session.expect.idle(frames=3, within=LIMIT)


def picture():
    """Returns the width and the height of the picture."""
    return session.read().find("image", "IMG 3.png").bounds[2:]


def is_open(role, name=None):
    return session.read().find(role, name) is not None


with Session(sys.argv[1]) as session:
    folder = os.path.join(session.folder, "photos")
    photo_files.write(folder, [f"IMG {number}.png" for number in range(1, 13)])
    for name in PAGES:
        open_page(name)
        if name == "slideshow":
            # The first slide replaces the picture that is shown while it is loaded.
            session.until("the first slide is shown", lambda: len(session.read().children[0].children) == 1)
        rules.show(name, session.read())
        if name == "single":
            # The name of the photo, which is shown while the user is active, is hidden. The parts around the pages are shown.
            session.keyboard.tap(keys="d")
            for part in ("Thumbnail strip", "Information about the photo"):
                session.act("toggle button", part)
            session.show("the panel has facts", role="image", name="Histogram")
            rules.show("parts", session.read())
            session.keyboard.tap(keys="control+f")
            session.show("the search is open", role="entry", state="focused")
            rules.show("search", session.read())
            session.keyboard.tap(keys="escape")
            session.until("the search is closed", lambda: not is_open("entry"))
            session.keyboard.tap(keys="f1")
            session.show("the keys are listed", role="dialog")
            rules.show("keys", session.read())

    open_page("carousel")
    session.act("list", "Photos", "next")
    session.show("the next photo is selected", role="list item", name="IMG 2.png", state="selected")
    rest()
    session.act("list item", "IMG 3.png")
    session.show("another photo is selected", role="list item", name="IMG 3.png", state="selected")
    rest()
    session.act("list", "Photos")
    session.show("the photo fills the window", role="scroll pane", name="IMG 3.png")
    assert not is_open("list", "Photos"), "the carousel behind the photo is read"
    rest()
    before = picture()
    session.act("scroll pane", "IMG 3.png", "zoom in")
    session.until("it is zoomed", lambda: picture()[0] > before[0])
    session.act("scroll pane", "IMG 3.png", "zoom out")
    session.act("push button", "Rotate the photo clockwise")
    session.until("it is rotated", lambda: picture()[1] > picture()[0])
    session.act("toggle button", "Start or end the slideshow")
    session.show("the slideshow runs", role="panel", name="Slideshow")
    print("live:", session.read().find("panel", "Slideshow").attributes.get("live"))
    session.act("panel", "Slideshow", "pause")
    session.until("it is paused", lambda: "continue" in session.read().find("panel", "Slideshow").actions)
    session.act("panel", "Slideshow", "end")
    session.until("the slideshow ends", lambda: not is_open("panel", "Slideshow"))
    session.act("push button", "Menu")
    session.show("the menu is open", role="menu item", name="Quit")
    print("\n".join("  " + text for text in session.read().find("menu").lines()))
    session.act("menu item", "Quit")
    session.wait_for_end()
    session.expect.no_errors()
    print("end")
