# SPDX-License-Identifier: Apache-2.0
"""N: what whole runs of 60, 500 and 5000 steps take, beside the same runs without a tuner."""
import statistics

import latencies
from report import Part
from runs import Figures, machine, merged, run_once
from tuned import AUTO, FIXED, run_tuned

STEP = 0.01                       # s of computing per step
LENGTHS = (60, 500, 5000)
LATENCIES = (0, 5, 20)            # ms
MOST = 1.02                       # times the untuned run
BANDWIDTH = "3 MB/s"
ROUNDS = 3


def measure(bench):
    part = Part("N", "Whole runs, short and long",
                f"WaveToy ran on 16 x 16 x 256 points, on two sites of one rank, with {1e3 * STEP:.0f} ms of computing per step, "
                f"{BANDWIDTH}. "
                "The table gives the time of all steps of a run in which the tuner chooses everything, relative to a run with the tuner "
                "`none`, which keeps the first settings; the search and all changes are included. "
                f"Figures are medians of {ROUNDS} runs in turn; 5000 steps were run once.",
                ["latency ms", "steps", "untuned", "tuned", "tuned / untuned", "from", "to", "changes", "settings at the end"])
    config = merged(latencies.CONFIG, {**FIXED, "grid.points": [16, 16, 256], "machine": machine([1, 1], 0, BANDWIDTH)})
    bench.pad(config, STEP)
    for latency in LATENCIES:
        for steps in LENGTHS[:2] if bench.quick else LENGTHS:
            add(part, merged(config, {**AUTO, "machine": machine([1, 1], latency, BANDWIDTH), "time.stop.iterations": steps}), latency, steps)
    return part


def add(part, config, latency, steps):
    plain, tuned, run = [], [], None
    for _ in range(ROUNDS if steps < 5000 else 1):
        plain.append(Figures(run_once(config)).elapsed)
        run = run_tuned(config)
        tuned.append(run.figures.elapsed)
    ratios = [one / other for one, other in zip(tuned, plain)]
    ratio = statistics.median(ratios)
    part.rows.append([latency, steps, f"{statistics.median(plain):.2f} s", f"{statistics.median(tuned):.2f} s", f"{ratio:.3f}",
                      f"{min(ratios):.3f}", f"{max(ratios):.3f}", len(run.decisions), run.words])
    part.judge(f"{latency} ms, {steps} steps: time over that of the untuned run", f"{ratio:.3f}", f"<= {MOST}", ratio <= MOST)
