# SPDX-License-Identifier: Apache-2.0
"""Which combinations of settings, of those that the long version of a test runs, the default version runs: with each application
every value of every setting, each of its problems several times, and its share of the pairs of values of two settings. The
applications together run all pairs."""
from covering import pairs

APPLICATIONS = ("WaveToy", "WaveMoL", "Diffusion", "GrayScott", "Euler", "EinsteinVacuum")
# Who runs the next pair of values, or the next value over MPI: those more that have more problems, and not EinsteinVacuum, whose
# steps are long.
TURNS = ("WaveToy", "WaveMoL", "Diffusion", "WaveMoL", "GrayScott", "WaveToy", "WaveMoL", "Euler")
PROBLEM = "problem"     # no setting: what is solved
OUTPUTS = "look"        # what is written: by the reference too, of which each problem has one for each look


def settings(combination):
    return {name: value for name, value in combination.items() if name != PROBLEM}


def share(items, application, turns):
    """The part of a list that this application has to run."""
    return [item for n, item in enumerate(items) if turns[n % len(turns)] == application]


def pick(listed, wanted, costs):
    """Numbers of combinations, given as sets of items, that together have all wanted items that any has. Greedy: most new items for
    their cost first, so the same on every call and computer."""
    missing, picked = set(wanted) & set().union(*listed), []
    while missing:
        best = max(range(len(listed)), key=lambda n: len(missing & listed[n]) / costs[n])
        missing -= listed[best]
        picked.append(best)
    return picked


def more_of_problems(listed, picked, times, references):
    """Further numbers, so that each problem occurs so often: those with values that are rarest among the picked, where possible with
    a reference that there is anyway."""
    picked = list(picked)
    for problem in dict.fromkeys(combination[PROBLEM] for combination in listed):
        mine = [n for n, combination in enumerate(listed) if combination[PROBLEM] == problem]
        while sum(n in picked for n in mine) < min(times, len(mine)):
            have = [item for n in picked for item in listed[n].items()]
            known = {references[n] for n in picked}
            rest = [n for n in mine if n not in picked]
            picked.append(min(rest, key=lambda n: (references[n] not in known, sum(map(have.count, listed[n].items())))))
    return picked


def choose(listed, application, all_pairs, times):
    """Numbers of the combinations that the default version runs, in the order of the list. all_pairs: of values, of which the
    application takes its share."""
    items = [set(settings(c).items()) | pairs(settings(c)) for c in listed]
    values = {item for c in listed for item in settings(c).items()}
    references = [(combination[PROBLEM], combination.get(OUTPUTS)) for combination in listed]
    picked = pick(items, values | set(share(all_pairs, application, TURNS)), [1] * len(listed))
    return sorted(more_of_problems(listed, picked, times, references))


def over_mpi(listed, application):
    """Numbers of those combinations that go over MPI: the applications together have every value of every setting there. Of
    EinsteinVacuum it is one of the fewest ranks, since ranks that wait in MPI keep cores busy, and its steps are long."""
    several = [n for n, combination in enumerate(listed) if combination["ranks"] > 1]
    if application not in TURNS:
        return {min(several, key=lambda n: listed[n]["ranks"])}
    items = [set(settings(listed[n]).items()) for n in several]
    values = sorted(set().union(*items), key=str)
    return {several[n] for n in pick(items, share(values, application, TURNS), [listed[n]["ranks"] for n in several])}


def lacking(chosen, axes, possible, problems, times):
    """What the chosen combinations of all applications together lack, as text. axes: the values that each application has to run.
    possible: the pairs that the applications together have to. problems: of each application, to be run `times` times."""
    found, seen = [], set()
    for application, combinations in chosen.items():
        have = {item for combination in combinations for item in combination.items()}
        found += [f"{application}, default version: no case with {name} = {value}" for name, values in axes.items()
                  for value in values if (name, value) not in have]
        machines = {problem: {str(settings(c)) for c in combinations if c[PROBLEM] == problem} for problem in problems[application]}
        found += [f"{application}, default version: {problem} has only {len(different)} machines"
                  for problem, different in machines.items() if len(different) < times]
        seen = seen.union(*map(pairs, combinations))
    return found + [f"default version: no case with {a[0]} = {a[1]} and {b[0]} = {b[1]}" for a, b in sorted(possible - seen, key=str)]
