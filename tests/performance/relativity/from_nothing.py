# SPDX-License-Identifier: Apache-2.0
"""7 and 8: from nothing known to the best settings over a link as slow as the paper's, with both tuners; with small faces, and with
faces that load the link."""
from depths import POINTS, STEP
from history import BANDWIDTH, COLUMNS, EFFICIENCIES, LATENCY, finish, judge_small_faces, load, run_both
from report import Part
from runs import machine, merged
from spacetime import SMOOTH, problem
from tuned import FIXED

# Messages take as long as the latency does, 75 ms x 3 MB/s: 25 fields of 33.5 x 33.5 values of 8 bytes are 225 kB.
LOADED = [34, 34, 96]


def base(bench, points):
    config = problem(points, {**SMOOTH, **FIXED})
    bench.pad(config, STEP)
    return merged(config, {"machine": machine([1, 1], LATENCY, BANDWIDTH), "time.stop.iterations": 80 if bench.quick else 200})


def measure_on(bench, points, part):
    config = base(bench, points)
    runs = run_both(bench, config)
    part.settings = (f"The runs have {' x '.join(map(str, points))} points, on two sites of one rank, with {1e3 * STEP:.0f} ms of "
                     f"computing per step. {load(bench, config)} `model` chooses everything that can be tuned, `paper` chooses ghost "
                     "depth and codecs.")
    return runs


def measure(bench):
    part = Part("7", f"From nothing known, {LATENCY} ms and {BANDWIDTH} (the paper's figure 7)", "", COLUMNS,
                efficiencies=EFFICIENCIES)
    runs = measure_on(bench, POINTS, part)
    judge_small_faces(part, runs["model"])
    finish(part, runs, "history-efficiency")
    return part


def measure_loaded(bench):
    part = Part("8", f"From nothing known, {LATENCY} ms and {BANDWIDTH}, with faces that load the link", "", COLUMNS,
                efficiencies=EFFICIENCIES)
    finish(part, measure_on(bench, LOADED, part), "loaded-efficiency")
    return part
