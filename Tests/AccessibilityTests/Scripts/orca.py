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


with a11y.Session() as session, headless_compositor.Compositor(virtual_time=False) as compositor:
    open(log, "w").close()
    orca = Orca(session, compositor)
    tap = lambda keys: lambda: compositor.keyboard.tap(keys=keys)
    client = []
    orca.task("open the gallery", lambda: client.append(compositor.start(os.path.join(programs, "carousel-gallery"))))
    orca.task("next picture", tap("right"))
    orca.task("next picture", tap("right"))
    orca.task("Tab to a button", tap("tab"))
    client[0].terminate()
    orca.task("open the page Controls", lambda: client.append(
        compositor.start(os.path.join(programs, "carousel-gallery"), "--page", "controls")))
    orca.task("into the item", tap("enter"))
    orca.task("type", lambda: compositor.keyboard.type(text="ab"))
    orca.task("undo", tap("ctrl+z"))
    orca.task("Tab", tap("tab"))
    orca.report()
    print("end")
