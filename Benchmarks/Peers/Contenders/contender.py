"""Shared by all contenders in Python: options, the scene, the protocol with the comparison, the clocks.

A contender calls `run(make)`; `make(scene, variant)` returns a function that draws a frame and returns its pixels. The
protocol is that of contender.h.
"""

import argparse
import json
import os
import sys
import time

import numpy


class Scene:
    """A scene file of the format carousel-bench-scene/1, with its textures."""

    def __init__(self, path):
        with open(path) as file:
            description = json.load(file)
        folder = os.path.dirname(os.path.abspath(path))
        self.width = description["canvas"]["width"]
        self.height = description["canvas"]["height"]
        self.background = description["background_bgra"]
        self.textures = []
        self.opaque = []
        for texture in description["textures"]:
            pixels = numpy.fromfile(os.path.join(folder, texture["file"]), numpy.uint8)
            self.textures.append(pixels.reshape(texture["height"], texture["width"], 4))
            self.opaque.append(texture["opaque"])
        self.items = description["items"]
        for item in self.items:
            item["matrix"] = numpy.array(item["matrix"]).reshape(3, 3)
            item["corners"] = numpy.array(item["corners"])

    def empty_canvas(self):
        return numpy.zeros((self.height, self.width, 4), numpy.uint8)


def run(make):
    parser = argparse.ArgumentParser()
    parser.add_argument("--scene", required=True)
    parser.add_argument("--out")
    parser.add_argument("--frames", type=int, default=5)
    parser.add_argument("--warmup", type=int, default=2)
    parser.add_argument("--threads", type=int, choices=[1], default=1)
    parser.add_argument("--variant", default="")
    parser.add_argument("--serve", action="store_true")
    options = parser.parse_args()

    draw = make(Scene(options.scene), options.variant)
    pixels = None
    for _ in range(options.warmup):
        pixels = draw()
    if options.serve:
        print("ready", flush=True)
    for count in map(int, sys.stdin) if options.serve else [options.frames]:
        for _ in range(count):
            wall, processor = time.perf_counter(), time.process_time()
            pixels = draw()
            processor_end, end = time.process_time(), time.perf_counter()
            print(f"frame {(end - wall) * 1e3:.4f} {(processor_end - processor) * 1e3:.4f}")
        print("done", flush=True)
    if options.out and pixels is not None:
        numpy.ascontiguousarray(pixels).tofile(options.out)
    sys.stdout.flush()
    os._exit(0)  # libraries may take their time to end, or crash at it
