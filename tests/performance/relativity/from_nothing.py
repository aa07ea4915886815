# SPDX-License-Identifier: Apache-2.0
"""7: from nothing known to the best settings over a link as slow as the paper's, with both tuners."""
from depths import POINTS, STEP
from history import BANDWIDTH, COLUMNS, LATENCY, TUNERS, row
from report import Part, Plot, percent
from runs import machine, merged
from spacetime import SMOOTH, problem
from tuned import FIXED, run_tuned


def measure(bench):
    config = problem(POINTS, {**SMOOTH, **FIXED})
    config["driver"]["padded_compute"] = bench.padding(config, STEP)
    config = merged(config, {"machine": machine([1, 1], LATENCY, BANDWIDTH), "time.stop.iterations": 80 if bench.quick else 200})
    cases = {tuner: (tuner, merged(config, changes)) for tuner, changes in TUNERS.items()}
    runs = bench.do_all(cases, lambda case: run_tuned(case[1], case[0]), jobs=2)
    part = Part("7", f"From nothing known, {LATENCY} ms and {BANDWIDTH} (the paper's figure 7)",
                f"{' x '.join(map(str, POINTS))} points, two sites of one rank, {1e3 * STEP:.0f} ms of computing per step. All that can "
                "be tuned is left to `model`, ghost depth and codecs to `paper`.", COLUMNS)
    part.rows = [row(name, run) for name, run in runs.items()]
    model, paper = runs["model"], runs["paper"]
    first = model.rows[0]["efficiency"]
    part.judge("E of the first window", percent(first), "< 70 %", first < 0.7)
    part.judge("model: E at the end", percent(model.final_efficiency), ">= 95 % (paper: 85 %)", model.final_efficiency >= 0.95)
    part.judge("E at the end, model and the paper's rules",
               f"{percent(model.final_efficiency)}, {percent(paper.final_efficiency)}", "model is better",
               model.final_efficiency > paper.final_efficiency)
    part.plots.append(Plot("history-efficiency", f"Einstein's equations over {LATENCY} ms and {BANDWIDTH}", "step", "efficiency",
                           {name: run.trace("efficiency") for name, run in runs.items()}, dots=False))
    return part
