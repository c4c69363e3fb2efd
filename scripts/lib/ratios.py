"""Whether a program became slower: the median ratio of paired times, with a confidence interval.

The times of a pair are measured one after the other, so load on the machine affects both. The interval is between two of the
sorted ratios. Its probability follows from the binomial distribution, whatever the distribution of the ratios is, so a few
disturbed measurements do not matter.
"""
import dataclasses
import math
import random
import statistics
import sys

TOLERANCE = 1.05
# The probability that any ratio of a run fails although no program became slower by more than the tolerance.
FALSE_FAILURES = 0.01


@dataclasses.dataclass(frozen=True)
class Ratio:
    """A median and the ends of its confidence interval."""

    median: float
    lower: float
    upper: float

    @property
    def is_worse(self):
        return self.lower > TOLERANCE


def rank_from_end(count, chance):
    """The largest k for which the k-th smallest of `count` values is above the true median with at most this probability."""
    ways = 0
    for rank in range(count + 1):
        ways += math.comb(count, rank)
        if ways > chance * 2**count:
            return rank
    return count


def has_enough_pairs(pair_count, ratio_count):
    """Whether `ratio()` has an interval for this number of pairs."""
    return rank_from_end(pair_count, FALSE_FAILURES / max(ratio_count, 1)) > 0


def ratio(pairs, ratio_count):
    """The median ratio of the second to the first times of `pairs`.

    `ratio_count` is the number of ratios that the run judges. The interval is so wide that the probability that any of their
    true medians is below its interval is at most `FALSE_FAILURES`, and the same holds for above. Raises ValueError if there
    are too few pairs for such an interval.
    """
    ratios = sorted(second / first for first, second in pairs)
    rank = rank_from_end(len(ratios), FALSE_FAILURES / ratio_count)
    if rank == 0:
        raise ValueError(f"{len(ratios)} pairs of times are too few to judge {ratio_count} ratios; measure more rounds")
    return Ratio(statistics.median(ratios), ratios[rank - 1], ratios[-rank])


def check_itself():
    """Ends the program unless the functions above judge samples correctly."""
    source = random.Random(1)

    def failures(factor, count, noise):
        """The number of 200 samples that fail; the machine changes its speed, and a twentieth of the times is disturbed."""
        def time(speed):
            return speed * math.exp(source.gauss(0, noise)) * (source.uniform(1, 2) if source.random() < 0.05 else 1)

        found = 0
        for _ in range(200):
            speeds = [source.uniform(1, 1.5) for _ in range(count)]
            found += ratio([(time(speed), factor * time(speed)) for speed in speeds], 30).is_worse
        return found

    def expect(what, holds):
        if not holds:
            sys.exit(f"lib/ratios.py is defective: {what}")

    # From printed tables of the sign test, one-sided: n = 10, 12, 20 at 0.005, n = 20 at 0.05.
    ranks = [rank_from_end(*case) - 1 for case in ((10, 0.005), (12, 0.005), (20, 0.005), (20, 0.05))]
    expect(f"the critical values are {ranks}", ranks == [0, 1, 3, 5])
    exact = ratio([(2, 3)] * 10 + [(2, 4)] * 2, 1)
    expect(f"the ratio of 3 to 2 is {exact}", exact == Ratio(1.5, 1.5, 2.0))
    least = [rank_from_end(count, FALSE_FAILURES / 40) for count in (6, 11, 12)]
    expect(f"{least} are the ranks for forty ratios", least == [0, 0, 1])
    expect("equal programs fail", failures(1, 12, 0.1) + failures(1, 20, 0.02) == 0)
    expect("a faster program fails", failures(0.8, 20, 0.02) == 0)
    expect("programs at the tolerance fail", failures(TOLERANCE, 20, 0.02) <= 2)
    expect("a program slower by 15 % passes", failures(1.15, 20, 0.02) >= 180)
