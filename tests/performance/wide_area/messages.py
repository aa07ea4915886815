# SPDX-License-Identifier: Apache-2.0
"""D: several blocks per rank that each continue when their messages are there, against all waiting for all."""
from report import Part, Plot, milliseconds
from runs import machine, merged

STEP = 0.020                      # seconds of computing per step
BLOCKS = 8
SITES = [2, 2]
CONFIG = {
    "thorns": ["WaveToy", "GridDriver"],
    "grid": {"points": [32, 32, 256], "domain": [[0, 1], [0, 1], [0, 8]], "boundary": "periodic"},
    "time": {"stop": {"iterations": 100}, "courant": 0.5},
    "WaveToy": {"initial": "gaussian", "centre": [0.5, 0.5, 4.0], "width": 0.4},
    "health": {"every": 0},
    "driver": {"ghost_zones": 1, "calibration": "never"},
}
WAYS = {"8 blocks": {"driver.blocks_per_rank": BLOCKS, "driver.overlap": "always"},
        "1 block, overlap": {"driver.blocks_per_rank": 1, "driver.overlap": "always"},
        "1 block, no overlap": {"driver.blocks_per_rank": 1, "driver.overlap": "never"}}


def bound(latency):
    return max(STEP, latency + STEP / BLOCKS)


def measure(bench):
    latencies = bench.latencies_of([0, 2, 5, 8, 10, 12, 15, 18, 20, 22, 25, 30], [0, 10, 30])
    base = merged(CONFIG, {"machine": machine(SITES, 0), "time.stop.iterations": 25 if bench.quick else 100})
    bench.pad(base, STEP)
    cases = {(way, latency): merged(base, {"machine": machine(SITES, latency), **changes})
             for way, changes in WAYS.items() for latency in latencies}
    runs = bench.run_all(cases, jobs=min(2, bench.jobs))
    steps = base["time"]["stop"]["iterations"]
    found = {key: (figures.elapsed - STEP) / (steps - 1) for key, figures in runs.items()}  # the first step waits for nobody
    part = Part("D", "Message-driven execution",
                f"WaveToy on 32 x 32 x 256 points, 4 ranks in two sites, ghost depth 1, T0 = {1e3 * STEP:.0f} ms of computing per "
                f"step, {BLOCKS} blocks per rank. Milliseconds per step, means over {steps - 1} steps.",
                ["latency L", "max(T0, L + T0/8)", "8 blocks", "1 block, overlap", "L + T0", "1 block, no overlap"])
    for latency in latencies:
        part.rows.append([f"{latency} ms", milliseconds(bound(latency / 1e3)), milliseconds(found["8 blocks", latency]),
                          milliseconds(found["1 block, overlap", latency]), milliseconds(latency / 1e3 + STEP),
                          milliseconds(found["1 block, no overlap", latency])])
    worst = max(found["8 blocks", latency] / bound(latency / 1e3) for latency in latencies)
    part.judge("8 blocks: step / max(T0, L + T0/8), largest", f"{worst:.3f}", "<= 1.05", worst <= 1.05)
    min_ratio = min(found["1 block, no overlap", latency] / (latency / 1e3 + STEP) for latency in latencies)
    part.judge("bulk-synchronous: step / (L + T0), smallest", f"{min_ratio:.3f}", ">= 1: nothing is hidden", min_ratio >= 0.99)
    series = {way: [(latency, 1e3 * found[way, latency]) for latency in latencies] for way in WAYS}
    series["expected max(T0, L + T0/8)"] = [(latency, 1e3 * bound(latency / 1e3)) for latency in range(31)]
    series["expected L + T0"] = [(latency, 1e3 * (latency / 1e3 + STEP)) for latency in range(31)]
    part.plots.append(Plot("step-latency", "A step with 20 ms of computing", "latency, one way (ms)", "time per step (ms)",
                           series, in_table=True))
    return part
