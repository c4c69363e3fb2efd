"""Walks the phases of the kiosk. The argument is the folder of the programs."""

import json
import os
import subprocess
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


def configuration(folder):
    """Writes a configuration with two languages, a page, a talking mode and a service page with the PIN 1, and returns its path."""
    pin = subprocess.run([os.path.join(programs, "carousel-kiosk"), "--hash-pin"], input="1\n", capture_output=True, text=True).stdout
    page = {"title": "Hours", "root": {"view": "column", "spacing": 20, "insets": 40, "children": [
        {"view": "label", "text": "Open from 8 to 18"}, {"view": "button", "title": "Back", "action": "back", "height": 64}]}}
    show = {"entries": [{"folder": "photos", "caption": "Summer"}, {"page": "hours.json", "caption": "Hours"}]}
    kiosk = {"content": "show.json", "languages": ["en", "de"], "service": {"pin": pin.strip()}, "speech": {"command": ["/bin/true"]},
             "stateFolder": os.path.join(folder, "state"), "layer": False}
    for name, value in (("hours", page), ("show", show), ("kiosk", kiosk)):
        with open(os.path.join(folder, name + ".json"), "w") as file:
            json.dump(value, file)
    return os.path.join(folder, "kiosk.json")


def press(name, role="push button"):
    """Presses an element with a finger."""
    button = a11y.wait_for(name, lambda: compositor.advance(frames=5) or a11y.find(program, role, name))
    x, y, width, height = a11y.bounds(button)
    compositor.touch.tap(x=x + width // 2, y=y + height // 2)
    compositor.advance(frames=30)


with a11y.Session() as session, headless_compositor.Compositor() as compositor:
    a11y.write_photos(os.path.join(session.folder, "photos"), [f"{number}.png" for number in range(1, 6)])
    compositor.start(os.path.join(programs, "carousel-kiosk"), "--config", configuration(session.folder))
    program = session.program("carousel-kiosk")
    compositor.advance(frames=60)
    show("show", program)
    a11y.perform(a11y.find(program, "panel", "Kiosk"), "show the photos")
    compositor.advance(frames=120)
    show("visitors", program)
    a11y.perform(a11y.find(program, "push button", "Language, Information"), "activate")
    compositor.advance(frames=120)
    show("panel", program)
    press("Hours")
    a11y.wait_for("the page", lambda: compositor.advance(frames=5) or a11y.find(program, "label", "Open from 8 to 18"))
    compositor.advance(frames=120)
    show("page", program)
    press("Close")
    compositor.touch.down(x=20, y=20)
    compositor.advance(frames=270)
    compositor.touch.up()
    compositor.advance(frames=30)
    show("pin", program)
    press("1")
    press("OK")
    a11y.wait_for("the service page", lambda: compositor.advance(frames=5) or a11y.find(program, "push button", "Leave"))
    compositor.advance(frames=30)
    show("service", program)
    compositor.expect.no_errors()
    print("end")
