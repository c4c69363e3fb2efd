"""The scripted visit of scripts/run --kiosk, without a Wayland session: opens the kiosk in the embedded compositor, acts as a visitor,
and writes pictures.

    kiosk_tour.py PROGRAMS FOLDER demo|visit ARGUMENT…

PROGRAMS is the folder of the programs, FOLDER gets the pictures, and the arguments are those of carousel-kiosk. `demo` shows all
parts of the demonstration in Data/kiosk/demo; `visit` shows any content. Nothing depends on the speed of the machine: the tour
asks the kiosk for its state before and after each picture.
"""
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Python"))
from headless_compositor import Compositor, ControlSocket, ControlTimeout

WIDTH, HEIGHT = 1280, 720
# The longest wait for a state, in seconds, and the number of attempts to take a picture.
LIMIT, ATTEMPTS = 90, 5


class Tour:
    def __init__(self, compositor, programs, folder, arguments):
        self.folder = folder
        self.compositor = compositor
        environment = self.compositor.environment
        socket = os.path.join(environment["XDG_RUNTIME_DIR"], "kiosk")
        environment["XDG_STATE_HOME"] = str(folder / "state")
        self.program = self.compositor.start(programs / "carousel-kiosk", "--control", socket, *arguments, env=environment)
        self.kiosk = None
        self.kiosk = self.wait("the control socket", lambda: self.connect(socket))

    def connect(self, socket):
        if self.program.poll() is not None:
            sys.exit(self.program.returncode or 1)
        try:
            return ControlSocket(socket)
        except OSError:
            return None

    def wait(self, what, condition):
        """Waits until a condition holds, and returns its value."""
        end = time.monotonic() + LIMIT
        while not (value := condition()):
            if time.monotonic() > end:
                raise SystemExit(f"the tour has waited too long for {what}: {self.kiosk and self.kiosk.state()}")
            time.sleep(0.02)
        return value

    def wait_for(self, **members):
        """Waits until the state of the kiosk has these members."""
        return self.wait(members, lambda: self.has(members))

    def has(self, members):
        state = self.kiosk.state()
        return all(self.matches(state[name], value) for name, value in members.items())

    @staticmethod
    def matches(value, wanted):
        return value.endswith(wanted) if isinstance(wanted, str) else value == wanted

    def settle(self, seconds=LIMIT):
        try:
            self.kiosk.settle(within=seconds)
        except ControlTimeout:
            pass  # a picture that moves, such as one of ken-burns
        self.compositor.settle()

    def picture(self, name, action=lambda: None, output=None, **members):
        """Performs an action, waits until the state has these members and nothing moves, and writes a picture of that."""
        for _ in range(ATTEMPTS):
            action()
            self.wait_for(**members)
            self.settle()
            before = self.kiosk.state()
            self.compositor.capture(path=str(self.folder / f"{name}.png"), **({"output": output} if output else {}))
            if self.has(members) and self.kiosk.state()["events"] == before["events"]:
                return print(name, flush=True)
        raise SystemExit(f"the kiosk did not stay in the state of {name}: {self.kiosk.state()}")

    def show(self, entry):
        """Shows an item of the show, after a visitor has left."""
        self.wake()
        self.wait_for(phase="attract")
        self.kiosk.show(entry=entry)

    # A visitor

    def visit(self):
        """Touches the show, unless the carousel is there, and moves the carousel by an item."""
        self.wake()
        if not self.has({"phase": "visit"}):
            self.wait("the carousel", lambda: self.has({"phase": "visit"}) or self.drag())
            self.settle()

    def drag(self):
        self.compositor.touch.drag(x=640, y=360, to_x=300, to_y=360, milliseconds=300, hold=400)

    def open_card(self):
        self.visit()
        if not self.has({"card": True}):
            self.compositor.touch.tap(x=640, y=360)

    def close_card(self):
        self.visit()
        if self.has({"card": True}):
            self.compositor.touch.drag(x=640, y=200, to_x=640, to_y=650, milliseconds=150)
            self.wait_for(card=False)
            self.settle()

    def open_panel(self):
        self.close_card()
        if not self.has({"panel": True}):
            self.compositor.touch.tap(x=1266, y=360)

    # The service

    def open_pad(self):
        """Rests a finger in the corner until the pad for the PIN opens."""
        self.wake()
        if self.has({"service": "pad"}):
            return
        self.compositor.touch.down(x=20, y=20)
        self.wait_for(service="pad")
        self.compositor.touch.up()

    def open_service(self):
        """Types the PIN of the demonstration, 2718, and OK."""
        self.open_pad()
        self.settle()
        for x, y in [(638, 273), (535, 431), (535, 273), (638, 431), (739, 513)]:
            self.compositor.touch.tap(x=x, y=y)
            self.compositor.settle()

    def wake(self):
        if not self.has({"screen": "awake"}):
            self.compositor.touch.tap(x=640, y=360)
            self.wait_for(screen="awake")


def demonstrate(tour):
    pictures = lambda name, entry: tour.picture(name, lambda: tour.show(entry), phase="attract", entry=entry)
    pictures("01-attract", "1-lake.svg")
    pictures("02-page", "menu.json")
    pictures("03-qr-code", "WIFI:T:nopass;S:Gallery;;")
    # The pair has the path of its first picture.
    tour.wait("the pair", lambda: not any(path.endswith("2-tower.svg") for path in tour.kiosk.state()["items"]))
    pictures("04-portrait-pair", "1-vase.svg")
    pictures("05-error-entry", "damaged.jpg")
    tour.show("1-lake.svg")
    tour.wait_for(entry="1-lake.svg")
    tour.settle()
    tour.picture("06-carousel", tour.visit, phase="visit", card=False)
    tour.picture("07-card", tour.open_card, phase="visit", card=True)
    tour.picture("08-panel", tour.open_panel, phase="visit", panel=True)
    tour.picture("09-pin-pad", tour.open_pad, service="pad")
    tour.picture("10-service", tour.open_service, service="page")
    # The service has left: the page closes, the show begins again, and after more time the saver.
    tour.picture("11-saver", screen="clock")
    tour.wake()
    compositor = tour.compositor
    compositor.output.add(name="second", width=800, height=600)
    tour.wait("the second screen", lambda: "second" in tour.kiosk.state()["outputs"])
    tour.picture("12-second-screen", lambda: tour.show("3-night.svg"), output="second", entry="3-night.svg")
    compositor.output.remove(output="second")
    compositor.output.set(width=HEIGHT, height=WIDTH)
    compositor.expect.window(width=HEIGHT, height=WIDTH, within=LIMIT)
    pictures("13-vertical", "4-garden.svg")


def visit(tour):
    tour.wait("the first picture", lambda: tour.kiosk.state()["entry"])
    compositor = tour.compositor
    tour.settle(3)
    tour.picture("1-show")
    compositor.touch.down(x=640, y=360)
    tour.picture("2-first-touch", phase="visit")
    compositor.touch.move(x=560, y=360)
    compositor.touch.move(x=240, y=360)
    tour.picture("3-drag", phase="visit")
    compositor.touch.up()
    tour.picture("4-carousel", phase="visit")
    tour.picture("5-card", tour.open_card, phase="visit", card=True)
    tour.picture("6-closed", tour.close_card, phase="visit", card=False)


def main():
    programs, folder, kind = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    with Compositor(WIDTH, HEIGHT, virtual_time=False, program=str(programs / "headless-compositor")) as compositor:
        {"demo": demonstrate, "visit": visit}[kind](Tour(compositor, programs, folder, sys.argv[4:]))
        compositor.expect.no_errors()


main()
