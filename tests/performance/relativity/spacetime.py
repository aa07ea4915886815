# SPDX-License-Identifier: Apache-2.0
"""The application of these benchmarks: Einstein's equations, 25 fields, all of them exchanged."""
from runs import machine, merged

# As in the founding paper: iterative Crank-Nicholson with 9 exchanges per step, differences of order 2, whose stencil has the
# radius 1 without dissipation.
SMOOTH = {"EinsteinVacuum.initial": "gauge_wave", "EinsteinVacuum.amplitude": 0.05}
NOISY = {"EinsteinVacuum.initial": "robust", "EinsteinVacuum.amplitude": 1e-6}
CONFIG = {
    "thorns": ["EinsteinVacuum", "GridDriver"],
    "grid": {"boundary": ["periodic", "periodic", "neumann"]},
    "time": {"integrator": "icn", "icn": {"iterations": 8}, "courant": 0.25},
    "EinsteinVacuum": {"order": 2, "dissipate": False, "lapse": "harmonic", "shift": "none", "wavenumber": [1, 0, 0]},
    "health": {"every": 0},
    "driver": {"calibration": "never"},
}


def problem(points, changes, link=None, ranks=(1, 1)):
    """So many points, one wave across x."""
    spacing = 1 / points[0]
    grid = {"grid.points": points, "grid.domain": [[0, 1], [0, points[1] * spacing], [0, (points[2] - 1) * spacing]]}
    return merged(CONFIG, {**grid, **changes, "machine": link or machine(list(ranks), 0)})
