"""Runs with: HEADLESS_COMPOSITOR=… python3 -m unittest test_headless_compositor"""

import os
import shutil
import struct
import tempfile
import unittest

from headless_compositor import Compositor, ControlError, ControlTimeout


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


if __name__ == "__main__":
    unittest.main()
