"""The scenes: the items of nine carousels at one moment, as textured quads, back to front.

Lengths are in points; a canvas is 360 points high at any resolution, items are squares of 216, and the eye is 500 in
front of the canvas. README.md specifies the scene format; next to each file lies its flat form for programs in C.
"""

import json
import math
from collections import namedtuple

import numpy

import textures

KINDS = (
    "coverflow2",
    "coverflow2_mid",
    "rotary",
    "cylinder",
    "cylinder_in",
    "timemachine",
    "timemachine_fade",
    "linear_int",
    "linear_frac",
)
WIDTHS = {360: 640, 720: 1280, 1080: 1920, 2160: 3840}  # by height
BACKGROUND = (0x24, 0x20, 0x1E, 0xFF)

SIDE = 216.0
ITEM_COUNT = 21
TEXTURE_SIDES = (512, 640, 768, 1024)
NEAREST = 0.08  # items with a corner of smaller w are not drawn

# An item's number, transform, opacity and sort key.
Placed = namedtuple("Placed", "number transform alpha depth")


def translated(x, y, z):
    matrix = numpy.eye(4)
    matrix[:3, 3] = (x, y, z)
    return matrix


def turned(angle):
    """Returns a rotation about the vertical axis."""
    matrix = numpy.eye(4)
    cos, sin = math.cos(angle), math.sin(angle)
    matrix[0, 0], matrix[0, 2], matrix[2, 0], matrix[2, 2] = cos, sin, -sin, cos
    return matrix


PERSPECTIVE = numpy.eye(4)
PERSPECTIVE[3, 2] = -1 / 500.0


# The transforms of items in iCarousel's types, as functions of the offset from the center, in items.


def cover_flow_2(offset, toggle, tilt=0.9, spacing=0.25):
    if toggle >= 0:
        if offset <= -0.5:
            clamped = -1.0
        elif offset <= 0.5:
            clamped = -toggle
        elif offset <= 1.5:
            clamped = 1 - toggle
        else:
            clamped = 1.0
    elif offset > 0.5:
        clamped = 1.0
    elif offset > -0.5:
        clamped = -toggle
    elif offset > -1.5:
        clamped = -1 - toggle
    else:
        clamped = -1.0
    clamped = max(-1, min(1, clamped))
    x = (clamped * 0.5 * tilt + offset * spacing) * SIDE
    return translated(x, 0, -abs(clamped) * SIDE * 0.5) @ turned(-clamped * math.pi / 2 * tilt)


def ring_radius(count, spacing=1.0):
    return max(SIDE * spacing / 2, SIDE * spacing / 2 / math.tan(math.pi / count))


def rotary(offset, count):
    radius, angle = ring_radius(count), offset / count * 2 * math.pi
    return translated(radius * math.sin(angle), 0, radius * math.cos(angle) - radius)


def cylinder(offset, count, inverted=False):
    radius, angle = ring_radius(count), offset / count * 2 * math.pi
    if inverted:
        radius, angle = -radius, -angle
    return translated(0, 0, -radius) @ turned(angle) @ translated(0, 0, radius + 0.01)


def time_machine(offset, tilt=0.3, spacing=1.0):
    return translated(offset * SIDE * tilt, 0, offset * SIDE * spacing)


def ring_offset(index, count, scroll=2.3):
    """The offset of an item from the center of a ring, in items, along the shorter way around the ring."""
    return (index - scroll + count / 2) % count - count / 2


def place(kind, scale):
    """Yields the items of a scene; `scale`: pixels per point."""
    if kind in ("coverflow2", "coverflow2_mid"):
        scroll, toggle = (10.3, 0.0) if kind == "coverflow2" else (10.4, 0.4)
        for i in range(ITEM_COUNT):
            offset = i - scroll
            yield Placed(i, cover_flow_2(offset, toggle), 1.0, -abs(offset))
    elif kind in ("linear_int", "linear_frac"):
        scroll, fraction = 10.37, 0 if kind == "linear_int" else 0.3
        for i in range(ITEM_COUNT):
            x = round((i - scroll) * (SIDE + 8) * scale) / scale + fraction / scale
            yield Placed(i, translated(x, 0, 0), 1.0, -abs(i - scroll))
    else:
        for number, transform, alpha in place_by_depth(kind):
            yield Placed(number, transform, alpha, transform[2, 3])


def place_by_depth(kind):
    if kind == "rotary":
        for i in range(12):
            yield i, rotary(ring_offset(i, 12), 12), 1.0
    elif kind == "cylinder":  # from outside; the far side shows through the gaps, mirrored
        for i in range(12):
            yield i, cylinder(ring_offset(i, 12), 12), 1.0
    elif kind == "cylinder_in":
        for i in range(16):
            yield i, cylinder(ring_offset(i, 16), 16, inverted=True), 1.0
    elif kind == "timemachine":  # the nearest item fades out as it leaves
        for i in range(ITEM_COUNT):
            offset = 3.4 - i
            alpha = 1 - min(max(offset, 0), 1)
            if offset > -13 and alpha > 0:
                yield i, time_machine(offset), alpha
    elif kind == "timemachine_fade":  # all translucent, many layers: 0.3 of the usual spacing
        for i in range(ITEM_COUNT):
            offset = 3.4 - i
            alpha = 1 - min(max(offset, 0), 1) if offset > 0 else max(0, 1 + offset / 13) * 0.9
            if alpha > 0:
                yield i, time_machine(offset, 0.12, 0.3), alpha


def project(kind, placed, side, width, height, scale):
    """Returns the map from texture pixels to canvas pixels, and the w of the corners."""
    # If the viewer is inside the cylinder, the eye is moved back, so that most of the ring is visible.
    view = translated(0, 0, -ring_radius(16)) if kind == "cylinder_in" else numpy.eye(4)
    viewport = translated(width / 2, height / 2, 0) @ numpy.diag([scale, scale, 1, 1])
    to_item = translated(-SIDE / 2, -SIDE / 2, 0) @ numpy.diag([SIDE / side, SIDE / side, 1, 1])
    matrix = viewport @ PERSPECTIVE @ view @ placed.transform @ to_item
    corners_w = [matrix[3] @ numpy.array([x, y, 0, 1.0]) for x, y in corner_points(side, side)]
    homography = matrix[numpy.ix_([0, 1, 3], [0, 1, 3])]
    if kind.startswith("linear"):  # exactly scale 1
        homography = numpy.array([[1, 0, homography[0, 2]], [0, 1, homography[1, 2]], [0, 0, 1.0]])
        homography[:, 2] = numpy.round(homography[:, 2], 6)
    return homography / homography[2, 2], corners_w


def corner_points(width, height):
    return (0, 0), (width, 0), (width, height), (0, height)


def projected_corners(homography, width, height):
    points = [homography @ numpy.array([x, y, 1.0]) for x, y in corner_points(width, height)]
    return [(float(p[0] / p[2]), float(p[1] / p[2])) for p in points]


def is_seen(corners, width, height):
    xs, ys = zip(*corners)
    is_beside = max(xs) <= 0 or min(xs) >= width or max(ys) <= 0 or min(ys) >= height
    return not is_beside and max(xs) - min(xs) >= 0.25


def describe(kind, height, texture_folder):
    """Returns a scene as a dictionary of the format that README.md specifies."""
    width, scale = WIDTHS[height], height / 360.0
    seen = []
    for placed in sorted(place(kind, scale), key=lambda placed: placed.depth):
        number = placed.number % 16
        side = int(round(SIDE * scale)) if kind.startswith("linear") else TEXTURE_SIDES[number % 4]
        homography, corners_w = project(kind, placed, side, width, height, scale)
        corners = projected_corners(homography, side, side)
        if min(corners_w) >= NEAREST and is_seen(corners, width, height):
            seen.append((placed, homography, corners, (number, side)))
    used = sorted({texture for *_, texture in seen})
    return {
        "format": "carousel-bench-scene/1",
        "name": f"{kind}_{height}",
        "canvas": {"width": width, "height": height},
        "background_bgra": BACKGROUND,
        "textures": [
            {
                "id": index,
                "file": f"../textures/{textures.ensure(texture_folder, number, side)}",
                "width": side,
                "height": side,
                "opaque": True,
            }
            for index, (number, side) in enumerate(used)
        ],
        "items": [
            {
                "texture": used.index(texture),
                "width": texture[1],
                "height": texture[1],
                "matrix": [float(value) for value in homography.ravel()],
                "corners": [list(corner) for corner in corners],
                "alpha": float(placed.alpha),
            }
            for placed, homography, corners, texture in seen
        ],
    }


def flat(scene):
    """Returns the flat form of a scene, for programs that do not read JSON."""
    canvas = scene["canvas"]
    lines = [
        f'{scene["format"]} {scene["name"]}',
        f'canvas {canvas["width"]} {canvas["height"]}',
        "background {} {} {} {}".format(*scene["background_bgra"]),
        f'textures {len(scene["textures"])}',
    ]
    for texture in scene["textures"]:
        lines.append("{id} {width} {height} {opaque:d} {file}".format(**texture))
    lines.append(f'items {len(scene["items"])}')
    for item in scene["items"]:
        numbers = [item["alpha"], *item["matrix"], *(value for corner in item["corners"] for value in corner)]
        lines.append(" ".join([str(item["texture"]), *(f"{number:.17g}" for number in numbers)]))
    return "\n".join(lines) + "\n"


def write(scene, path):
    """Writes a scene file and its flat form next to it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".txt").write_text(flat(scene))
    path.write_text(json.dumps(scene, indent=1))
