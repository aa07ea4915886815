# SPDX-License-Identifier: Apache-2.0
"""Problems that WaveToy, WaveToyC and WaveToyFortran solve with the same arithmetic, and what they are run with."""
from dataclasses import replace

import cases
import grid_cases

LANGUAGES = ("WaveToyC", "WaveToyFortran")
NAMES = ("periodic-1d", "periodic-3d", "octant-3d", "all-faces-3d", "cells-2d")
FIELDS = ("phi", "energy")
PLAIN_RUNS = 3      # of UnigridDriver for each problem
GRID_RUNS = 4       # of GridDriver for each problem
TUNED = "octant-3d"


def problems():
    return {p.name: replace(p, fields=FIELDS) for p in cases.WAVETOY if p.name in NAMES}


def enlarged():
    """As for GridDriver's other tests: with room for deep ghost zones and many blocks."""
    return {name: grid_cases.enlarged(p) for name, p in problems().items()}


def plain_machines(number):
    """Settings of UnigridDriver for the problem with this number, among them the most ranks."""
    return [m for n, m in enumerate(cases.machines(number)) if n % 2 == 1][:PLAIN_RUNS]


def grid_combinations(available):
    """Settings of GridDriver by problem: of those that WaveToy is run with, some on several sites."""
    chosen = {name: [] for name in NAMES}
    for combination in grid_cases.combinations("WaveToy", available):
        mine = chosen.get(combination["problem"], [])
        if combination["problem"] in chosen and combination["sites"] > 1 and len(mine) < GRID_RUNS:
            mine.append(combination)
    return chosen
