"""Compares this project's renderer with others on the same work and writes the tables.

Benchmarks/compare-peers sets up what this needs, and runs it.
"""

import argparse
import datetime
import shlex
import subprocess
import sys
from pathlib import Path

import building
import contenders
import machine
import quality
import report
import rounds
import scene_files
import scenes
from workplace import Workplace

ROOT = Path(__file__).resolve().parent.parent.parent
RESULTS = ROOT / "Benchmarks/Results"

HEIGHT_OF_PICTURES = 360
ROUNDS = {720: 7, 1080: 5, 2160: 5}
BUDGET = {720: 400, 1080: 400, 2160: 300}  # milliseconds for a burst, at least one frame
QUICK_ROUNDS = 3
TIMES_THE_ROUNDS = 5  # on two processors: the speed of the second one varies


def words(known):
    """The type of an option that takes several known words, separated by commas."""

    def parse(text):
        chosen = text.split(",")
        for word in chosen:
            if word not in known:
                raise argparse.ArgumentTypeError(f"{word} is none of {', '.join(known)}")
        return chosen

    return parse


def parse_options():
    parser = argparse.ArgumentParser(
        prog="Benchmarks/compare-peers",
        description="Draws the same scenes with this project's renderer and with others, in turn on one core, and writes"
        " how long they take, how good their pictures are and how much memory they need.",
        epilog="A complete run is written to Benchmarks/Results/peers.md, a partial run to peers-part.md next to it.",
    )
    heights = [str(height) for height in ROUNDS]
    names = [contender.name for contender in contenders.ALL]
    parser.add_argument("--quick", action="store_true", help="720p only, three rounds; under two minutes")
    parser.add_argument("--kinds", type=words(scenes.KINDS), metavar="KIND,…", help=", ".join(scenes.KINDS))
    parser.add_argument("--sizes", type=words(heights), metavar="HEIGHT,…", help=", ".join(heights))
    parser.add_argument("--contenders", type=words(names), metavar="NAME,…", help=", ".join(names))
    parser.add_argument(
        "--scene",
        action="append",
        default=[],
        metavar="FILE",
        help="a scene file of the format carousel-bench-scene/1, instead of our own scenes; may be repeated",
    )
    parser.add_argument("--rounds", type=int, metavar="N", help="the number of bursts per contender; five times as many on two processors")
    parser.add_argument("--bench", metavar="FILE", help="a raster-bench other than that of this checkout")
    parser.add_argument("--before", metavar="FILE", help="the raster-bench of an earlier revision, timed in the same rounds")
    parser.add_argument("--out", metavar="FILE", help="the file for the tables")
    parser.add_argument("--cache", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.rounds is not None and options.rounds < 1:
        parser.error("--rounds needs at least 1")
    return options


def tell(text):
    print(text, file=sys.stderr, flush=True)


def make_groups(options, workplace):
    """The scenes to time, by size; scenes from files form a separate group."""
    groups = []
    if not options.scene or options.kinds or options.sizes:
        heights = [int(height) for height in options.sizes] if options.sizes else list(ROUNDS)
        if options.quick and not options.sizes:
            heights = [720]
        for height in heights:
            of_kinds = [
                scene_files.standard(k, height, workplace.here) for k in options.kinds or scenes.KINDS
            ]
            groups.append(report.Group(f"{height}p", of_kinds, is_standard=True))
    if options.scene:
        files = [scene_files.imported(path, workplace.here) for path in options.scene]
        groups.append(report.Group("from files", files, is_standard=False))
    return groups


def taking_part(options, group, scene, workplace, timed):
    """Returns the contenders that can draw a scene; records the others in the group."""
    chosen = options.contenders or list(contenders.BY_NAME)
    result = []
    for contender in contenders.ALL:
        if (
            contender.name not in chosen
            or not timed
            and (contender.is_timed_only or contender.role == "limit")
        ):
            continue
        if (
            contender.name in contenders.ON_TWO_PROCESSORS
            and group.is_standard
            and scene.height < report.HEIGHT_OF_THREADS
        ):
            continue
        if contender.name == contenders.DRIFTING and group.is_standard and scene.height != 720:
            continue
        if contender.name == contenders.BEFORE and workplace.before is None:
            continue
        if contender.program.removesuffix(".c") in workplace.not_built:
            continue
        obstacle = contender.obstacle(scene)
        if obstacle:
            group.failures.append((scene.title, contender.name, obstacle))
        else:
            result.append(contender)
    return result


def time_group(options, group, workplace):
    for scene in group.scenes:
        tell(f"timing {scene.title} {group.title}")
        count = options.rounds or (QUICK_ROUNDS if options.quick else ROUNDS.get(scene.height, 5))
        participants = taking_part(options, group, scene, workplace, timed=True)
        budget = BUDGET.get(scene.height, 500)
        on_one = [one for one in participants if one.name not in contenders.ON_TWO_PROCESSORS]
        timings, failures = rounds.measure(scene, on_one, workplace, count, budget)
        # In separate rounds: while single-threaded contenders draw, one processor is idle and wakes up slowly.
        on_two = [one for one in participants if one.name in (contenders.OURS, *contenders.ON_TWO_PROCESSORS)]
        if any(one.name in contenders.ON_TWO_PROCESSORS for one in on_two):
            more, failed = rounds.measure(scene, on_two, workplace, count * TIMES_THE_ROUNDS, budget)
            timings |= {name: timing for name, timing in more.items() if name != contenders.OURS}
            failures |= failed
        group.timings[scene.name] = timings
        note(group, scene, failures)


def look_at_group(options, group, workplace):
    for scene in group.scenes:
        tell(f"looking at {scene.title} {group.title}")
        participants = taking_part(options, group, scene, workplace, timed=False)
        try:
            figures, failures = quality.compare(scene, participants, workplace)
        except ValueError as error:
            figures, failures = {}, {"exact": str(error)}
        group.figures[scene.name] = figures
        note(group, scene, failures)


def note(group, scene, failures):
    for name, reason in failures.items():
        tell(f"  {name}: {reason}")
        group.failures.append((scene.title, name, reason))


def head(facts, load_before):
    command = shlex.join(["Benchmarks/compare-peers", *said_options()])
    lines = [f"# Comparison with peers, {datetime.date.today()}", ""]
    lines += [
        "Written by `" + command + "`; ../README.md explains the figures and their limits.",
        "",
    ]
    facts = [*facts, ("load before and after", f"{load_before}; {machine.load()}")]
    return lines + ["| | |", "|---|---|"] + [f"| {what} | {which} |" for what, which in facts]


def said_options():
    """The options as given by the user, without the options that the script adds."""
    arguments = sys.argv[1:]
    index = arguments.index("--cache")
    return arguments[:index] + arguments[index + 2 :]


def result_path(options):
    if options.out:
        return Path(options.out)
    is_part = options.quick or options.before or options.kinds or options.sizes or options.contenders or options.scene
    return RESULTS / ("peers-part.md" if is_part else "peers.md")


def remarks(path):
    """The remarks below an earlier result, which are kept."""
    _, heading, text = (path.read_text() if path.exists() else "").partition("\n## Remarks\n")
    return heading + text


def main():
    options = parse_options()
    load_before = machine.load()
    facts = machine.facts(ROOT)
    try:
        bench = Path(options.bench).resolve() if options.bench else building.build_bench(ROOT)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"compare-peers: raster-bench could not be built: {error}")
    cache = Path(options.cache)
    before = Path(options.before).resolve() if options.before else None
    workplace = Workplace(cache, bench, cache / "programs", before)
    for name, reason in workplace.not_built.items():
        tell(f"  {name}: {reason}")
    try:
        groups = make_groups(options, workplace)
    except ValueError as error:
        sys.exit(f"compare-peers: {error}")

    pictures = None
    if any(group.is_standard for group in groups):
        small = [
            scene_files.standard(k, HEIGHT_OF_PICTURES, workplace.here)
            for k in options.kinds or scenes.KINDS
        ]
        pictures = report.Group(f"{HEIGHT_OF_PICTURES}p", small, is_standard=True)
    for group in groups:
        time_group(options, group, workplace)
    for group in [pictures, *groups]:
        if group and (group is pictures or not group.is_standard):
            look_at_group(options, group, workplace)

    text = report.write(
        head(facts, load_before), groups, pictures, workplace.not_built, machine.versions(workplace)
    )
    path = result_path(options)
    path.write_text(text + remarks(path))
    print(text)
    tell(f"written to {path}; pictures are in {workplace.folder('pictures')}")
    has_failed = any(
        name in contenders.BY_NAME and contenders.BY_NAME[name].role == "ours"
        for group in [*groups, *([pictures] if pictures else [])]
        for _, name, _ in group.failures
    )
    sys.exit(1 if has_failed else 0)


main()
