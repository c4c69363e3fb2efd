"""Qt's raster engine: a projective QTransform, SmoothPixmapTransform (bilinear, no mip levels), Antialiasing."""

import ctypes
import os
import sys

os.environ["QT_QPA_PLATFORM"] = "offscreen"

# In PySide 6.12 each call that returns None releases a reference that it does not own; after some thousands of
# calls Python aborts because None is freed. From Python 3.12 on, None is not reference-counted.
if sys.version_info < (3, 12):
    ctypes.c_ssize_t.from_address(id(None)).value += 1 << 40

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

import contender


def make(scene, variant):
    pixels = scene.empty_canvas()
    canvas = QImage(
        pixels.data, scene.width, scene.height, scene.width * 4, QImage.Format_ARGB32_Premultiplied
    )
    images = [
        QImage(
            texture.data,
            texture.shape[1],
            texture.shape[0],
            texture.shape[1] * 4,
            QImage.Format_RGB32 if opaque else QImage.Format_ARGB32_Premultiplied,
        )
        for texture, opaque in zip(scene.textures, scene.opaque)
    ]
    blue, green, red, alpha = scene.background
    background = QColor(red, green, blue, alpha)
    # Qt multiplies row vectors, so matrices are transposed.
    items = [
        (
            QTransform(*[float(value) for value in item["matrix"].T.ravel()]),
            images[item["texture"]],
            item["alpha"],
        )
        for item in scene.items
    ]
    hints = QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing
    origin = QPointF(0, 0)

    def draw():
        canvas.fill(background)
        painter = QPainter(canvas)
        painter.setRenderHints(hints)
        for transform, image, opacity in items:
            painter.setTransform(transform)
            painter.setOpacity(opacity)
            painter.drawImage(origin, image)
        painter.end()
        return pixels

    return draw


contender.run(make)
