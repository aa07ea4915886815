# SPDX-License-Identifier: Apache-2.0
"""The problems of cases.py on machines of several sites: which settings, and which combinations of them are run.

Only the first half of a parameter file, the physics, may change the answer. Everything that is chosen here may not.
"""
from dataclasses import replace
from functools import cache
from math import prod

import cardon_run
import cases
import places
from covering import covering_set

SITES = ("a", "b", "c")
CHAINS = {
    "none": "none",
    "zlib": ["zlib-1"],
    "extrapolate-zlib": ["extrapolate", "zlib-1"],
    "extrapolate-bitpack": ["extrapolate", "bitpack"],
    "difference-bitpack": ["difference", "bitpack"],
    "shuffle-lz4": ["shuffle", "lz4"],
    "extrapolate-shuffle-zstd": ["extrapolate", "shuffle", "zstd-1"],
}
BY_LINK = "by-link"     # another chain on each link
SPEEDS = (1.0, 0.4, 2.5)    # of uneven sites
STEPS = 20 if cardon_run.LONG else 13    # more than those of the deepest ghost zones and the longest tiles; several moves of blocks
EVALUATIONS = {"euler": 1, "rk2": 2, "ssprk3": 3, "rk4": 4, "icn": 3, "ars343": 4, "dp54": 7, "dp87": 13, "rk3": 3, "rk65": 8,
               "ars222": 2}
DERIVED = {"WaveToy": ("energy", "total_energy"), "WaveMoL": ("energy", "total_energy")}
ALONE = {"depth": 1, "style": "layers", "codec": "none", "axis": "auto", "transport": "direct", "piece": 16000}

AXES = {
    "ranks": (1, 2, 3, 4, 8),
    "sites": (1, 2, 3),
    "depth": (1, 2, 3, 5, 8),
    "style": ("layers", "steps", "by-link"),    # of the depth: one number, "every n steps", a map
    "blocks": (1, 4, 9),
    "overlap": ("always", "never"),
    "transport": ("direct", "emulated", "jitter", "naive"),
    "axis": ("auto", "x", "y", "z"),
    "shape": ("even", "uneven", "topology"),    # equal sites; unequal ranks and speeds; ranks of a site along one direction
    "piece": (512, 16000),
    "look": ("every", "seldom", "lines"),       # what is written, and how often all blocks must stop for it
    "tiles": tuple(cases.TILES),
    "threads": cases.THREADS,
    "moves": ("never", "random"),               # blocks migrate to random ranks every 5 steps
}


def enlarged(physics):
    """The problem with more points where it has few, more steps, and derived fields: room for deep ghost zones and many
    blocks, and more to look at."""
    factors = {1: (8,), 2: (2, 1), 3: (2 if physics.size[0] < 20 else 1, 1, 1)}[len(physics.size)]
    domain = physics.domain
    if domain and any(lower != 0 for lower, _ in domain):
        factors = (1,) * len(factors)
    elif domain:
        domain = tuple((0, upper * f) for (_, upper), f in zip(domain, factors))
    fields = tuple(dict.fromkeys(physics.fields + DERIVED.get(physics.thorn, ())))
    return replace(physics, size=tuple(n * f for n, f in zip(physics.size, factors)), domain=domain, iterations=STEPS,
                   fields=fields)


def problems(application):
    return {p.name: enlarged(p) for p in cases.PHYSICS if p.thorn == application}


def direction(physics, axis):
    """Of the chain of sites: given, or the longest, the last of equal ones."""
    if axis != "auto":
        return "xyz".index(axis)
    return max(range(len(physics.size)), key=lambda d: (physics.size[d], d))


def is_periodic(physics, d):
    boundary = physics.boundary
    return (boundary if isinstance(boundary, str) else boundary[d] if isinstance(boundary, list) else "") == "periodic"


def ranks_of_sites(combination):
    """Ranks per site; the first sites get less in the uneven case."""
    ranks, sites = combination["ranks"], combination["sites"]
    if combination["shape"] == "uneven":
        return [1] * (sites - 1) + [ranks - sites + 1]
    return [(ranks + s) // sites for s in range(sites)]


def links(physics, combination):
    """Names of the wide links of the chain or ring."""
    names = SITES[:combination["sites"]]
    found = [f"{a}-{b}" for a, b in zip(names, names[1:])]
    if len(names) > 2 and is_periodic(physics, direction(physics, combination["axis"])):
        found.append(f"{names[0]}-{names[-1]}")
    return found


def layers(physics, combination):
    """Ghost layers per link; for "every n steps" an estimate."""
    names, radius, depth = links(physics, combination), physics.radius, combination["depth"]
    if combination["style"] == "steps":
        return {name: depth * radius * EVALUATIONS.get(physics.integrator, 1) for name in names}
    if combination["style"] == "by-link":
        return {name: radius + (depth - 1 if n % 2 == 0 else n) for n, name in enumerate(names)}
    return {name: radius + depth - 1 for name in names}


def chains(physics, combination, available):
    """Codec chain per link."""
    names = links(physics, combination)
    if combination["codec"] != BY_LINK:
        return {name: CHAINS[combination["codec"]] for name in names}
    return {name: CHAINS[available[(n + combination["depth"]) % len(available)]] for n, name in enumerate(names)}


def fits(physics, combination):
    """Whether the grid is roughly large enough; the program itself has the last word."""
    d, ranks = direction(physics, combination["axis"]), ranks_of_sites(combination)
    max_depth = max(layers(physics, combination).values(), default=0)
    min_extent = max(2, physics.radius)
    beside = prod(points // min_extent for n, points in enumerate(physics.size) if n != d)
    work = [count * speed for count, speed in zip(ranks, SPEEDS if combination["shape"] == "uneven" else (1,) * 3)]
    for count, share in zip(ranks, work):
        planes = int(physics.size[d] * share / sum(work))
        if max_depth > planes or 2 * count * combination["blocks"] > planes // min_extent * beside:
            return False
    return True


def settle_with(problems_by_name):
    """The rule which combinations are worth a run where they fit, for covering_set()."""
    def settle(combination):
        physics = problems_by_name[combination["problem"]]
        if combination["sites"] > combination["ranks"]:
            combination["sites"] = 1
        if combination["sites"] == 1:
            combination.update(ALONE)
            if combination["shape"] == "uneven" or combination["ranks"] == 1:
                combination["shape"] = "even"
        if combination["ranks"] == 1:
            combination["moves"] = "never"
        if combination["axis"] != "auto" and "xyz".index(combination["axis"]) >= len(physics.size):
            return None
        return combination
    return settle


def axes(application, available):
    """Settings and their values; `available`: names of codec chains."""
    codecs = tuple(available) + ((BY_LINK,) if len(available) > 1 else ())
    return {"problem": tuple(problems(application)), **AXES, "codec": codecs}


@cache
def combinations(application, available, repeat=0):
    """Combinations for an application in which every possible pair of values occurs; `repeat` counts different such sets."""
    known = problems(application)
    return covering_set(axes(application, available), settle_with(known), lambda c: fits(known[c["problem"]], c),
                        seed=f"{application} {repeat}")


def machine(physics, combination):
    """The section `machine`; none for one site without a topology."""
    sites, d = [], direction(physics, combination["axis"])
    for n, ranks in enumerate(ranks_of_sites(combination)):
        site = {"name": SITES[n], "ranks": ranks}
        if combination["shape"] == "uneven":
            site["speed"] = SPEEDS[n]
        if combination["shape"] == "topology":
            site["topology"] = [ranks if e == (d + 1) % len(physics.size) else 1 for e in range(3)]
        sites.append(site)
    section = {"sites": sites}
    if len(sites) > 1:
        section["links"] = [{"between": name.split("-"), "latency": f"{(0.2, 0.6, 1.5)[n]} ms",
                             "bandwidth": f"{(100, 20, 50)[n]} MB/s"}
                            for n, name in enumerate(links(physics, combination))]
        section["emulate"] = {"direct": False, "emulated": True, "jitter": {"jitter": "1 ms"},
                              "naive": {"naive": True}}[combination["transport"]]
    if combination["axis"] != "auto":
        section["axis"] = combination["axis"]
    return section


def depth_text(physics, combination, number):
    """Blocks of a site have some layers more than they need, too, where they can be given."""
    depths, inside = layers(physics, combination), physics.radius + number % 3
    if combination["style"] == "steps":
        return f"every {combination['depth']} steps"
    return {**depths, "intra": inside} if combination["style"] == "by-link" else next(iter(depths.values()), inside)


def driver(physics, combination, available, number):
    """The section `driver`. Some runs measure speeds before they cut the grid, and half of them serve blocks in turn."""
    codecs = chains(physics, combination, available)
    measured = number % 8 == 0 and combination["blocks"] == 1
    return {"ghost_zones": depth_text(physics, combination, number), "overlap": combination["overlap"],
            "compression": codecs if combination["codec"] == BY_LINK else next(iter(codecs.values()), "none"),
            "blocks_per_rank": combination["blocks"], "priorities": "fifo" if number % 2 else "border_first",
            "tiles": cases.TILES[combination["tiles"]], "piece_bytes": piece_bytes(physics, combination["piece"]),
            "threads": combination["threads"], **({"priority_region": region(physics)} if number % 3 == 0 else {}),
            "calibration": "always" if measured else "never"}


def region(physics):
    """A part of the domain whose blocks go first."""
    domain = physics.domain or ((0, 1),) * len(physics.size)
    return [[lower, lower + 0.4 * (upper - lower)] for lower, upper in domain]


def piece_bytes(physics, piece):
    """Messages of 25 fields are cut into as many pieces as others."""
    return 8 * piece if physics.thorn == "EinsteinVacuum" else piece


def balance(number):
    """The section `balance` of a run in which blocks migrate, with another seed for each run; in every other run to other sites, too."""
    return {"balancer": "random", "accept": "all", "every": 3, "seed": number + 1,
            "between_sites": "always" if number % 2 else "never", "start": ("block", "naive", "square")[number % 3]}


def output(physics, look, reductions):
    """The section `output`, the same for all machines of a comparison."""
    every = {"every": 1, "seldom": 7, "lines": 3}[look]
    scalars = {"every": every, "fields": list(physics.fields), "reductions": reductions}
    lines = {"lines": [{"every": 4, "fields": list(physics.fields[:1]), "direction": "x"}]} if look == "lines" else {}
    return {"scalars": scalars, **lines, **places.output(physics.domain, physics.size, physics.fields[:1], every)}
