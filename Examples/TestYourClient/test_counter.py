"""Tests of the client with Python's unittest. COUNTER is the path of the client, HEADLESS_COMPOSITOR that of the compositor."""

import os
import unittest

from headless_compositor import Compositor


class CounterTests(unittest.TestCase):
    def setUp(self):
        self.compositor = self.enterContext(Compositor(width=400, height=300, options=["--lint-warnings"]))
        self.client = self.compositor.start(os.environ["COUNTER"])
        self.compositor.expect.window(window="Counter")

    def enterContext(self, context):  # unittest has it since Python 3.11
        self.addCleanup(context.__exit__, None, None, None)
        return context.__enter__()

    def test_the_client_waits_for_the_release_of_a_buffer(self):
        self.compositor.pointer.click(x=50, y=50)
        self.compositor.advance(frames=3)
        self.compositor.expect.no_lint(rule="held-buffer")

    def test_the_window_gets_the_size_that_the_user_drags_it_to(self):
        self.compositor.window.resize(width=300, height=150)
        self.compositor.advance(frames=3)
        window = self.compositor.expect.window(window="Counter")
        self.assertEqual((window["width"], window["height"]), (300, 150))

    def test_three_clicks_in_one_frame_need_one_callback(self):
        for _ in range(3):
            self.compositor.pointer.click(x=50, y=50)
        self.compositor.settle()
        self.compositor.expect.no_lint(rule="frame-storm")

    def test_the_place_that_the_square_leaves_is_white_again(self):
        self.assertEqual(self.compositor.pixel(x=15, y=40)["color"], "#ff2040c0")
        self.compositor.pointer.click(x=50, y=50)
        self.compositor.advance(frames=3)
        self.assertEqual(self.compositor.pixel(x=15, y=40)["color"], "#ffffffff")

    def test_the_window_answers_while_the_clipboard_does_not(self):
        self.compositor.clipboard.set(text="hello", stalled=True)
        self.compositor.keyboard.tap(keys="v")
        self.compositor.settle(within=2)


if __name__ == "__main__":
    unittest.main()
