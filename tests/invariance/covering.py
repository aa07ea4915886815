# SPDX-License-Identifier: Apache-2.0
"""Few of many combinations: covering sets, in which every possible pair of values of two settings occurs, and samples, in
which every value does."""
from itertools import combinations
from random import Random

CANDIDATES = 60     # per combination; the one with most new pairs is taken
TRIALS = 400        # drawn before a pair counts as impossible


def pairs(combination):
    """All pairs of (setting, value) in a combination, a dict from settings to values."""
    return set(combinations(sorted(combination.items()), 2))


def draw(number, axes, pair, settle, fits):
    """A random combination with this pair of values, or None. `number` draws one from 0 to 1; axes: (setting, values, how many)."""
    (one, a), (two, b) = pair
    for _ in range(TRIALS):
        drawn = {name: values[int(number() * count)] for name, values, count in axes}
        drawn[one], drawn[two] = a, b
        settled = settle(drawn)
        if settled is not None and settled[one] == a and settled[two] == b and fits(settled):
            return settled
    return None


def all_pairs(axes):
    """Every pair of values of two settings, possible or not, in a fixed order."""
    listed = []
    for one, two in combinations(sorted(axes), 2):
        listed += [((one, a), (two, b)) for a in axes[one] for b in axes[two]]
    return listed


def covering_set(axes, settle, fits, seed):
    """Combinations, as dicts, that together hold every pair of values of which some combination is possible.

    axes: values (strings or numbers) by setting. settle: from a combination to one with settings changed that mean nothing
    next to others, or None. fits: whether that one is possible, which may take longer to find out. Greedy: each combination
    starts from a pair that is still missing and is the best of some random ones. The same list on every call and computer.
    """
    number = Random(seed).random
    ranges = [(name, values, len(values)) for name, values in axes.items()]
    listed = all_pairs(axes)
    missing = set(listed)
    found = []
    for pair in listed:
        if pair not in missing:
            continue
        best, max_new = None, -1
        for _ in range(CANDIDATES):
            drawn = draw(number, ranges, pair, settle, fits)
            if drawn is None:
                break
            new = len(pairs(drawn) & missing)
            if new > max_new:
                best, max_new = drawn, new
        missing.discard(pair)
        if best is not None:
            missing -= pairs(best)
            found.append(best)
    return found


def sample(listed, share):
    """Numbers of some of these combinations: at least one in `share`, and among them every value of every setting. The same
    on every call and computer."""
    missing = {item for combination in listed for item in combination.items()}
    found = set()
    while missing:
        best = max(range(len(listed)), key=lambda n: len(missing & set(listed[n].items())))
        missing -= set(listed[best].items())
        found.add(best)
    for n in range(0, len(listed), share):
        if len(found) * share < len(listed):
            found.add(n)
    return found
