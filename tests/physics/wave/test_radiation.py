#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A pulse of WaveMoL leaves through radiative faces: when it has gone, what is left of it is small, and smaller on a finer grid, with
all schemes. Nothing grows later."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

GONE, LATE = 3, 12      # s: the pulse leaves the corners at 2.3 s


def left(points, order, integrator, boundary, centre):
    """The largest value of phi from GONE on and at LATE, in units of the largest at the faces when the pulse passes them."""
    config = {"title": "radiation", "thorns": ["WaveMoL"],
              "grid": {"points": [points] * 3, "domain": [[-1, 1]] * 3, "boundary": boundary},
              "time": {"courant": 0.3, "stop": {"time": LATE}, "integrator": integrator},
              "WaveMoL": {"order": order, "initial": "gaussian", "width": 0.3, "centre": centre},
              "output": {"scalars": {"every": "0.5 s", "reductions": ["linf"], "fields": ["phi"]}}}
    with many_runs.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = many_runs.call(["run", file, "--out", folder / "out", "--quiet", cardon_run.NO_CHECKPOINT])
        if result.code != 0:
            sys.exit(result.report())
        columns = cardon_run.RunFolder(folder / "out").scalars
    values = dict(zip(columns["time"], columns["phi.linf"]))
    passing = values[min(values, key=lambda t: abs(t - 1))]
    return max(v for t, v in values.items() if t > GONE - 0.01) / passing, columns["phi.linf"][-1] / passing


def main():
    wrong = []
    for order, integrator in ((2, "rk4"), (4, "rk4"), (6, "ssprk3")):
        (coarse, _), (fine, late) = (left(n, order, integrator, "radiative", [0, 0, 0]) for n in (17, 29))
        print(f"order {order}, {integrator}: {coarse:.1e} of the pulse is left, {fine:.1e} on a finer grid, {late:.1e} later", flush=True)
        if not fine < 0.6 * coarse or not fine < 0.05 or not late < fine:
            wrong.append(f"order {order}: {coarse:.3g}, then {fine:.3g}, later {late:.3g}")
    aside, wall = left(25, 4, "rk4", "radiative", [0.3, 0.2, 0])[0], left(25, 4, "rk4", {"dirichlet": "0"}, [0, 0, 0])[0]
    print(f"a pulse beside the origin: {aside:.1e}; fixed faces: {wall:.2f}")
    if not aside < 0.1 or not wall > 0.3:
        wrong.append(f"beside the origin {aside:.3g}, fixed faces {wall:.3g}")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
