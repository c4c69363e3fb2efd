"""Times contenders alternately, so that other load on the machine affects all.

All contenders of a scene keep running. In each round every contender draws a burst of frames; times are compared only
within a round.
"""

import statistics
from dataclasses import dataclass, field

import contenders
from serving import Failure, Serving, ServingTogether, SharedProcess

# The minimum number of frames in a burst. A burst has more frames if they are short, so that one interruption
# does not affect half of the burst.
FRAMES = 4
SHORT_BURST = 40  # milliseconds
MOST_FRAMES = 64
# The number of frame pairs for comparing two modes of one process.
PAIRS = 300


@dataclass
class Timing:
    """The timings of one contender on one scene, in milliseconds."""

    milliseconds: float
    rounds: list[float]  # the median of each
    memory: int | None = None
    ratios: dict[str, float] = field(default_factory=dict)  # to others, in the same rounds


def measure(scene, taking_part, workplace, rounds, budget):
    """Returns the timings and the reasons of failures, both by name. `budget`: milliseconds for a burst."""
    serving, failures, bursts, lengths = {}, {}, {}, {}
    processor = workplace.processor
    try:
        for contender in taking_part:
            try:
                started = (workplace.command(contender), scene, workplace.log(scene, contender))
                if contender.shares_with in serving:
                    one = SharedProcess(serving[contender.shares_with], contender.mode)
                elif contender.processes > 1:
                    one = ServingTogether(*started, contender.processes)
                else:
                    one = Serving(*started, processor if contender.threads == 1 else None)
                serving[contender.name] = one
                lengths[contender.name] = length(one.draw(1)[0][0], budget)
                bursts[contender.name] = []
            except Failure as failure:
                failures[contender.name] = str(failure)
                give_up(serving, contender.name)
        for _ in range(rounds):
            for name, one in list(serving.items()):
                try:
                    # The first frame of a burst finds the caches filled by other contenders.
                    frames = one.draw(lengths[name] + 1)[1:]
                    bursts[name].append([wall for wall, _ in frames])
                except Failure as failure:
                    failures[name] = str(failure)
                    give_up(serving, name)
        pairs = in_turn(taking_part, serving, failures)
        memory = {name: one.peak_memory() for name, one in serving.items()}
        for name, one in list(serving.items()):
            try:
                one.end()
            except Failure as failure:
                failures[name] = str(failure)
            del serving[name]
    finally:
        for name in list(serving):
            give_up(serving, name)
    timings = summarized({n: b for n, b in bursts.items() if n not in failures}, memory)
    for (name, owner), ratio in pairs.items():
        if name in timings:
            timings[name].ratios[owner] = ratio
    return timings, failures


def in_turn(taking_part, serving, failures):
    """Returns the ratios of modes to the contenders that share their process, drawn alternately frame by frame: in bursts,
    the second one would find the caches filled by the first."""
    ratios = {}
    for name, owner in ((one.name, one.shares_with) for one in taking_part):
        if name in serving and owner in serving:
            try:
                frames = [[serving[each].draw(1)[0][0] for each in (name, owner)] for _ in range(PAIRS)]
                ratios[name, owner] = statistics.median(one / other for one, other in frames)
            except Failure as failure:
                failures[name] = str(failure)
                give_up(serving, name)
    return ratios


def length(expected, budget):
    """Returns the number of frames of a burst, from the milliseconds of one."""
    frames = max(FRAMES, min(MOST_FRAMES, int(SHORT_BURST / max(expected, 0.001))))
    return max(1, min(frames, int(budget / max(expected, 0.001))))


def give_up(serving, name):
    if name in serving:
        serving.pop(name).kill()


def summarized(bursts, memory):
    timings = {}
    for name, of_rounds in bursts.items():
        medians = [statistics.median(burst) for burst in of_rounds]
        everything = statistics.median(time for burst in of_rounds for time in burst)
        timings[name] = Timing(everything, medians, memory[name])
    for name, timing in timings.items():
        for other in (contenders.BASELINE, contenders.OURS):
            if other in timings:
                pairs = zip(timing.rounds, timings[other].rounds)
                timing.ratios[other] = statistics.median(a / b for a, b in pairs)
    return timings
