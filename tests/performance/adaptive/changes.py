# SPDX-License-Identifier: Apache-2.0
"""K: the network, the data or a rank changes in the middle of a run, and the tuner follows."""
from dataclasses import dataclass

import turning
from report import Part, Plot, milliseconds, percent
from runs import machine, merged
from tuned import AUTO, FIXED, run_tuned

STEP = 0.15                       # s of computing per step
LATENCY, BANDWIDTH, NARROW = 75, 3, 0.5         # ms, MB/s, and MB/s where the data change
SECONDS, STEPS = 40, 240          # when the change comes: after so many seconds or steps
CONFIG = {
    "thorns": ["Turning", "GridDriver"],
    "grid": {"points": [96, 120, 192], "boundary": ["periodic", "periodic", "neumann"]},
    "time": {"stop": {"iterations": 480}, "step": "1 s"},
    "Turning": {"turn": "1e9 s", "centre": [48, 60, 96], "width": 40},
    "health": {"every": 0},
    "driver": {"calibration": "never"},
}
CHAINS = {"none": "none", "extrapolate, bitpack": ["extrapolate", "bitpack"]}
CLOSE = 1.05                      # to the best by hand
WINDOWS = 2                       # in which the new best has to be reached


@dataclass
class Change:
    title: str
    during: dict                  # what makes it happen in the middle of the run
    after: dict                   # as if it had always been so
    hand: list                    # (depth, blocks, chain) to compare with
    by_time: bool = False         # it comes after SECONDS, not STEPS


def link(latency, bandwidth, change=None):
    result = machine([1, 1], latency, f"{bandwidth} MB/s")
    if change:
        result["emulate"] = {"changes": [{"after": f"{SECONDS} s", "link": "a-b", **change}]}
    return result


def speeds(*each):
    result = link(LATENCY, BANDWIDTH)
    for site, speed in zip(result["sites"], each):
        site["speed"] = speed
    return result


CHANGES = {
    "latency": Change(
        "latency x 4", {"machine": link(LATENCY, BANDWIDTH, {"latency": f"{4 * LATENCY} ms"})},
        {"machine": link(4 * LATENCY, BANDWIDTH)},
        [(depth, blocks, "none") for depth in (1, 2, 3, 4, 6) for blocks in (1, 4, 8)], by_time=True),
    "bandwidth": Change(
        "bandwidth / 10", {"machine": link(LATENCY, BANDWIDTH, {"bandwidth": f"{BANDWIDTH / 10} MB/s"})},
        {"machine": link(LATENCY, BANDWIDTH / 10)},
        [(depth, blocks, chain) for depth in (1, 2) for blocks in (1, 4, 8) for chain in CHAINS], by_time=True),
    "data": Change(
        "data turn from smooth to noise", {"machine": link(LATENCY, NARROW), "Turning.turn": f"{STEPS} s"},
        {"machine": link(LATENCY, NARROW), "Turning.turn": "0 s"},
        [(depth, blocks, chain) for depth in (1, 2) for blocks in (1, 4, 8) for chain in CHAINS]),
    "rank": Change(
        "a rank slows to half",
        {"machine": link(LATENCY, BANDWIDTH), "emulated_compute.changes": [{"after": STEPS, "rank": 1, "speed": 0.5}]},
        {"machine": speeds(1, 0.5), "emulated_compute.speeds": [1, 0.5]},
        [(depth, blocks, "none") for depth in (1, 2) for blocks in (1, 4, 8)]),
}


def base(bench):
    config = merged(CONFIG, {**FIXED, "machine": link(LATENCY, BANDWIDTH), **turning.PATH})
    bench.pad(config, STEP)
    return config


def by_hand(config, chosen):
    """Configurations by (change, depth, blocks, chain)."""
    cases = {}
    for name in chosen:
        for depth, blocks, chain in CHANGES[name].hand:
            cases[name, depth, blocks, chain] = merged(config, {
                **FIXED, **CHANGES[name].after, "driver.ghost_zones": depth, "driver.blocks_per_rank": blocks,
                "driver.compression": CHAINS[chain], "driver.overlap": "always", "time.stop.iterations": 24})
    return cases


def measure(bench):
    config = base(bench)
    chosen = ["latency", "rank"] if bench.quick else list(CHANGES)
    cases = {name: merged(config, {**AUTO, **CHANGES[name].during}) for name in chosen}
    runs = bench.do_all(cases, run_tuned)
    hand = bench.run_all(by_hand(config, chosen))
    part = Part("K", "Changes in the middle of a run",
                f"The runs have a field on 96 x 120 x 192 points, on two sites of one rank, with {1e3 * STEP:.0f} ms of computing per "
                f"step, {LATENCY} ms and {BANDWIDTH} MB/s ({NARROW} MB/s where the data change). "
                f"The change occurs after {SECONDS} s or {STEPS} "
                "steps. Window 0 is the one in which it occurs. The new best is reached with the first window from which on steps take "
                f"at most {CLOSE} times as long as the best by hand.",
                ["change", "E before", "E after, before the tuner acts", "E at the end", "ms per step at the end", "best by hand",
                 "window", "steps", "changes of settings", "settings at the end"],
                efficiencies=["E before", "E after, before the tuner acts", "E at the end"])
    for name in chosen:
        add(part, name, runs[name], {key[1:]: figures for key, figures in hand.items() if key[0] == name})
    return part


def add(part, name, run, hand):
    change = CHANGES[name]
    at = run.iteration_at(SECONDS) if change.by_time else STEPS
    best = min(hand, key=lambda key: hand[key].step)
    fastest = hand[best].step
    window = run.windows_to(CLOSE * fastest, at)
    before = [row for row in run.rows if row["iteration"] <= at][-3:]
    later = [row for row in run.rows if row["iteration"] > at]
    steps = later[window]["start"] - at if window is not None else None
    part.rows.append([
        change.title, percent(run.mean(before, "efficiency")), percent(min(row["efficiency"] for row in later[:WINDOWS + 1])),
        percent(run.final_efficiency), milliseconds(run.final_step),
        f"{milliseconds(fastest)} (depth {best[0]}, {best[1]} blocks, {best[2]})", "never" if window is None else window,
        "-" if steps is None else f"{max(0, steps):.0f}", sum(decision["step"] > at for decision in run.decisions), run.words])
    part.judge(f"{change.title}: time per step at the end / best by hand", f"{run.final_step / fastest:.3f}", f"<= {CLOSE}",
               run.final_step <= CLOSE * fastest)
    part.judge(f"{change.title}: new best reached", "never" if window is None else f"with window {window}",
               f"with window {WINDOWS}", window is not None and window <= WINDOWS)
    part.plots.append(Plot(f"change-{name}", f"Efficiency over steps: {change.title}", "step", "efficiency",
                           {"efficiency": run.trace("efficiency")}, marks={"change": at}, dots=False))
    part.plots.append(Plot(f"change-{name}-settings", f"Settings over steps: {change.title}", "step", "",
                           {what.split(":")[0]: run.trace(what) for what in ("depth:a-b", "ratio:a-b", "blocks")},
                           marks={"change": at}, dots=False))
