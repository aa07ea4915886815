# SPDX-License-Identifier: Apache-2.0
"""6: efficiency against latency, at depth 1 and with a tuner."""
from depths import LATENCIES, POINTS, STEP
from report import Part, Plot, milliseconds, percent
from runs import machine, merged
from spacetime import SMOOTH, problem
from tuned import AUTO, FIXED, run_tuned

WAYS = {"paper: depth": ("paper", {"driver.ghost_zones": "auto"}),
        "model: depth": ("model", {"driver.ghost_zones": "auto"}),
        "model: all": ("model", AUTO)}


def measure(bench):
    latencies = bench.latencies_of(LATENCIES, [0, 75])
    base = problem(POINTS, {**SMOOTH, **FIXED})
    bench.pad(base, STEP)
    left = {(way, at): (tuner, merged(base, {**changes, "machine": machine([1, 1], at),
                                             "time.stop.iterations": 80 if bench.quick else 160}))
            for at in latencies for way, (tuner, changes) in WAYS.items()}
    tuned = bench.do_all(left, lambda case: run_tuned(case[1], case[0]), jobs=min(bench.jobs, 3))
    fixed = bench.run_all({at: merged(base, {"machine": machine([1, 1], at), "time.stop.iterations": 16}) for at in latencies},
                          jobs=min(bench.jobs, 2))
    part = Part("6", "Efficiency against latency, fixed and tuned (the paper's figure 6)",
                f"The runs have {' x '.join(map(str, POINTS))} points, on two sites of one rank, with {1e3 * STEP:.0f} ms of computing per "
                "step. With `depth`, the tuner chooses only the ghost depth, without overlap, as in the paper. With `all`, it chooses "
                "depth, codecs, overlap, blocks and weights.",
                ["latency ms", "depth 1", *(f"{way}: E" for way in WAYS), "depths found", "model: all ms", "all: settings"],
                efficiencies=["depth 1", *(f"{way}: E" for way in WAYS)])
    for at in latencies:
        part.rows.append([at, percent(fixed[at].efficiency), *(percent(tuned[way, at].final_efficiency) for way in WAYS),
                          " ".join(f"{tuned[way, at].final('depth:a-b'):.0f}" for way in WAYS),
                          milliseconds(tuned["model: all", at].final_step), tuned["model: all", at].words])
    for way, bound in (("model: depth", 0.8), ("model: all", 0.9)):
        lowest = min(tuned[way, at].final_efficiency for at in latencies)
        part.judge(f"{way}: lowest E", percent(lowest), f">= {percent(bound)} (paper: > 80 %)", lowest >= bound)
    series = {"depth 1, bulk-synchronous": [(at, fixed[at].efficiency) for at in latencies]}
    series.update({way: [(at, tuned[way, at].final_efficiency) for at in latencies] for way in WAYS})
    part.plots.append(Plot("efficiency-latency", "Einstein's equations: efficiency, fixed and tuned", "latency, one way (ms)",
                           "efficiency", series, in_table=True))
    return part
