# SPDX-License-Identifier: Apache-2.0
"""3: efficiency against latency, by ghost depths set by hand."""
from report import Part, Plot, milliseconds, percent
from runs import machine, merged, whole_cycles
from spacetime import SMOOTH, problem
from tuned import FIXED

STEP = 0.64                       # s of computing per step, as for iterative Crank-Nicholson in part B of wide_area
POINTS = [12, 12, 256]
LATENCIES = [0, 25, 50, 75, 100, 150]
DEPTHS = [1, 2, 4, 8, 12, 16]


def cases(bench):
    latencies, depths = bench.latencies_of(LATENCIES, [0, 75]), bench.depths_of(DEPTHS, [1, 4])
    base = problem(POINTS, {**SMOOTH, **FIXED})
    bench.pad(base, STEP)
    return {(latency, depth): merged(base, {"machine": machine([1, 1], latency), "driver.ghost_zones": depth,
                                            "time.stop.iterations": whole_cycles(depth, 8)})
            for latency in latencies for depth in depths}


def measure(bench):
    runs = bench.run_all(cases(bench), jobs=min(bench.jobs, 2))
    latencies, depths = ([sorted(set(values)) for values in zip(*runs)])
    exchanges = runs[0, 1].exchanges / runs[0, 1].steps
    part = Part("3", "Efficiency against latency, depths by hand (the paper's figure 3)",
                f"The runs have {' x '.join(map(str, POINTS))} points, on two sites of one rank, with {1e3 * STEP:.0f} ms of computing and "
                f"{exchanges:.0f} exchanges per step at depth 1, bulk-synchronous. In the paper, iterative Crank-Nicholson with 9 "
                "exchanges has E under 50 % at depth 1 and 75 ms, and over 80 % at depth 4.",
                ["latency ms", *(f"depth {depth}" for depth in depths), "best depth", "ms per step there"],
                efficiencies=[f"depth {depth}" for depth in depths])
    best = {}
    for at in latencies:
        best[at] = max(depths, key=lambda depth: runs[at, depth].efficiency)
        part.rows.append([at, *(percent(runs[at, depth].efficiency) for depth in depths), best[at],
                          milliseconds(runs[at, best[at]].step)])
    part.judge("E at 75 ms, depth 1 and best", f"{percent(runs[75, 1].efficiency)}, {percent(runs[75, best[75]].efficiency)}",
               "< 70 %, >= 85 %", runs[75, 1].efficiency < 0.7 and (bench.quick or runs[75, best[75]].efficiency >= 0.85))
    part.judge("best depth over latency", " ".join(str(best[at]) for at in latencies), "grows",
               all(best[a] <= best[b] for a, b in zip(latencies, latencies[1:])))
    part.plots.append(Plot("efficiency-depth", "Einstein's equations: efficiency against latency", "latency, one way (ms)",
                           "efficiency", {f"depth {depth}": [(at, runs[at, depth].efficiency) for at in latencies]
                                          for depth in depths}, in_table=True))
    return part
