"""Picture quality: PSNR of blue, green and red against the exact picture, in dB."""

import hashlib
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy

import building
from contenders import SOURCES
from serving import PATIENCE, last_words

# The number of samples per pixel of the exact picture, along width and height. Large pictures have fewer.
SAMPLES = 16
MANY_PIXELS = 1_000_000
SAMPLES_OF_MANY = 6


def compare(scene, taking_part, workplace):
    """Returns the figures and the reasons of failures, both by name. Writes the pictures as files."""
    exact = exact_picture(scene, workplace)
    cv2.imwrite(str(workplace.png(scene, "exact")), numpy.clip(exact + 0.5, 0, 255).astype(numpy.uint8))
    figures, failures = {}, {}

    def look_at(contender):
        try:
            picture = draw(scene, contender, workplace)
        except ValueError as error:
            failures[contender.name] = str(error)
            return
        cv2.imwrite(str(workplace.png(scene, contender.name)), picture)
        figures[contender.name] = psnr(picture, exact)

    with ThreadPoolExecutor(os.cpu_count()) as pool:  # nothing is timed here
        list(pool.map(look_at, taking_part))
    return figures, failures


def psnr(picture, exact):
    error = numpy.mean((picture.astype(numpy.float64) - exact) ** 2)
    return 99.0 if error == 0 else float(10 * numpy.log10(255**2 / error))


def samples(scene):
    return SAMPLES if scene.width * scene.height <= MANY_PIXELS else SAMPLES_OF_MANY


def exact_picture(scene, workplace):
    """Returns the exact picture, blue, green and red as floats; cached, because it is slow to compute."""
    program = workplace.programs / "exact"
    if not program.exists():
        raise ValueError(workplace.not_built.get("exact", "the program for the exact picture was not built"))
    texts = [scene.path.read_bytes(), (SOURCES / "exact.c").read_bytes(), (SOURCES / "scene.h").read_bytes()]
    digest = hashlib.sha256(b"".join(texts)).hexdigest()[:16]
    path = workplace.folder("exact") / f"{scene.name}-{digest}.f32"
    if not path.exists():
        partial = path.with_suffix(".part")
        building.run([str(program), str(scene.path), str(partial), str(samples(scene))])
        partial.rename(path)
    return (
        numpy.fromfile(path, numpy.float32)
        .reshape(scene.height, scene.width, 4)[..., :3]
        .astype(numpy.float64)
    )


def draw(scene, contender, workplace):
    """Returns the frame of a contender, blue, green and red; raises ValueError with the reason when it fails."""
    out, log = workplace.picture(scene, contender), workplace.log(scene, contender)
    out.unlink(missing_ok=True)
    options = ["--scene", str(scene.path), "--out", str(out), "--frames", "1", "--warmup", "0"]
    try:
        with open(log, "wb") as errors:
            code = subprocess.run(
                workplace.command(contender) + options,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                timeout=PATIENCE,
            ).returncode
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ValueError(f"does not run: {error}") from None
    if code != 0:
        raise ValueError(last_words(log, code))
    picture = numpy.fromfile(out, numpy.uint8)
    if picture.size != scene.width * scene.height * 4:
        raise ValueError(f"wrote {picture.size} bytes")
    out.unlink()
    return picture.reshape(scene.height, scene.width, 4)[..., :3]
