# SPDX-License-Identifier: Apache-2.0
"""P: applications on two sites whose ranks compute, each on a core of its own: as many ranks per site as the computer has pairs of cores."""
import os

from applications import CHAINS
from report import Part, milliseconds
from runs import machine, merged
from tuned import AUTO, FIXED, run_tuned

CASES = {
    # Points, ghost layers of a stencil, steps of a tuned run and of one by hand, latency in ms, bandwidth, sections.
    "WaveToy 192^3, 75 ms, 3 MB/s": ([192, 192, 192], 1, 200, 32, 75, "3 MB/s", {
        "thorns": ["WaveToy", "GridDriver"], "time": {"courant": 0.5},
        "WaveToy": {"initial": "gaussian", "centre": [0.5, 0.5, 0.5], "width": 0.15}}),
    "Euler 96^3, 75 ms, 3 MB/s": ([96, 96, 96], 2, 200, 16, 75, "3 MB/s", {
        "thorns": ["Euler", "GridDriver"], "time": {"courant": 0.4, "integrator": "rk2"},
        "Euler": {"initial": "vortex"}}),
    "EinsteinVacuum 64^3, 20 ms, 30 MB/s": ([64, 64, 64], 3, 80, 8, 20, "30 MB/s", {
        "thorns": ["EinsteinVacuum", "GridDriver"], "time": {"courant": 0.25, "integrator": "rk4"}}),
}
COMMON = {"health": {"every": 0}, "checkpoint": {"on_stop": "never"}, "page": {"serve": "never"}}
# Depth in stencils, blocks, chain.
HAND = [(1, 1, "none"), (1, 4, "none"), (1, 1, "bitpack"), (2, 1, "bitpack"), (4, 1, "bitpack"), (4, 4, "bitpack"), (8, 1, "bitpack")]


def measure(bench):
    ranks = max(1, len(os.sched_getaffinity(0)) // 2)
    part = Part("P", "Two sites of one rank that computes" if ranks == 1 else f"Two sites of {ranks} ranks that compute",
                f"All ranks compute as the application does, on {2 * ranks} cores. Untuned runs have the depth of one stencil, no "
                "compression, no overlap and one block per rank. By hand, the figure is the best of "
                f"{len(HAND)} settings with overlap (depths of 1 to 8 stencils, one and four blocks, `extrapolate, bitpack`, or none). "
                "`tuned` is the mean of all steps of a run from nothing known, `last` that of its last windows, "
                "`alone` that of a run with as many ranks on one site.",
                ["case", "alone", "untuned", "tuned", "last", "by hand", "last / by hand", "settings by hand", "settings at the end"])
    for name, case in CASES.items():
        add(bench, part, name, case, ranks)
    return part


def add(bench, part, name, case, ranks):
    points, layers, steps, few, latency, bandwidth, sections = case
    config = merged({**COMMON, **sections, "grid": {"points": points, "domain": [[0, 1]] * 3, "boundary": "periodic"}},
                    {**FIXED, "driver.calibration": "never", "driver.ghost_zones": layers, "time.stop": {"iterations": few},
                     "machine": machine([ranks, ranks], latency, bandwidth)})
    hand = {(depth, blocks, chain): merged(config, {
        "driver.ghost_zones": depth * layers, "driver.blocks_per_rank": blocks, "driver.compression": CHAINS[chain],
        "driver.overlap": "always"}) for depth, blocks, chain in HAND}
    alone = merged(config, {"machine": {"sites": [{"name": "a", "ranks": 2 * ranks}]}})
    figures = bench.run_all({**hand, "untuned": config}, jobs=1)
    untuned, alone = figures.pop("untuned").step, bench.run_all({"alone": alone}, jobs=1)["alone"]
    best = min(figures, key=lambda key: figures[key].step)
    run = run_tuned(merged(config, {**AUTO, "time.stop.iterations": steps}))
    mean = run.figures.elapsed / run.figures.steps
    ratio = run.final_step / figures[best].step
    part.rows.append([name, milliseconds(alone.elapsed / alone.steps), milliseconds(untuned), milliseconds(mean), milliseconds(run.final_step),
                      milliseconds(figures[best].step), f"{ratio:.2f}", f"depth {best[0] * layers}, {best[1]} blocks, {best[2]}", run.words])
    part.judge(f"{name}: last windows / by hand", f"{ratio:.2f}", "<= 1.1", ratio <= 1.1)
    part.judge(f"{name}: all steps / untuned", f"{mean / untuned:.2f}", "<= 1.02", mean <= 1.02 * untuned)
