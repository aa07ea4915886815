#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs that try several ghost depths in their first steps, as they do by default where a rank's block exceeds the second-level cache:
the same checksums and scalars as on one rank, with faces and without, for one and for several stages, with restarts from the middle of
the search, with both drivers. Each of them must have tried. A tuner begins when the search is over."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

RANKS = 2
RESTARTED = 3  # ranks that take a run over from the middle of its search
TWICE = 4  # at most, so many times: steps of faster hosts
LENGTH = 100  # points in z, which is cut: enough for some layers more
SHORTEST_SEARCH = 20  # steps: five cycles of two, for two depths


def side(arrays, blocks):
    """Points in x and y with which one of so many blocks exceeds the second-level cache."""
    told = subprocess.run(["getconf", "LEVEL2_CACHE_SIZE"], capture_output=True, text=True).stdout.strip()
    cache = max(int(told) if told.isdigit() else 0, 1 << 20)
    return int((1.1 * blocks * cache / (8 * arrays * LENGTH)) ** 0.5) + 1


def problem(thorns, arrays, boundary, steps, driver=None, balance=None, **more):
    """With so many steps that there is time for a search on most hosts; where steps are faster, searched() takes more."""
    driver = driver or {}
    points = side(arrays, 3 * driver.get("blocks_per_rank", 1))
    return {"thorns": thorns.split(), "driver": driver, **({"balance": balance} if balance else {}),
            "grid": {"points": [points, points, LENGTH], "domain": [[-1, 1]] * 3, "boundary": boundary},
            "time": {"courant": 0.2, "stop": {"iterations": steps}, **more},
            "output": {"scalars": {"every": 30, "reductions": ["min", "l2"]}}, "health": {"every": 25}}


PROBLEMS = [problem("WaveToy", 2, "periodic", 700),
            problem("Diffusion", 2, ["periodic", "neumann", {"dirichlet": "0"}], 700),
            problem("WaveToy GridDriver", 2, "periodic", 1400),
            problem("Diffusion GridDriver", 2, ["periodic", "neumann", {"dirichlet": "0"}], 600, {"blocks_per_rank": 2}, balance={"balancer": "none"}),
            problem("WaveMoL", 8, {"dirichlet": "0"}, 250, integrator="rk4")]


def run(folder, name, config, ranks, *arguments):
    file = cardon_run.write_parfile(folder / f"{name}.yaml", config)
    out = cardon_run.RunFolder(folder / name)
    result = cardon_run.call(["run", file, "--out", out.path, "--quiet", *arguments], ranks=ranks, threads=True, timeout=200)
    if result.code != 0:
        raise RuntimeError(result.report())
    return out


def compare(reference, other, what):
    problems = []
    if other.checksums != reference.checksums:
        problems.append(f"{what}: other checksums")
    if other.scalars_text != reference.scalars_text:
        problems.append(f"{what}: other scalars")
    return problems


def tuned_while_searching(run_folder):
    """The tuner's first window ended before the shortest search could."""
    table = run_folder.path / "tuning.tsv"
    if not table.exists():
        return False
    rows = [line.split("\t") for line in table.read_text().splitlines()]
    return len(rows) > 1 and int(rows[1][rows[0].index("iteration")]) <= SHORTEST_SEARCH


def with_steps(config, steps):
    return {**config, "time": {**config["time"], "stop": {"iterations": steps}}}


def with_checkpoints(config):
    """The first one in the middle of the search."""
    return {**config, "checkpoint": {"every": early(config), "keep": 20, "on_stop": "never"}}


def name_of(config):
    return "-".join(config["thorns"])


def early(config):
    return config["time"]["stop"]["iterations"] // 20


def searches(*runs):
    return all("ghost_search" in out.summary for out in runs)


def searched(folder, config):
    """With so many steps that there was a search: that run, and the one that continues it from the middle of the search, on more ranks,
    whose steps may be faster."""
    name, max_steps = name_of(config), config["time"]["stop"]["iterations"] << TWICE
    while True:
        steps = config["time"]["stop"]["iterations"]
        tried = run(folder, f"{name}-{RANKS}-{steps}", with_checkpoints(config), RANKS)
        while_searching = tried.path / "checkpoints" / f"it{early(config):06}"
        restarted = run(folder, f"{name}-restarted-{steps}", config, RESTARTED, "--restart", while_searching)
        if searches(tried, restarted) or steps >= max_steps:
            return config, tried, restarted
        config = with_steps(config, 2 * steps)


def check(folder, config):
    name = name_of(config)
    config, tried, restarted = searched(folder, config)
    reference = run(folder, f"{name}-1", config, 1)
    problems = compare(reference, tried, f"{name} on {RANKS} ranks")
    if restarted.checksums != reference.checksums:
        problems.append(f"{name} restarted on {RESTARTED} ranks: other checksums")
    for out in (tried, restarted):
        if not searches(out):
            problems.append(f"{out.path.name}: no other ghost depth was tried")
        if tuned_while_searching(out):
            problems.append(f"{out.path.name}: tuned during the search")
    return problems


def main():
    problems = []
    with cardon_run.folder() as folder:
        for config in PROBLEMS:
            problems += check(folder, config)
    print("\n".join(problems) or f"{len(PROBLEMS)} problems: the same bits while ghost depths are tried")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
