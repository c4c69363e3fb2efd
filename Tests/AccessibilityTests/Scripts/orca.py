"""Prints the words that Orca speaks for a few tasks, and in parentheses the announcements, which Orca 43 does not know.

The argument is the folder of the programs. A second one is a file for Orca's log.
"""

import contextlib
import os
import queue
import re
import sys
import threading
import time

import photo_files
from accessibility_session import LIMIT, Session


class Orca:
    """Orca without a speech server: it writes into its log what it would speak."""

    def __init__(self, session, log):
        import pyatspi

        # Orca 43 changes the keymap of an X server, which is not there.
        tool = os.path.join(session.folder, "xkbcomp")
        with open(tool, "w") as file:
            file.write("#!/bin/sh\n")
        os.chmod(tool, 0o755)
        environment = {**session.environment, "HOME": session.folder, "GDK_BACKEND": "wayland", "XDG_SESSION_TYPE": "wayland",
                       "DISPLAY": ":none", "PATH": session.folder + ":" + os.environ["PATH"]}
        # Orca writes each line at once into a terminal, but not into a file.
        reader, terminal = os.openpty()
        self._lines = queue.Queue()
        threading.Thread(target=self._read, args=(reader, log), daemon=True).start()
        pyatspi.Registry.registerEventListener(self._hear_announcement, "object:announcement")
        session.start("orca", "--replace", "--debug-file", os.ttyname(terminal), env=environment)
        self.hear("SPEECH: Checking")

    def _read(self, reader, log):
        with open(reader, errors="replace") as lines, open(log, "w") as copy:
            with contextlib.suppress(OSError):  # Orca has ended
                for line in lines:
                    copy.write(line)
                    self._lines.put(line.rstrip())

    def _hear_announcement(self, event):
        self._lines.put(f"ANNOUNCEMENT: '{event.any_data}'")

    def hear(self, end):
        """Returns the words up to the line of the log in which a pattern is found."""
        from gi.repository import GLib

        words = []
        limit = time.monotonic() + LIMIT
        while True:
            # Announcements are events of the main loop.
            while GLib.MainContext.default().iteration(False):
                pass
            try:
                line = self._lines.get(timeout=0.05)
            except queue.Empty:
                if time.monotonic() > limit:
                    sys.exit(f"Orca has not written “{end}” in {LIMIT} s, but spoken: {' | '.join(words)}")
                continue
            if spoken := re.search(r"SPEECH OUTPUT: '(.*?)'( voice=\w+)?\{", line):
                words.append(spoken[1])
            elif announced := re.search(r"ANNOUNCEMENT: '(.*)'", line):
                words.append(f"({announced[1]})")
            if re.search(end, line):
                return words


def task(name, action, end):
    """Prints the words that Orca speaks after an action, up to the line of its log in which a pattern is found."""
    action()
    print(f"{name}: {' | '.join(orca.hear(end)) or '–'}", flush=True)


def tap(*keys):
    def action():
        for key in keys:
            session.keyboard.tap(keys=key)

    return action


def enter(text):
    return lambda: session.keyboard.type(text=text)


def act(**element):
    return lambda: session.element.perform(within=LIMIT, **element)


def start(*command):
    return lambda: session.open(*command, role="frame")


def save_rotation():
    tap("enter")()
    session.show("the photo is open", role="list", name="Photo", state="focused")
    tap("r", "control+s")()


def spoken(text):
    return f"SPEECH OUTPUT: '.*{text}"


def announced(text):
    return f"ANNOUNCEMENT: '.*{text}"


with Session(sys.argv[1], virtual_time=False) as session:
    orca = Orca(session, sys.argv[2] if len(sys.argv) > 2 else os.devnull)
    photos = os.path.join(session.folder, "photos")
    photo_files.write(photos, [f"IMG {number}.png" for number in range(3041, 3046)], caption="Two boats", taken="2026:05:03 09:20:00")

    task("open a folder", start("carousel-photos", photos, "--interval", "600", "--control", "none"), spoken("1 of 5, taken"))
    task("next photo", tap("right"), spoken("2 of 5, taken"))
    task("open the photo", tap("enter"), spoken("2 of 5, taken"))
    task("zoom", tap("="), announced("Zoom"))
    task("fit into the window", tap("0"), announced("Fits"))
    task("rotate", tap("r"), announced("Rotated"))
    task("begin the slideshow", tap("f5"), spoken("Slideshow"))
    task("the next photo of the slideshow", tap("right"), "accessible-name .*3 of 5.* from")
    task("pause", tap("space"), announced("Paused"))
    task("end the slideshow", tap("escape"), spoken("3 of 5, taken"))
    task("search", tap("control+f"), spoken("entry"))
    task("type “3044”", enter("3044"), announced("1 of 1"))
    task("undo", tap("control+z"), "object:text-changed:delete")
    task("type “3044” again", enter("3044"), announced("1 of 1"))
    task("Return, to the photo that was found", tap("enter"), spoken("4 of 5"))
    task("back to the carousel", tap("escape"), spoken("4 of 5"))
    task("save a rotation that the file cannot store", save_rotation, announced("no place"))

    task("open the gallery", start("carousel-gallery"), spoken("5 of 12"))
    task("next picture", tap("right"), spoken("6 of 12"))
    task("Tab to a button", tap("tab"), spoken("button"))
    task("open the page Lists", start("carousel-gallery", "--page", "lists"), spoken("3 of 6"))
    task("Down, in the list", tap("down"), spoken("4 of 6"))
    task("open the page Controls", start("carousel-gallery", "--page", "controls"), spoken("2 of 4"))
    task("Return, into the item", tap("enter"), spoken("entry"))
    task("type “ab”", enter("ab"), "object:text-changed:insert.*b")
    task("undo", tap("control+z"), "object:text-changed:delete")
    task("Tab", tap("tab"), spoken("radio button"))
    task("Escape, back to the carousel", tap("escape"), spoken("2 of 4"))
    task("Left", tap("left"), spoken("1 of 4"))
    task("Return, to a slider", tap("enter"), spoken("slider"))
    task("Right, in the slider", tap("right"), spoken("0.61"))
    task("open the page Dialogs", start("carousel-gallery", "--page", "dialogs"), spoken("frame"))
    task("open an alert", act(role="button", name="Delete …"), spoken("Delete push button"))
    print("end")
