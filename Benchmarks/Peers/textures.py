"""Synthetic photographs: natural noise, gradients, hard edges, fine lines. Opaque, premultiplied BGRA.

The pixels depend only on the number of the texture and its side, so they are the same on all machines.
"""

import cv2
import numpy


def ensure(folder, number, side):
    """Writes a texture unless it exists; returns its file name."""
    path = folder / f"t{number:02d}_{side}x{side}.bgra"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".part")
        paint(1000 + number, side).tofile(partial)
        partial.rename(path)
    return path.name


def noise(random, side, exponent):
    """Noise with an amplitude that falls with frequency, mean 0, deviation 1."""
    spectrum = numpy.fft.rfft2(random.standard_normal((side, side)))
    frequency = numpy.hypot(numpy.fft.fftfreq(side)[:, None], numpy.fft.rfftfreq(side)[None, :])
    frequency[0, 0] = 1
    values = numpy.fft.irfft2(spectrum / frequency**exponent, s=(side, side))
    values -= values.mean()
    return values / values.std()


def paint(seed, side):
    random = numpy.random.default_rng(seed)
    light = noise(random, side, 1.1)
    down, across = numpy.mgrid[0:side, 0:side] / side
    left, right, lower = random.uniform(40, 215, (3, 3))
    image = numpy.zeros((side, side, 3))
    for channel in range(3):
        image[..., channel] = (
            left[channel] * (1 - across)
            + right[channel] * across
            + (lower[channel] - 128) * down
            + 26 * light
            + 14 * noise(random, side, 1.3)
        )
    image = numpy.ascontiguousarray(numpy.clip(image, 0, 255).astype(numpy.uint8))

    scale = side / 512
    for _ in range(5):
        color = tuple(int(value) for value in random.integers(0, 255, 3))
        x, y, *_ = (int(value) for value in random.integers(0, side, 4))
        if random.random() < 0.5:
            radius = int(random.integers(20, 90) * scale)
            cv2.circle(image, (x, y), radius, color, -1, cv2.LINE_AA)
        else:
            cv2.rectangle(image, (x, y), (int(x + 90 * scale), int(y + 60 * scale)), color, -1)
    for line in range(24):  # these shimmer when sampled too coarsely
        x = int((40 + line * 6) * scale)
        color = (255, 255, 255) if line % 2 else (0, 0, 0)
        cv2.line(image, (x, int(380 * scale)), (x, int(470 * scale)), color, 1)
    stroke = max(1, int(3 * scale))
    origin = (int(36 * scale), int(90 * scale))
    text, white = f"Cover {seed % 100:02d}", (245, 245, 245)
    cv2.putText(image, text, origin, cv2.FONT_HERSHEY_SIMPLEX, 1.9 * scale, white, stroke, cv2.LINE_AA)
    cv2.rectangle(image, (2, 2), (side - 3, side - 3), (20, 20, 20), stroke)
    return numpy.dstack([image, numpy.full((side, side), 255, numpy.uint8)])
