"""Visits the photo browser by keys alone: find, open, zoom, rotate, slideshow, quit. The argument is the folder of the programs."""

import os
import sys

import photo_files
from accessibility_session import LIMIT, Session


def tap(keys):
    for key in keys.split():
        session.keyboard.tap(keys=key)
        session.advance(frames=2)


def picture():
    """Returns the width and the height of the picture."""
    return session.read().find("image", "IMG 7.png").bounds[2:]


with Session(sys.argv[1]) as session:
    photos = os.path.join(session.folder, "photos")
    photo_files.write(photos, [f"IMG {number}.png" for number in range(1, 13)], caption="Two boats", taken="2026:05:03 09:20:00")
    item = {"role": "list item", "name": "IMG 1.png", "state": "selected"}
    session.open("carousel-photos", photos, "--control", "none", **item)
    session.until("the file is described", lambda: "Two boats" in session.find(**item).get("description", ""))
    print("description:", session.find(**item)["description"])

    # Tab leads through all stops and back to the first one. The focus is always on one element that is seen.
    stops = []
    for _ in range(100):
        tap("tab")
        focused = session.find(state="focused", within=LIMIT)
        assert focused["width"] > 0 and focused["height"] > 0, focused
        stop = f"{focused['role']} {focused['name']}"
        if stop in stops:
            break
        stops.append(stop)
    print("stops:", ", ".join(stops))

    tap("control+f")
    session.show("the search is open", role="entry", state="focused")
    session.keyboard.type(text="IMG 7")
    tap("enter")
    session.show("the photo is found", role="list item", name="IMG 7.png", state="selected")
    session.until("the search has ended", lambda: not session.read().find("entry"))
    tap("enter")
    session.show("the photo fills the window", role="scroll pane", name="IMG 7.png")
    print("lists:", [read.name for read in session.read().walk() if read.role == "list"])
    session.show("the photo has the focus", role="list", name="Photo", state="focused")
    session.expect.idle(frames=3, within=LIMIT)
    width = picture()[0]
    tap("= = =")
    session.until("keys zoom", lambda: picture()[0] > width)
    tap("0 r")
    session.until("keys rotate", lambda: picture()[1] > picture()[0])
    tap("f5")
    session.show("the slideshow runs", role="panel", name="Slideshow")
    tap("space")
    session.until("it is paused", lambda: "continue" in session.read().find("panel", "Slideshow").actions)
    tap("escape")
    session.show("the slideshow ends", role="scroll pane", name="IMG 7.png")
    tap("q")
    session.wait_for_end()
    session.expect.no_errors()
    print("end")
