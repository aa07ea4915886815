# SPDX-License-Identifier: Apache-2.0
"""Einstein's equations in vacuum: the "apples with apples" tests with exact solutions, and constraints."""
from cases import Case

HARMONIC = {"lapse": "harmonic", "shift": "none"}
GAUGE = {"initial": "gauge_wave", "amplitude": 0.1, **HARMONIC}
SHIFTED = {"initial": "shifted_gauge_wave", "amplitude": 0.1, "lapse": "harmonic", "shift": "harmonic"}
LINEAR = {"initial": "linear_wave", "amplitude": 2e-8, **HARMONIC}
GOWDY = {"initial": "gowdy", **HARMONIC}
# Data in other coordinates than the evolution's: flat space, and gravitational waves, of which the constraints are known.
FOREIGN = {"lapse": "1+log", "shift": "gamma-driver"}
# One octant of a wave that does not reach the outer faces.
PULSE = {"initial": "quadrupole_wave", "amplitude": 2e-6, "width": 1}
OCTANT = {"boundary": [["reflecting", "neumann"]] * 3, "domain": ((0, 4),) * 3}


def einstein(name, order, parameters, intervals, end, steps, **more):
    return Case(f"einstein/{name}", "EinsteinVacuum", order, intervals, end, steps, {**parameters, "order": order},
                integrator=more.pop("integrator", "rk4"), **more)


CASES = [
    einstein("gauge-wave-order4", 4, GAUGE, (24,), 1, 96),
    einstein("gauge-wave-order2-bssn", 2, {**GAUGE, "amplitude": 0.01, "formulation": "bssn"}, (32,), 1, 128),
    einstein("gauge-wave-oblique-order4", 4, {**GAUGE, "wavenumber": [1, 1, 1], "amplitude": 0.05}, (12, 12, 12), 0.1, 8, levels=2,
             tolerance=0.2),
    einstein("gauge-wave-icn", 2, GAUGE, (32,), 0.5, 64, integrator="icn", tolerance=0.2),
    einstein("shifted-gauge-wave-order4", 4, SHIFTED, (24,), 1, 96),
    einstein("shifted-gauge-wave-oblique-order2", 2, {**SHIFTED, "wavenumber": [1, -1, 0]}, (24, 24), 0.2, 20),
    einstein("linear-wave-order4", 4, LINEAR, (12,), 1, 48),
    einstein("linear-wave-oblique-order4", 4, {**LINEAR, "wavenumber": [0, 1, -1]}, (4, 16, 16), 0.2, 16, levels=2, tolerance=0.2),
    # Errors in time, of an integrator of order 8, are smaller than those in space.
    einstein("gauge-wave-order6", 6, GAUGE, (24,), 0.5, 36, levels=2, integrator="dp87"),
    einstein("gauge-wave-order8", 8, GAUGE, (24,), 0.5, 36, levels=2, integrator="dp87", tolerance=0.2),
    einstein("linear-wave-oblique-order6", 6, {**LINEAR, "wavenumber": [1, 1, 0]}, (8, 8), 1, 24, levels=2, integrator="dp87",
             tolerance=0.3),
    einstein("linear-wave-oblique-order8", 8, {**LINEAR, "wavenumber": [1, 1, 0]}, (8, 8), 1, 24, levels=2, integrator="dp87",
             tolerance=0.4),
    einstein("gauge-wave-harmonic-shift-order4", 4, {**GAUGE, "shift": "harmonic"}, (24,), 0.5, 48, levels=2),
    einstein("upwind-order2", 2, {**SHIFTED, "upwind": True}, (48,), 0.5, 96, levels=2, tolerance=0.2),
    einstein("upwind-order4", 4, {**SHIFTED, "upwind": True}, (24,), 1, 96, levels=3),
    einstein("upwind-oblique-order4", 4, {**SHIFTED, "upwind": True, "wavenumber": [1, -1, 0]}, (16, 16), 0.1, 8, levels=2,
             tolerance=0.3),
    einstein("upwind-order6", 6, {**SHIFTED, "upwind": True}, (24,), 0.5, 36, levels=2, integrator="dp87", tolerance=0.2),
    einstein("upwind-order8", 8, {**SHIFTED, "upwind": True}, (24,), 0.5, 36, levels=2, integrator="dp87", tolerance=0.3),
    einstein("hamiltonian-of-foreign-gauge-wave", 4, {**GAUGE, **FOREIGN}, (32,), 0.5, 64, quantity="ham.l2", vanishes=True,
             levels=2, tolerance=0.3),
    einstein("momentum-of-foreign-shifted-gauge-wave", 4, {**SHIFTED, **FOREIGN}, (32,), 0.5, 64, quantity="mom_x.l2", vanishes=True,
             levels=2, tolerance=0.3),
    einstein("hamiltonian-of-foreign-gowdy", 4, {**GOWDY, **FOREIGN}, (32,), 4, 16, quantity="ham.l2", vanishes=True, levels=2,
             tolerance=0.4),
    einstein("gowdy-order4", 4, GOWDY, (32,), 10, 40, tolerance=0.4),
    # Dissipation is as strong as the step is long: with the slow light of these coordinates too.
    einstein("gowdy-dissipation-order4", 4, {**GOWDY, "max_speed": 0.025, "dissipation": 1}, (32,), 10, 32, levels=2, tolerance=0.3),
    einstein("gowdy-order2-bssn", 2, {**GOWDY, "formulation": "bssn"}, (64,), 10, 40, tolerance=0.3),
    einstein("quadrupole-wave-order4", 4, PULSE, (16, 16, 16), 0.5, 8, levels=2, tolerance=0.3, **OCTANT),
    einstein("quadrupole-wave-order2-m2", 2, {**PULSE, "multipole": 2}, (16, 16, 16), 0.5, 8, levels=2, tolerance=0.3, **OCTANT),
    # Constraints converge to 0, all of them.
    einstein("hamiltonian-of-gauge-wave", 4, GAUGE, (32,), 1, 128, quantity="ham.l2", vanishes=True),
    einstein("momentum-of-shifted-gauge-wave", 4, SHIFTED, (32,), 1, 128, quantity="mom_x.l2", vanishes=True),
    einstein("theta-of-gauge-wave", 4, GAUGE, (32,), 1, 128, quantity="Theta.l2", vanishes=True),
]
