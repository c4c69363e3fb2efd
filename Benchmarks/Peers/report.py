"""The tables, as Markdown."""

import contenders
import scenes
from contenders import BASELINE, BEFORE, DRIFTING, OURS, TWO_PROCESSES, TWO_THREADS

# Shares of Skia's time at 720p: required and desired.
MUST = dict(zip(scenes.KINDS, (0.15, 0.18, 0.25, 0.22, 0.40, 0.30, 0.40, 1.0, 0.16)))
GOAL = dict(zip(scenes.KINDS, (0.08, 0.10, 0.10, 0.12, 0.20, 0.14, 0.20, 0.85, 0.08)))
HEIGHT_OF_TARGETS = 720
SPEEDUP = 1.7  # of two threads, on projective scenes
HEIGHT_OF_THREADS = 2160  # and larger: for smaller frames, waking up threads takes much of the time
DRIFT = 0.03  # the largest allowed difference between a drifting and a still scene
INTERACTIVE = 1000 / 60  # milliseconds

NOTHING = "–"


def table(head, rows):
    """Returns a Markdown table; a row is a list of cells, None for unknown values."""
    lines = ["| " + " | ".join(["", *head]) + " |", "|---" * (len(head) + 1) + "|"]
    for name, *cells in rows:
        lines.append("| " + " | ".join([name, *(NOTHING if cell is None else cell for cell in cells)]) + " |")
    return lines


def short(value):
    """Formats a share with three decimals, without a leading zero, such as .081."""
    return f"{value:.3f}".lstrip("0") if value < 1 else f"{value:.2f}"


def met(is_met):
    return None if is_met is None else "met" if is_met else "**not met**"


def yes(is_so):
    return None if is_so is None else "yes" if is_so else "**no**"


class Group:
    """The measurements on the scenes of one size, or on the scenes from files."""

    def __init__(self, title, scene_list, is_standard):
        self.title = title
        self.scenes = scene_list
        self.is_standard = is_standard
        self.timings = {}  # by scene's name, by contender
        self.figures = {}  # PSNR, likewise
        self.failures = []  # scene's title, contender, reason

    def timing(self, scene, name):
        return self.timings.get(scene.name, {}).get(name)

    def ratio(self, scene, name, other=BASELINE):
        timing = self.timing(scene, name)
        return timing.ratios.get(other) if timing else None

    def names(self, of, roles):
        """The contenders of some roles that have results."""
        seen = {name for by_name in of.values() for name in by_name}
        return [c.name for c in contenders.ALL if c.name in seen and c.role in roles]

    def participants(self):
        return {name for of in (self.timings, self.figures) for by_name in of.values() for name in by_name}

    def heads(self):
        return [scene.title for scene in self.scenes]

    def of_each(self, compute):
        """Returns one cell per scene; None where `compute` has no data."""
        return [compute(scene) for scene in self.scenes]


def share_tables(group):
    def shares(name):
        ratios = group.of_each(lambda scene: group.ratio(scene, name))
        return [None if ratio is None else short(ratio) for ratio in ratios]

    def fastest(scene):
        peers = {n: group.ratio(scene, n) for n in group.names(group.timings, ["peer"])}
        known = {n: ratio for n, ratio in peers.items() if ratio is not None}
        return min(known.items(), key=lambda pair: pair[1]) if known else None

    def is_faster(scene):
        best, ours = fastest(scene), group.ratio(scene, OURS)
        return None if best is None or ours is None else ours < best[1]

    def keeps(targets, scene):
        ours = group.ratio(scene, OURS)
        return None if ours is None else ours <= targets[scene.title]

    rows = []
    has_targets = group.is_standard and group.scenes[0].height == HEIGHT_OF_TARGETS
    if has_targets:
        rows += [
            [name, *(short(targets[scene.title]) for scene in group.scenes)]
            for name, targets in (("must", MUST), ("goal", GOAL))
        ]
    rows.append([f"**{OURS}**", *shares(OURS)])
    if has_targets:
        rows.append(["against must", *group.of_each(lambda scene: met(keeps(MUST, scene)))])
        rows.append(["against goal", *group.of_each(lambda scene: met(keeps(GOAL, scene)))])
    if BEFORE in group.names(group.timings, ["ours"]):
        rows.append([BEFORE, *shares(BEFORE)])
    rows += [[name, *shares(name)] for name in group.names(group.timings, ["peer", "probe", "limit"])]
    rows.append(["fastest peer", *group.of_each(lambda scene: (fastest(scene) or [None])[0])])
    rows.append(["faster than every peer", *group.of_each(lambda scene: yes(is_faster(scene)))])
    return table(group.heads(), rows)


def time_table(group):
    def times(name):
        timings = group.of_each(lambda scene: group.timing(scene, name))
        return [None if timing is None else f"{timing.milliseconds:.2f}" for timing in timings]

    names = group.names(group.timings, ["ours", "peer", "probe", "limit"])
    return table(group.heads(), [[name, *times(name)] for name in names])


def thread_table(group):
    def speedup(scene, name=TWO_THREADS):
        ratio = group.ratio(scene, name, OURS)
        return None if ratio is None else 1 / ratio

    def speedups(name):
        values = group.of_each(lambda scene: speedup(scene, name))
        return [None if value is None else f"{value:.2f}" for value in values]

    def judged(scene):
        if not scene.is_projective or scene.height < HEIGHT_OF_THREADS or speedup(scene) is None:
            return None
        return met(speedup(scene) >= SPEEDUP)

    return table(
        group.heads(),
        [
            ["two threads, times as fast", *speedups(TWO_THREADS)],
            ["two processes at once, times as much", *speedups(TWO_PROCESSES)],
            [f"at least {SPEEDUP} on projective scenes at {HEIGHT_OF_THREADS}p", *group.of_each(judged)],
        ],
    )


def drift_table(group):
    def ratio(scene):
        return group.ratio(scene, DRIFTING, OURS)

    def judged(scene):
        # A layer that is copied when still must be interpolated when it drifts.
        return None if scene.is_copy or ratio(scene) is None else met(abs(ratio(scene) - 1) <= DRIFT)

    ratios = group.of_each(ratio)
    return table(
        group.heads(),
        [
            ["drifting / still", *(None if r is None else f"{r:.3f}" for r in ratios)],
            [f"within {DRIFT:.0%}", *group.of_each(judged)],
        ],
    )


def quality_table(group, timed):
    """`timed`: the group that decides which contenders are interactive, or None."""

    def figure(scene, name):
        value = group.figures.get(scene.name, {}).get(name)
        return None if value is None else round(value, 2)

    def reaches(scene, name):
        ours, theirs = figure(scene, OURS), figure(scene, name)
        return None if ours is None or theirs is None else ours >= theirs

    def better(scene):
        """The contenders with a better picture within the time of a frame."""
        found = []
        for name in group.names(group.figures, ["peer"]):
            twin = next((s for s in timed.scenes if s.title == scene.title), None) if timed else None
            timing = timed.timing(twin, name) if twin else None
            is_interactive = timing is None or timing.milliseconds <= INTERACTIVE
            if is_interactive and reaches(scene, name) is False:
                found.append(name)
        return ", ".join(found) if found else None if figure(scene, OURS) is None else "none"

    rows = []
    for name in group.names(group.figures, ["ours", "peer", "probe"]):
        figures = group.of_each(lambda scene: figure(scene, name))
        rows.append(
            [f"**{name}**" if name == OURS else name, *(None if f is None else f"{f:.2f}" for f in figures)]
        )
    for name in (BASELINE, "llvmpipe"):
        rows.append([f"at least {name}'s", *group.of_each(lambda scene: met(reaches(scene, name)))])
    rows.append(["better and interactive", *group.of_each(better)])
    return table(group.heads(), rows)


def memory_table(groups):
    """The largest peak memory of a contender on any scene of a group."""

    def most(group, name):
        peaks = [by_name[name].memory for by_name in group.timings.values() if name in by_name]
        known = [peak for peak in peaks if peak is not None]
        return f"{max(known) / 2**20:.0f}" if known else None

    names = [c.name for c in contenders.ALL if any(most(group, c.name) for group in groups)]
    return table(
        [group.title for group in groups],
        [[name, *(most(group, name) for group in groups)] for name in names],
    )


def failure_lines(groups, not_built):
    """One line per contender and reason, with the affected scenes."""
    found = {(name, reason): ["everywhere"] for name, reason in not_built.items()}
    for group in groups:
        titles = {}
        for title, name, reason in group.failures:
            titles.setdefault((name, reason), {})[title] = True
        for failure, failed in titles.items():
            where = "all" if len(failed) == len(group.scenes) else ", ".join(failed)
            found.setdefault(failure, []).append(f"{where} {group.title}")
    return [f"- **{name}**: {reason} ({'; '.join(where)})" for (name, reason), where in found.items()]


def write(head, groups, quality, not_built, versions):
    """Returns the whole report. `quality`: the group of pictures of our own scenes, or None."""
    timed = [group for group in groups if group.timings]
    lines = list(head)
    for group in timed:
        lines += ["", f"## One thread, {group.title}: time as a share of Skia's", "", *share_tables(group)]
    for group in timed:
        if any(TWO_THREADS in by_name for by_name in group.timings.values()):
            lines += ["", f"## Two threads, {group.title}", "", *thread_table(group)]
    for group in timed:
        if any(DRIFTING in by_name for by_name in group.timings.values()):
            lines += ["", f"## Drifting by 1/64 pixel a frame, {group.title}", "", *drift_table(group)]
    interactive = next((g for g in timed if g.is_standard and g.scenes[0].height == HEIGHT_OF_TARGETS), None)
    for group in [g for g in [quality, *groups] if g and g.figures]:
        lines += ["", f"## Picture, {group.title}: PSNR in dB", ""]
        lines += quality_table(group, interactive if group.is_standard else group)
    if timed:
        lines += ["", "## Peak memory of the process, MiB", "", *memory_table(timed)]
    for group in timed:
        lines += ["", f"## One thread, {group.title}: milliseconds, for orientation", "", *time_table(group)]
    lines += ["", "## Contenders", ""]
    took_part = {name for group in [quality, *groups] if group for name in group.participants()}
    for contender in (contender for contender in contenders.ALL if contender.name in took_part):
        details = [versions.get(contender.name), contender.note]
        lines.append(f"- **{contender.name}**: {'; '.join(detail for detail in details if detail)}")
    failures = failure_lines([group for group in [quality, *groups] if group], not_built)
    lines += ["", "## Failures", "", *(failures or ["None."])]
    return "\n".join(lines) + "\n"
