"""OpenCV: warpPerspective directly into a part of the canvas, BORDER_TRANSPARENT. Edges are not antialiased.

This is its cheapest method: opaque items need no blending pass. A translucent item is warped onto a copy of its background
and added back by weights. Textures must be opaque.
"""

import cv2
import numpy

import contender

# OpenCV has pixel centers at integers.
FROM_CENTRES = numpy.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
FLAGS = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


def make(scene, variant):
    cv2.setNumThreads(1)
    pixels = scene.empty_canvas()
    background = tuple(float(value) for value in scene.background)
    items = []
    for item in scene.items:
        corners = item["corners"]
        left, top = numpy.maximum(numpy.floor(corners.min(0)).astype(int), 0)
        right, bottom = numpy.minimum(numpy.ceil(corners.max(0)).astype(int), [scene.width, scene.height])
        if right <= left or bottom <= top:
            continue
        to_part = numpy.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]) @ numpy.linalg.inv(FROM_CENTRES)
        inverse = numpy.linalg.inv(to_part @ item["matrix"] @ FROM_CENTRES)
        size = (int(right - left), int(bottom - top))
        part = pixels[top:bottom, left:right]
        items.append((inverse, scene.textures[item["texture"]], item["alpha"], part, size))

    def draw():
        cv2.rectangle(pixels, (0, 0), (scene.width, scene.height), background, -1)
        for inverse, texture, alpha, part, size in items:
            target = part if alpha >= 1 else part.copy()
            cv2.warpPerspective(
                texture, inverse, size, dst=target, flags=FLAGS, borderMode=cv2.BORDER_TRANSPARENT
            )
            if alpha < 1:
                cv2.addWeighted(target, alpha, part, 1 - alpha, 0, part)
        return pixels

    return draw


contender.run(make)
