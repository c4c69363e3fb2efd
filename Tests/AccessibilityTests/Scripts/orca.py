"""Prints the words that Orca speaks for a few tasks. The arguments are the folder of the programs and a file for Orca's log."""

import datetime
import os
import re
import sys
import time

programs, log = sys.argv[1:3]
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Python"))
os.environ["HEADLESS_COMPOSITOR"] = os.path.join(programs, "headless-compositor")

import accessibility_session as a11y
import headless_compositor


class Orca:
    """Orca without a speech server: it writes into its log what it would speak."""

    def __init__(self, session, compositor):
        environment = {**compositor.environment, "HOME": session.folder, "XDG_DATA_HOME": session.folder,
                       "GDK_BACKEND": "wayland", "XDG_SESSION_TYPE": "wayland", "DISPLAY": ":none",
                       "PATH": session.folder + ":" + os.environ["PATH"]}
        # Orca 43 changes the keymap of an X server, which is not there.
        tool = os.path.join(session.folder, "xkbcomp")
        with open(tool, "w") as file:
            file.write("#!/bin/sh\n")
        os.chmod(tool, 0o755)
        self.tasks = []
        self.process = compositor.start("orca", "--replace", "--debug-file", log, env=environment)
        a11y.wait_for("Orca listens", lambda: "SPEECH: Checking" in open(log, errors="replace").read())
        time.sleep(3)

    def task(self, name, action, seconds=1.5):
        self.tasks.append((datetime.datetime.now().time(), name))
        action()
        time.sleep(seconds)

    def report(self):
        """Ends Orca, which then writes the rest of its log, and prints the words of each task."""
        self.process.terminate()
        self.process.wait()
        with open(log, errors="replace") as file:
            spoken = re.findall(r"^(\d\d:\d\d:\d\d\.\d+) - SPEECH OUTPUT: '(.*?)'", file.read(), re.M)
        ends = [start for start, _ in self.tasks[1:]] + [datetime.time.max]
        for (start, name), end in zip(self.tasks, ends):
            words = [text for at, text in spoken if start <= datetime.time.fromisoformat(at) < end]
            print(f"{name}: {' | '.join(words)}", flush=True)


def start(program, *arguments):
    """Ends the program that runs, and starts another one."""
    def action():
        for client in clients:
            client.terminate()
            client.wait()
        clients[:] = [compositor.start(os.path.join(programs, program), *arguments)]

    return action


with a11y.Session() as session, headless_compositor.Compositor(virtual_time=False) as compositor:
    open(log, "w").close()
    orca = Orca(session, compositor)
    clients = []
    tap = lambda keys: lambda: compositor.keyboard.tap(keys=keys)
    act = lambda **element: lambda: compositor.element.perform(within=30, **element)
    photos = os.path.join(session.folder, "photos")
    a11y.write_photos(photos, [f"IMG {number}.png" for number in range(3041, 3046)], caption="Two boats", taken="2026:05:03 09:20:00")

    orca.task("open a folder", start("carousel-photos", photos, "--control", "none"), 4)
    orca.task("next photo", tap("right"), 3)
    orca.task("open the photo", tap("enter"), 3)
    orca.task("back", tap("escape"), 3)
    orca.task("open the gallery", start("carousel-gallery"), 4)
    orca.task("next picture", tap("right"))
    orca.task("Tab to a button", tap("tab"))
    orca.task("a list", start("carousel-gallery", "--page", "lists"), 4)
    orca.task("next entry of the list", tap("down"))
    orca.task("open the page Controls", start("carousel-gallery", "--page", "controls"), 4)
    orca.task("into the item", tap("enter"))
    orca.task("type", lambda: compositor.keyboard.type(text="ab"))
    orca.task("undo", tap("control+z"))
    orca.task("Tab", tap("tab"))
    orca.task("back to the carousel", tap("escape"))
    orca.task("the item with sliders", tap("left"), 3)
    orca.task("a slider", tap("enter"))
    orca.task("a larger value", tap("right"))
    orca.task("open the page Dialogs", start("carousel-gallery", "--page", "dialogs"), 4)
    orca.task("an alert", act(role="button", name="Delete …"), 3)
    orca.report()
    print("end")
