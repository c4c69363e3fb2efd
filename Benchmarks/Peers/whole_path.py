"""Measures a flick through cover flow in carousel-photos, and draws the same frames with cairo alone.

Benchmarks/whole-path sets up what this needs, and runs it.
"""

import argparse
import datetime
import math
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import building
import contenders
import machine
import quality
import rounds
import scene_files
from workplace import Workplace

ROOT = Path(__file__).resolve().parent.parent.parent
RESULT = ROOT / "Benchmarks/Results/whole-path.md"
OURS, CAIRO = contenders.BY_NAME["carousel"], contenders.BY_NAME["cairo"]
PARTS = ("engine", "textures", "composition", "commit", "frame", "frame's CPU", "main thread")

TITLES = {"frame": "**whole frame, engine to commit**", "frame's CPU": "its processor time, all threads",
          "main thread": "processor time of the main thread"}


def parse_options():
    parser = argparse.ArgumentParser(
        prog="Benchmarks/whole-path",
        description="Flicks through cover flow in carousel-photos, engine to commit, on one core and without a session; draws"
        " the same pictures with this project's renderer and with cairo alone, in turn on that core; writes the table to"
        " Benchmarks/Results/whole-path.md.",
    )
    parser.add_argument("--size", default="1920x1080", metavar="WxH", help="of the window (1920x1080)")
    parser.add_argument("--seconds", type=float, default=10, metavar="N", help="of each of three runs (10)")
    parser.add_argument("--scenes", type=int, default=60, metavar="N", help="how many pictures are drawn again (60)")
    parser.add_argument("--looks", type=int, default=4, metavar="N", help="how many are looked at for quality (4)")
    parser.add_argument("--cache", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


def tell(text):
    print(text, file=sys.stderr, flush=True)


def bench(program, options, processor):
    """Runs carousel-photos --bench on one core without a session; returns its figures, by the names of the lines."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("WAYLAND_", "XDG_RUNTIME_DIR"))}
    command = ["taskset", "-c", str(processor), str(program), "--bench", *options]
    output = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    figures = {}
    for line in output.splitlines():
        name, colon, text = line.partition(": ")
        if colon:
            figures[name] = text
        elif " ".join(line.split()[:-3]) in PARTS:
            figures[" ".join(line.split()[:-3])] = [float(time) for time in line.split()[-3:]]  # p50, p99, max
    return figures


def rank(values, percent):
    """Returns a percentile."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def evenly(values, count):
    """Returns about `count` evenly spaced elements, from the first to the last."""
    count = min(count, len(values))
    return [values[round(i * (len(values) - 1) / max(1, count - 1))] for i in range(count)]


def draw_again(scenes, workplace):
    """Times of this project and of cairo, by scene, in milliseconds: the shorter of two rounds, which was disturbed less."""
    times = {OURS.name: [], CAIRO.name: []}
    for index, scene in enumerate(scenes):
        if index % 10 == 0:
            tell(f"drawing picture {index + 1} of {len(scenes)} again")
        timings, failures = rounds.measure(scene, [OURS, CAIRO], workplace, 2, 200)
        if failures:
            sys.exit(f"whole-path: {scene.path}: {failures}")
        for name, timing in timings.items():
            times[name].append(min(timing.rounds))
    return times


def write(options, runs, times, figures, head):
    """The text of the result."""
    lines = head + ["", "| ms | p50 | p99 |", "|---|---|---|"]
    for part in PARTS:
        values = [(statistics.median(run[part][i] for run in runs)) for i in range(2)]
        title = TITLES.get(part, f"of it {part}")
        lines.append(f"| {title} | {values[0]:.2f} | {values[1]:.2f} |")
    for name, title in ((OURS.name, "the same pictures by `raster-bench`"), (CAIRO.name, "**the same pictures by cairo alone**")):
        lines.append(f"| {title} | {rank(times[name], 50):.2f} | {rank(times[name], 99):.2f} |")
    shares = [ours / cairo for ours, cairo in zip(times[OURS.name], times[CAIRO.name])]
    lines += [
        "",
        f"Of cairo's time, picture by picture, ours takes {statistics.median(shares):.2f} (median; from {min(shares):.2f}"
        f" to {max(shares):.2f}).",
        f"Peak memory of carousel-photos: {runs[0]['peak memory'].split(' (')[0]}; CPU ms a frame:"
        f" {statistics.median(float(run['CPU ms a frame'].split()[0]) for run in runs):.2f}.",
    ]
    if figures:
        mean = {name: statistics.mean(figure[name] for figure in figures) for name in (OURS.name, CAIRO.name)}
        lines.append(
            f"Picture, PSNR against the exact one, mean of {len(figures)}: ours {mean[OURS.name]:.1f} dB, cairo"
            f" {mean[CAIRO.name]:.1f} dB."
        )
    return "\n".join(lines) + "\n"


def notes():
    """The remarks of an earlier result, from the first heading on, which are kept."""
    if not RESULT.exists():
        return ""
    _, heading, text = RESULT.read_text().partition("\n## ")
    return heading + text


def main():
    options = parse_options()
    load = machine.load()
    facts = machine.facts(ROOT)
    try:
        raster_bench = building.build_bench(ROOT)
        command = ["swift", "build", "-c", "release", "--package-path", str(ROOT), "--product", "carousel-photos"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"whole-path: not built: {error}")
    program = raster_bench.parent / "carousel-photos"
    with tempfile.TemporaryDirectory() as folder:
        workplace = Workplace(Path(folder), raster_bench, Path(options.cache) / "programs")
        if "cairo" in workplace.not_built:
            sys.exit(f"whole-path: cairo: {workplace.not_built['cairo']}")
        size = ["--size", options.size]
        runs = []
        for number in range(3):
            tell(f"run {number + 1} of 3")
            runs.append(bench(program, [*size, "--seconds", str(options.seconds)], workplace.processor))
        tell("recording the pictures")
        bench(program, [*size, "--seconds", "3", "--scenes", folder + "/recorded"], workplace.processor)
        files = evenly(sorted(Path(folder, "recorded").glob("frame-*.json")), options.scenes)
        scenes = [scene_files.imported(path, Path(folder)) for path in files]
        times = draw_again(scenes, workplace)
        figures = []
        for scene in evenly(scenes, options.looks) if options.looks else []:
            tell(f"looking at {scene.name}")
            found, failures = quality.compare(scene, [OURS, CAIRO], workplace)
            if failures:
                sys.exit(f"whole-path: {scene.path}: {failures}")
            figures.append(found)
    head = [
        f"# The whole path, engine to commit, {datetime.date.today()}",
        "",
        f"Written by `Benchmarks/whole-path`: `carousel-photos --bench --size {options.size} --seconds {options.seconds:g}`, on one core,"
        f" without a session; {runs[0]['pictures']}; {runs[0]['workload'].split(',')[0]}; of three runs the median. {len(scenes)}"
        " pictures of the flick are drawn again by `raster-bench` and by cairo (`Peers/Contenders/cairo.c`), in turn on that core.",
        "",
        *[f"- {what}: {which}" for what, which in [*facts, ("load before", load)]],
    ]
    text = write(options, runs, times, figures, head) + notes()
    RESULT.write_text(text)
    print(text)


main()
