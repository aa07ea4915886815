#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""grid.initial_boundary: what initial data have at boundary points. `fill` puts there what the boundary says, `keep` leaves what the
thorn has set, until the first step; points outside the domain follow the boundary in both cases. The bits are the same for any ranks,
sites, blocks and ghost depths, and after restarts."""
import copy
import math
import sys

import test_adaptive as adaptive
from restart_cases import Machine, many_runs

LINES = {"every": 17, "direction": "x"}
# The pulse is far from 0 at all faces; the stencils reach two points outside.
PULSE = {
    "thorns": ["WaveMoL"],
    "grid": {"points": [60, 34], "domain": [[-1, 1], [-0.6, 0.6]],
             "boundary": [{"dirichlet": "0"}, {"lower": "extrapolation_1", "upper": {"robin": "1"}}]},
    "time": {"courant": 0.3, "integrator": "rk4", "stop": {"time": 0.2}},
    "WaveMoL": {"order": 4, "width": 1, "initial": "gaussian", "centre": [0, 0, 0]},
    "output": {"scalars": {"every": 4, "fields": ["phi", "pi"], "reductions": ["min", "max", "l2"]},
               "lines": {**LINES, "fields": ["phi"]}},
    "health": {"every": 4},
}
# With a past level.
LEAPFROG = {
    "thorns": ["WaveToy"], "grid": PULSE["grid"], "time": {"courant": 0.3, "stop": {"time": 0.2}},
    "WaveToy": {"order": 4, "width": 1, "radius": 0, "centre": [0, 0, 0]},
    "output": {"scalars": {"every": 4, "fields": ["phi"], "reductions": ["min", "max", "l2"]}, "lines": PULSE["output"]["lines"]},
    "health": {"every": 4},
}
# Boundaries of a thorn: the wall moves, and the initial flow is at rest there.
CHANNEL = {
    "thorns": ["Channel"],
    "grid": {"points": [60, 34], "domain": [[0, 1], [0, 0.6]], "boundary": ["Channel::open", "Channel::no_slip"]},
    "time": {"courant": 0.3, "integrator": "rk4", "stop": {"time": 0.1}},
    "Channel": {"pulse": 1, "wall": 0.5, "viscosity": 0.002},
    "output": {"scalars": {"every": 4, "fields": ["p", "v"], "reductions": ["min", "max", "l2"]},
               "lines": {**LINES, "fields": ["p"]}},
    "health": {"every": 4},
}
RESTARTS = [(1, Machine(2), Machine(4, (2, 2), {"ghost_zones": 6})), (5, Machine(3), Machine(2, (1, 1)))]


def problem(base, choice):
    config = copy.deepcopy(base)
    config["grid"]["initial_boundary"] = choice
    return config


def first_line(run):
    first = sorted((run.path / "lines").glob("*.tsv"))[0]
    return [float(row.split("\t")[-1]) for row in first.read_text().splitlines()[1:]]


def check_faces(run, choice):
    """The ends of the line at the start: the boundary says 0."""
    line, face = first_line(run), 0 if choice == "fill" else math.exp(-1)
    ends = (line[0], line[-1])
    return [] if all(abs(value - face) < 2e-3 for value in ends) else [f"{choice}: the line ends with {ends}, not {face}"]


def check_wall(run, choice):
    fastest, wall = run.scalars["v_x.max"][0], 0.5 if choice == "fill" else 0
    return [] if fastest == wall else [f"{choice}: the largest v_x is {fastest} at the start, not {wall}"]


def check_case(check_start, scalar, choice):
    def check_reference(run):
        values = run.scalars[scalar]
        return check_start(run, choice) + ([] if values[-1] != values[0] else ["nothing happens"])
    return check_reference


CASES = [(PULSE, check_faces, "phi.l2"), (LEAPFROG, check_faces, "phi.l2"), (CHANNEL, check_wall, "p.l2")]


def main():
    failed = 0
    for base, check_start, scalar in CASES:
        for choice, machines, restarts in (("fill", adaptive.MACHINES[1::3], []), ("keep", adaptive.MACHINES, RESTARTS)):
            failed += adaptive.check(problem(base, choice), check_case(check_start, scalar, choice), machines, [], restarts, None,
                                     many_runs.Turns())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
