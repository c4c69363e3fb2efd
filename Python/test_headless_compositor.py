"""Runs with: HEADLESS_COMPOSITOR=… python3 -m unittest test_headless_compositor"""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest
import urllib.error
import urllib.request

from headless_compositor import Compositor, ControlError, ControlSocket, ControlTimeout
from headless_compositor_record import Recorder, serve


@unittest.skipUnless(shutil.which("weston-clickdot"), "weston-clickdot is not installed")
class ClickDotTests(unittest.TestCase):
    """weston-clickdot, which marks the place of a click, and closes with its window."""

    def test_a_click_changes_the_picture(self):
        with Compositor(width=640, height=480) as compositor, tempfile.TemporaryDirectory() as folder:
            client = compositor.start("weston-clickdot")
            window = compositor.expect.window(window="Wayland ClickDot", state="activated")
            self.assertEqual((window["x"], window["y"]), (0, 0))
            compositor.advance(frames=2)
            before = compositor.pixel(x=210, y=200)
            compositor.pointer.click(x=200, y=200)
            compositor.pointer.move(x=300, y=300)
            compositor.advance(frames=5)
            self.assertNotEqual(compositor.pixel(x=210, y=200), before)
            path = os.path.join(folder, "picture.png")
            self.assertEqual(compositor.capture(path=path), {"width": 640, "height": 480})
            with open(path, "rb") as file:
                self.assertEqual(struct.unpack(">II", file.read(24)[16:]), (640, 480))
            compositor.window.close()
            compositor.expect.no_window(within=30)
            self.assertEqual(client.wait(30), 0)
            compositor.expect.no_errors()

    def test_virtual_time_passes_only_when_asked(self):
        with Compositor() as compositor:
            compositor.start("weston-clickdot")
            compositor.expect.window()
            before = compositor.time()["nanoseconds"]
            compositor.settle()
            self.assertEqual(compositor.time()["nanoseconds"], before)
            compositor.advance(milliseconds=1000)
            self.assertEqual(compositor.time()["nanoseconds"], before + 1_000_000_000)


@unittest.skipUnless(shutil.which("weston-clickdot"), "weston-clickdot is not installed")
class MethodTests(unittest.TestCase):
    """Methods that need a client of another process."""

    def setUp(self):
        self.compositor = Compositor(width=640, height=480)
        self.addCleanup(self.compositor.close)
        self.client = self.compositor.start("weston-clickdot")
        self.compositor.expect.window(within=30)
        self.compositor.advance(frames=3)

    def texts(self, **filters):
        return [entry["text"] for entry in self.compositor.log(**filters)["messages"]]

    def test_the_log_has_requests_and_events_with_their_arguments(self):
        self.assertTrue(any('set_title("Wayland ClickDot")' in text for text in self.texts(name="xdg_toplevel", last=1000)))
        before = self.compositor.log()["next"]
        self.compositor.pointer.move(x=200, y=150)
        motions = self.texts(since=before, name="wl_pointer.enter", kind="event")
        self.assertEqual(len(motions), 1)
        self.assertRegex(motions[0], r"^wl_pointer#\d+\.enter\(\d+, wl_surface#\d+, ")
        self.assertEqual(self.texts(since=before, pid=1), [])
        self.assertEqual(len(self.texts(last=5)), 5)

    def test_requests_and_rest_are_awaited(self):
        self.assertGreaterEqual(self.compositor.expect.request(name="wl_surface.commit")["count"], 1)
        with self.assertRaisesRegex(ControlTimeout, "have sent wl_surface.commit [0-9]+ times, not 1000"):
            self.compositor.expect.request(name="wl_surface.commit", count=1000, within=0.05)
        self.compositor.expect.idle(frames=5)

    def test_a_second_seat_a_pen_and_touchpad_gestures_reach_the_client(self):
        compositor = self.compositor
        compositor.seat.add(name="two", touch=False)
        compositor.pointer.move(x=50, y=60, seat="two")
        self.assertEqual(compositor.tree()["seats"][1]["pointer"], [50, 60])
        compositor.seat.remove(seat="two")
        self.assertEqual(len(compositor.tree()["seats"]), 1)
        compositor.tablet.move(x=100, y=100, pressure=0.25, tilt_x=10)
        compositor.tablet.press()
        compositor.tablet.release()
        compositor.tablet.leave()
        compositor.pointer.move(x=100, y=100)
        before = compositor.time()["nanoseconds"]
        compositor.pointer.pinch(scale=2, rotation=45, milliseconds=160)
        compositor.pointer.swipe(dx=100, dy=0, milliseconds=160)
        compositor.pointer.hold(milliseconds=80)
        self.assertEqual(compositor.time()["nanoseconds"] - before, 400_000_000)
        compositor.expect.no_errors()

    def test_a_busy_compositor_holds_events_and_sends_the_newest_state(self):
        compositor = self.compositor
        compositor.configures.hold()
        compositor.window.resize(width=300, height=200)
        compositor.window.resize(width=520, height=420)
        compositor.advance(frames=5)
        before = len(self.texts(name="xdg_toplevel.configure", last=1000))
        compositor.configures.hold(on=False)
        compositor.expect.window(width=520, height=420)
        self.assertEqual(len(self.texts(name="xdg_toplevel.configure", last=1000)), before + 1)
        compositor.frames.hold()
        done = len(self.texts(name="wl_callback.done", last=1000))
        compositor.window.resize(width=530, height=430)
        compositor.advance(frames=5)
        self.assertEqual(len(self.texts(name="wl_callback.done", last=1000)), done)
        compositor.frames.hold(on=False)
        compositor.advance(frames=5)
        self.assertGreaterEqual(len(self.texts(name="wl_callback.done", last=1000)), done)
        compositor.buffers.policy(release="manually")
        compositor.pointer.click(x=100, y=100)
        compositor.advance(frames=5)
        self.assertGreaterEqual(compositor.buffers.release()["released"], 1)
        compositor.stall(milliseconds=10)
        compositor.settle()
        compositor.expect.no_errors()

    def test_a_client_is_pinged_and_ended_with_an_error(self):
        pid = self.compositor.tree()["clients"][0]["pid"]
        self.assertEqual(self.texts(name="xdg_wm_base.ping"), [])
        self.compositor.client.ping(pid=pid)
        self.compositor.client.ping()
        self.assertEqual(len(self.texts(name="xdg_wm_base.pong")), 2)
        with self.assertRaisesRegex(ControlError, "no client with the process ID"):
            self.compositor.client.ping(pid=1)
        self.compositor.client.error(message="a test")
        self.assertIn('a test', " ".join(self.texts(name="wl_display.error")))
        # The client has made no mistake.
        self.assertEqual(self.compositor.errors(), [])
        self.compositor.expect.no_errors()
        self.client.wait(30)
        self.compositor.expect.no_window()
        with self.assertRaisesRegex(ControlError, "There is no client."):
            self.compositor.client.ping()

    def test_a_name_that_no_protocol_has_is_an_error_with_similar_names(self):
        for method, name, message in [
                (self.compositor.requests, "wl_surface.comit", "no request “wl_surface.comit”. There is “wl_surface.commit”"),
                (self.compositor.expect.request, "wl_shm.commit", "There is “wl_surface.commit”"),
                (self.compositor.requests, "wl_callback", "no request “wl_callback”"),
                (self.compositor.requests, "wl_surface.nope", "There is “wl_surface.attach”"),
                (self.compositor.log, "wl_surfaces", "no interface or message “wl_surfaces”. There is “wl_surface”"),
                (self.compositor.log, "x" * 5000, "A name has the form wl_surface or wl_surface.commit")]:
            with self.assertRaisesRegex(ControlError, message):
                method(name=name)
        self.assertEqual(self.compositor.requests(name="wl_surface.set_opaque_region").keys(), {"count"})
        self.assertEqual(self.texts(name="wl_surface.leave"), [])

    def test_a_removed_seat_sends_leave_and_empty_capabilities_and_its_devices_come_back(self):
        compositor = self.compositor
        compositor.pointer.move(x=200, y=200)
        compositor.settle()
        before = compositor.log()["next"]
        getattr(compositor, "global").remove(interface="wl_seat")
        names = [text.partition("(")[0].partition("#")[0] + "." + text.partition("(")[0].partition(".")[2]
                 for text in self.texts(since=before, kind="event")]
        for name in ["wl_pointer.leave", "wl_keyboard.leave", "wl_seat.capabilities", "wl_registry.global_remove"]:
            self.assertIn(name, names)
        self.assertLess(names.index("wl_keyboard.leave"), names.index("wl_seat.capabilities"))
        self.assertLess(names.index("wl_seat.capabilities"), names.index("wl_registry.global_remove"))
        getattr(compositor, "global").restore(interface="wl_seat")
        compositor.settle()
        compositor.pointer.move(x=210, y=200)
        self.assertTrue(self.texts(since=before, name="wl_pointer.enter"))

    def test_the_tree_has_the_surfaces_with_their_roles_and_positions(self):
        self.compositor.pointer.move(x=200, y=200)
        self.compositor.advance(frames=2)
        surfaces = {surface["role"]: surface for surface in self.compositor.tree()["surfaces"]}
        window = surfaces["toplevel"]
        self.assertTrue(window["content"])
        self.assertGreaterEqual(window["width"], self.compositor.tree()["windows"][0]["width"])
        self.assertLessEqual(window["x"], 0)
        self.assertNotIn("x", surfaces["cursor"])

    def test_a_change_of_the_picture_is_awaited(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "before.png")
            self.compositor.capture(path=path, cursor=False)
            with self.assertRaisesRegex(ControlTimeout, "does not differ from"):
                self.compositor.expect.picture(path=path, cursor=False, differs=True, within=0.05)
            self.compositor.pointer.click(x=200, y=200)
            self.compositor.expect.picture(path=path, cursor=False, differs=True)
            self.assertEqual(os.listdir(folder), ["before.png"])
            with self.assertRaisesRegex(ControlError, "The picture has 5 × 5 pixels, .*before.png has 640 × 480"):
                self.compositor.expect.picture(path=path, region="0,0 5x5", differs=True)
            with self.assertRaisesRegex(ControlError, "There is no window “none”"):
                self.compositor.expect.picture(path=path, window="none", differs=True, within=0.05)

    def test_a_large_picture_is_written_while_other_requests_are_answered(self):
        compositor = self.compositor
        compositor.output.set(width=16384, height=16384)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "large.png")
            with self.assertRaisesRegex(ControlError, "16384 × 16384 pixels. At most 67108864 can be drawn at once"):
                compositor.capture(path=path)
            self.assertEqual(compositor.capture(path=path, region="16380,16382 100x100"), {"width": 4, "height": 2})
            os.unlink(path)
            compositor.output.set(width=6000, height=6000)
            socket = ControlSocket(os.path.join(compositor.environment["XDG_RUNTIME_DIR"], "control"))
            self.addCleanup(socket.close)
            results = []
            writing = threading.Thread(target=lambda: results.append(socket.capture(path=path)))
            writing.start()
            answers = 0
            while writing.is_alive():
                # The first part of the file is there when the picture has been drawn.
                answers += len(os.listdir(folder)) > 0
                compositor.settle()
            self.assertEqual(results, [{"width": 6000, "height": 6000}])
            self.assertGreater(answers, 3)
            self.assertEqual(compositor.capture(path=path, region="0,0 2x3"), {"width": 2, "height": 3})
            self.assertEqual(os.listdir(folder), ["large.png"])

    def test_a_window_is_tiled_and_a_part_of_the_picture_is_written(self):
        self.compositor.window.tile(edges="left+top", width=450, height=480)
        self.compositor.expect.window(width=450)
        with self.assertRaisesRegex(ControlError, "“up” is no edge"):
            self.compositor.window.tile(edges="up")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "part.png")
            self.assertEqual(self.compositor.capture(path=path, region="10,20 30x40"), {"width": 30, "height": 40})
            self.compositor.expect.picture(path=path, region="10,20 30x40")
            with self.assertRaisesRegex(ControlError, "the region 9000,0 10x10 is outside"):
                self.compositor.capture(path=path, region="9000,0 10x10")
            with self.assertRaisesRegex(ControlError, "A region has the form"):
                self.compositor.capture(path=path, region="all")


@unittest.skipUnless(shutil.which("weston-clickdot"), "weston-clickdot is not installed")
class DeterminismTests(unittest.TestCase):
    def run_client(self, folder):
        """Returns the log and the pictures of a client that does not read a clock."""
        with Compositor(width=640, height=480) as compositor:
            compositor.start("weston-clickdot")
            compositor.expect.window(within=30)
            compositor.advance(frames=3)
            pictures = []
            for step in range(8):
                compositor.pointer.click(x=100 + 30 * step, y=120)
                compositor.keyboard.tap(keys="control+a")
                compositor.advance(frames=2)
                if step == 4:
                    compositor.window.resize(width=400, height=380)
                    compositor.touch.drag(x=100, y=100, to_x=200, to_y=150, milliseconds=100)
                path = os.path.join(folder, "picture.png")
                compositor.capture(path=path)
                with open(path, "rb") as file:
                    pictures.append(file.read())
            messages = compositor.log(last=10000)["messages"]
            # The numbers of descriptors are those of the compositor's process.
            return [(entry["number"], entry["milliseconds"], re.sub(r"fd [0-9]+", "fd", entry["text"])) for entry in messages], pictures

    def test_two_runs_have_the_same_log_and_the_same_pictures(self):
        with tempfile.TemporaryDirectory() as folder:
            log, pictures = self.run_client(folder)
            self.assertGreater(len(log), 200)
            for _ in range(3):
                other, others = self.run_client(folder)
                self.assertEqual(log, other)
                self.assertEqual(pictures, others)


@unittest.skipUnless(shutil.which("weston-clickdot"), "weston-clickdot is not installed")
class RecorderTests(unittest.TestCase):
    def test_what_a_person_does_becomes_a_script_that_repeats_it(self):
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "test.txt")
            with Compositor(width=640, height=480) as compositor:
                compositor.start("weston-clickdot")
                recorder = Recorder(compositor, script)
                recorder.perform("expect.window within=30")
                server = serve(recorder, "secret")
                self.addCleanup(server.server_close)
                address = f"http://127.0.0.1:{server.server_address[1]}"

                def act(secret="secret", **action):
                    body = json.dumps(action).encode()
                    with urllib.request.urlopen(f"{address}/act?key={secret}", body, timeout=60) as reply:
                        return json.load(reply)

                act(kind="click", x=200, y=150, button=0)
                act(kind="drag", x=100, y=100, to_x=300, to_y=200, milliseconds=160)
                act(kind="wheel", x=50, y=50, notches=-1)
                act(kind="key", key='"', control=False, alt=False, shift=True)
                act(kind="key", key="ArrowLeft", control=True, alt=False, shift=False)
                state = act(kind="check")
                self.assertEqual(state["message"], "")
                with urllib.request.urlopen(f"{address}/picture?key=secret", timeout=60) as reply:
                    self.assertEqual(reply.read(8), b"\x89PNG\r\n\x1a\n")
                with self.assertRaises(urllib.error.HTTPError):
                    act(secret="wrong", kind="click", x=1, y=1)
                server.shutdown()
            with open(script) as file:
                lines = [line for line in file.read().splitlines() if not line.startswith("advance")]
            self.assertEqual(lines[:-1], [
                "expect.window within=30", "pointer.click x=200 y=150",
                "pointer.drag x=100 y=100 to_x=300 to_y=200 milliseconds=160", "pointer.move x=50 y=50",
                "pointer.wheel notches=-1", 'keyboard.type text="\\""', "keyboard.tap keys=control+left"])
            self.assertEqual(lines[-1], f"expect.picture path={json.dumps(script.replace('.txt', '-1.png'))}")
            program = os.environ["HEADLESS_COMPOSITOR"]
            run = subprocess.run(
                [program, "run", "--size", "640x480", "--virtual-time", "--script", script, "--", "weston-clickdot"],
                capture_output=True, text=True, timeout=120)
            self.assertEqual(run.returncode, 0, run.stdout)


class CompositorTests(unittest.TestCase):
    def test_errors_have_the_message_of_the_compositor(self):
        with Compositor() as compositor:
            with self.assertRaisesRegex(ControlError, "There is no method “none.at-all”"):
                compositor.none.at_all()
            with self.assertRaisesRegex(ControlError, "“x” of pointer.move must be a number"):
                compositor.pointer.move(x="left", y=0)
            with self.assertRaises(ControlTimeout):
                compositor.expect.window(within=0.01)
            self.assertEqual(compositor.version()["program"], "headless-compositor")

    def test_nothing_is_left_behind(self):
        with Compositor(virtual_time=False) as compositor:
            client = compositor.start("sleep", "1000")
            folder = compositor.environment["XDG_RUNTIME_DIR"]
            self.assertTrue(os.path.exists(os.path.join(folder, compositor.display)))
        self.assertIsNotNone(client.returncode)
        self.assertFalse(os.path.exists(folder))

    def test_a_compositor_that_does_not_start_says_why(self):
        with self.assertRaisesRegex(ControlError, "--size needs WxH"):
            Compositor(width=0)
        with self.assertRaises(FileNotFoundError):
            Compositor(program="/none/headless-compositor")


def has_pytest():
    return subprocess.run([sys.executable, "-c", "import pytest"], capture_output=True).returncode == 0


@unittest.skipUnless(shutil.which("weston-clickdot") and has_pytest(), "weston-clickdot or pytest is not installed")
class FixtureTests(unittest.TestCase):
    """The fixtures of pytest, in a process of their own."""

    def run_tests(self, text):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "test_it.py"), "w") as file:
                file.write("import os, signal, pytest\n" + textwrap.dedent(text))
            environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.abspath(__file__))}
            run = subprocess.run(
                [sys.executable, "-m", "pytest", "-p", "headless_compositor", "-p", "no:cacheprovider", "-q", folder],
                env=environment, capture_output=True, text=True, timeout=300)
            return run.stdout

    def test_a_client_is_started_on_a_compositor_with_the_arguments_of_the_marker(self):
        output = self.run_tests("""
            @pytest.mark.compositor(width=500, height=400)
            def test_it(compositor, client):
                process = client("weston-clickdot", window="Wayland ClickDot")
                assert compositor.tree()["outputs"][0]["width"] == 500
                compositor.window.close()
                assert process.wait(30) == 0
            """)
        self.assertIn("1 passed", output)

    def test_a_failure_is_explained_with_the_picture_and_the_messages(self):
        output = self.run_tests("""
            def test_it(compositor, client):
                client("weston-clickdot")
                assert compositor.pixel(x=0, y=0)["color"] == "never"
            """)
        self.assertIn("1 failed", output)
        self.assertRegex(output, r"picture: .*output.png")
        self.assertIn('"title": "Wayland ClickDot"', output)
        self.assertIn("wl_surface#", output)

    def test_a_client_that_crashes_or_shows_no_window_fails_the_test(self):
        output = self.run_tests("""
            def test_crash(compositor, client):
                process = client("weston-clickdot")
                process.send_signal(signal.SIGSEGV)
                process.wait(30)

            def test_no_window(compositor, client):
                client("false", within=2)
            """)
        self.assertIn("weston-clickdot was ended by the signal 11", output)
        self.assertIn("false has ended with 1 before it showed a window", output)


if __name__ == "__main__":
    unittest.main()
