"""The folders and the processor of a comparison."""

import os

import building


class Workplace:
    """The folder for pictures and logs, the programs of the contenders, and the core on which they alternate."""

    def __init__(self, here, bench, programs, before=None):
        self.here = here
        self.bench = bench
        self.before = before
        self.programs = programs
        self.not_built = building.build_programs(programs)
        # The last processor is used, because interrupts are often handled by the first.
        self.processor = max(os.sched_getaffinity(0))

    def folder(self, name):
        path = self.here / name
        path.mkdir(parents=True, exist_ok=True)
        return path

    def command(self, contender):
        return contender.command(self.programs, self.bench, self.before)

    def log(self, scene, contender):
        return self.folder("log") / f"{scene.name}.{contender.name}.txt"

    def picture(self, scene, contender):
        return self.folder("frames") / f"{scene.name}.{contender.name}.raw"

    def png(self, scene, name):
        return self.folder("pictures") / f"{scene.name}.{name}.png"

    def told_version(self, name):
        """The last line that a contender has logged about its version."""
        logs = sorted(self.folder("log").glob(f"*.{name}.txt"), key=lambda path: path.stat().st_mtime)
        for line in reversed([line for log in logs for line in log.read_text(errors="replace").splitlines()]):
            if line.startswith("version: "):
                return line.removeprefix("version: ")
        return None
