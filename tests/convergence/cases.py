# SPDX-License-Identifier: Apache-2.0
"""Problems with known solutions, and the order with which each is solved."""
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Case:
    """The grid has `intervals` between points per direction at the coarsest level (cells if `centring` is "cells"), doubled at every
    further level. The run ends at `end`, after `steps` steps at the coarsest level; a doubling multiplies them by
    2 ** `steps_power`, so that with 1 errors in time and space are seen together, with 2 those in space alone.
    `quantity` is a column of scalars.tsv; if it neither is an error nor `vanishes`, differences between levels are compared."""
    name: str
    thorn: str
    order: float
    intervals: tuple
    end: float
    steps: int
    parameters: dict = field(hash=False)
    boundary: object = "periodic"
    domain: object = None                # ends of each direction, or a function of the intervals that gives them for
                                         # all directions; default: unit length
    centring: str = "points"
    integrator: str = None
    iterations: int = None               # of icn
    steps_power: int = 1
    levels: int = 3
    quantity: str = "error.l2"
    vanishes: bool = False               # the exact value of the quantity is 0, so its values are errors
    tolerance: float = 0.15              # of the order between the two finest levels
    largest: float = None                # error at the finest level; default: no limit


def fixed(formula):
    return {"dirichlet": formula}


PLANE_1D = {"initial": "plane", "wavenumber": [1, 0, 0], "exact": "cos(2*pi*(x - t))"}
PLANE_2D = {"initial": "plane", "wavenumber": [1, 1, 0], "exact": "cos(2*pi*(x + y - sqrt(2)*t))"}
PLANE_3D = {"initial": "plane", "wavenumber": [1, 1, 1], "exact": "cos(2*pi*(x + y + z - sqrt(3)*t))"}
DRUM = {"initial": "standing", "wavenumber": [0.5, 1, 0], "exact": "sin(pi*x)*sin(2*pi*y)*cos(sqrt(5)*pi*t)"}
MIRROR = {"initial": "expression", "profile": "cos(pi*x)*cos(pi*t)", "exact": "cos(pi*x)*cos(pi*t)"}
MOVING = {"initial": "expression", "profile": "sin(2*x - 2*t)", "exact": "sin(2*x - 2*t)"}
SHELL = {"initial": "gaussian", "radius": 0, "width": 0.25, "centre": [0, 0, 0],
         "exact": "r < 1e-9 ? exp(-16*t^2)*(1 - 32*t^2) "
                  ": ((r - t)*exp(-16*(r - t)^2) + (r + t)*exp(-16*(r + t)^2)) / (2*r)"}


def octant(n):
    """n intervals of h = 1 / (n - 1/2): the first point lies at -h/2, the last at 1."""
    h = 1 / (n - 0.5)
    return (-h / 2, 1)


WAVETOY = [
    Case("wavetoy/order2-1d", "WaveToy", 2, (32,), 0.7, 45, PLANE_1D, levels=4),
    Case("wavetoy/order2-2d", "WaveToy", 2, (16, 16), 0.5, 24, PLANE_2D),
    Case("wavetoy/order2-3d", "WaveToy", 2, (12, 12, 12), 0.4, 24, PLANE_3D),
    Case("wavetoy/order2-cells", "WaveToy", 2, (32,), 0.7, 45, PLANE_1D, centring="cells"),
    Case("wavetoy/order4-1d", "WaveToy", 4, (16,), 0.5, 40, {**PLANE_1D, "order": 4}, steps_power=2),
    Case("wavetoy/order4-2d", "WaveToy", 4, (12, 12), 0.3, 24, {**PLANE_2D, "order": 4}, steps_power=2),
    Case("wavetoy/courant-one-is-exact", "WaveToy", 0, (20,), 1, 20, PLANE_1D, levels=1, largest=1e-12),
    Case("wavetoy/gaussian-3d", "WaveToy", 2, (20, 20, 20), 0.25, 8, SHELL, domain=((-1.2, 1.2),) * 3, tolerance=0.25),
    Case("wavetoy/gaussian-2d", "WaveToy", 2, (40, 40), 0.3, 12,
         {"width": 0.2, "centre": [0.5, 0.5, 0]}, domain=((-0.5, 1.5),) * 2, quantity="phi.l2", levels=4),
    Case("wavetoy/dirichlet-points", "WaveToy", 2, (16, 16), 0.5, 24, DRUM, fixed("0")),
    Case("wavetoy/dirichlet-cells", "WaveToy", 2, (16, 16), 0.5, 24, DRUM, fixed("0"), centring="cells"),
    Case("wavetoy/dirichlet-moving", "WaveToy", 2, (16,), 1.1, 25, MOVING, fixed("sin(2*x - 2*t)")),
    Case("wavetoy/dirichlet-order4", "WaveToy", 4, (12, 12), 0.3, 24, {**DRUM, "order": 4}, fixed("0"), steps_power=2),
    Case("wavetoy/neumann-cells", "WaveToy", 2, (16,), 0.8, 20, MIRROR, "neumann", centring="cells"),
    Case("wavetoy/neumann-points", "WaveToy", 1, (32,), 0.8, 40, MIRROR, "neumann", levels=4, tolerance=0.2),
    Case("wavetoy/reflecting-points", "WaveToy", 2, (16,), 0.8, 20, MIRROR, "reflecting"),
    Case("wavetoy/reflecting-cells", "WaveToy", 2, (16,), 0.8, 20, MIRROR, "reflecting", centring="cells"),
    Case("wavetoy/reflecting-order4", "WaveToy", 4, (12,), 0.3, 24, {**MIRROR, "order": 4}, "reflecting", steps_power=2),
    Case("wavetoy/radiative-3d", "WaveToy", 2, (20, 20, 20), 1.5, 64, SHELL, "radiative", domain=((-1, 1),) * 3,
         tolerance=0.25),
    Case("wavetoy/octant-3d", "WaveToy", 2, (12, 12, 12), 1.5, 40, SHELL, [["reflecting", "radiative"]] * 3, domain=octant,
         tolerance=0.25),
]


def wavemol(name, order, integrator, parameters=PLANE_1D, intervals=(24,), steps=30, end=0.5, **more):
    return Case(f"wavemol/{name}", "WaveMoL", order, intervals, end, steps, parameters, integrator=integrator, **more)


WAVEMOL = [
    wavemol("order2-rk4", 2, "rk4", {**PLANE_1D, "order": 2}, steps=24),
    wavemol("order4-rk4", 4, "rk4", {**PLANE_1D, "order": 4}, steps=24),
    wavemol("order6-rk4", 6, "rk4", {**PLANE_1D, "order": 6}, (12,), 32, steps_power=2),
    wavemol("order4-rk4-2d", 4, "rk4", {**PLANE_2D, "order": 4}, (16, 16), 24),
    wavemol("order6-rk4-2d", 6, "rk4", {**PLANE_2D, "order": 6}, (12, 12), 40, steps_power=2),
    wavemol("order4-rk4-3d", 4, "rk4", {**PLANE_3D, "order": 4}, (10, 10, 10), 16),
    wavemol("order4-rk4-cells", 4, "rk4", {**PLANE_1D, "order": 4}, steps=24, centring="cells"),
    wavemol("euler", 1, "euler", {**PLANE_1D, "order": 6}, (16,), 800),
    wavemol("rk2", 2, "rk2", {**PLANE_1D, "order": 6}, (32,), 64),
    wavemol("ssprk3", 3, "ssprk3", {**PLANE_1D, "order": 6}, (32,), 24),
    wavemol("rk3", 3, "rk3", {**PLANE_1D, "order": 6}, (32,), 24),
    wavemol("bs32", 3, "bs32", {**PLANE_1D, "order": 6}, (32,), 24),
    # Errors in space are seen here; the own orders of these integrators are those of their unit tests.
    wavemol("dp54", 6, "dp54", {**PLANE_1D, "order": 6}, (48,), 40, levels=2),
    wavemol("rk65", 6, "rk65", {**PLANE_1D, "order": 6}, (16,), 12),
    wavemol("dp87", 6, "dp87", {**PLANE_1D, "order": 6}, (16,), 12),
    wavemol("rk4", 4, "rk4", {**PLANE_1D, "order": 6}, (48,), 24),
    wavemol("icn2", 2, "icn", {**PLANE_1D, "order": 6}, (32,), 48, iterations=2),
    wavemol("icn3", 2, "icn", {**PLANE_1D, "order": 6}, (32,), 48, iterations=3),
    wavemol("dirichlet-points", 4, "rk4", {**DRUM, "order": 4}, (12, 12), 18, boundary=fixed("0")),
    wavemol("dirichlet-cells", 4, "rk4", {**DRUM, "order": 4}, (12, 12), 18, boundary=fixed("0"), centring="cells"),
    wavemol("energy-order4", 4, "rk4", {**PLANE_1D, "order": 4}, (16,), 32, steps_power=2, quantity="energy.mean", levels=4),
    wavemol("energy-order6", 6, "rk4", {**PLANE_1D, "order": 6}, (12,), 32, steps_power=2, quantity="energy.mean", levels=4),
    wavemol("reflecting-order6", 6, "rk4", {**MIRROR, "order": 6}, (8,), 40, boundary="reflecting", steps_power=2),
    wavemol("radiative-3d", 2, "rk4", {**SHELL, "order": 4}, (16, 16, 16), 29, boundary="radiative", domain=((-1, 1),) * 3,
            end=1.5, tolerance=0.4),
    wavemol("radiative-octant", 2, "ssprk3", {**SHELL, "order": 2}, (12, 12, 12), 48, boundary=[["reflecting", "radiative"]] * 3,
            domain=octant, end=1.5, tolerance=0.4),
]

MODE_1D = {"initial": "mode", "wavenumber": [0.5, 0, 0], "exact": "sin(pi*x)*exp(-pi^2*t)"}
MODE_2D = {"initial": "mode", "wavenumber": [1, 1, 0], "exact": "sin(2*pi*x)*sin(2*pi*y)*exp(-8*pi^2*t)"}
MODE_3D = {"initial": "mode", "wavenumber": [1, 1, 1], "exact": "sin(2*pi*x)*sin(2*pi*y)*sin(2*pi*z)*exp(-12*pi^2*t)"}
SPREAD = {"initial": "gaussian", "width": 0.2, "centre": [0, 0, 0],
          "exact": "0.04/(0.04 + 4*t)*exp(-(x^2 + y^2)/(0.04 + 4*t))"}
# The stationary u of d/dx (kappa du/dx) = 0 with kappa = 1 / (1 + x^2 / 2): u = x + x^3 / 6.
LAYERS = {"medium": "variable", "conductance": "1 / (1 + x^2/2)", "initial": "expression", "profile": "x + x^3/6",
          "exact": "x + x^3/6"}


def diffusion(name, parameters, intervals, end, steps, order=2, **more):
    return Case(f"diffusion/{name}", "Diffusion", order, intervals, end, steps, parameters, steps_power=2, **more)


DIFFUSION = [
    diffusion("uniform-1d", MODE_1D, (16,), 0.1, 64, boundary=fixed("0")),
    diffusion("uniform-2d", MODE_2D, (16, 16), 0.02, 32),
    diffusion("uniform-3d", MODE_3D, (12, 12, 12), 0.01, 16, levels=2, tolerance=0.2),
    diffusion("cells-2d", MODE_2D, (16, 16), 0.02, 32, centring="cells"),
    diffusion("dirichlet-cells", MODE_1D, (16,), 0.1, 64, boundary=fixed("0"), centring="cells"),
    diffusion("gaussian-2d", SPREAD, (24, 24), 0.02, 16, domain=((-1.5, 1.5),) * 2),
    # With D dt / h^2 = 1/6 the leading errors in time and space cancel.
    diffusion("sixth", MODE_1D, (8,), 36 / 384, 36, order=4, boundary=fixed("0")),
    diffusion("robin", {"medium": "variable", "conductance": "x^2", "initial": "expression", "profile": "1/x", "exact": "1/x"},
              (16,), 0.25, 1024, domain=((1, 2),), boundary=[[fixed("1"), {"robin": "1"}]]),
    diffusion("variable-stationary", LAYERS, (16,), 0.1, 64, boundary=fixed("x + x^3/6")),
    diffusion("variable-2d", {"medium": "variable", "conductance": "0.6 + 0.3*sin(2*pi*x)*cos(2*pi*y)", "initial": "mode",
                              "wavenumber": [1, 1, 0]}, (16, 16), 0.02, 32, quantity="u.l2", levels=4),
]

SMOOTH = {"initial": "expression", "profile_u": "0.6 + 0.3*cos(2*pi*x)*cos(2*pi*y)",
          "profile_v": "0.25 - 0.15*cos(2*pi*x)", "diffusion_u": 2e-2, "diffusion_v": 1e-2}

GRAYSCOTT = [
    Case("grayscott/rk4", "GrayScott", 2, (16, 16), 1, 32, SMOOTH, integrator="rk4", quantity="v.l2", steps_power=2, levels=4),
    Case("grayscott/rk4-cells", "GrayScott", 2, (16, 16), 1, 32, SMOOTH, integrator="rk4", quantity="u.l2", steps_power=2, levels=4,
         centring="cells", boundary="neumann"),
]

# One plane wave or one mode: the exact solution is the thorn's own, at any time.
OBLIQUE = {"initial": "plane", "wavenumber": [1, 1, 1], "amplitude": [0, 0, 1]}
STEEP = {"initial": "plane", "wavenumber": [1, 2, 0]}
CAVITY = {"initial": "cavity", "wavenumber": [0.5, 0.5, 0.5], "amplitude": [0, 0, 1]}     # TM111 of a cube with edge 1
CAVITY_TE = {**CAVITY, "amplitude": [1, -1, 0], "speed": 1.5}                            # TE111
FLAT_CAVITY = {"initial": "cavity", "wavenumber": [0.5, 1, 0]}                           # TM120 of a square
FLAT_TE = {**FLAT_CAVITY, "amplitude": [1, -0.5, 0]}                                     # the TE modes of the same
GAP = {"initial": "cavity", "wavenumber": [0.5, 0, 0], "amplitude": [0, 1, 0.5]}         # between two plates
SMOOTHED = {**FLAT_CAVITY, "dissipate": True, "dissipation": 1}
# Differences do not see waves of two points, and dissipation damps them at the rate c dissipation / h in each direction.
TWO_POINTS = {"initial": "expression", "electric_z": "cos(32*pi*x)*cos(32*pi*y)*exp(-2*0.1*32*t)", "dissipate": True,
              "dissipation": 0.1}
FORMULAS = {"initial": "expression", "electric_y": "cos(2*pi*(x - t))", "magnetic_z": "cos(2*pi*(x - t))"}


def maxwell(name, order, parameters, intervals, steps, **more):
    # Without walls, between which there is one cavity, the domain holds mirror images too.
    if parameters["initial"] == "cavity" and "boundary" not in more:
        more["domain"] = ((0, 2),) * len(intervals)
    return Case(f"maxwell/{name}", "Maxwell", order, intervals, 0.5, steps, {**parameters, "order": order}, integrator="rk4",
                **more)


MAXWELL = [
    maxwell("plane-order4-3d", 4, OBLIQUE, (10, 10, 10), 16),
    maxwell("plane-order2-3d", 2, OBLIQUE, (12, 12, 12), 16),
    maxwell("plane-order4-cells", 4, {"initial": "plane"}, (24,), 24, centring="cells"),
    maxwell("formulas-order4-1d", 4, FORMULAS, (24,), 24),
    maxwell("divergence-of-e-order4", 4, {**STEEP, "amplitude": [1, 0, 0]}, (24, 24), 30, quantity="div_E.l2", vanishes=True),
    maxwell("divergence-of-b-order2", 2, {**STEEP, "amplitude": [0, 0, 1]}, (32, 32), 40, quantity="div_B.l2", vanishes=True),
    maxwell("cavity-order4-3d", 4, CAVITY, (10, 10, 10), 8),
    maxwell("cavity-order2-3d", 2, CAVITY_TE, (12, 12, 12), 8),
    maxwell("cavity-order4-2d", 4, FLAT_CAVITY, (16, 16), 12),
    maxwell("walls-order4-3d", 4, CAVITY, (8, 8, 8), 12, boundary="antireflecting"),
    maxwell("walls-order2-cells", 2, CAVITY_TE, (8, 8, 8), 12, boundary="antireflecting", centring="cells"),
    maxwell("walls-order4-2d-cells", 4, FLAT_CAVITY, (12, 12), 18, boundary="antireflecting", centring="cells"),
    maxwell("walls-order4-2d-te", 4, FLAT_TE, (12, 12), 18, boundary="antireflecting"),
    maxwell("walls-order4-1d", 4, GAP, (12,), 18, boundary="antireflecting"),
    maxwell("half-a-cavity-order2-2d", 2, FLAT_CAVITY, (8, 16), 24, domain=((0, 0.5), (0, 1)),
            boundary=[["antireflecting", "reflecting"], "antireflecting"]),
    maxwell("dissipation-order4-2d", 4, SMOOTHED, (32, 32), 24),
    maxwell("dissipation-order2-2d", 2, SMOOTHED, (24, 24), 18),
    maxwell("two-points-order4", 4, TWO_POINTS, (32, 32), 48, levels=1, largest=1e-6),
    maxwell("two-points-order2", 2, TWO_POINTS, (32, 32), 48, levels=1, largest=1e-6),
]

WAVE = "(1 + exp((x - 0.5)*sqrt(200/3) - 20*t/3))^-2"     # D = 0.02, k = 8
FLAME = [Case("flame/wave", "Flame", 2, (64,), 0.25, 16, {"initial": "expression", "profile": WAVE, "exact": WAVE},
              fixed(WAVE), ((-1, 3),), integrator="euler", steps_power=2, levels=4)]


def relaxing(name, order, integrator, steps=20, **parameters):
    return Case(f"relaxation/{name}", "Relaxation", order, (20,), 0.4, steps,
                {"flux": "advection", "initial": "mode", "velocity": 0.6, **parameters}, integrator=integrator, levels=4)


RELAXATION = [
    relaxing("ars222", 2, "ars222", time_scale=1, relaxation="implicit"),
    relaxing("ars343", 3, "ars343", time_scale=1, relaxation="implicit"),
    relaxing("ars222-stiff", 2, "ars222", steps=10, time_scale=1e-8, relaxation="implicit"),
    relaxing("ars343-stiff", 3, "ars343", time_scale=1e-8, relaxation="implicit"),
    relaxing("explicit", 3, "ssprk3", time_scale=1, relaxation="explicit"),
]

CASES = WAVETOY + WAVEMOL + DIFFUSION + GRAYSCOTT + MAXWELL + FLAME + RELAXATION

import euler_cases  # noqa: E402 - its cases are made of this module's class

CASES += euler_cases.CASES

import einstein_cases  # noqa: E402 - its cases are made of this module's class

CASES += einstein_cases.CASES
import acoustic_cases  # noqa: E402 - its cases are made of this module's class

CASES += acoustic_cases.CASES
