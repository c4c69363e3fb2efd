"""Visits the photo browser by keys alone: find, open, zoom, rotate, slideshow, quit. The argument is the folder of the programs."""

import os
import sys
import tempfile

programs = sys.argv[1]
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Python"))
os.environ["HEADLESS_COMPOSITOR"] = os.path.join(programs, "headless-compositor")

import accessibility_session as a11y
import headless_compositor


def step(what, keys, **element):
    """Taps keys, and waits until an element is there."""
    for key in keys.split():
        compositor.keyboard.tap(keys=key)
        compositor.advance(frames=2)
    found = compositor.find(within=30, **element)
    print(f"done: {what}", flush=True)
    return found


def until(what, condition):
    """Presents frames until a condition is true."""

    def present():
        compositor.advance(frames=5)
        return condition()

    found = a11y.wait_for(what, present)
    print(f"done: {what}", flush=True)
    return found


def picture():
    return compositor.find(role="image", name="IMG 7.png", within=30)


def roles(role):
    """Returns the names of all shown elements with a role."""
    def inside(element):
        yield element
        for child in element.get("children", []):
            yield from inside(child)

    return [element["name"] for window in compositor.elements() for element in inside(window) if element["role"] == role]


with tempfile.TemporaryDirectory() as folder, headless_compositor.Compositor(accessibility=True) as compositor:
    photos = os.path.join(folder, "photos")
    a11y.write_photos(photos, [f"IMG {number}.png" for number in range(1, 13)], caption="Two boats", taken="2026:05:03 09:20:00")
    environment = {**compositor.environment, "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder, "XDG_STATE_HOME": folder}
    client = compositor.start(os.path.join(programs, "carousel-photos"), photos, "--control", "none", env=environment)
    item = {"role": "list item", "name": "IMG 1.png", "state": "selected", "within": 30}
    until("the file is described", lambda: "Two boats" in compositor.find(**item).get("description", ""))
    print("description:", compositor.find(**item)["description"])

    # Tab leads through all stops and back to the first one. The focus is always on one element that is seen.
    stops = []
    while True:
        compositor.keyboard.tap(keys="tab")
        compositor.advance(frames=2)
        focused = compositor.find(state="focused", within=30)
        assert focused["width"] > 0 and focused["height"] > 0, focused
        stop = f"{focused['role']} {focused['name']}"
        if stop in stops:
            break
        stops.append(stop)
    print("stops:", ", ".join(stops))

    step("the search is open", "control+f", role="entry", state="focused")
    compositor.keyboard.type(text="IMG 7")
    step("the photo is found", "enter", role="list item", name="IMG 7.png", state="selected")
    until("the search has ended", lambda: not roles("entry"))
    step("the photo fills the window", "enter", role="scroll pane", name="IMG 7.png")
    print("lists:", roles("list"))
    width = picture()["width"]
    step("keys zoom", "= = =", role="image", name="IMG 7.png")
    until("it is zoomed", lambda: picture()["width"] > width)
    step("keys fit it into the window", "0", role="image", name="IMG 7.png")
    step("keys rotate", "r", role="image", name="IMG 7.png")
    until("it is rotated", lambda: picture()["height"] > picture()["width"])
    step("the slideshow runs", "f5", role="panel", name="Slideshow")
    step("it is paused", "space", role="panel", name="Slideshow")
    step("the slideshow ends", "escape", role="scroll pane", name="IMG 7.png")
    compositor.keyboard.tap(keys="q")
    until("the program ends", lambda: client.poll() is not None)
    compositor.expect.no_errors()
    print("end")
