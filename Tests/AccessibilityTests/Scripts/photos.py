"""Walks the pages of the photo browser, and then visits it by actions alone. The argument is the folder of the programs."""

import os
import sys

programs = sys.argv[1]
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Python"))
os.environ["HEADLESS_COMPOSITOR"] = os.path.join(programs, "headless-compositor")

import accessibility_session as a11y
import headless_compositor
import rules


def start(page):
    client = compositor.start(os.path.join(programs, "carousel-photos"), folder, "--page", page, "--control", "none")
    program = session.program("carousel-photos")
    compositor.advance(frames=60)
    return client, program


def end(client):
    client.terminate()
    client.wait()
    a11y.wait_for("the program leaves", lambda: not a11y.desktop() or None)


def until(what, condition):
    """Presents frames until a condition is true."""

    def present():
        compositor.advance(frames=5)
        return condition()

    found = a11y.wait_for(what, present)
    print(f"done: {what}", flush=True)
    return found


def rest(name):
    """Waits until a picture has stopped to move, and returns its width."""
    boxes = []
    while len(boxes) < 3 or len(set(boxes[-3:])) > 1:
        compositor.advance(frames=20)
        boxes.append(a11y.bounds(a11y.find(program, "image", name)))
    return boxes[-1][2]


def is_upright(box):
    return box[3] > box[2]


def show(name, program):
    violations = rules.violations(program)
    print(f"page {name}: {len(violations)} violations", flush=True)
    for violation in violations:
        print(f"  {violation}")
    print("\n".join("  " + text for text in a11y.lines(program)))


def act(role, name, action="activate"):
    a11y.perform(a11y.find(program, role, name), action)


with a11y.Session() as session, headless_compositor.Compositor() as compositor:
    folder = os.path.join(session.folder, "photos")
    a11y.write_photos(folder, [f"IMG {number}.png" for number in range(1, 13)])
    for name in ("carousel", "grid", "single", "slideshow"):
        client, program = start(name)
        show(name, program)
        if name == "single":
            # The parts around the pages.
            for part in ("Thumbnail strip", "Information about the photo"):
                act("toggle button", part)
            until("the panel has facts", lambda: a11y.find(program, "image", "Histogram"))
            show("parts", program)
            compositor.keyboard.tap(keys="control+f")
            until("the search is open", lambda: a11y.find(program, "entry"))
            show("search", program)
            compositor.keyboard.tap(keys="escape")
            until("the search is closed", lambda: not a11y.find(program, "entry"))
            compositor.keyboard.tap(keys="f1")
            until("the keys are listed", lambda: a11y.find(program, "dialog"))
            show("keys", program)
        end(client)

    client, program = start("carousel")
    act("list", "Photos", "next")
    until("the next photo is selected", lambda: "selected" in a11y.states(a11y.find(program, "list item", "IMG 2.png")))
    act("list item", "IMG 3.png")
    until("the photo fills the window",
          lambda: a11y.find(program, "list", "Photo") and not a11y.find(program, "list", "Photos"))
    area = until("its picture can be zoomed", lambda: a11y.find(program, "scroll pane", "IMG 3.png"))
    width = rest("IMG 3.png")
    a11y.perform(area, "zoom in")
    until("it is zoomed", lambda: a11y.bounds(a11y.find(program, "image", "IMG 3.png"))[2] > width)
    a11y.perform(area, "zoom out")
    act("push button", "Rotate the photo clockwise")
    until("it is rotated", lambda: is_upright(a11y.bounds(a11y.find(program, "image", "IMG 3.png"))))
    act("toggle button", "Start or end the slideshow")
    show = until("the slideshow runs", lambda: a11y.find(program, "panel", "Slideshow"))
    print("live:", a11y.attributes(show).get("live"))
    a11y.perform(show, "pause")
    until("it is paused", lambda: "continue" in a11y.actions(a11y.find(program, "panel", "Slideshow")))
    act("panel", "Slideshow", "end")
    until("the slideshow ends", lambda: not a11y.find(program, "panel", "Slideshow"))
    act("push button", "Menu")
    quit = until("the menu is open", lambda: a11y.find(program, "menu item", "Quit"))
    print("\n".join("  " + text for text in a11y.lines(a11y.find(program, "menu"))))
    a11y.perform(quit, "activate")
    until("the program ends", lambda: client.poll() is not None)
    compositor.expect.no_errors()
    print("end")
