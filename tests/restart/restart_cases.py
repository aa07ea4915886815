# SPDX-License-Identifier: Apache-2.0
"""Problems, and settings of the machine, for tests of restarts."""
import copy
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402
import places  # noqa: E402

STEPS = 26

WAVETOY = {
    "thorns": ["WaveToy"],
    "grid": {"points": [33, 18, 17], "domain": [[-1, 1], [-0.05, 1.65], [0, 1.6]],
             "boundary": ["radiative", ["reflecting", "radiative"], {"lower": {"dirichlet": "0"}, "upper": "neumann"}]},
    "time": {"courant": 0.3, "stop": {"iterations": STEPS}},
    "WaveToy": {"centre": [0, 0, 0], "width": 0.3},
    "output": {"scalars": {"every": 4, "fields": ["phi", "energy", "total_energy"], "reductions": ["min", "max", "l2"]},
               **places.output([[-1, 1], [-0.05, 1.65], [0, 1.6]], (33, 18, 17), ["phi", "energy"], 4)},
    "health": {"every": 5},
}
WAVETOY4 = {
    "thorns": ["WaveToy"],
    "grid": {"points": [30, 16, 15], "domain": [[0, 1], [0, 1], [0, 1]]},
    "time": {"courant": 0.3, "stop": {"iterations": STEPS}},
    "WaveToy": {"order": 4, "radius": 0.25},
    "output": {"scalars": {"every": 3, "fields": ["phi"], "reductions": ["min", "max", "l2"]},
               **places.output(None, (30, 16, 15), ["phi"], 3)},
}
WAVEMOL = {
    "thorns": ["WaveMoL"],
    "grid": {"points": [36, 14, 13], "domain": [[-1, 1], [0, 1], [0, 1]], "boundary": ["radiative", "periodic", "periodic"]},
    "time": {"courant": 0.2, "integrator": "rk4", "stop": {"iterations": STEPS}},
    "WaveMoL": {"order": 4, "width": 0.3},
    "output": {"scalars": {"every": 5, "fields": ["phi", "pi"], "reductions": ["min", "max", "l2"]},
               **places.output([[-1, 1], [0, 1], [0, 1]], (36, 14, 13), ["phi", "pi"], 4)},
}
DIFFUSION = {
    "thorns": ["Diffusion"],
    "grid": {"points": [40, 12], "domain": [[0, 1], [0, 1]]},
    "time": {"stop": {"iterations": STEPS}},
    "output": {"scalars": {"every": 2, "reductions": ["min", "max", "l2"]}, **places.output(None, (40, 12), ["u"], 4)},
}


@dataclass(frozen=True)
class Machine:
    """`sites`: ranks of each; empty: no section machine, and UnigridDriver. `sections`: further ones."""
    ranks: int = 1
    sites: tuple = ()
    driver: dict = None
    checkpoint: dict = None
    called: str = "abc"
    sections: dict = None

    @property
    def names(self):
        return list(self.called[:len(self.sites)])

    def applied_to(self, problem):
        config = copy.deepcopy(problem)
        driver = dict(self.driver or {})
        if self.sites:
            config["thorns"].append("GridDriver")
            config["machine"] = {"sites": [{"name": n, "ranks": r} for n, r in zip(self.names, self.sites)]}
            driver.setdefault("calibration", "never")
        if driver:
            config["driver"] = driver
        config |= copy.deepcopy(self.sections or {})
        # Restarts are from the middle of a run: the one at its end would be newer.
        config["checkpoint"] = {"on_stop": "early", **config.get("checkpoint", {}), **(self.checkpoint or {})}
        return config


def run(folder, name, problem, machine, *arguments, timeout=200, mpi=True):
    """Runs in a folder of its own name, several ranks over MPI or as threads of a process that other runs share; raises
    RuntimeError with the report if the run does not finish."""
    file = cardon_run.write_parfile(folder / f"{name}.yaml", machine.applied_to(problem))
    start = cardon_run.call if mpi else many_runs.call
    result = start(["run", file, "--out", folder / name, "--quiet", *arguments], ranks=machine.ranks, cwd=folder, timeout=timeout)
    if result.code != 0:
        raise RuntimeError(result.report())
    finished = cardon_run.RunFolder(folder / name)
    if machine.ranks > 1 and mpi == (cardon_run.THREADS in finished.transport):
        raise RuntimeError(f"{machine.ranks} ranks were started over {finished.transport}")
    return finished


def differences(reference, other):
    found = []
    if reference.checksums != other.checksums:
        found.append(f"checksums {reference.checksums} and {other.checksums}")
    if reference.scalars_text != other.scalars_text:
        found.append(f"scalars.tsv\n{reference.scalars_text}and\n{other.scalars_text}")
    places.check(reference.path)
    return found + places.differences(reference.path, other.path)
