# SPDX-License-Identifier: Apache-2.0
"""5: compression over 100 Mbit/s, found on a smooth spacetime, and what there is to gain on noise."""
from report import Part, milliseconds, percent
from runs import machine, merged
from spacetime import NOISY, SMOOTH, problem
from tuned import FIXED, run_tuned

STEP = 0.2                        # s of computing per step
POINTS = [40, 40, 80]             # 40^3 per rank, a message of 320 kB
LINK = machine([1, 1], 0.2, "100 Mbit/s")
CHAINS = {"none": "none", "zlib-1": ["zlib-1"], "extrapolate, bitpack": ["extrapolate", "bitpack"],
          "extrapolate, shuffle, zstd-1": ["extrapolate", "shuffle", "zstd-1"]}
DATA = {"smooth": SMOOTH, "noisy": NOISY}
CLOSE = 1.05                      # to the best by hand


def base(bench, data):
    config = problem(POINTS, {**FIXED, **data}, LINK)
    bench.pad(config, STEP)
    return merged(config, {"machine": LINK})


def measure(bench):
    part = Part("5", "Compression over 100 Mbit/s (the paper's figure 5)",
                f"The runs have {' x '.join(map(str, POINTS))} points, on two sites of one rank, with {1e3 * STEP:.0f} ms of computing per "
                "step, ghost depth 1, bulk-synchronous. The tuner chooses only the codecs. The smooth data are a gauge wave; the noisy "
                "data are flat space with noise in all fields.",
                ["data", "who", "chain at the end", "ms per step", "E", "ratio", "changes"], efficiencies=["E"], keys=2)
    for name, data in DATA.items():
        config = base(bench, data)
        hand = bench.run_all({chain: merged(config, {"driver.compression": codecs, "time.stop.iterations": 30})
                              for chain, codecs in CHAINS.items()}, jobs=1)
        steps = 80 if bench.quick else 200
        tuned = run_tuned(merged(config, {"driver.compression": "auto", "time.stop.iterations": steps}))
        for chain, run in hand.items():
            link = run.wide[0]
            part.rows.append([name, "by hand", chain, milliseconds(run.step), percent(run.efficiency),
                              f"{link['bytes_raw'] / link['bytes_sent']:.2f}", "-"])
        part.rows.append([name, "model", tuned.chains, milliseconds(tuned.final_step), percent(tuned.final_efficiency),
                          f"{tuned.final('ratio:a-b'):.2f}", len(tuned.decisions)])
        best = min(run.step for run in hand.values())
        part.judge(f"{name}: time per step / best by hand", f"{tuned.final_step / best:.3f}", f"<= {CLOSE}",
                   tuned.final_step <= CLOSE * best)
        if name == "smooth":
            part.judge("smooth: compression found and kept", tuned.chains, "a chain", "none" not in tuned.chains)
    return part
