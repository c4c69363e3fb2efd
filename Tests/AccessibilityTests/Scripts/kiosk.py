"""Walks the phases of the kiosk: the show, the carousel of visitors, the panel at the side, a page with buttons, a card, the PIN pad
and the service page. The argument is the folder of the programs."""

import json
import os
import subprocess
import sys

import photo_files
import rules
from accessibility_session import LIMIT, Session

PIN = "2718"


def configuration(folder):
    """Writes a configuration with two languages, a page, a talking mode and a service page, and returns its path."""
    program = os.path.join(sys.argv[1], "carousel-kiosk")
    pin = subprocess.run([program, "--hash-pin"], input=PIN + "\n", capture_output=True, text=True, check=True).stdout.strip()
    page = {"title": "Hours", "root": {"view": "column", "spacing": 20, "insets": 40, "children": [
        {"view": "label", "text": "Open from 8 to 18"}, {"view": "button", "title": "Back", "action": "back", "height": 64}]}}
    show = {"duration": 3600, "entries": [
        {"folder": "photos", "caption": "Summer"}, {"page": "hours.json", "caption": {"en": "Hours", "de": "Zeiten"}}]}
    kiosk = {"content": "show.json", "idleTime": 3600, "languages": ["en", "de"], "service": {"pin": pin, "seconds": 1},
             "speech": {"command": ["/bin/true"]}, "stateFolder": os.path.join(folder, "state"), "layer": False}
    for name, value in (("hours", page), ("show", show), ("kiosk", kiosk)):
        with open(os.path.join(folder, name + ".json"), "w") as file:
            json.dump(value, file)
    return os.path.join(folder, "kiosk.json")


def walk(page):
    """Prints the objects when nothing moves."""
    session.expect.idle(frames=3, within=LIMIT)
    rules.show(page, session.read(), least_target=44)


def is_open(role, name):
    return session.read().find(role, name) is not None


with Session(sys.argv[1]) as session:
    photo_files.write(os.path.join(session.folder, "photos"), [f"{number}.png" for number in range(1, 6)])
    session.open("carousel-kiosk", "--config", configuration(session.folder), role="panel", name="Kiosk")
    walk("show")
    session.act("panel", "Kiosk", "show the photos")
    session.until("the visit begins", lambda: is_open("list", "Photos"))
    walk("visitors")

    session.touch.drag(x=1270, y=200, to_x=900, to_y=200, milliseconds=200)
    session.show("the panel is open", role="button", name="Deutsch")
    walk("panel")
    session.act("push button", "Deutsch")
    session.show("the panel is German", role="button", name="Zeiten")
    session.act("push button", "English")
    session.show("the panel is English", role="button", name="Hours")
    session.act("push button", "Hours")
    session.show("the page is open", role="button", name="Back")
    walk("page")
    session.act("push button", "Back")
    session.until("the page is closed", lambda: not is_open("push button", "Back"))

    session.act("list item", session.read().find("list", "Photos").children[0].name)
    session.show("the card is open", role="list", name="Photo")
    walk("card")

    # The program measures the time of the finger by its own clock.
    session.touch.down(x=20, y=20)
    session.show("the PIN pad is open", role="button", name="OK")
    session.touch.up()
    walk("pin")
    for digit in PIN:
        session.act("push button", digit)
    session.act("push button", "OK")
    session.show("the service page is open", role="button", name="Leave")
    walk("service")
    session.act("push button", "Back to the kiosk")
    session.until("the service page is closed", lambda: not is_open("push button", "Leave"))
    session.expect.no_errors()
    print("end")
