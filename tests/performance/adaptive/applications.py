# SPDX-License-Identifier: Apache-2.0
"""O: applications on 96 x 96 x 96 points over 3 MB/s, from nothing known; ranks compute as the application does, or take four times as
long, most of which they sleep."""
from report import Part, milliseconds
from runs import machine, merged
from tuned import AUTO, FIXED, run_tuned

BANDWIDTH = "3 MB/s"
LATENCIES = {"WaveToy": (20, 75), "Euler": (75,)}      # ms
COMMON = {"grid": {"points": [96, 96, 96], "domain": [[0, 1]] * 3, "boundary": ["periodic", "periodic", "neumann"]},
          "health": {"every": 0}, "driver": {"calibration": "never"}}
SLOWDOWN = 4                      # of ranks that sleep
# Steps of a run, ghost layers that its stencil needs, and sections.
CASES = {
    "WaveToy": (200, 1, {"time": {"courant": 0.5}, "WaveToy": {"initial": "gaussian", "centre": [0.5, 0.5, 0.5], "width": 0.15}}),
    "Euler": (240, 2, {"time": {"courant": 0.4, "integrator": "rk2"}, "Euler": {"initial": "wave", "amplitude": 0.2}}),
}
# Depth in stencils.
HAND = [(1, 1, "none"), *((depth, blocks, "bitpack") for depth in (1, 2, 3, 4) for blocks in (1, 4))]
CHAINS = {"none": "none", "bitpack": ["extrapolate", "bitpack"]}
CLOSE = 1.1


def base(bench, name):
    steps, layers, sections = CASES[name]
    config = merged({**COMMON, **sections, "thorns": [name, "GridDriver"]},
                    {**FIXED, "driver.ghost_zones": layers, "time.stop": {"iterations": steps}, "machine": machine([1, 1], 0, BANDWIDTH)})
    return merged(config, {"emulated_compute.slowdown": SLOWDOWN}) if bench.computing_by == "sleep" else config


def measure(bench):
    part = Part("O", "WaveToy and Euler on 96 x 96 x 96 points, 3 MB/s",
                "There are two sites of one rank. Untuned runs have the depth of one stencil, no compression, no overlap and one block. By "
                f"hand, the figure is the best of {len(HAND)} settings with overlap (depths of 1 to 4 stencils, one and four blocks, "
                "`extrapolate, bitpack`, and none at depth 1). `tuned` is the mean of all steps of a run from nothing known, `last` that "
                f"of its last windows. In the first columns, computing takes {SLOWDOWN} times the processor time that it needs, "
                "and ranks sleep through the rest; in those called `computing`, no time is added.",
                ["case", "untuned", "tuned", "last", "by hand", "last / by hand", "settings by hand", "settings at the end"],
                efficiencies=["untuned", "tuned", "last", "by hand", "last / by hand"])
    for name in CASES:
        for latency in LATENCIES[name]:
            add(bench, part, f"{name}, {latency} ms", merged(base(bench, name), {"machine": machine([1, 1], latency, BANDWIDTH)}),
                CASES[name][1])
    return part


def add(bench, part, name, config, layers):
    few = {"time.stop.iterations": 24 // layers}
    hand = {(depth, blocks, chain): merged(config, {
        **few, "driver.ghost_zones": depth * layers, "driver.blocks_per_rank": blocks, "driver.compression": CHAINS[chain],
        "driver.overlap": "always"}) for depth, blocks, chain in HAND}
    figures = bench.run_all({**hand, "untuned": merged(config, few)})
    untuned = figures.pop("untuned").step
    best = min(figures, key=lambda key: figures[key].step)
    run = run_tuned(merged(config, AUTO))
    ratio = run.final_step / figures[best].step
    part.rows.append([name, milliseconds(untuned), milliseconds(run.figures.elapsed / run.figures.steps), milliseconds(run.final_step),
                      milliseconds(figures[best].step), f"{ratio:.2f}", f"depth {best[0] * layers}, {best[1]} blocks, {best[2]}", run.words])
    part.judge(f"{name}: last windows / by hand", f"{ratio:.2f}", f"<= {CLOSE}", ratio <= CLOSE)
    part.judge(f"{name}: all steps / untuned", f"{run.figures.elapsed / run.figures.steps / untuned:.2f}", "<= 1.02",
               run.figures.elapsed / run.figures.steps <= 1.02 * untuned)
