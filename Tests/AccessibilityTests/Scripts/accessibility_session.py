"""Programs in a headless compositor, with a session bus of their own on which they offer their objects. pyatspi reads them.

    with Session(folder_of_the_programs) as session:
        session.open("carousel-gallery", role="list", name="Pages")
        print("\\n".join(session.read().lines()))
"""

import os
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Python"))

import headless_compositor
from accessible_object import Object

# Seconds to wait for a program. Other tests may use the processors meanwhile.
LIMIT = 60


class Session(headless_compositor.Compositor):
    """A compositor that runs one program at a time. The files that the program writes are in `folder`."""

    def __init__(self, programs, **options):
        self.folder = tempfile.mkdtemp(prefix="accessibility-")
        self.program = None
        self._client = None
        self._count = 0
        self._programs = programs
        super().__init__(program=os.path.join(programs, "headless-compositor"), accessibility=True, **options)
        # pyatspi connects to the bus of the environment when it is imported.
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = self.bus
        for name in ("DISPLAY", "AT_SPI_BUS_ADDRESS"):
            os.environ.pop(name, None)

    def close(self):
        super().close()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def environment(self):
        folders = {f"XDG_{name}_HOME": self.folder for name in ("CACHE", "CONFIG", "DATA")}
        # No program begins with the state of the one before.
        folders["XDG_STATE_HOME"] = os.path.join(self.folder, f"state-{self._count}")
        return {**super().environment, **folders, "GSETTINGS_BACKEND": "memory", "LC_ALL": "C.UTF-8", "TZ": "UTC"}

    def open(self, program, *arguments, **element):
        """Ends the program that runs, starts another one, and waits until it shows an element."""
        self.end()
        self._count += 1
        self._client = self.start(os.path.join(self._programs, program), *arguments)
        self.show(f"{program} is open", **element)
        self.program = self.until(f"pyatspi finds {program}", self._find_program)

    def _find_program(self):
        import pyatspi

        programs = [program for program in pyatspi.Registry.getDesktop(0) if program]
        return next((program for program in programs if program.get_process_id() == self._client.pid), None)

    def end(self):
        """Ends the program that runs."""
        if self._client:
            self._client.terminate()
            self.wait_for_end()

    def wait_for_end(self):
        """Waits until the program ends by itself."""
        self._report("the program ends", lambda: self._client.wait(LIMIT))

    def read(self):
        """Returns the objects of the program."""
        return Object(self.program)

    def act(self, role, name, action="activate"):
        """Performs an action of an object."""
        found = self.read().find(role, name)
        assert found and action in found.actions, f"there is no {role} “{name}” with the action {action}"
        found.perform(action)

    def show(self, what, **element):
        """Waits until the program shows an element, and returns it. Frames are presented meanwhile."""
        return self._report(what, lambda: self.find(within=LIMIT, **element))

    def until(self, what, condition):
        """Presents frames until a condition returns a value that counts as true, and returns it."""
        def value():
            end = time.monotonic() + LIMIT
            while time.monotonic() < end:
                self.wait(milliseconds=17)
                try:
                    found = condition()
                except (AttributeError, RuntimeError):  # an object that is not there yet, or is gone
                    found = None
                if found:
                    return found
            sys.exit(f"did not happen in {LIMIT} s: {what}")

        return self._report(what, value)

    @staticmethod
    def _report(what, action):
        start = time.monotonic()
        value = action()
        print(f"done: {what} ({time.monotonic() - start:.1f} s)", flush=True)
        return value
