"""The contenders, and the commands that start them."""

import sys
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path(__file__).resolve().parent / "Contenders"

OURS = "carousel"
BEFORE = "carousel-before"
DRIFTING = "carousel-drift"
TWO_THREADS = "carousel-2-threads"
TWO_PROCESSES = "carousel-2-processes"
ON_TWO_PROCESSORS = (TWO_THREADS, TWO_PROCESSES)
BASELINE = "skia"


@dataclass(frozen=True)
class Contender:
    name: str
    note: str
    program: str  # a source in Contenders, or raster-bench
    arguments: tuple[str, ...] = ()
    role: str = "peer"  # or "ours", "probe", "limit"
    threads: int = 1
    processes: int = 1
    clips_at_the_eye: bool = False
    blends_textures: bool = True
    is_timed_only: bool = False
    shares_with: str | None = None  # the contender whose process also draws this one, if running
    mode: str = ""  # the request word for that process

    def command(self, programs, bench, before):
        """The command that starts it.

        `programs`: the folder of the built programs. `before`: the raster-bench of an earlier revision, or None.
        """
        if self.name == BEFORE:
            program = [str(before)]
        elif self.role == "ours":
            program = [str(bench)]
        elif self.program.endswith(".py"):
            program = [sys.executable, str(SOURCES / self.program)]
        else:
            program = [str(programs / self.program.removesuffix(".c"))]
        return program + list(self.arguments)

    def obstacle(self, scene):
        """The reason why the contender cannot draw a scene, or None."""
        if scene.crosses_eye and not self.clips_at_the_eye and self.role != "limit":
            return "does not clip, and a quad crosses the plane of the eye"
        if scene.has_translucent_textures and not self.blends_textures:
            return "draws opaque textures only"
        return None


ALL = (
    Contender(OURS, "this project", "raster-bench", role="ours", clips_at_the_eye=True),
    Contender(BEFORE, "an earlier revision of this project", "raster-bench", role="ours", clips_at_the_eye=True),
    Contender(
        DRIFTING,
        "every matrix moves by 1/64 px a frame",
        "raster-bench",
        ("--drift",),
        role="ours",
        clips_at_the_eye=True,
        is_timed_only=True,
        shares_with=OURS,
        mode="drift",
    ),
    Contender(
        TWO_THREADS,
        "two threads",
        "raster-bench",
        ("--threads", "2"),
        role="ours",
        threads=2,
        clips_at_the_eye=True,
        is_timed_only=True,
    ),
    Contender(
        TWO_PROCESSES,
        "two single-threaded processes at the same time, each on its own processor; half the time of a frame",
        "raster-bench",
        role="ours",
        processes=2,
        clips_at_the_eye=True,
        is_timed_only=True,
    ),
    Contender(BASELINE, "trilinear requested, antialiased", "skia_python.py", clips_at_the_eye=True),
    Contender(
        "skia-opaque",
        "the same, with textures declared opaque",
        "skia_python.py",
        ("--variant", "opaque"),
        clips_at_the_eye=True,
    ),
    Contender("qt", "raster engine, bilinear, antialiased", "qt.py", clips_at_the_eye=True),
    Contender("opencv", "warpPerspective, hard edges", "opencv.py", blends_textures=False),
    Contender("pixman", "bilinear, edges soft over a texel", "pixman.c"),
    Contender("cairo", "affine columns of 2 px, antialiased", "cairo.c"),
    Contender(
        "llvmpipe", "Mesa on the CPU, trilinear, hard edges, read back", "llvmpipe.c", clips_at_the_eye=True
    ),
    Contender(
        "ideal", "experimental upper bound in C with AVX2", "ideal.c", role="probe", blends_textures=False
    ),
    Contender(
        "ideal-ss2",
        "the probe with two samples a pixel",
        "ideal.c",
        ("--variant", "ss2"),
        role="probe",
        blends_textures=False,
    ),
    Contender("memset", "fills the frame", "limits.c", ("--variant", "memset"), role="limit"),
    Contender("copyframe", "copies a frame", "limits.c", ("--variant", "copyframe"), role="limit"),
)

BY_NAME = {contender.name: contender for contender in ALL}
