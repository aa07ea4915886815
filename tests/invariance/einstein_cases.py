# SPDX-License-Identifier: Apache-2.0
"""Einstein's equations: 25 fields, all derived ones, stencils of radius 1 to 5."""
from cases import Physics

HARMONIC = {"lapse": "harmonic", "shift": "none"}


def einstein(name, size, integrator, radius, fields, boundary="periodic", domain=None, **parameters):
    return Physics(name, "EinsteinVacuum", size, boundary, radius, domain=domain, integrator=integrator, courant=0.25, fields=fields,
                   parameters=parameters)


PHYSICS = [
    einstein("gauge-wave-1d", (59,), "rk4", 3, ("error", "g_xx"), initial="gauge_wave", **HARMONIC),
    einstein("robust-3d", (13, 12, 11), "rk4", 2, ("A_xy", "ham", "psi4_im"), order=2, initial="robust", amplitude=1e-3),
    einstein("linear-2d", (19, 16), "icn", 2, ("g_xy", "psi4_re"), initial="linear_wave", wavenumber=[1, 1, 0], formulation="bssn",
             dissipate=False, **HARMONIC),
    einstein("octant-3d", (19, 18, 17), "ssprk3", 1, ("g_xz", "mom", "trace_error"), [["reflecting", "neumann"]] * 3, order=2,
             dissipate=False, initial="quadrupole_wave", multipole=2, width=0.3, sponge=True, sponge_radius=0.5,
             sponge_width=0.4),
    einstein("gowdy-1d", (41,), "rk2", 2, ("alpha", "det_error"), order=2, initial="gowdy", **HARMONIC),
    einstein("shifted-gauge-wave-2d", (31, 26), "euler", 3, ("beta_x", "error_alpha"), initial="shifted_gauge_wave",
             wavenumber=[1, 2, 0], lapse="harmonic", shift="harmonic"),
]

FACES = [
    einstein("radiating-3d", (33, 14, 34), "rk4", 2, ("g_xx", "Gamma_x", "ham"), "radiative", order=2, initial="quadrupole_wave",
             width=0.3, domain=((-0.5, 0.5),) * 3),
]

# As many layers as let the planner choose between exchanges at beginnings of steps and in the middle.
DEPTHS = [
    einstein("step-starts-1d", (139,), "rk4", 12, ("error", "g_xx"), initial="gauge_wave", **HARMONIC),
]

ORDERS = [
    einstein("order8-upwind-2d", (23, 24), "rk4", 5, ("g_xy", "mom", "psi4_re"), order=8, upwind=True, initial="shifted_gauge_wave",
             amplitude=0.1, wavenumber=[1, 1, 0]),
    einstein("order6-upwind-1d", (61,), "ssprk3", 4, ("B_x", "A_xx"), order=6, upwind=True, dissipate=False, initial="gowdy"),
]
