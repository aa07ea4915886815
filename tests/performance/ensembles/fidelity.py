#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""E28: real ensembles of members that sleep, for comparison with the simulated ones of Farm.ForetellsEnsembles (test_task_farm).

    chrt -f 10 tests/performance/ensembles/fidelity.py

Prints the time from the first result to the last one, the mean time of members, and the grain over the link at the end."""
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

WAVE = {"thorns": ["WaveToy", "GridDriver", "ComputeEmulated"], "grid": {"points": [16], "domain": [[0, 1]], "boundary": "periodic"},
        "time": {"stop": {"iterations": 8}, "step": 0.01}, "WaveToy": {"initial": "plane", "wavenumber": [1, 0, 0]},
        "emulated_compute": {"per_point": "1.5 ms"}}
FAR = {"latency": "300 ms", "bandwidth": "2 MB/s"}
CASES = {"one worker": (20, [{"name": "a", "workers": 1, "cores": 1}]),
         "four workers": (80, [{"name": "a", "workers": 4, "cores": 8}]),
         "two sites": (80, [{"name": "a", "workers": 2, "cores": 4}, {"name": "b", "workers": 2, "cores": 4, **FAR}])}


def lines_of(folder, name):
    return [json.loads(line) for line in (folder / "e" / name).read_text().splitlines()]


def measure(count, sites):
    """Seconds from the first result to the last, mean seconds of a member, members at once over the link."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cardon_run.write_parfile(folder / "wave.yaml", WAVE)
        vary = {"WaveToy.speed": {"from": 1, "to": 2, "count": count}}
        cardon_run.write_parfile(folder / "study.yaml", {"run": "wave.yaml", "vary": vary, "sites": sites})
        process = subprocess.Popen([str(cardon_run.BINARY), "ensemble", "study.yaml", "--out", "e"], cwd=folder,
                                   env=cardon_run.environment(), stdout=subprocess.PIPE, text=True)
        told = [time.monotonic() for line in process.stdout if line.split(" of ")[0].strip().isdigit()]
        if process.wait() != 0:
            sys.exit("the ensemble has failed")
        seconds = [member["seconds"] for member in lines_of(folder, "members.jsonl")]
        grains = [entry["grain_over_link"] for entry in lines_of(folder, "decisions.jsonl")
                  if entry.get("site") == "b" and "grain_over_link" in entry]
        return told[count - 1] - told[0], sum(seconds) / count, grains[-1] if grains else 1


def main():
    for name, (count, sites) in CASES.items():
        seconds, member, grain = measure(count, sites)
        print(f"{name:<13} {seconds:6.2f} s, a member {member:.3f} s, {grain} at once over the link", flush=True)


if __name__ == "__main__":
    main()
