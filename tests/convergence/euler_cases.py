# SPDX-License-Identifier: Apache-2.0
"""Problems of gas with known solutions. Smooth ones have order 2; with shocks, where an error over a few cells decides, the mean
error has order 1, and less where contacts widen or walls are heated."""
from cases import Case

WAVE = {"initial": "wave", "amplitude": 0.2, "velocity": [1, 0, 0]}
WIND = {**WAVE, "wavenumber": [1, 1, 0], "velocity": [1, 0.5, 0]}
ROOM = {**WAVE, "wavenumber": [1, 1, 1], "velocity": [1, 0.5, -0.5]}
FORMULAS = {"initial": "expression", "density_formula": "1 + 0.2*sin(2*pi*(y - t))", "velocity_y_formula": "1",
            "pressure_formula": "0.7"}
VORTEX = {"initial": "vortex", "velocity": [0.5, 0.3, 0], "centre": [-0.25, -0.15, 0], "peak_velocity": 0.6}
SOD = {"initial": "riemann"}
# Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics, 3rd edition, section 4.3.3, tests 2, 3 and 5: nearly a vacuum, a
# strong shock, three strong discontinuities.
APART = {"initial": "riemann", "left": [1, -2, 0.4], "right": [1, 2, 0.4]}
STRONG = {"initial": "riemann", "left": [1, 0, 1000], "right": [1, 0, 0.01]}
CLASH = {"initial": "riemann", "left": [5.99924, 19.5975, 460.894], "right": [5.99242, -6.19633, 46.095], "position": 0.4}
NOH = {"initial": "noh", "gamma": "5/3", "pressure": 1e-6}
INFLOW = {"dirichlet": {"rho": "1 + t/r", "momentum_x": "-(1 + t/r)*x/r", "momentum_y": "-(1 + t/r)*y/r",
                        "momentum_z": "0", "energy": "0.5*(1 + t/r)"}}
SEDOV = {"initial": "sedov", "width": 0.03, "pressure": 1e-5}


def euler(name, order, intervals, end, steps, parameters, **more):
    return Case(f"euler/{name}", "Euler", order, intervals, end, steps, parameters,
                **{"centring": "cells", "integrator": "ssprk3", "quantity": "error.l1", **more})


LEAVING = {**WAVE, "limiter": "none", "velocity": [2, 0, 0], "outside_velocity_x": "2",
           "outside_density": "1 + 0.2*sin(2*pi*(x - 2*t))"}
WAYS_OUT = [(f"{name}_{points}", centring, 2) for name, max_points in (("extrapolation", 4), ("one_sided", 4))
            for points in range(1 if name == "extrapolation" else 2, max_points + 1) for centring in ("cells", "points")]


CASES = [
    euler("wave-constant", 1, (64,), 0.5, 96, {**WAVE, "reconstruction": "constant"}),
    euler("wave-none", 2, (32,), 1, 96, {**WAVE, "limiter": "none"}),
    euler("wave-minmod", 2, (32,), 1, 96, {**WAVE, "limiter": "minmod"}, tolerance=0.3),
    euler("wave-mc", 2, (32,), 1, 96, {**WAVE, "limiter": "mc"}, tolerance=0.3),
    euler("wave-mc-characteristic", 2, (32,), 1, 96, {**WAVE, "limiter": "mc_characteristic"}, tolerance=0.3),
    euler("wave-van-leer", 2, (32,), 1, 96, {**WAVE, "limiter": "van_leer"}, tolerance=0.3),
    euler("wave-ppm", 3.8, (32,), 1, 96, {**WAVE, "reconstruction": "ppm"}, tolerance=0.3),
    euler("wave-hll-rk2", 2, (32,), 1, 96, {**WAVE, "limiter": "none", "riemann": "hll"}, integrator="rk2"),
    euler("wave-icn", 2, (32,), 1, 96, {**WAVE, "limiter": "none"}, integrator="icn"),
    # dt (abs(v) + c) / h of 0.85, at which waves of all lengths stay small.
    euler("wave-icn-longest-step", 0, (128,), 4, 1400, {**WAVE, "limiter": "none"}, integrator="icn", levels=1, largest=7e-4),
    euler("wave-through-faces", 2, (32,), 1, 96, {**WAVE, "limiter": "none", "outside_density": "1 + 0.2*sin(2*pi*(x - t))",
                                                  "outside_velocity_x": "1"}, boundary="Euler::characteristic"),
    # Faster than sound, so that nothing enters where the outermost point is evolved with one-sided differences.
    euler("wave-out-one-sided", 2, (32,), 1, 192, {**WAVE, "limiter": "none", "velocity": [2, 0, 0], "outside_velocity_x": "2",
                                                   "outside_density": "1 + 0.2*sin(2*pi*(x - 2*t))"}, centring="points",
          boundary=[["Euler::characteristic", "one_sided_3"]]),
    *(euler(f"wave-out-{boundary}-{centring}", order, (32,), 1, 192, LEAVING, centring=centring,
            boundary=[["Euler::characteristic", boundary]]) for boundary, centring, order in WAYS_OUT),
    euler("wave-points", 2, (32,), 1, 96, {**WAVE, "limiter": "none"}, centring="points"),
    euler("wave-2d", 2, (24, 24), 0.5, 64, {**WIND, "limiter": "none"}),
    euler("wave-3d", 2, (16, 16, 16), 0.25, 24, {**ROOM, "limiter": "none"}),
    euler("formulas-2d", 2, (16, 24), 0.5, 48, {**FORMULAS, "limiter": "none"}),
    euler("vortex-none", 2, (48, 48), 1, 24, {**VORTEX, "limiter": "none"}, domain=((-6, 6),) * 2),
    euler("vortex-van-leer", 2, (48, 48), 1, 24, {**VORTEX, "limiter": "van_leer"}, domain=((-6, 6),) * 2, tolerance=0.3),
    euler("vortex-mc-characteristic", 2, (48, 48), 1, 24, {**VORTEX, "limiter": "mc_characteristic"}, domain=((-6, 6),) * 2,
          tolerance=0.3),
    euler("vortex-ppm", 2, (48, 48), 1, 24, {**VORTEX, "reconstruction": "ppm"}, domain=((-6, 6),) * 2, tolerance=0.3),
    euler("sod-mc", 0.9, (100,), 0.2, 90, SOD, boundary="neumann", largest=1.5e-3),
    euler("sod-mc-characteristic", 0.9, (100,), 0.2, 90, {**SOD, "limiter": "mc_characteristic"}, boundary="neumann",
          largest=1.5e-3),
    euler("sod-minmod-hll", 0.9, (100,), 0.2, 90, {**SOD, "limiter": "minmod", "riemann": "hll"}, boundary="neumann"),
    euler("sod-ppm", 0.9, (100,), 0.2, 90, {**SOD, "reconstruction": "ppm"}, boundary="neumann", largest=1.5e-3),
    euler("sod-along-y", 0.9, (8, 100), 0.2, 900, {**SOD, "direction": "y"}, boundary=["periodic", "neumann"], levels=1,
          largest=5e-3),
    euler("toro-2-apart", 1.1, (100,), 0.15, 120, APART, boundary="neumann"),
    euler("toro-3-strong", 0.9, (100,), 0.012, 90, STRONG, boundary="neumann"),
    euler("toro-3-characteristic", 0.9, (100,), 0.012, 90, {**STRONG, "limiter": "mc_characteristic"}, boundary="neumann"),
    euler("toro-5-clash", 0.75, (100,), 0.035, 180, CLASH, boundary="neumann"),
    euler("noh-1d", 0.8, (100,), 0.6, 180, NOH, boundary=[["reflecting", "neumann"]]),
    euler("noh-2d", 0.75, (40, 40), 0.6, 144, NOH, boundary=[["reflecting", INFLOW]] * 2),
    euler("sedov-2d", 0.85, (50, 50), 0.25, 1000, {**SEDOV, "riemann": "hll"}, boundary="reflecting",
          domain=((0, 0.6),) * 2, levels=2),
    euler("sedov-1d", 0, (100,), 0.8, 1200, {**SEDOV, "width": 0.01}, boundary="reflecting", levels=1, largest=0.06),
]
