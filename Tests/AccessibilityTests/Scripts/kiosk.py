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


def configuration(folder):
    """Writes a configuration with two languages, a page, a talking mode and a service page with the PIN 2718, and returns its path."""
    pin = subprocess.run([os.path.join(programs, "carousel-kiosk"), "--hash-pin"], input="2718\n", capture_output=True, text=True).stdout
    page = {"title": "Hours", "root": {"view": "column", "spacing": 20, "insets": 40, "children": [
        {"view": "label", "text": "Open from 8 to 18"}, {"view": "button", "title": "Back", "action": "back", "height": 64}]}}
    show = {"entries": [{"folder": "photos", "caption": "Summer"}, {"page": "hours.json", "caption": "Hours"}]}
    kiosk = {"content": "show.json", "languages": ["en", "de"], "service": {"pin": pin.strip()}, "speech": {"command": ["/bin/true"]},
             "stateFolder": os.path.join(folder, "state"), "layer": False}
    for name, value in (("hours", page), ("show", show), ("kiosk", kiosk)):
        with open(os.path.join(folder, name + ".json"), "w") as file:
            json.dump(value, file)
    return os.path.join(folder, "kiosk.json")


def until(role, name):
    """Presents frames until an element is there, and returns it."""
    def present():
        compositor.advance(frames=5)
        return a11y.find(program, role, name)

    return a11y.wait_for(f"{role} {name}", present)


with a11y.Session() as session, headless_compositor.Compositor() as compositor:
    a11y.write_photos(os.path.join(session.folder, "photos"), [f"{number}.png" for number in range(1, 6)])
    compositor.start(os.path.join(programs, "carousel-kiosk"), "--config", configuration(session.folder))
    program = session.program("carousel-kiosk")
    compositor.advance(frames=60)
    rules.show("show", program, least_target=44)
    a11y.perform(a11y.find(program, "panel", "Kiosk"), "show the photos")
    compositor.advance(frames=120)
    rules.show("visitors", program, least_target=44)
    # The program measures the time of the finger by its own clock.
    compositor.touch.down(x=20, y=20)
    until("push button", "OK")
    compositor.touch.up()
    compositor.advance(frames=30)
    rules.show("pin", program, least_target=44)
    compositor.expect.no_errors()
    print("end")
