# SPDX-License-Identifier: Apache-2.0
"""M: the latency or a rank changes in the middle of a run over a real TCP connection, between the namespaces of utils/wan-testbed."""
import changes
import turning
from real_links import RATE, over_real_links, wan
from report import Part, Plot, milliseconds, percent
from runs import machine, merged
from tuned import AUTO, FIXED

STEP = 0.06                       # s of computing per step
STEPS = 500
LATENCY, LONGER = 20, 80          # ms
SECONDS = 15                      # after which the latency changes
SLOW_AT = 250                     # iteration after which a rank has half its speed
CLOSE = 1.1                       # to a run that has known it from the start
WINDOWS = 2
SLOW = {"emulated_compute.changes": [{"after": SLOW_AT, "rank": 1, "speed": 0.5}]}
ALWAYS_SLOW = {"emulated_compute.speeds": [1, 0.5], "driver.calibration": "always"}


def base(bench):
    config = merged(changes.CONFIG, {**FIXED, **turning.PATH, "grid.points": [48, 60, 192], "Turning.centre": [24, 30, 96],
                                     "machine": machine([1, 1], LATENCY, f"{RATE / 8} MB/s")})
    bench.pad(config, STEP)
    return merged(config, {**AUTO, "time.stop.iterations": STEPS})


def measure(bench):
    part = Part("M", "Changes in the middle of a run over a real TCP connection",
                f"The runs have a field on 48 x 60 x 192 points, on two network namespaces (`utils/wan-testbed`) of one rank, with "
                f"{1e3 * STEP:.0f} ms of computing per step, {LATENCY} ms and {RATE} Mbit/s. The latency rises to {LONGER} ms after "
                f"{SECONDS} s of a run, or rank 1 slows to half its speed after {SLOW_AT} steps. Window 0 is the one in which the change "
                "occurs. `fresh` is a run with the changed figures from the start. The target is at most "
                f"{CLOSE} times the step of the fresh run.",
                ["change", "E before", "E after, before the tuner acts", "E at the end", "ms per step before", "at the end", "fresh",
                 "window", "steps", "changes of settings", "settings at the end", "fresh settings"],
                efficiencies=["E before", "E after, before the tuner acts", "E at the end"])
    check = wan.testbed("check")
    if check.returncode:
        part.settings += f" Skipped, no test bed is possible here: {' '.join(check.stdout.split())}."
        return part
    config = base(bench)
    short = {"time.stop.iterations": STEPS // 2}
    for name, run, fresh in (
            (f"latency {LATENCY} to {LONGER} ms", over_real_links(config, LATENCY, (SECONDS, LONGER)),
             over_real_links(merged(config, short), LONGER)),
            ("a rank slows to half", over_real_links(merged(config, SLOW), LATENCY),
             over_real_links(merged(config, {**short, **ALWAYS_SLOW}), LATENCY))):
        add(part, name, run, fresh, run.iteration_at(SECONDS) if "latency" in name else SLOW_AT)
    return part


def add(part, name, run, fresh, at):
    window = run.windows_to(CLOSE * fresh.final_step, at)
    before = [row for row in run.rows if row["iteration"] <= at][-3:]
    later = [row for row in run.rows if row["iteration"] > at]
    part.rows.append([
        name, percent(run.mean(before, "efficiency")), percent(min(row["efficiency"] for row in later[:WINDOWS + 1])),
        percent(run.final_efficiency), milliseconds(run.mean(before, "step_s")), milliseconds(run.final_step),
        milliseconds(fresh.final_step), "never" if window is None else window,
        "-" if window is None else f"{max(0, later[window]['start'] - at):.0f}",
        sum(decision["step"] > at for decision in run.decisions), run.words, fresh.words])
    part.judge(f"{name}: time per step at the end / fresh", f"{run.final_step / fresh.final_step:.3f}", f"<= {CLOSE}",
               run.final_step <= CLOSE * fresh.final_step)
    part.judge(f"{name}: reached", "never" if window is None else f"with window {window}", f"with window {WINDOWS}",
               window is not None and window <= WINDOWS)
    part.plots.append(Plot(f"real-change-{'latency' if 'latency' in name else 'rank'}", f"Efficiency over steps: {name}", "step", "efficiency",
                           {"efficiency": run.trace("efficiency")}, marks={"change": at}, dots=False))
