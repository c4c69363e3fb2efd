"""A session bus with the services of assistive technologies, and the objects of the programs on it, read by pyatspi.

    with Session() as session:
        with headless_compositor.Compositor() as compositor:
            compositor.start("carousel-gallery")
            program = session.program("carousel-gallery")
            print("\\n".join(lines(program)))
"""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Seconds to wait for a program.
LIMIT = 30


def end_with_parent():
    """Lets the kernel end this process when its parent ends (PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


class Session:
    """A private bus. Only the services of at-spi2-core can be started on it."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="accessibility-")
        services = os.path.join(self.folder, "services")
        os.mkdir(services)
        shutil.copy("/usr/share/dbus-1/services/org.a11y.Bus.service", services)
        configuration = os.path.join(self.folder, "bus.conf")
        with open(configuration, "w") as file:
            file.write(f"""<busconfig><type>session</type><listen>unix:path={self.folder}/bus</listen>
              <auth>EXTERNAL</auth><servicedir>{services}</servicedir><policy context="default">
              <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>""")
        os.environ["XDG_RUNTIME_DIR"] = self.folder
        os.environ["XDG_CONFIG_HOME"] = self.folder
        os.environ["XDG_CACHE_HOME"] = self.folder
        os.environ["XDG_STATE_HOME"] = self.folder
        os.environ["GSETTINGS_BACKEND"] = "memory"
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "AT_SPI_BUS_ADDRESS"):
            os.environ.pop(name, None)
        command = ["dbus-daemon", "--config-file", configuration, "--nofork", "--print-address"]
        self.daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                       preexec_fn=end_with_parent)
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = self.daemon.stdout.readline().strip().partition(",")[0]

    def __enter__(self):
        self.enable(True)
        return self

    def __exit__(self, *unused):
        self.close()

    def enable(self, is_enabled):
        """Says that an assistive technology is in use, or that none is."""
        from gi.repository import Gio, GLib

        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        value = GLib.Variant("(ssv)", ("org.a11y.Status", "ScreenReaderEnabled", GLib.Variant("b", is_enabled)))
        bus.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", value, None, 0, -1)

    def program(self, name):
        """Returns the object of a program that has registered."""
        def search():
            for child in desktop():
                if child and child.name == name and child.childCount > 0:
                    return child
            return None

        return wait_for(f"the program {name}", search)

    def close(self):
        self.daemon.terminate()
        self.daemon.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def wait_for(what, condition, limit=LIMIT):
    """Waits until the condition returns a value that counts as true, and returns it."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        try:
            value = condition()
        except Exception:  # an object that is gone
            value = None
        if value:
            return value
        time.sleep(0.02)
    sys.exit(f"did not happen in {limit} s: {what}")


def desktop():
    """Returns the programs that have registered."""
    import pyatspi

    return list(pyatspi.Registry.getDesktop(0))


def children(accessible):
    return [accessible.getChildAtIndex(index) for index in range(accessible.childCount)]


def walk(accessible):
    """Yields an object and all objects inside it."""
    yield accessible
    for child in children(accessible):
        yield from walk(child)


def find(accessible, role, name=None):
    """Returns the first object with a role and a name; None if there is none."""
    for found in walk(accessible):
        if found.getRoleName() == role and (name is None or found.name == name):
            return found
    return None


def states(accessible):
    import pyatspi

    names = {value: str(value)[len("ATSPI_STATE_"):].lower() if str(value).startswith("ATSPI") else pyatspi.stateToString(value)
             for value in accessible.getState().getStates()}
    return sorted(name.replace("_", " ") for name in names.values())


def attributes(accessible):
    return dict(entry.split(":", 1) for entry in accessible.getAttributes())


def actions(accessible):
    if "Action" not in accessible.get_interfaces():
        return []
    action = accessible.queryAction()
    return [action.getName(index) for index in range(action.nActions)]


def perform(accessible, name):
    """Performs an action by its name."""
    return accessible.queryAction().doAction(actions(accessible).index(name))


def bounds(accessible):
    import pyatspi

    box = accessible.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
    return box.x, box.y, box.width, box.height


def visible_bounds(accessible):
    """Returns the part of the bounds that is inside the bounds of all objects around."""
    left, top, width, height = bounds(accessible)
    right, bottom = left + width, top + height
    parent = accessible.parent
    while parent and parent.getRoleName() != "application":
        x, y, width, height = bounds(parent)
        left, top, right, bottom = max(left, x), max(top, y), min(right, x + width), min(bottom, y + height)
        parent = parent.parent
    return left, top, max(0, right - left), max(0, bottom - top)


# The states that nearly all objects have.
USUAL = {"enabled", "sensitive", "visible", "showing", "focusable", "selectable", "manages descendants", "checkable", "expandable",
         "single line", "selectable text", "active", "focused"}


def line(accessible):
    """Returns an object as a line: role, name, value, position, states and actions."""
    text = accessible.getRoleName()
    if accessible.name:
        text += f" “{accessible.name}”"
    words = attributes(accessible)
    if "valuetext" in words:
        text += f" = “{words['valuetext']}”"
    if "posinset" in words:
        text += f", {words['posinset']} of {words['setsize']}"
    if "roledescription" in words:
        text += f" ({words['roledescription']})"
    text += "".join(f", {state}" for state in states(accessible) if state not in USUAL)
    names = actions(accessible)
    return " ".join((text + (f" [{', '.join(names)}]" if names else "")).split())


def lines(accessible, indentation=""):
    """Returns an object and all objects inside it, one a line."""
    result = [indentation + line(accessible)]
    for child in children(accessible):
        result += lines(child, indentation + "  ")
    return result


def exif(caption, taken):
    """Returns metadata with a caption and the time at which a photo was taken, in the form of TIFF."""
    import struct

    text, time = caption.encode() + b"\0", taken.encode() + b"\0"
    first, second = 8, 8 + 2 + 2 * 12 + 4
    texts = second + 2 + 12 + 4
    entries = struct.pack("<HHHIIHHIII", 2, 0x010E, 2, len(text), texts, 0x8769, 4, 1, second, 0)
    inner = struct.pack("<HHHIII", 1, 0x9003, 2, len(time), texts + len(text), 0)
    return b"II*\0" + struct.pack("<I", first) + entries + inner + text + time


def write_photos(folder, names, width=300, height=200, caption=None, taken=""):
    """Writes pictures of one color each, as PNG."""
    import struct
    import zlib

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    os.makedirs(folder, exist_ok=True)
    for number, name in enumerate(names):
        row = b"\0" + bytes([40 * number % 256, 90, 160]) * width
        header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        with open(os.path.join(folder, name), "wb") as file:
            metadata = chunk(b"eXIf", exif(caption, taken)) if caption else b""
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + metadata
                       + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))
