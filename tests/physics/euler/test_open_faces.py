#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A pulse of sound leaves through faces with the boundary Euler::characteristic: what comes back is a small part of it, with wind and
without, in 1-D on both kinds of grid and in 2-D. A wall sends all of it back."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

AMPLITUDE = 1e-4     # of the pressure; each of the two pulses has half of it
END = 0.85           # s: pulses of sound, at 1.18 m/s in a wind of up to 0.3 m/s, have left; what comes back is in the middle
OPEN = "Euler::characteristic"


def returned(cells, boundary, wind, layout, dimensions=1):
    """The largest deviation of the pressure at the end, in units of the pulses' height."""
    config = {"title": "open faces", "thorns": ["Euler"],
              "grid": {layout: [cells] * dimensions, "domain": [[0, 1]] * dimensions, "boundary": boundary},
              "time": {"courant": 0.5, "stop": {"time": END}, "integrator": "ssprk3"},
              "Euler": {"initial": "expression", "max_speed": 1.6, "limiter": "van_leer", "velocity_x_formula": str(wind),
                        "pressure_formula": f"1 + {AMPLITUDE}*exp(-((x - 0.5)/0.06)^2)" if dimensions == 1 else
                        f"1 + {AMPLITUDE}*exp(-((x - 0.5)^2 + (y - 0.5)^2)/0.06^2)", "outside_velocity_x": str(wind)},
              "output": {"scalars": {"every": f"{END} s", "reductions": ["min", "max"], "fields": ["pressure"]}}}
    with many_runs.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = many_runs.call(["run", file, "--out", folder / "out", "--quiet", cardon_run.NO_CHECKPOINT])
        if result.code != 0:
            sys.exit(result.report())
        columns = cardon_run.RunFolder(folder / "out").scalars
        return max(columns["pressure.max"][-1] - 1, 1 - columns["pressure.min"][-1]) / (AMPLITUDE / 2)


def main():
    wrong = []
    for layout in ("cells", "points"):
        for wind in (0, 0.3, -0.3):
            coarse, fine = (returned(n, OPEN, wind, layout) for n in (100, 200))
            print(f"{layout}, wind {wind:4}: {coarse:.1e} of the pulse comes back, {fine:.1e} on a finer grid", flush=True)
            if not coarse < 1e-3 or not fine < 1e-4:
                wrong.append(f"{layout}, wind {wind}: {coarse:.3g}, then {fine:.3g}, comes back")
    wall, ring = returned(200, "reflecting", 0, "cells"), returned(64, OPEN, 0, "cells", dimensions=2)
    print(f"walls: {wall:.2f}, as both pulses meet; a ring in 2-D, which also leaves obliquely: {ring:.1e}")
    if not wall > 1.5 or not ring < 0.03:
        wrong.append(f"walls send back {wall:.3g}, open faces in 2-D {ring:.3g}")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
