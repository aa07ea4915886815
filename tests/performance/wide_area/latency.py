# SPDX-License-Identifier: Apache-2.0
"""A: efficiency against latency as the founding paper measured it, and with links that behave like real ones."""
from report import Part, Plot, percent
from runs import machine, merged

STEP = 0.65 / 0.35 * 0.075        # seconds of computing per step, so that E is 65 % at 75 ms
CONFIG = {
    "thorns": ["WaveToy", "GridDriver"],
    "grid": {"points": [32, 32, 128], "domain": [[0, 1], [0, 1], [0, 4]], "boundary": ["periodic", "periodic", "neumann"]},
    "time": {"stop": {"iterations": 24}, "courant": 0.5},
    "WaveToy": {"initial": "gaussian", "centre": [0.5, 0.5, 2.0], "width": 0.3},
    "health": {"every": 0},
    "driver": {"ghost_zones": 1, "overlap": "never", "calibration": "never"},
}
WAYS = {"naive": (True, 1 << 20), "links": (False, 1 << 20), "naive, 3 pieces": (True, 4000), "links, 3 pieces": (False, 4000)}


def expected(latency):
    return STEP / (STEP + latency)


def measure(bench):
    latencies = bench.latencies_of([0, 10, 20, 30, 40, 50, 60, 75, 90, 100, 125, 150], [0, 75, 150])
    base = merged(CONFIG, {"machine": machine([1, 1], 0), "time.stop.iterations": 8 if bench.quick else 24})
    bench.pad(base, STEP)
    cases = {(way, latency): merged(base, {"machine": machine([1, 1], latency, naive=naive), "driver.piece_bytes": piece})
             for way, (naive, piece) in WAYS.items() for latency in latencies}
    found = {key: figures.efficiency for key, figures in bench.run_all(cases).items()}
    part = Part("A", "Efficiency against latency",
                f"WaveToy on 32 x 32 x 128 points, two sites of one rank, ghost depth 1, bulk-synchronous, {1e3 * STEP:.0f} ms "
                "of computing per step. `naive` waits before every send, as the paper did; `links` behave like real ones. "
                "With the message in 3 pieces the naive way waits three times, a real link does not.",
                ["latency ms", "expected", *WAYS], efficiencies=list(WAYS))
    for latency in latencies:
        part.rows.append([latency, percent(expected(latency / 1e3)), *(percent(found[way, latency]) for way in WAYS)])
    for way in ("naive", "links"):
        line = [found[way, latency] for latency in latencies]
        part.judge(f"{way}: E at 75 ms", percent(found[way, 75]), "65 % +- 2", abs(found[way, 75] - 0.65) <= 0.02)
        part.judge(f"{way}: falls with latency", " ".join(percent(e) for e in (line[0], line[-1])), "falling",
                   all(a > b for a, b in zip(line, line[1:])))
        off = max(abs(found[way, latency] - expected(latency / 1e3)) for latency in latencies)
        part.judge(f"{way}: farthest from t / (t + L)", percent(off), "<= 3 %", off <= 0.03)
    part.judge("three pieces at 75 ms, naive against links",
               f"{percent(found['naive, 3 pieces', 75])}, {percent(found['links, 3 pieces', 75])}", "only naive loses",
               found["naive, 3 pieces", 75] < 0.45 and found["links, 3 pieces", 75] > 0.6)
    series = {way: [(latency, found[way, latency]) for latency in latencies] for way in WAYS}
    series["expected t / (t + L)"] = [(latency, expected(latency / 1e3)) for latency in range(0, 151, 5)]
    part.plots.append(Plot("efficiency-latency", "Efficiency at ghost depth 1, 139 ms of computing per step",
                           "latency, one way (ms)", "efficiency", series, in_table=True))
    return part
