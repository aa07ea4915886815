# SPDX-License-Identifier: Apache-2.0
"""J: the same over a real TCP connection, between the namespaces of utils/wan-testbed."""
import sys
import threading
import time

import history
from report import Part, Plot, percent
from runs import Failed, cardon_run, merged
from tuned import AUTO, Tuned, run_tuned

sys.path.append(str(cardon_run.SOURCE / "tests/wide_area"))
import wan  # noqa: E402

RATE = 24                         # Mbit/s: the 3 MB/s of part I


def call(*arguments):
    done = wan.testbed(*arguments, timeout=600)
    if done.returncode:
        raise Failed(f"wan-testbed {arguments}\n{done.stdout}{done.stderr}")


def set_later(log, seconds, latency):
    """Other latency so many seconds after a run began."""
    while not log.exists():
        time.sleep(0.02)
    time.sleep(seconds)
    call("set", "*", "*", latency, RATE)


def over_real_links(config, latency=history.LATENCY, later=None):
    """A tuned run, one rank in each namespace; `later`: seconds after which the latency changes, and the one from then on, in ms."""
    plain = merged(config, {"tuning.tuner": "model"})
    plain["machine"] = {key: value for key, value in config["machine"].items() if key in ("sites", "axis")}
    wan.testbed("down")
    try:
        with cardon_run.folder() as folder:
            file = cardon_run.write_parfile(folder / "case.yaml", plain)
            call("up")
            call("set", "*", "*", latency, RATE)
            if later:
                threading.Thread(target=set_later, args=(folder / "out/log.txt", *later), daemon=True).start()
            call("run", 1, cardon_run.BINARY, "run", file, "--out", folder / "out", "--quiet")
            return Tuned(cardon_run.RunFolder(folder / "out"))
    finally:
        wan.testbed("down")


def measure(bench):
    part = Part("J", "The same over a real TCP connection",
                f"The runs are those of part I with the tuner `model`, over {history.LATENCY} ms and {RATE} Mbit/s between two network "
                "namespaces (`utils/wan-testbed`), and over an emulated link.", history.COLUMNS,
                efficiencies=history.EFFICIENCIES)
    check = wan.testbed("check")
    if check.returncode:
        part.settings += f" Skipped, no test bed is possible here: {' '.join(check.stdout.split())}."
        return part
    config = merged(history.base(bench), AUTO)
    runs = {"real": over_real_links(config), "emulated": run_tuned(config)}
    part.rows = [history.row(name, run) for name, run in runs.items()]
    real, emulated = (run.final_efficiency for run in runs.values())
    part.judge("E at the end, real - emulated", f"{100 * (real - emulated):+.1f} points", "within 5 points",
               abs(real - emulated) <= 0.05)
    part.judge("E at the end over real links", percent(real), ">= 90 %", real >= 0.9)
    part.plots.append(Plot("history-real", "Efficiency over steps, real and emulated link", "step", "efficiency",
                           {name: run.trace("efficiency") for name, run in runs.items()}, dots=False))
    return part
