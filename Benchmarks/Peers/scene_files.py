"""Scene files, generated and imported, arranged so that every contender can read them."""

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path

import numpy

import scenes


@dataclass(frozen=True)
class SceneFile:
    """A scene in the cache folder."""

    title: str  # the title of its column
    path: Path
    width: int
    height: int
    has_translucent_textures: bool = False
    crosses_eye: bool = False
    is_projective: bool = False
    is_copy: bool = False  # all items are translated by whole pixels

    @property
    def name(self):
        return self.path.stem


def standard(kind, height, cache):
    """Returns one of our own scenes; writes it if it does not exist."""
    path = cache / "scenes" / f"{kind}_{height}.json"
    if not path.exists():
        scenes.write(scenes.describe(kind, height, cache / "textures"), path)
    items = json.loads(path.read_text())["items"]
    return SceneFile(kind, path, scenes.WIDTHS[height], height, **looks(items))


def looks(items):
    """The properties of the matrices, as fields of a `SceneFile`."""
    matrices = [numpy.array(item["matrix"], float).reshape(3, 3) for item in items]
    return {
        "is_projective": any(numpy.abs(m[2, :2]).max() > 1e-12 for m in matrices),
        "is_copy": all(
            (m[:, :2] == numpy.eye(3)[:, :2]).all() and (m == numpy.round(m)).all() for m in matrices
        ),
    }


def imported(path, cache):
    """Imports a scene file: copies it to the cache, with links to its textures. Raises ValueError if it is invalid."""
    path = Path(path)
    try:
        text = path.read_text()
        scene = json.loads(text)
        if scene["format"] != "carousel-bench-scene/1":
            raise ValueError(f'unknown format "{scene["format"]}"')
        return lay_out(scene, path, cache, hashlib.sha256(text.encode()).hexdigest()[:8])
    except KeyError as error:
        raise ValueError(f"{path}: {error} is missing") from None
    except OSError as error:
        raise ValueError(f"{error.filename or path}: {error.strerror}") from None
    except (ValueError, TypeError, IndexError) as error:
        raise ValueError(f"{path}: not a scene: {error}") from None


def checked_size(thing, name):
    size = thing["width"], thing["height"]
    if not all(type(side) is int and side >= 1 for side in size):
        raise ValueError(f"{name} is {size[0]} × {size[1]} pixels; both must be whole numbers from 1 on")
    return size


def lay_out(scene, path, cache, digest):
    folder = cache / "scenes" / f"{path.stem}-{digest}"
    folder.mkdir(parents=True, exist_ok=True)
    width, height = checked_size(scene["canvas"], "the canvas")
    sizes, has_translucent_textures = {}, False
    # Contenders number textures from 0 on, in order.
    numbers = {}
    for number, texture in enumerate(scene["textures"]):
        name = texture["id"]
        if type(name) is not int or name in numbers:
            raise ValueError(f"the id of texture {number} is {name!r}; it must be a whole number of its own")
        numbers[name] = number
        file, link = path.parent / texture["file"], folder / f"{number}.bgra"
        size = checked_size(texture, f"texture {name}")
        if file.stat().st_size != size[0] * size[1] * 4:
            raise ValueError(f"{file} is not {size[0]} × {size[1]} pixels of 4 bytes")
        link.unlink(missing_ok=True)
        os.symlink(file.resolve(), link)
        texture["file"] = link.name
        sizes[name] = size
        texture["id"] = number
        # Computed from the pixels: a wrong value in the file would change what contenders draw.
        texture["opaque"] = bool((numpy.fromfile(file, numpy.uint8)[3::4] == 255).all())
        has_translucent_textures = has_translucent_textures or not texture["opaque"]

    crosses_eye = False
    for item in scene["items"]:
        matrix = numpy.array(item["matrix"], float).reshape(3, 3)
        size = sizes[item["texture"]]
        item["texture"] = numbers[item["texture"]]
        item["width"], item["height"] = size
        if min(matrix[2] @ (x, y, 1) for x, y in scenes.corner_points(*size)) > 0:
            item["corners"] = scenes.projected_corners(matrix, *size)
        else:  # bounded only by the canvas, for contenders that clip
            crosses_eye = True
            item["corners"] = scenes.corner_points(width, height)
    scene["name"] = "file"  # names may have spaces, which the flat form does not allow
    result = folder / f"{path.stem}.json"
    scenes.write(scene, result)
    return SceneFile(
        path.stem, result, width, height, has_translucent_textures, crosses_eye, **looks(scene["items"])
    )
