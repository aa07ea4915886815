# SPDX-License-Identifier: Apache-2.0
"""I and L: from nothing known to the best settings over a link as slow as the paper's, with both tuners; with small faces, and
with faces that load the link."""
from report import Part, Plot, milliseconds, percent
from runs import machine, merged
from tuned import AUTO, FIXED, run_tuned

LATENCY, BANDWIDTH = 75, "3 MB/s"
STEP = 0.12                       # s of computing per step
# A periodic bump; 5 fields are exchanged at depth 1: 41 kB.
SMOOTH = "exp(cos(2*pi*x/0.32) + cos(2*pi*y/0.32) + cos(2*pi*z/1.9) - 3)"
CONFIG = {
    "thorns": ["WaveToy", "WaveMoL", "Diffusion", "GrayScott", "GridDriver"],
    "grid": {"points": [32, 32, 192], "domain": [[0, 0.32], [0, 0.32], [0, 1.91]],
             "boundary": ["periodic", "periodic", "neumann"]},
    "time": {"stop": {"iterations": 40}, "courant": 0.25, "integrator": "euler"},
    "WaveToy": {"initial": "expression", "profile": SMOOTH},
    "WaveMoL": {"initial": "expression", "profile": SMOOTH, "order": 2, "speed": 0.4},
    "Diffusion": {"initial": "expression", "profile": SMOOTH, "diffusivity": 1e-3},
    "GrayScott": {"initial": "expression", "profile_u": f"1 - 0.5 * {SMOOTH}", "profile_v": f"0.25 * {SMOOTH}"},
    "health": {"every": 0},
    "driver": {"calibration": "never"},
}
# The founding paper had neither overlap nor blocks.
TUNERS = {"model": AUTO, "paper": {"driver.ghost_zones": "auto", "driver.compression": "auto"}}


# Faces whose messages take as long as the latency does, 75 ms x 3 MB/s: 5 fields of 75 x 75 values of 8 bytes are 225 kB.
LOADED = {"grid.points": [75, 75, 96], "grid.domain": [[0, 0.75], [0, 0.75], [0, 0.95]],
          **{f"{name}.{key}": text.replace("0.32", "0.75").replace("1.9", "0.95")
             for name, key, text in (("WaveToy", "profile", SMOOTH), ("WaveMoL", "profile", SMOOTH), ("Diffusion", "profile", SMOOTH),
                                     ("GrayScott", "profile_u", f"1 - 0.5 * {SMOOTH}"),
                                     ("GrayScott", "profile_v", f"0.25 * {SMOOTH}"))}}


def base(bench, changes=None):
    config = merged(CONFIG, {**FIXED, **(changes or {}), "machine": machine([1, 1], LATENCY, BANDWIDTH)})
    bench.pad(config, STEP)
    return merged(config, {"time.stop.iterations": 150 if bench.quick else 300})


def steps_to(run, efficiency):
    steps = run.steps_to(efficiency)
    return "-" if steps is None else steps


def row(name, run):
    return [name, percent(run.rows[0]["efficiency"]), percent(run.final_efficiency), milliseconds(run.final_step),
            steps_to(run, 0.85), steps_to(run, 0.95), len(run.decisions), run.words]


COLUMNS = ["run", "E of the first window", "E at the end", "ms per step", "steps to 85 %", "to 95 %", "changes", "settings at the end"]
EFFICIENCIES = COLUMNS[1:3]


def run_both(bench, config):
    """Runs from nothing known, by tuner."""
    cases = {tuner: (tuner, merged(config, changes)) for tuner, changes in TUNERS.items()}
    return bench.do_all(cases, lambda case: run_tuned(case[1], case[0]), jobs=2)


def load(bench, config):
    """A sentence on how an exchange at depth 1 loads the link, from a short run with plain messages."""
    figures = bench.run_all({"plain": merged(config, {**FIXED, "time.stop.iterations": 8})}, repeats=1)["plain"]
    carried = 1e3 * figures.message_bytes / (1e6 * float(BANDWIDTH.split()[0]))
    return (f"At depth 1 an exchange sends {1e-3 * figures.message_bytes:.0f} kB in each direction, which takes {carried:.0f} ms at "
            f"{BANDWIDTH}, in addition to a latency of {LATENCY} ms; there are {figures.exchanges / figures.steps:.1f} exchanges per step.")


def finish(part, runs, plot):
    """Rows, verdicts that hold for every such part, and the plot of efficiencies."""
    part.rows = [row(name, run) for name, run in runs.items()]
    model, paper = runs["model"], runs["paper"]
    part.judge("E at the end, model and the paper's rules",
               f"{percent(model.final_efficiency)}, {percent(paper.final_efficiency)}", "model is better",
               model.final_efficiency > paper.final_efficiency)
    part.plots.append(Plot(plot, part.title, "step", "efficiency",
                           {name: run.trace("efficiency") for name, run in runs.items()}, dots=False))


def judge_small_faces(part, model):
    first = model.rows[0]["efficiency"]
    part.judge("E of the first window", percent(first), "< 70 %", first < 0.7)
    part.judge("model: E at the end", percent(model.final_efficiency), ">= 95 % (paper: 85 %)", model.final_efficiency >= 0.95)


def measure(bench):
    config = base(bench)
    runs = run_both(bench, config)
    part = Part("I", f"From nothing known, {LATENCY} ms and {BANDWIDTH}",
                f"Four applications share one run on 32 x 32 x 192 points, on two sites of one rank, with {1e3 * STEP:.0f} ms of computing "
                f"per step. {load(bench, config)} `model` chooses everything that can be tuned, `paper` chooses ghost depth and codecs.",
                COLUMNS, efficiencies=EFFICIENCIES)
    judge_small_faces(part, runs["model"])
    finish(part, runs, "history-efficiency")
    part.plots.append(Plot("history-settings", "Ghost depth and ratio of compression over steps", "step", "",
                           {f"{name}: {what.split(':')[0]}": run.trace(what) for name, run in runs.items()
                            for what in ("depth:a-b", "ratio:a-b")}, dots=False))
    return part


def measure_loaded(bench):
    config = base(bench, LOADED)
    runs = run_both(bench, config)
    part = Part("L", f"From nothing known, {LATENCY} ms and {BANDWIDTH}, with faces that load the link",
                f"The runs are those of part I on 75 x 75 x 96 points. {load(bench, config)}", COLUMNS, efficiencies=EFFICIENCIES)
    finish(part, runs, "loaded-efficiency")
    return part
