# SPDX-License-Identifier: Apache-2.0
"""G. A. Koenig, "Efficient Execution of Tightly-Coupled Parallel Applications in Grid Computing Environments", dissertation,
University of Illinois, 2007. Times in ms per step unless said otherwise."""
import math

from trials import balance, ms, one, table

# Processor time per message and at each end of a message between processors, which three figures of chapter 4 give.
MESSAGES = {"delivery": 16e-6, "message": 20e-6}
LATENCIES = (0, 4, 8, 12, 16, 20, 24, 28, 32)   # ms

# Tables 6.1 to 6.5: mesh, processors, blocks per side; ms per step with the naive map (N), the block map (B) and the block map
# with border objects first (BP), at LATENCIES.
PRIORITY = {
    "6.1": (2048, 8, 8, [21.94, 22.17, 22.43, 24.89, 25.85, 29.09, 30.16, 33.56, 35.72],
            [21.93, 21.98, 21.94, 23.70, 23.84, 24.86, 28.35, 32.23, 35.31],
            [21.90, 21.92, 21.85, 21.92, 23.51, 24.56, 28.17, 32.14, 36.35]),
    "6.2": (2048, 16, 8, [11.02, 12.90, 15.94, 17.40, 18.96, 23.00, 26.83, 30.79, 34.79],
            [10.98, 12.61, 15.36, 16.83, 18.92, 22.80, 26.78, 30.78, 34.78],
            [11.01, 12.44, 14.55, 16.87, 18.88, 22.77, 26.79, 30.77, 34.79]),
    "6.3": (2048, 32, 16, [6.91, 7.04, 9.78, 13.82, 18.08, 21.76, 25.76, 29.71, 33.75],
            [6.31, 6.92, 9.99, 13.55, 17.17, 21.20, 25.14, 29.15, 33.28],
            [6.30, 6.80, 10.02, 12.94, 16.92, 21.01, 24.95, 28.95, 33.17]),
    "6.4": (8192, 16, 8, [220.20, 222.30, 225.68, 228.62, 233.23, 238.26, 239.13, 240.74, 244.33],
            [217.43, 219.63, 223.06, 226.47, 226.94, 227.39, 229.88, 235.17, 234.25],
            [218.09, 218.53, 219.35, 221.29, 222.97, 224.79, 228.46, 229.28, 228.48]),
    "6.5": (8192, 64, 16, [54.75, 57.94, 61.29, 62.45, 64.45, 65.95, 66.28, 70.25, 74.05],
            [52.71, 54.95, 56.97, 55.76, 58.57, 61.25, 61.09, 64.25, 69.16],
            [52.10, 52.79, 53.40, 54.69, 56.07, 58.98, 59.64, 61.56, 64.03])}

# Chapter 7, strategy alone in ms: processors, objects: GridCommLB, GridMetisLB, GridHybridLB (seed).
COSTS = {(8, 64): (0.19, 1.075, 0.965), (8, 256): (1.307, 4.15, 14.053), (8, 1024): (17.534, 35.866, 781.349),
         (16, 256): (1.371, 4.395, 9.317), (16, 1024): (16.811, 36.623, 425.668),
         (32, 256): (1.542, 4.959, 6.251), (32, 1024): (17.486, 38.734, 238.152), (32, 4096): (265.889, 746.509, 6667.677),
         (64, 256): (1.621, 5.585, 5.09), (64, 1024): (21.951, 40.867, 146.505), (64, 4096): (263.361, 754.307, 6880.359)}

BALANCERS = ["none", "greedy", "grid_comm", "grid_partition", "grid_hybrid"]
# Tables 8.1 and 8.2, artificial latency, in the order of BALANCERS: processors, ms of latency.
LEANMD = {(16, 2): (986, 896, 925, 899, 891), (16, 32): (1012, 912, 923, 912, 889),
          (32, 2): (547, 464, 470, 448, 451), (32, 32): (549, 459, 476, 448, 456),
          (64, 2): (440, 234, 246, 227, 236), (64, 32): (424, 238, 244, 223, 234),
          (128, 2): (228, 120, 123, 120, 119), (128, 32): (226, 150, 144, 136, 128)}
# Tables 8.3 and 8.4, artificial latency of 32 ms.
FRACTOGRAPHY = {8: (2863, 2862, 2859, 2854, 2837), 16: (1429, 1449, 1443, 1458, 1445), 32: (726, 744, 736, 739, 739),
                64: (384, 376, 376, 394, 376), 128: (193, 190, 190, 232, 189)}


def step_seconds(step, mapping, latency, ranks, side, *flags, **more):
    return one("none", *flags, blocks=f"{side}x{side}", ranks=ranks, map=mapping, latency=1e-3 * latency, step=step, steps=40,
               **MESSAGES, **more)["simulated_seconds"]


def calibrated(table_number):
    """Seconds of computing with which the block map takes what was published without latency."""
    _, ranks, side, _, block, _ = PRIORITY[table_number]
    target = 1e-3 * block[0]
    step = target
    for _ in range(2):
        step += target - step_seconds(step, "block", 0, ranks, side)
    return step


def priorities(check, quick=False):
    """A1, A4, A5, A6"""
    print("Tables 6.1 to 6.5: published / here\n")
    for number in ("6.1", "6.4") if quick else PRIORITY:
        mesh, ranks, side, naive, block, first = PRIORITY[number]
        step = calibrated(number)
        rows = []
        for i, latency in enumerate(LATENCIES):
            if quick and latency not in (0, 8, 32):
                continue
            n = step_seconds(step, "naive", latency, ranks, side)
            b = step_seconds(step, "block", latency, ranks, side)
            bp = step_seconds(step, "block", latency, ranks, side, "--border-first")
            law = max(step, 1e-3 * latency + step / (side * side / ranks))
            rows.append((latency, f"{naive[i]} / {ms(n)}", f"{block[i]} / {ms(b)}", f"{first[i]} / {ms(bp)}", ms(law)))
            check.that(b <= 1.02 * n, f"{number}: block map against naive map at {latency} ms")
            check.that(b <= 1e-3 * block[i] * 1.03, f"{number}: no longer than published at {latency} ms")
            check.that(b >= 0.98 * law, f"{number}: no shorter than the law at {latency} ms")
        print(f"Table {number}: {mesh}^2 points, {ranks} processors, {side * side} blocks\n")
        table(("latency", "naive", "block", "block, border first", "max(T, L + T/B)"), rows)


# Prototype with real messages: reduction every so many steps, ms of latency: first come first served, border blocks first.
REDUCTIONS = {(3, 20): (33.4, 27.4), (3, 25): (36.4, 30.9), (5, 20): (29.9, 24.6), (5, 25): (33.7, 29.1)}


def reductions(check, quick=False):
    """A6: border blocks first, with a reduction every few steps: four ranks with eight blocks each, step of 20 ms; first come,
    first served / border blocks first, and in brackets a prototype of others over MPI."""
    latencies = (20,) if quick else (5, 10, 15, 20, 25, 30, 40)
    rows = []
    for every in (0, 5, 3):
        cells = []
        for latency in latencies:
            scene = {"blocks": "4x8", "ranks": 4, "map": "block", "latency": 1e-3 * latency, "step": 0.02}
            scene.update({"reduce": every} if every else {})
            plain = one("none", **scene)["simulated_seconds"]
            first = one("none", "--border-first", **scene)["simulated_seconds"]
            was = " ({} / {})".format(*REDUCTIONS[every, latency]) if (every, latency) in REDUCTIONS else ""
            cells.append(f"{ms(plain, 3)} / {ms(first, 3)}{was}")
            if latency == 20:
                check.that(plain >= 1.12 * first if every else abs(plain / first - 1) < 0.02,
                           f"border first, every {every}: {plain} and {first}")
        rows.append((every or "none", *cells))
    table(("reduction every", *(f"{latency} ms" for latency in latencies)), rows)


def maps(check, quick=False):
    """A5: the initial maps of the dissertation, and the square one with a spread border that it prefers and does not build. Pairs of
    neighbours within sites / ms per step without latency, and with one of 16 ms; the step is 22 ms for the block map on 8 ranks."""
    rows = []
    for ranks, side in ((8, 32), (64, 64)) if quick else ((8, 16), (8, 32), (16, 32), (32, 64), (64, 64)):
        step, cells, near, times = 0.022 * 8 / ranks, [], {}, {}
        for mapping in ("naive", "block", "square"):
            scene = {"blocks": f"{side}x{side}", "ranks": ranks, "map": mapping, "step": step, "steps": 30, **MESSAGES}
            found = [one("none", latency=latency, **scene) for latency in (0, 16e-3 * 8 / ranks)]
            near[mapping] = int(found[0]["messages"] - found[0]["wide_messages"]) // 2
            times[mapping] = [t["simulated_seconds"] for t in found]
            cells.append(f"{near[mapping]} / " + ", ".join(map(ms, times[mapping])))
        check.that(near["square"] <= near["block"], f"square map on {ranks}: {near}")
        check.that(ranks < 32 or max(times["square"]) <= 0.98 * max(times["block"]), f"square map on {ranks}: {times}")
        rows.append((f"{ranks}, {side * side}", *cells))
    table(("ranks, blocks", "naive", "block", "square"), rows)


def speeds(check, quick=False):
    """A9: work that exceeds the mean share, by how much the first site is faster."""
    rows = []
    for ratio in (1.5,) if quick else (2, 1.5, 1.15):
        found = balance(["grid_comm", "grid_partition", "grid_hybrid"], blocks="32x32", ranks=4, speeds=[ratio, 1], steps=0)
        parts = math.ceil(ratio)
        rounded = max(parts / (parts + 1) / (ratio / (ratio + 1)), 1 / (parts + 1) / (1 / (ratio + 1))) - 1
        rows.append((ratio, *(f"{found[name]['imbalance']:.3f}" for name in found), f"{rounded:.3f}"))
        check.that(found["grid_partition"]["imbalance"] <= 0.05, f"speeds {ratio}: partition")
        check.that(found["grid_hybrid"]["imbalance"] <= 0.05, f"speeds {ratio}: hybrid")
        check.that(found["grid_comm"]["imbalance"] > 0.06, f"speeds {ratio}: nothing moves between sites with grid_comm")
    table(("faster by", "grid_comm", "grid_partition", "grid_hybrid", "whole numbers of parts, as published"), rows)


def hot_spot(check, quick=False):
    """A10, A12, A13: 16 x 16 blocks on 8 ranks, hot spot of 4 : 1."""
    expected = {"none": 1.9, "greedy": 1.0, "grid_comm": 1.09, "grid_partition, blocks": 1.9, "hybrid plain, blocks": 1.25,
                "hybrid seed, blocks": 1.22, "hybrid plain, work": 1.05, "hybrid seed, work": 1.04}
    found = {}
    for name in ("none", "greedy", "grid_comm", "grid_comm_refine"):
        found[name] = one(name, blocks="16x16", ranks=8, load="hot-spot", latency=0.016)
    for weights in ("blocks", "work"):
        for label, name, placing in (("grid_partition", "grid_partition", "seed"), ("hybrid plain", "grid_hybrid", "plain"),
                                     ("hybrid seed", "grid_hybrid", "seed")):
            found[f"{label}, {weights}"] = one(name, blocks="16x16", ranks=8, load="hot-spot", latency=0.016, parameters=(
                f"BalancerGrid.placing={placing}", f"BalancerGrid.site_weights={weights}"))
    rows = [(name, expected.get(name, "-"), f"{1 + t['imbalance']:.2f}", int(t["wide_messages"] / 2),
             f"{t['min_border']}-{t['max_border']}", t["moved_blocks"], ms(t["simulated_seconds"])) for name, t in found.items()]
    table(("balancer, weights of the sites", "max / mean, reference", "here", "wide edges", "border blocks", "moved", "step"), rows)
    check.that(found["greedy"]["imbalance"] <= 0.02, "hot spot: greedy")
    check.that(found["greedy"]["wide_messages"] >= 2 * found["none"]["wide_messages"], "hot spot: wide edges of greedy")
    check.that(found["hybrid seed, work"]["imbalance"] <= 0.1, "hot spot: seed with work")
    check.that(found["hybrid plain, work"]["imbalance"] <= 0.1, "hot spot: plain with work")
    check.that(0.1 < found["hybrid plain, blocks"]["imbalance"] < 0.45, "hot spot: plain with blocks")
    check.that(found["grid_comm_refine"]["moved_blocks"] <= found["grid_comm"]["moved_blocks"] / 2, "hot spot: refine moves half")


def costs(check, quick=False):
    """A14: processor time of plans, and after how many steps they have paid."""
    rows = []
    names = ["grid_comm", "grid_partition", "grid_hybrid"]
    for (ranks, blocks), published in COSTS.items():
        if quick and (ranks, blocks) != (64, 4096):
            continue
        side = math.isqrt(blocks)
        mapped = {"blocks": f"{side}x{side}", "ranks": ranks, "steps": 20, "step": 0.176 / ranks, "latency": 0.008, **MESSAGES}
        runs = [balance(["none", *names], **mapped) for _ in range(1 if quick else 3)]
        cells = []
        for name, was in zip(names, published):
            cost = min(found[name]["strategy_seconds"] for found in runs)
            saved = runs[0]["none"]["simulated_seconds"] - runs[0][name]["simulated_seconds"]
            steps = math.ceil((cost + runs[0][name]["moving_seconds"]) / saved) if saved > 1e-5 else "never"
            cells += [was, ms(cost, 3), steps]
            check.that(cost <= 0.2, f"cost of {name} for {blocks} blocks: {cost} s")
        rows.append((ranks, blocks, *cells))
    table(("ranks", "blocks", *(word for name in names for word in (f"{name}, published", "here", "pays after steps"))), rows)


def leanmd(check, quick=False):
    """A20: 216 cells that send coordinates, 3024 pairs of cells that answer with forces. The work is that of 16 processors with
    balancing (14.3 s); that of a cell differs by 0.5 to 1.5 from the mean."""
    rows = []
    for (ranks, latency), published in LEANMD.items():
        if quick and (ranks, latency) != (128, 32):
            continue
        found = balance(BALANCERS, graph="particles", blocks="6x6x6", ranks=ranks, latency=1e-3 * latency, step=14.3 / ranks,
                        load="random", steps=20)
        here = [1e3 * found[name]["simulated_seconds"] for name in BALANCERS]
        rows.append((ranks, latency, *(f"{a} / {b:.0f}" for a, b in zip(published, here))))
        if (ranks, latency) == (128, 32):
            none, greedy, comm, partition, hybrid = here
            check.that(hybrid <= partition <= comm <= greedy <= none, f"LeanMD: order at 32 ms: {here}")
    table(("ranks", "latency", *BALANCERS), rows)


def fractography(check, quick=False):
    """A21: 1000 blocks of a random planar graph, work 0.5 to 1.5 of the mean; at first in slices of as many blocks."""
    rows = []
    for ranks, published in FRACTOGRAPHY.items():
        if quick and ranks != 128:
            continue
        found = balance(BALANCERS, graph="triangles", blocks="25x40", ranks=ranks, latency=0.032, step=22.8 / ranks,
                        load="random", map="slices", steps=20)
        counts = one("grid_partition", graph="triangles", blocks="25x40", ranks=ranks, latency=0.032, step=22.8 / ranks,
                     load="random", map="slices", steps=20, parameters=("BalancerGrid.site_weights=blocks",))
        here = [1e3 * found[name]["simulated_seconds"] for name in BALANCERS]
        rows.append((ranks, *(f"{a} / {b:.0f}" for a, b in zip(published, here)), f"{1e3 * counts['simulated_seconds']:.0f}"))
        if ranks == 128:
            check.that(found["grid_partition"]["simulated_seconds"] >= 1.1 * found["grid_hybrid"]["simulated_seconds"],
                       "Fractography3D: partition is slower on 128")
            check.that(max(here[2], here[4]) <= here[0], "Fractography3D: grid_comm and grid_hybrid are not slower than none")
    table(("ranks", *BALANCERS, "grid_partition, sites by numbers of blocks"), rows)


EXPERIMENTS = (priorities, reductions, maps, speeds, hot_spot, costs, leanmd, fractography)
