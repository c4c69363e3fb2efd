"""Tests of Wayland clients with headless-compositor.

    with headless_compositor.Compositor() as compositor:
        client = compositor.start("weston-clickdot")
        compositor.expect.window(window="Wayland ClickDot")
        compositor.pointer.click(x=200, y=200)
        compositor.advance(frames=3)
        compositor.capture(path="after.png")

A method of the compositor is an attribute: `compositor.expect.no_window()` calls `expect.no-window`. Documentation/TestKit.md
lists the methods.

With pytest, the fixture `compositor` starts one for each test, and the fixture `client` starts clients on it:

    @pytest.mark.compositor(scale=2, options=["--like", "sway-1.7"])
    def test_click(compositor, client):
        client("weston-clickdot")
        compositor.pointer.click(x=200, y=200)

A test fails if a client has broken the protocol, or has ended with a signal. The report of a failed test has the picture of the
output, the windows, and the last messages between the compositor and its clients.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sysconfig
import tempfile

__all__ = ["Compositor", "ControlError", "ControlSocket", "ControlTimeout"]

# Seconds in which a process ends before it is killed.
_END_LIMIT = 5


def _installed_program():
    """The program of the package that pip has installed, or one in PATH."""
    beside = os.path.join(sysconfig.get_path("scripts"), "headless-compositor")
    return beside if os.access(beside, os.X_OK) else shutil.which("headless-compositor")


class ControlError(Exception):
    """The compositor could not do what was asked. `code` is a code of JSON-RPC."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class ControlTimeout(ControlError, TimeoutError):
    """The time limit of a method is over."""


class _Methods:
    """The methods whose names begin with a word: `compositor.pointer`."""

    def __init__(self, control, name):
        self._control = control
        self._name = name

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return _Methods(self._control, f"{self._name}.{name.replace('_', '-')}")

    def __call__(self, **parameters):
        return self._control.call(self._name, **parameters)


class ControlSocket:
    """The control socket of a running program: headless-compositor, carousel-photos or carousel-kiosk."""

    def __init__(self, path):
        self._connection = None
        self._connect(path)

    def _connect(self, path):
        self._last_id = 0
        self._connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._connection.connect(path)
        self._replies = self._connection.makefile("rb")

    def call(self, method, **parameters):
        """Calls a method, and returns its result. Raises ControlError, or ControlTimeout after a time limit."""
        self._last_id += 1
        request = {"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": parameters}
        self._connection.sendall(json.dumps(request).encode() + b"\n")
        line = self._replies.readline()
        if not line:
            raise ControlError(-32000, f"the program has ended during “{method}”")
        reply = json.loads(line)
        if "error" not in reply:
            return reply["result"]
        code, message = reply["error"]["code"], reply["error"]["message"]
        raise (ControlTimeout if code == -32001 else ControlError)(code, message)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return _Methods(self, name.replace("_", "-"))

    def close(self):
        if self._connection:
            self._replies.close()
            self._connection.close()
            self._connection = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Compositor(ControlSocket):
    """A running headless-compositor, which ends with its clients when the `with` statement ends."""

    def __init__(self, width=1280, height=720, scale=1, virtual_time=True, options=(), program=None,
                 accessibility=False):
        """Starts the compositor.

        width, height: the size of the output, in pixels
        scale:         pixels per logical pixel, 0.5 to 8
        virtual_time:  whether time stands still between the methods that let it pass
        options:       further options of the program
        program:       its path; by default the variable HEADLESS_COMPOSITOR, or a program in PATH
        accessibility: whether clients get a session bus on which they offer their elements, for `find`
        """
        program = program or os.environ.get("HEADLESS_COMPOSITOR") or _installed_program()
        if not program:
            raise FileNotFoundError("headless-compositor is not in PATH; set HEADLESS_COMPOSITOR to its path")
        self._clients = []
        self._connection = None
        self._folder = tempfile.mkdtemp(prefix="headless-")
        path = os.path.join(self._folder, "control")
        command = [program, "--size", f"{width}x{height}", "--scale", str(scale), "--control", path]
        command += ["--virtual-time"] if virtual_time else []
        command += ["--accessibility"] if accessibility else []
        environment = {**os.environ, "XDG_RUNTIME_DIR": self._folder}
        messages = os.path.join(self._folder, "messages")
        try:
            with open(messages, "w") as stderr:
                self._process = subprocess.Popen(
                    command + list(options), env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True)
        except OSError:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        line = self._process.stdout.readline()
        if not line.startswith("WAYLAND_DISPLAY="):
            with open(messages) as stderr:
                message = stderr.read().strip()
            self.close()
            raise ControlError(-32000, message or "headless-compositor has ended")
        self.display = line.strip().partition("=")[2]
        # The session bus for the clients; None for that of the environment.
        self.bus = self._process.stdout.readline().strip().partition("=")[2] if accessibility else None
        self._connect(path)

    @property
    def pid(self):
        """The identifier of the process."""
        return self._process.pid

    @property
    def environment(self):
        """The variables of a client of this compositor."""
        environment = {**os.environ, "XDG_RUNTIME_DIR": self._folder, "WAYLAND_DISPLAY": self.display}
        if self.bus:
            environment["DBUS_SESSION_BUS_ADDRESS"] = self.bus
        for name in ("DISPLAY", "WAYLAND_SOCKET", *(("AT_SPI_BUS_ADDRESS",) if self.bus else ())):
            environment.pop(name, None)
        return environment

    def start(self, *command, **options):
        """Starts a client, and returns it as a subprocess.Popen. It is ended with the compositor."""
        options.setdefault("env", self.environment)
        options.setdefault("start_new_session", True)
        client = subprocess.Popen(command, **options)
        self._clients.append(client)
        return client

    def close(self):
        """Ends the clients and the compositor."""
        super().close()
        for client in self._clients:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(client.pid, signal.SIGTERM)
        for process in self._clients + [self._process]:
            if process is self._process:
                process.terminate()
            try:
                process.wait(_END_LIMIT)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._process.stdout.close()
        shutil.rmtree(self._folder, ignore_errors=True)


try:
    import pytest
except ImportError:
    pass
else:

    def pytest_configure(config):
        config.addinivalue_line("markers", "compositor(**arguments): the arguments of headless_compositor.Compositor")

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(item, call):
        """Explains a failed test while its compositor still runs."""
        report = (yield).get_result()
        compositor = getattr(item, "funcargs", {}).get("compositor")
        if call.when == "call" and report.failed and isinstance(compositor, Compositor):
            with contextlib.suppress(ControlError, OSError, ValueError):
                report.sections.append(("headless-compositor", _explanation(compositor)))

    def _explanation(compositor):
        picture = os.path.join(tempfile.mkdtemp(prefix="headless-failure-"), "output.png")
        compositor.capture(path=picture)
        lines = [f"picture: {picture}"]
        lines += [f"window: {json.dumps(window)}" for window in compositor.tree()["windows"]]
        lines += [f"error: {error}" for error in compositor.errors()]
        lines += [f"lint: {finding['rule']}: {finding['message']}" for finding in compositor.lint()]
        for entry in compositor.log(last=40)["messages"]:
            arrow = "->" if entry["kind"] == "request" else "<-"
            lines.append(f"{entry['milliseconds']:.1f} {arrow} {entry['text']}")
        return "\n".join(lines)

    @pytest.fixture
    def compositor(request):
        """A compositor on virtual time. The test fails if a client has broken the protocol."""
        marker = request.node.get_closest_marker("compositor")
        with Compositor(**(marker.kwargs if marker else {})) as compositor:
            yield compositor
            compositor.expect.no_errors()

    @pytest.fixture
    def client(compositor):
        """Starts clients, and waits for their windows: `client("foot", window="foot")` returns a subprocess.Popen.

        The test fails if one of them has ended with a signal that it did not get from the test.
        """
        started = []

        def start(*command, window=None, within=30, **options):
            process = compositor.start(*command, **options)
            started.append((command, process))
            try:
                compositor.expect.window(within=within, **({"window": window} if window else {}))
            except ControlTimeout as error:
                status = process.poll()
                if status is None:
                    raise
                raise AssertionError(f"{command[0]} has ended with {status} before it showed a window") from error
            return process

        yield start
        for command, process in started:
            status = process.poll()
            if status is not None and status < 0 and -status not in (signal.SIGTERM, signal.SIGKILL):
                raise AssertionError(f"{command[0]} was ended by the signal {-status}")
