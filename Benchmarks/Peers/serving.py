"""A contender that keeps running and draws on request."""

import os
import select
import subprocess
import time
from pathlib import Path

PATIENCE = 120  # seconds, for starting with all mip levels or for a burst of frames


class Failure(Exception):
    """The reason why a contender did not draw the requested frames."""


class Serving:
    """A running contender; methods raise `Failure` when it does not answer."""

    def __init__(self, command, scene, log, processor):
        """Starts a contender and waits until it is ready. If `processor` is given, the contender runs only on it."""
        pinned = ["taskset", "-c", str(processor)] if processor is not None else []
        options = ["--scene", str(scene.path), "--warmup", "1", "--serve"]
        self.log = log
        self.rest = b""
        with open(log, "wb") as errors:
            try:
                self.process = subprocess.Popen(
                    pinned + command + options, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
                )
            except OSError as error:
                raise Failure(f"does not start: {error.strerror}") from None
        try:
            line = self.line()
            if line != "ready":
                raise Failure(f'said "{line}" and not "ready"')
        except Failure:
            self.kill()
            raise

    def line(self):
        deadline = time.monotonic() + PATIENCE
        while b"\n" not in self.rest:
            remaining = deadline - time.monotonic()
            if remaining <= 0 or not select.select([self.process.stdout], [], [], remaining)[0]:
                raise Failure(f"no answer within {PATIENCE} s")
            read = os.read(self.process.stdout.fileno(), 65536)
            if not read:
                raise Failure(self.last_words())
            self.rest += read
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode(errors="replace").strip()

    def last_words(self):
        code = self.process.wait()
        return last_words(self.log, code)

    def draw(self, count, mode=""):
        """Draws frames; returns wall and processor time of each, in milliseconds."""
        self.begin(count, mode)
        return self.finish(count)

    def begin(self, count, mode=""):
        """Requests `count` frames; `mode` is the word before the number in the request, or empty."""
        try:
            self.process.stdin.write(f"{mode} {count}\n".lstrip().encode())
            self.process.stdin.flush()
        except OSError:
            raise Failure(self.last_words()) from None

    def finish(self, count):
        """Waits for the requested frames."""
        frames = []
        while (line := self.line()) != "done":
            try:
                word, wall, processor = line.split()
                if word != "frame":
                    raise ValueError
                frames.append((float(wall), float(processor)))
            except ValueError:
                raise Failure(f'said "{line}"') from None
        if len(frames) != count:
            raise Failure(f"drew {len(frames)} frames and not {count}")
        return frames

    def peak_memory(self):
        """The peak memory of the process, in bytes."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
        return None

    def end(self):
        """Closes the contender's input and waits until it exits."""
        try:
            self.process.stdin.close()
            if self.process.wait(PATIENCE) != 0:
                raise Failure(self.last_words())
        except (OSError, subprocess.TimeoutExpired):
            self.kill()
            raise Failure("does not end") from None
        finally:
            self.process.stdout.close()

    def kill(self):
        self.process.kill()
        self.process.wait()


class SharedProcess:
    """Another mode of a running contender, in the same process: times of two processes differ by their memory layout."""

    def __init__(self, serving, mode):
        self.serving = serving
        self.mode = mode

    def draw(self, count):
        return self.serving.draw(count, self.mode)

    def peak_memory(self):
        return self.serving.peak_memory()

    def end(self):
        """Does nothing: the contender owns the process."""

    def kill(self):
        """Does nothing: the contender owns the process."""


class ServingTogether:
    """Several processes of one contender that draw at the same time: the upper bound for parallel drawing."""

    def __init__(self, command, scene, log, count):
        """Starts `count` processes, each on its own processor."""
        processors = sorted(os.sched_getaffinity(0))[-count:]
        if len(processors) < count:
            raise Failure(f"needs {count} processors")
        self.all = []
        try:
            for number, processor in enumerate(processors):
                path = log.with_suffix(f".{number}{log.suffix}")
                self.all.append(Serving(command, scene, path, processor))
        except Failure:
            self.kill()
            raise

    def draw(self, count):
        """Draws frames in all processes; returns the mean times of a frame, divided by the number of processes."""
        for one in self.all:
            one.begin(count)
        several = [one.finish(count) for one in self.all]
        return [
            tuple(sum(times) / len(times) / len(several) for times in zip(*frames)) for frames in zip(*several)
        ]

    def peak_memory(self):
        peaks = [one.peak_memory() for one in self.all]
        return sum(peaks) if None not in peaks else None

    def end(self):
        for one in self.all:
            one.end()

    def kill(self):
        for one in self.all:
            one.kill()


def last_words(log, code):
    """The last message of a contender that has exited, or its exit status."""
    lines = [line.strip() for line in Path(log).read_text(errors="replace").splitlines() if line.strip()]
    ending = f"ended by signal {-code}" if code < 0 else f"ended with status {code}"
    # Python continues long after this line.
    fatal = [line for line in lines if "Fatal" in line or "what():" in line]
    said = fatal or lines[-1:]
    return f"{said[0]} ({ending})" if said else ending
