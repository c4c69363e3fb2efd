"""Processes with time limits, which end together with the script that started them."""
import contextlib
import ctypes
import os
import signal
import subprocess

PR_SET_CHILD_SUBREAPER = 36  # linux/prctl.h


class Failure(Exception):
    """The reason why a process did not do its work."""


def output_of(command, **options):
    """The output of a command; raises Failure with its last error line."""
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, **options)
    if result.returncode:
        reason = (result.stderr.strip().splitlines() or [f"status {result.returncode}"])[-1]
        raise Failure(f"{' '.join(map(str, command))}: {reason}")
    return result.stdout


@contextlib.contextmanager
def limit(seconds, what):
    """Raises Failure if the body takes longer, and every 5 s from then on, so that its clean-up does not block either."""
    def expire(*_):
        raise Failure(f"{what}: did not end within {seconds} s")

    signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, seconds, 5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def adopt_orphans():
    """Makes this process the parent of each process below it whose own parent ends."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_children(family):
    """Kills all processes below this one. `family` returns the ids of a process and of all processes below it."""
    children = [0]
    while children:
        with contextlib.suppress(OSError):  # a process ended meanwhile
            children = family(os.getpid())[1:]
            for child in children:
                os.kill(child, signal.SIGKILL)
            if children:
                os.waitpid(-1, 0)
