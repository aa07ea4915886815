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


def draw(random, axes, pair, settle):
    """A random combination with this pair of values, or None."""
    for _ in range(TRIALS):
        drawn = {name: values[int(random.random() * len(values))] for name, values in axes.items()}
        drawn.update(pair)
        settled = settle(drawn)
        if settled is not None and all(settled[name] == value for name, value in pair):
            return settled
    return None


def all_pairs(axes):
    """Every pair of values of two settings, possible or not, in a fixed order."""
    listed = []
    for one, two in combinations(sorted(axes), 2):
        listed += [((one, a), (two, b)) for a in axes[one] for b in axes[two]]
    return listed


def covering_set(axes, settle, seed):
    """Combinations, as dicts, that together hold every pair of values of which some combination is possible.

    axes: values (strings or numbers) by setting. settle: from a combination to a possible one, with settings changed that
    mean nothing next to others, or None. Greedy: each combination starts from a pair that is still missing and is the
    best of some random ones. The same list on every call and computer.
    """
    random = Random(seed)
    listed = all_pairs(axes)
    missing = set(listed)
    found = []
    for pair in listed:
        if pair not in missing:
            continue
        best, most = None, -1
        for _ in range(CANDIDATES):
            drawn = draw(random, axes, pair, settle)
            if drawn is None:
                break
            new = len(pairs(drawn) & missing)
            if new > most:
                best, most = drawn, new
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
