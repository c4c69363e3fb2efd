"""Walks all pages of the gallery. The argument is the folder of the programs."""

import os
import sys

programs = sys.argv[1]
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Python"))
os.environ["HEADLESS_COMPOSITOR"] = os.path.join(programs, "headless-compositor")

import accessibility_session as a11y
import headless_compositor
import rules

# The pages whose objects are printed.
PRINTED = sys.argv[2].split(",") if len(sys.argv) > 2 else []


def rest(program):
    """Presents frames until the sidebar rests, because a press on a list that moves only stops it.

    The program moves its views by its own clock, which is slower than the virtual time of these frames.
    """
    places = []
    while len(places) < 3 or len(set(places[-3:])) > 1:
        compositor.advance(frames=150)
        entry = a11y.children(a11y.find(program, "list", "Pages"))[5]
        places.append((entry.name, a11y.visible_bounds(entry)))


def page(program, position):
    """Returns the entry of the sidebar with a position, and scrolls until it is in sight."""
    for _ in range(20):
        pages = a11y.find(program, "list", "Pages")
        shown = {int(a11y.attributes(child)["posinset"]): child for child in a11y.children(pages)}
        if position in shown:
            return shown[position]
        a11y.perform(pages, "next" if position > max(shown) else "previous")
        rest(program)
    sys.exit(f"the page {position} is not in sight")


with a11y.Session() as session, headless_compositor.Compositor() as compositor:
    gallery = os.path.join(programs, "carousel-gallery")
    client = compositor.start(gallery)
    compositor.expect.window(window="Carousel Gallery")
    compositor.advance(frames=10)
    program = session.program("carousel-gallery")
    count = int(a11y.attributes(page(program, 1))["setsize"])
    for position in range(1, count + 1):
        entry = page(program, position)
        if position % 2 == 0:
            a11y.perform(entry, "activate")
        else:
            # The bounds are where the entry shows.
            x, y, width, height = a11y.visible_bounds(entry)
            compositor.pointer.click(x=x + width // 2, y=y + height // 2)
        compositor.advance(frames=30)
        entry = page(program, position)
        name = entry.name
        if "selected" not in a11y.states(entry):
            print(f"the page {name} is not shown")
        violations = rules.violations(program)
        objects = list(a11y.walk(program))
        print(f"page {name}: {len(objects)} objects, {len(violations)} violations", flush=True)
        for violation in violations:
            print(f"  {violation}")
        if name in PRINTED:
            for child in a11y.children(program[0]):
                if child.name in ("Pages", "Source"):
                    continue
                print("\n".join("  " + text for text in a11y.lines(child)))
    compositor.expect.no_errors()
    print("end")
