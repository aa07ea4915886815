#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Radiative faces with and without decay, in one run: of a pulse that has left, decay reflects no more, and to second order; the error of
a dipole that is held in place is a fraction. The same bits on several blocks and ranks."""
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

THORN_PATH = cardon_run.take_thorn_path(sys.argv)


def run(points, initial, end, *arguments, driver=(), ranks=1):
    """The errors of phi and chi at the end, and the checksums."""
    config = {"title": "decay", "thorns": ["TwoFaces", *driver],
              "grid": {"points": [points] * 3, "domain": [[-1, 1]] * 3, "boundary": "radiative"},
              "time": {"courant": 0.3, "stop": {"time": end}, "integrator": "rk4"}, "TwoFaces": {"initial": initial},
              "output": {"scalars": {"every": f"{end} s", "fields": ["phi_error", "chi_error"]}}}
    with many_runs.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = many_runs.call(["run", file, "--out", folder / "out", "--quiet", cardon_run.NO_CHECKPOINT, *THORN_PATH, *arguments], ranks=ranks)
        if result.code != 0:
            sys.exit(result.report())
        out = cardon_run.RunFolder(folder / "out")
        columns = out.scalars
        return columns["phi_error"][-1], columns["chi_error"][-1], out.checksums


def main():
    wrong = []
    (coarse, coarse_decay, _), (fine, fine_decay, bits) = (run(n, "pulse", 2.5) for n in (25, 37))
    order = math.log(coarse_decay / fine_decay) / math.log(1.5)
    print(f"left of a pulse: {coarse:.2e}, {fine:.2e} on a finer grid; with decay {coarse_decay:.2e}, {fine_decay:.2e}, order {order:.2f}")
    if not fine_decay < 1.3 * fine or not order > 1.6:
        wrong.append(f"pulse: {fine_decay:.3g} with decay, {fine:.3g} without, order {order:.2f}")
    still, decaying, _ = run(37, "dipole", 4)
    print(f"error of a held dipole: {still:.3f}; with decay {decaying:.3f}")
    if not decaying < 0.3 * still:
        wrong.append(f"dipole: {decaying:.3g} with decay, {still:.3g} without")
    for ranks, driver, *arguments in ((2, (), "driver.topology=[2,1,1]"), (2, ("GridDriver",), "driver.blocks_per_rank=4")):
        if run(37, "pulse", 2.5, *arguments, driver=driver, ranks=ranks)[2] != bits:
            wrong.append(f"other bits with {driver} and {arguments}")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
