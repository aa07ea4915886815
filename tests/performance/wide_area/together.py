# SPDX-License-Identifier: Apache-2.0
"""E: all techniques together, one after the other, over the link of the record run with messages of its sizes."""
from report import Part, Plot, milliseconds, percent
from runs import behind, machine, merged, ratio_behind

# The record run: 60 processors on each side of a link of 3 MB/s, a face of 70 x 60 points each, 6 grid functions of 8
# bytes, 1.7 s of computing per step. Here 2 ranks stand on each side; each sends as much as 3 of those, and computes for
# 1.7 s x 6 / 60 per step, so that sending takes as many times as long as computing as it did then.
BANDWIDTH = "3 MB/s"
LATENCY = 75
RANKS = 2
EACH_FOR = 3
MESSAGE = EACH_FOR * 70 * 60 * 6 * 8
STEP = 1.7 * EACH_FOR * RANKS / 60
# 5 fields are exchanged by these applications at depth 1: 120 x 126 points make the same message.
FACE = [120, 126 * RANKS]
PLANES = 96
# A periodic bump, 19 points wide in x and more in y and z.
SMOOTH = "exp(cos(2*pi*x/1.2) + cos(2*pi*y/2.52) + cos(2*pi*z/1.9) - 3)"
CONFIG = {
    "thorns": ["WaveToy", "WaveMoL", "Diffusion", "GrayScott", "GridDriver"],
    "grid": {"points": [*FACE, PLANES], "domain": [[0, 1.2], [0, 2.52], [0, 0.95]],
             "boundary": ["periodic", "periodic", "neumann"]},
    "time": {"stop": {"iterations": 40}, "courant": 0.25, "integrator": "euler"},
    "WaveToy": {"initial": "expression", "profile": SMOOTH},
    "WaveMoL": {"initial": "expression", "profile": SMOOTH, "order": 2, "speed": 0.4},
    "Diffusion": {"initial": "expression", "profile": SMOOTH, "diffusivity": 1e-3},
    "GrayScott": {"initial": "expression", "profile_u": f"1 - 0.5 * {SMOOTH}", "profile_v": f"0.25 * {SMOOTH}"},
    "health": {"every": 0},
    "driver": {"ghost_zones": 1, "overlap": "never", "calibration": "never"},
}
LEARNED = 12                      # messages, after which the orders of extrapolation no longer change
# What the paper did, and our own way, where each line adds to the one before.
THEIRS = [("plain", {}),
          ("10 layers", {"driver.ghost_zones": 10}),
          ("10 layers, zlib-6", {"driver.ghost_zones": 10, "driver.compression": ["zlib-6"]})]
OURS = [("2 layers", {"driver.ghost_zones": 2}),
        ("+ extrapolate, shuffle, zstd-1", {"driver.compression": ["extrapolate", "shuffle", "zstd-1"]}),
        ("+ overlap", {"driver.overlap": "always"}),
        ("+ 4 blocks per rank", {"driver.blocks_per_rank": 4})]


def base(bench):
    config = merged(CONFIG, {"machine": machine([RANKS, RANKS], LATENCY, BANDWIDTH)})
    bench.pad(config, STEP)
    for site in config["machine"]["sites"]:
        site["topology"] = [1, RANKS, 1]
    return config


def cases(bench):
    """By setting and cycles of the plan: a short and a long run, of which the rest of the long one counts."""
    config, found = base(bench), {}

    def add(name, case, shorter, longer):
        for which, cycles in (("short", shorter), ("long", longer)):
            steps = case["driver"]["ghost_zones"] * cycles
            found[name, which] = merged(case, {"time.stop.iterations": steps})

    for name, changes in THEIRS:
        add(name, merged(config, changes), 2, 4 if bench.quick else 6)
    for name, changes in OURS:
        config = merged(config, changes)
        add(name, config, LEARNED, LEARNED + (8 if bench.quick else 32))
    return found


def measure(bench):
    runs = bench.run_all(cases(bench), jobs=1)
    part = Part("E", "All together over the link of the record run",
                f"Four applications in one run, 4 ranks in two sites, {LATENCY} ms and {BANDWIDTH}. Each rank sends "
                f"{runs['plain', 'long'].message_bytes / 1e3:.0f} kB per step at depth 1, as {EACH_FOR} ranks of the record run "
                f"({MESSAGE / 1e3:.0f} kB), and computes {1e3 * STEP:.0f} ms per step, so that sending takes as many times as long "
                "as computing as it did then. The first lines are the paper's ways; the others add up. What happens while "
                f"`extrapolate` learns from its first {LEARNED} messages is left out.",
                ["setting", "E", "ms per step", "ratio", "hidden", "redundant points"], efficiencies=["E"])
    efficiency = {}
    for name, _ in THEIRS + OURS:
        short, long = runs[name, "short"], runs[name, "long"]
        efficiency[name], step = behind(short, long)
        part.rows.append([name, percent(efficiency[name]), milliseconds(step), f"{ratio_behind(short, long):.2f}",
                          percent(long.hidden), percent(long.redundant)])
    plain, final = efficiency["plain"], efficiency[OURS[-1][0]]
    part.judge("plain configuration", percent(plain), "low (paper: 14 %)", plain < 0.35)
    part.judge("all by hand", percent(final), ">= 95 %", final >= 0.95)
    part.plots.append(Plot("together", "All together, 75 ms and 3 MB/s", "", "efficiency",
                           {"efficiency": list(efficiency.items())}, in_table=True))
    return part
