"""Walks the phases of the kiosk. The argument is the folder of the programs."""

import os
import sys

programs = sys.argv[1]
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Python"))
os.environ["HEADLESS_COMPOSITOR"] = os.path.join(programs, "headless-compositor")

import accessibility_session as a11y
import headless_compositor
import rules


def show(name, program):
    violations = rules.violations(program, least_target=44)
    print(f"page {name}: {len(violations)} violations", flush=True)
    for violation in violations:
        print(f"  {violation}")
    print("\n".join("  " + text for text in a11y.lines(program)))


with a11y.Session() as session, headless_compositor.Compositor() as compositor:
    folder = os.path.join(session.folder, "photos")
    a11y.write_photos(folder, [f"{number}.png" for number in range(1, 6)])
    compositor.start(os.path.join(programs, "carousel-kiosk"), folder)
    program = session.program("carousel-kiosk")
    compositor.advance(frames=60)
    show("show", program)
    a11y.perform(a11y.find(program, "panel", "Kiosk"), "show the photos")
    compositor.advance(frames=120)
    show("visitors", program)
    compositor.expect.no_errors()
    print("end")
