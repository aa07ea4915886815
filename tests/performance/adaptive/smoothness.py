# SPDX-License-Identifier: Apache-2.0
"""H: compression over 100 Mbit/s, found and kept on smooth data, dropped on noise."""
from report import Part, milliseconds, percent
from runs import Failed, cardon_run, ideal_step, machine, merged, run_in
from tuned import FIXED, Tuned, run_tuned
import turning

STEP = 0.02                       # s of computing per step
LINK = machine([1, 1], 0.2, "100 Mbit/s")
CONFIG = {
    "thorns": ["Turning", "GridDriver"],
    "grid": {"points": [80, 80, 160], "boundary": ["periodic", "periodic", "neumann"]},
    "time": {"stop": {"iterations": 400}, "step": "1 s"},
    "Turning": {"turn": "1e9 s", "centre": [40, 40, 80], "width": 40},
    "health": {"every": 0},
    "driver": {"calibration": "never"},
}
CHAINS = {"none": "none", "zlib-1": ["zlib-1"], "extrapolate, bitpack": ["extrapolate", "bitpack"],
          "extrapolate, shuffle, zstd-1": ["extrapolate", "shuffle", "zstd-1"]}
SMOOTH, NOISY = {"Turning.turn": "1e9 s"}, {"Turning.turn": "0 s"}
DATA = {"smooth": SMOOTH, "noisy": NOISY}
CLOSE = 1.05                      # to the best by hand


def base(bench):
    config = merged(CONFIG, {**FIXED, "machine": LINK, **turning.PATH})
    bench.pad(config, STEP)
    return merged(config, {"time.stop.iterations": 150 if bench.quick else 400})


def smooth_then_noisy(config):
    """A tuned run on smooth data, and one on noise that starts with what the first has found."""
    with cardon_run.folder() as folder:
        for name in DATA:
            (folder / name).mkdir()
        smooth = run_in(folder / "smooth", merged(config, {**SMOOTH, "tuning.tuner": "model"}))
        noisy = run_in(folder / "noisy", merged(config, {**NOISY, "tuning": {"tuner": "model", "start": str(smooth.path)}}))
        return Tuned(smooth, ideal_step(config)), Tuned(noisy, ideal_step(config))


def measure(bench):
    config = base(bench)
    cases = {(data, name): merged(config, {**DATA[data], "driver.compression": chain, "time.stop.iterations": 60})
             for data in DATA for name, chain in CHAINS.items()}
    hand = bench.run_all(cases, jobs=1)
    left = merged(config, {"driver.compression": "auto"})
    tuned = dict(zip((("smooth", "model"), ("noisy", "model, started with the other's settings")), smooth_then_noisy(left)))
    for data in DATA:
        tuned[data, "paper"] = run_tuned(merged(left, DATA[data]), "paper")
    part = Part("H", "Compression over 100 Mbit/s",
                f"Each rank has 80 x 80 x 80 points of one field, on two sites of one rank, with {1e3 * STEP:.0f} ms of computing per "
                "step, ghost depth 1, bulk-synchronous. The tuner chooses only the codecs. "
                "The smooth data are a moving bump; in the noisy data, "
                "all bits of a value are random, except for some of the exponent.",
                ["data", "who", "chain at the end", "ms per step", "E", "changes"], efficiencies=["E"], keys=2)
    for (data, name), figures in hand.items():
        part.rows.append([data, "by hand", name, milliseconds(figures.step), percent(figures.efficiency), "-"])
    for (data, name), run in tuned.items():
        part.rows.append([data, name, run.chains, milliseconds(run.final_step), percent(run.final_efficiency),
                          len(run.decisions)])
    judge(part, hand, tuned)
    return part


def judge(part, hand, tuned):
    for (data, name), run in tuned.items():
        if name == "paper":
            continue
        best = min(figures.step for (of, _), figures in hand.items() if of == data)
        part.judge(f"{data}: time per step / best by hand", f"{run.final_step / best:.3f}", f"<= {CLOSE}",
                   run.final_step <= CLOSE * best)
    smooth, noisy = (run for (_, name), run in tuned.items() if name != "paper")
    part.judge("smooth: compression found and kept", smooth.chains, "a chain", "none" not in smooth.chains)
    part.judge("noisy: started with it, and dropped it", noisy.chains, "none", noisy.chains == "none")
    if smooth.figures.summary["lossy"] or noisy.figures.summary["lossy"]:
        raise Failed("a tuner took a lossy codec")
