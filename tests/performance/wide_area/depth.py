# SPDX-License-Identifier: Apache-2.0
"""B: the best ghost depth against latency, by trying all; for leapfrog and for iterative Crank-Nicholson."""
from report import Part, Plot, percent
from runs import machine, merged, whole_cycles

GRID = {"points": [16, 16, 512], "domain": [[0, 1], [0, 1], [0, 32]], "boundary": ["periodic", "periodic", "neumann"]}
DRIVER = {"ghost_zones": 1, "overlap": "never", "calibration": "never"}
SHELL = {"initial": "gaussian", "centre": [0.5, 0.5, 16.0], "width": 2.0}
PROBLEMS = {
    "leapfrog": {"thorns": ["WaveToy", "GridDriver"], "WaveToy": SHELL, "grid": GRID, "driver": DRIVER,
                 "health": {"every": 0}, "time": {"stop": {"iterations": 4}, "courant": 0.5}},
    "icn": {"thorns": ["WaveMoL", "GridDriver"], "WaveMoL": {**SHELL, "order": 2}, "grid": GRID, "driver": DRIVER,
            "health": {"every": 0},
            "time": {"stop": {"iterations": 4}, "courant": 0.2, "integrator": "icn", "icn": {"iterations": 8}}},
}
STEP = {"leapfrog": 0.65 / 0.35 * 0.075, "icn": 0.64}       # seconds of computing per step
DEPTHS = {"leapfrog": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16], "icn": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18]}
QUICK_DEPTHS = {"leapfrog": [1, 4, 10], "icn": [1, 4, 9, 18]}
LATENCIES = [0, 5, 10, 25, 50, 75, 100, 150]
WAYS = {"never": {"driver.overlap": "never"}, "always": {"driver.overlap": "always"},
        "8 blocks": {"driver.overlap": "always", "driver.blocks_per_rank": 8}}
NO_WORSE = 0.003                                            # of two depths about as good the smaller one is the best


def steps(problem, depth, quick):
    if problem == "icn":
        return 4 if quick else 2 * whole_cycles(-(-depth // 9), 3)
    return whole_cycles(depth, 12 if quick else 40)


def cases(bench, latencies, depths):
    found = {}
    for problem, config in PROBLEMS.items():
        base = merged(config, {"machine": machine([1, 1], 0)})
        bench.pad(base, STEP[problem])
        for way, changes in WAYS.items():
            for latency in latencies:
                for depth in depths[problem]:
                    found[problem, way, latency, depth] = merged(base, {
                        "machine": machine([1, 1], latency), "driver.ghost_zones": depth, **changes,
                        "time.stop.iterations": steps(problem, depth, bench.quick)})
    return found


def best(by_depth):
    top = max(by_depth.values())
    return min(depth for depth, efficiency in by_depth.items() if efficiency >= top - NO_WORSE)


def at_best(by_depth):
    return by_depth[best(by_depth)]


def judge(part, table):
    for problem in PROBLEMS:
        line = [best(table[problem, "never", latency]) for latency in sorted({key[2] for key in table})]
        part.judge(f"{problem}: best depth over latency", " ".join(map(str, line)), "grows",
                   line[-1] > line[0] and all(a <= b for a, b in zip(line, line[1:])))
    for overlap in WAYS:
        leapfrog, icn = table["leapfrog", overlap, 75], table["icn", overlap, 75]
        top = at_best(leapfrog)
        part.judge(f"leapfrog, overlap {overlap}: E at 75 ms, depth {best(leapfrog)}", percent(top), ">= 92 %", top >= 0.92)
        top = at_best(icn)
        part.judge(f"icn, overlap {overlap}: E at 75 ms, depth {best(icn)}", percent(top), ">= 90 %", top >= 0.90)
    plain = table["icn", "never", 75][1]
    part.judge("icn, overlap never: E at 75 ms, depth 1", percent(plain), "< 50 %", plain < 0.5)


def draw(part, table):
    latencies = sorted({key[2] for key in table})
    for problem in PROBLEMS:
        series = {f"{latency} ms": sorted(table[problem, "never", latency].items()) for latency in latencies}
        part.plots.append(Plot(f"efficiency-depth-{problem}", f"Efficiency against ghost depth, {problem}, bulk-synchronous",
                               "ghost depth (layers)", "efficiency", series))
    for problem in PROBLEMS:
        series = {}
        for overlap in WAYS:
            series[f"overlap {overlap}, depth 1"] = [(t, table[problem, overlap, t][1]) for t in latencies]
            series[f"overlap {overlap}, best depth"] = [(t, at_best(table[problem, overlap, t])) for t in latencies]
        part.plots.append(Plot(f"efficiency-best-depth-{problem}", f"Efficiency at depth 1 and at the best depth, {problem}",
                               "latency, one way (ms)", "efficiency", series, in_table=True))


def measure(bench):
    latencies = bench.latencies_of(LATENCIES, [5, 75])
    depths = {problem: bench.depths_of(DEPTHS[problem], QUICK_DEPTHS[problem]) for problem in PROBLEMS}
    table = {}
    for (problem, overlap, latency, depth), figures in bench.run_all(cases(bench, latencies, depths)).items():
        table.setdefault((problem, overlap, latency), {})[depth] = figures.efficiency
    part = Part("B", "The best ghost depth against latency",
                "16 x 16 x 512 points, two sites of one rank. Leapfrog: WaveToy, 139 ms of computing per step and an exchange "
                "each. Iterative Crank-Nicholson: WaveMoL, 640 ms of computing and 4.5 exchanges per step at depth 1; the paper's code "
                "has 9, as WaveMoL would have with one task for both right-hand sides. Of depths "
                f"within {100 * NO_WORSE:.1f} % the smallest counts as best. E counts every point once; redundant ones are loss.",
                ["problem", "overlap", "latency ms", "E at depth 1", "at depth 4", "best depth", "E there"],
                efficiencies=["E at depth 1", "at depth 4", "E there"], keys=3)
    for (problem, overlap, latency), by_depth in table.items():
        fourth = percent(by_depth[4]) if 4 in by_depth else "-"
        part.rows.append([problem, overlap, latency, percent(by_depth[1]), fourth, best(by_depth),
                          percent(at_best(by_depth))])
    judge(part, table)
    draw(part, table)
    return part
