# SPDX-License-Identifier: Apache-2.0
"""G: efficiency against latency with settings that stay, and with a tuner; against the best of all settings by hand."""
from report import Part, Plot, milliseconds, percent
from runs import machine, merged, whole_cycles
from tuned import AUTO, FIXED, run_tuned

STEP = 0.65 / 0.35 * 0.075        # seconds of computing per step, so that E is 65 % at 75 ms and depth 1
CONFIG = {
    "thorns": ["WaveToy", "GridDriver"],
    "grid": {"points": [16, 16, 1024], "domain": [[0, 1], [0, 1], [0, 64]], "boundary": ["periodic", "periodic", "neumann"]},
    "time": {"stop": {"iterations": 24}, "courant": 0.5},
    "WaveToy": {"initial": "gaussian", "centre": [0.5, 0.5, 32.0], "width": 3},
    "health": {"every": 0},
    "driver": {"calibration": "never"},
}
LATENCIES = [0, 10, 25, 50, 75, 100, 150]
DEPTHS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32]       # tried by hand without overlap
HIDING = [(depth, blocks) for depth in (1, 2, 3, 4) for blocks in (1, 2, 4, 8)]      # and with it
TUNED = {"paper: depth": ("paper", {"driver.ghost_zones": "auto"}),
         "model: depth": ("model", {"driver.ghost_zones": "auto"}),
         "model: all": ("model", AUTO)}
CLOSE = 1.05                      # to the best by hand


def by_hand(config, bench):
    """Configurations by ("never", depth) and ("always", depth, blocks)."""
    cases = {}
    for depth in bench.depths_of(DEPTHS, [1, 4, 10]):
        cases["never", depth] = {"driver.ghost_zones": depth}
    for depth, blocks in [(1, 1), (1, 4)] if bench.quick else HIDING:
        cases["always", depth, blocks] = {"driver.ghost_zones": depth, "driver.blocks_per_rank": blocks,
                                          "driver.overlap": "always"}
    return {key: merged(config, {**FIXED, **changes, "time.stop.iterations": whole_cycles(key[1], 16)})
            for key, changes in cases.items()}


def run(bench, latencies):
    """Tuned runs by (way, latency), and figures of runs by hand by (latency, setting)."""
    base = merged(CONFIG, FIXED)
    base["machine"] = machine([1, 1], 0)
    bench.pad(base, STEP)
    hand, tuned = {}, {}
    for latency in latencies:
        config = merged(base, {"machine": machine([1, 1], latency)})
        hand.update({(latency, key): case for key, case in by_hand(config, bench).items()})
        for way, (tuner, changes) in TUNED.items():
            steps = {"time.stop.iterations": 200 if bench.quick else 600 if latency >= 100 else 400}
            tuned[way, latency] = tuner, merged(config, {**changes, **steps})
    found = bench.do_all(tuned, lambda case: run_tuned(case[1], case[0]))
    return found, bench.run_all(hand)


def best(found, latency, kind=None):
    """The fastest setting by hand at a latency, of one kind or of all, and its seconds per step."""
    steps = {key: figures.step for (at, key), figures in found.items() if at == latency and kind in (None, key[0])}
    key = min(steps, key=steps.get)
    return key, steps[key]


def judge(part, latencies, tuned, hand):
    for way in ("model: depth", "model: all"):
        line = [tuned[way, latency].final_efficiency for latency in latencies]
        part.judge(f"{way}: lowest E", percent(min(line)), ">= 90 % (paper: > 80 %)", min(line) >= 0.9)
    depths = [tuned["model: depth", latency].final("depth:a-b") for latency in latencies]
    part.judge("model: depth: depth over latency", " ".join(f"{d:.0f}" for d in depths), "grows",
               depths[-1] > depths[0] and all(a <= b for a, b in zip(depths, depths[1:])))
    for way, kind in (("model: depth", "never"), ("model: all", None)):
        ratios = {latency: tuned[way, latency].final_step / best(hand, latency, kind)[1] for latency in latencies}
        worst = max(ratios, key=ratios.get)
        part.judge(f"{way}: time per step / best by hand, worst", f"{ratios[worst]:.3f} ({worst} ms)", f"<= {CLOSE}",
                   ratios[worst] <= CLOSE)


def draw(part, latencies, tuned, hand):
    series = {"depth 1, bulk-synchronous": [(at, hand[at, ("never", 1)].efficiency) for at in latencies],
              "depth 1, overlap": [(at, hand[at, ("always", 1, 1)].efficiency) for at in latencies]}
    for way in TUNED:
        series[way] = [(at, tuned[way, at].final_efficiency) for at in latencies]
    part.plots.append(Plot("efficiency-latency", "Efficiency against latency, fixed and tuned", "latency, one way (ms)",
                           "efficiency", series, in_table=True))
    chosen = {way: [(at, tuned[way, at].final("depth:a-b")) for at in latencies] for way in TUNED}
    chosen["expected: best by hand, bulk-synchronous"] = [(at, best(hand, at, "never")[0][1]) for at in latencies]
    part.plots.append(Plot("depth-latency", "The depth found against latency", "latency, one way (ms)", "ghost layers", chosen,
                           in_table=True))


def measure(bench):
    latencies = sorted(bench.latencies_of(LATENCIES, [0, 75]))
    tuned, hand = run(bench, latencies)
    part = Part("G", "Efficiency against latency, fixed and tuned",
                f"WaveToy ran on 16 x 16 x 1024 points, on two sites of one rank, with {1e3 * STEP:.0f} ms of computing per step. With "
                "`depth`, the tuner chooses only the ghost depth, without overlap, as in the paper. With `all`, it chooses depth, codecs, "
                f"overlap, blocks and weights. By hand, {len(DEPTHS)} depths were tried without overlap, and {len(HIDING)} pairs of depth "
                "and blocks with it.",
                ["latency ms", "depth 1", "depth 1, overlap", *(f"{way}: E" for way in TUNED), "depths found",
                 "best depth by hand", "model: depth ms", "best by hand ms", "model: all ms", "best by hand ms", "all: settings"],
                efficiencies=["depth 1", "depth 1, overlap", *(f"{way}: E" for way in TUNED)])
    for at in latencies:
        depth, all_ways = best(hand, at, "never"), best(hand, at)
        part.rows.append([
            at, percent(hand[at, ("never", 1)].efficiency), percent(hand[at, ("always", 1, 1)].efficiency),
            *(percent(tuned[way, at].final_efficiency) for way in TUNED),
            " ".join(f"{tuned[way, at].final('depth:a-b'):.0f}" for way in TUNED), depth[0][1],
            milliseconds(tuned["model: depth", at].final_step), milliseconds(depth[1]),
            milliseconds(tuned["model: all", at].final_step), milliseconds(all_ways[1]), tuned["model: all", at].words])
    judge(part, latencies, tuned, hand)
    draw(part, latencies, tuned, hand)
    return part
