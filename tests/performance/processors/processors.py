#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares builds for different processors: speed of applications on one core, relative to the first build, and their bits.

    processors.py NAME=BUILD ... [--rounds N] [--share S] [--only APPLICATION ...]

as in `processors.py native=build default=build-package/default x86-64-v3=build-package/x86-64-v3`. Builds take turns, so that
whatever else the machine does meets all of them; medians over rounds are printed with the least and the largest."""
import argparse
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "lib"))
import cardon_run  # noqa: E402

# Name -> shipped parameter file, grid and steps, which take one or two seconds.
APPLICATIONS = {
    "WaveToy": ("standing-wave", "grid.points=[1024, 1024]", 300),
    "WaveMoL": ("wave-mol", "grid.points=[96, 96, 96]", 40),
    "Euler": ("euler-kelvin-helmholtz", "grid.cells=[256, 256]", 40),
    "GrayScott": ("grayscott", "grid.points=[512, 512]", 400),
    "EinsteinVacuum": ("einstein-wave-pulse", "grid.points=[32, 32, 32]", 10),
}


def run(build, application, share, folder):
    """Points per second and step of the evolution, without outputs."""
    file, grid, steps = APPLICATIONS[application]
    words = [build / "bin/cardon", "run", cardon_run.SOURCE / f"parfiles/{file}.yaml", grid, "output={}",
             f"time.stop={{iterations: {max(2, int(steps * share))}}}", "--out", folder, "--quiet"]
    done = subprocess.run(list(map(str, words)), env=cardon_run.environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{application} of {build}: {done.stdout}{done.stderr}")
    return cardon_run.RunFolder(folder).summary["points_per_second"]


def measure(builds, application, rounds, share, scratch):
    """Speeds by build, whose bits must be those of the first one."""
    speeds, first = {build: [] for build in builds}, None
    for number in range(rounds):
        for build, path in builds.items():
            folder = scratch / f"{application}-{build}-{number}"
            speeds[build].append(run(path, application, share, folder))
            first = first or folder
            if cardon_run.RunFolder(folder).checksums != cardon_run.RunFolder(first).checksums:
                sys.exit(f"{application}: {build} has other bits than {next(iter(builds))}")
    return speeds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("builds", nargs="+", metavar="NAME=BUILD")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--share", type=float, default=1, help="of the steps")
    parser.add_argument("--only", nargs="+", default=list(APPLICATIONS))
    arguments = parser.parse_args()
    builds = {name: Path(path).resolve() for name, _, path in (word.partition("=") for word in arguments.builds)}
    print("| application | " + " | ".join(f"{name}, Mpoint/s" for name in builds) + " | " + " | ".join(
        f"{name} / {next(iter(builds))}" for name in list(builds)[1:]) + " |")
    print("|---" * (2 * len(builds)) + "|")
    with cardon_run.folder() as scratch:
        for name in arguments.only:
            speeds = measure(builds, name, arguments.rounds, arguments.share, scratch)
            reference = statistics.median(next(iter(speeds.values())))
            cells = [f"{statistics.median(s) * 1e-6:.3g} ({min(s) * 1e-6:.3g} to {max(s) * 1e-6:.3g})" for s in speeds.values()]
            cells += [f"{statistics.median(s) / reference:.2f}" for s in list(speeds.values())[1:]]
            print("| " + " | ".join([name, *cells]) + " |", flush=True)


if __name__ == "__main__":
    main()
