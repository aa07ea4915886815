# SPDX-License-Identifier: Apache-2.0
"""What is run, and with which settings of the machine. The answer may depend on the first only."""
from dataclasses import dataclass, field
from itertools import product


@dataclass(frozen=True)
class Physics:
    """One problem. `points` makes a vertex-centred grid, `cells` a cell-centred one."""
    name: str
    thorn: str
    size: tuple
    boundary: object = "periodic"
    radius: int = 1                 # of the widest stencil
    centring: str = "points"
    domain: tuple = None            # default: unit length in each direction
    integrator: str = None
    courant: float = 0.3
    iterations: int = 12
    fields: tuple = ("phi",)
    parameters: dict = field(default_factory=dict, hash=False)
    also: dict = field(default_factory=dict, hash=False)    # other applications in the same run, with their parameters


@dataclass(frozen=True)
class Machine:
    """Settings that may change the time only. `extra` ghost layers are added to the radius."""
    ranks: int
    shape: str
    extra: int
    overlap: str
    tiles: str = "auto"
    threads: int = 1


def octant(n, h):
    """A vertex-centred direction staggered about the origin: the first point lies at -h/2."""
    return (-h / 2, -h / 2 + (n - 1) * h)


DIRICHLET = {"dirichlet": "0"}
MOVING = {"dirichlet": "0.3 * cos(y) * (1 + sin(t)) * sin(x + 2 * y - t)"}  # a part of each kind
STANDING = {"initial": "standing", "wavenumber": [1, 1, 1]}
CENTRED = {"centre": [0, 0, 0], "width": 0.3}

WAVETOY = [
    Physics("periodic-1d", "WaveToy", (41,)),
    Physics("periodic-3d", "WaveToy", (13, 11, 10), parameters={"radius": 0.25}, fields=("phi", "energy", "total_energy")),
    Physics("radiative-3d", "WaveToy", (33, 17, 16), "radiative", domain=((-1, 1),) * 3, parameters=CENTRED),
    Physics("octant-3d", "WaveToy", (34, 18, 18), [["reflecting", "radiative"]] * 3,
            domain=(octant(34, 0.05), octant(18, 0.1), octant(18, 0.1)), parameters=CENTRED),
    Physics("all-faces-3d", "WaveToy", (33, 18, 17),
            ["radiative", ["reflecting", "radiative"], {"lower": DIRICHLET, "upper": "neumann"}],
            domain=((-1, 1), (-0.05, 1.65), (0, 1.6)), parameters=CENTRED),
    Physics("order4-periodic-2d", "WaveToy", (19, 14), radius=2, fields=("phi", "energy"),
            parameters={"order": 4, "initial": "plane", "wavenumber": [1, 2, 0]}),
    Physics("order4-walls-3d", "WaveToy", (41, 18, 11), [DIRICHLET, "neumann", "periodic"], radius=2,
            parameters={"order": 4, **STANDING}),
    Physics("order4-radiative-2d", "WaveToy", (49, 33), "radiative", radius=2, domain=((-1, 1),) * 2,
            parameters={"order": 4, **CENTRED}),
    Physics("cells-2d", "WaveToy", (40, 17), ["neumann", "reflecting"], centring="cells", parameters={"width": 0.3}),
    Physics("order4-cells-1d", "WaveToy", (48,), [["reflecting", DIRICHLET]], radius=2, centring="cells",
            parameters={"order": 4, "width": 0.3}),
    Physics("moving-wall-2d", "WaveToy", (40, 21), MOVING,
            parameters={"initial": "expression", "profile": "0.3 * sin(x + 2 * y - t)"}),
]


def wavemol(order, integrator, size, boundary="periodic", centring="points", **parameters):
    layout = f"{len(size)}d-{boundary if isinstance(boundary, str) else 'walls'}"
    return Physics(f"order{order}-{integrator}-{layout}", "WaveMoL", size, boundary, order // 2, centring,
                   integrator=integrator, courant=0.2, fields=("phi", "pi"),
                   parameters={"order": order, "initial": "gaussian", "width": 0.3, **parameters})


WAVEMOL = [
    wavemol(2, "euler", (23,)),
    wavemol(4, "euler", (56,), [DIRICHLET], "cells"),
    wavemol(6, "euler", (14, 17)),
    wavemol(2, "rk2", (41, 15), ["neumann", "periodic"]),
    wavemol(4, "rk2", (19, 16), centring="cells"),
    wavemol(6, "rk2", (71,), [["reflecting", "neumann"]]),
    wavemol(2, "ssprk3", (40,), "reflecting", "cells"),
    wavemol(4, "ssprk3", (41, 17, 11), ["neumann", "reflecting", "periodic"]),
    wavemol(6, "ssprk3", (72, 19), MOVING),
    wavemol(2, "rk4", (33, 16, 15), ["reflecting", "neumann", DIRICHLET]),
    wavemol(4, "rk4", (49, 25), DIRICHLET, initial="standing", wavenumber=[1, 1, 0]),
    wavemol(6, "rk4", (13, 12, 11), initial="plane", wavenumber=[1, 1, 0]),
    wavemol(2, "icn", (41, 15, 14), "neumann"),
    wavemol(4, "icn", (35,)),
    wavemol(6, "icn", (72, 27), ["reflecting", "neumann"], "cells"),
]

def radiating(name, order, size, integrator, boundary, centring="points"):
    """A pulse in the middle, or at the origin of an octant, that has reached the faces when the run ends."""
    lower = [-1] * len(size)
    if boundary == [["reflecting", "radiative"]] * len(size):
        lower = [octant(n, 1 / n)[0] for n in size]
    return Physics(name, "WaveMoL", size, boundary, order // 2, centring, tuple((a, 1) for a in lower), integrator, 0.3, 18,
                   ("phi", "pi"), {"order": order, "initial": "gaussian", "width": 0.5, "centre": [0, 0, 0]})


VARIABLE = {"medium": "variable", "conductance": "0.6 + 0.3 * sin(7 * x) * cos(5 * y)"}


def diffusion(name, size, boundary="periodic", centring="points", fields=("u", "content"), **parameters):
    return Physics(name, "Diffusion", size, boundary, centring=centring, courant=0.8, fields=fields,
                   parameters={"initial": "gaussian", "width": 0.3, **parameters})


DIFFUSION = [
    diffusion("uniform-3d", (33, 15, 14), DIRICHLET),
    diffusion("uniform-cells-2d", (40, 13), "neumann", "cells"),
    diffusion("uniform-1d", (43,), [[DIRICHLET, "neumann"]], initial="mode"),
    diffusion("variable-3d", (13, 11, 12), **VARIABLE),
    diffusion("variable-2d", (41, 21), DIRICHLET, **VARIABLE),
    diffusion("variable-cells-1d", (30,), centring="cells", **VARIABLE),
]


def grayscott(name, size, integrator, boundary="periodic", centring="points"):
    return Physics(name, "GrayScott", size, boundary, centring=centring, integrator=integrator, courant=0.5,
                   domain=tuple((0, 0.01 * n) for n in size), fields=("u", "v"), parameters={"square": 0.03, "coverage": 0.3})


GRAYSCOTT = [
    grayscott("periodic-2d", (31, 26), "euler"),
    grayscott("periodic-3d", (15, 14, 13), "ssprk3"),
    grayscott("cells-1d", (48,), "rk4", "neumann", "cells"),
    grayscott("cells-3d", (14, 12, 11), "rk4", centring="cells"),
    grayscott("periodic-1d", (37,), "rk2"),
    grayscott("walls-2d", (41, 22), "icn", ["reflecting", "neumann"]),
]

TOGETHER = [
    Physics("order4-with-diffusion-3d", "WaveToy", (34, 14, 11), ["neumann", DIRICHLET, "periodic"], radius=2,
            fields=("phi", "u"), parameters={"order": 4, "width": 0.3}, also={"Diffusion": {"width": 0.3}}),
    Physics("order2-with-tensorheat-3d", "WaveToy", (31, 13, 12), "periodic", fields=("phi", "g_xx", "g_yz"),
            courant=0.4, parameters={"width": 0.3}, also={"TensorHeat": {"width": 0.3}}),
    Physics("order4-ssprk3-with-grayscott-2d", "WaveMoL", (37, 22), ["periodic", "neumann"], radius=2, integrator="ssprk3",
            domain=((0, 0.37), (0, 0.22)), courant=0.2, fields=("phi", "u", "v"),
            parameters={"order": 4, "width": 0.05}, also={"GrayScott": {"square": 0.03, "coverage": 0.3}}),
    Physics("order4-rk4-with-maxwell-3d", "WaveMoL", (31, 13, 12), radius=2, integrator="rk4", courant=0.2,
            fields=("phi", "E_x", "B_z", "div_E"), parameters={"order": 4, "width": 0.3},
            also={"Maxwell": {"wavenumber": [1, 2, 1], "amplitude": [1, 1, 0]}}),
]

PHYSICS = WAVETOY + WAVEMOL + DIFFUSION + GRAYSCOTT + TOGETHER

RANKS = (1, 2, 3, 4, 6, 8)
SHAPES = ("auto", "first", "last", "mixed")   # blocks: chosen by the driver, along x, along the last direction, in all
EXTRAS = (0, 1, 2, 3, 4)
OVERLAPS = ("always", "never")
THREADS = (1, 2, 4)     # of each rank
TILES = {"auto": "auto", "thin": {"steps": 1, "rows": 1}, "short": {"steps": 2, "rows": 3, "planes": 2},
         "long": {"steps": 3, "rows": 4}, "whole": {"steps": 7, "rows": 1000}}
SETTINGS = {"ranks": RANKS, "shape": SHAPES, "extra": EXTRAS, "overlap": OVERLAPS, "tiles": tuple(TILES), "threads": THREADS}


def topology(shape, ranks, dimensions):
    """Blocks per direction, or None for the driver's own choice."""
    if shape == "auto":
        return None
    if shape == "first" or dimensions == 1:
        return [ranks] + [1] * (dimensions - 1)
    if shape == "last":
        return [1] * (dimensions - 1) + [ranks]
    blocks = [1] * dimensions
    rest, d = ranks, 0
    for prime in (2, 3):
        while rest % prime == 0:
            blocks[d % dimensions] *= prime
            rest, d = rest // prime, d + 1
    return blocks


def machines(number, everything=False):
    """Settings for the problem with this number. Over all problems of an application every pair of values of two settings
    occurs, and every problem meets every ghost depth, shape and overlap. `everything`: all combinations."""
    if everything:
        return [Machine(*m) for m in product(RANKS, SHAPES, EXTRAS, OVERLAPS, TILES, THREADS)]
    return [Machine(ranks, SHAPES[(number + r) % 4], EXTRAS[(number + 2 * r) % 5], OVERLAPS[(number // 2 + r) % 2],
                    tuple(TILES)[(number + 3 * r) % 5], THREADS[(r + number // 3) % 3])
            for r, ranks in enumerate(RANKS)]


import euler_cases  # noqa: E402 - its problems are made of this module's class

PHYSICS += euler_cases.PHYSICS
import acoustic_cases  # noqa: E402 - its problems are made of this module's class

PHYSICS += acoustic_cases.PHYSICS
import einstein_cases  # noqa: E402 - its problems are made of this module's class

PHYSICS += einstein_cases.PHYSICS

# At the end, because the number of a problem decides on its settings.
PHYSICS += [
    wavemol(2, "dp54", (41, 18), [["reflecting", {"robin": "2"}], ["extrapolation_2", "extrapolation_3"]]),
    wavemol(4, "dp87", (36,), "extrapolation_4", "cells"),
    diffusion("fluctuating-2d", (38, 21), medium="fluctuating", strength=0.01),
    diffusion("fluctuating-3d", (15, 14, 13), DIRICHLET, medium="fluctuating", strength=0.01),
    *acoustic_cases.tables(),
    Physics("order4-rk4-with-allencahn-2d", "WaveMoL", (37, 26), ["periodic", "neumann"], radius=2, integrator="rk4",
            domain=((0, 0.37), (0, 0.26)), courant=0.2, fields=("phi", "u", "pressure", "content"),
            parameters={"order": 4, "width": 0.05}, also={"AllenCahn": {"conservation": "exact"}}),
    Physics("order2-ssprk3-with-lagged-allencahn-3d", "WaveMoL", (15, 14, 13), "periodic", integrator="ssprk3",
            domain=((0, 0.15), (0, 0.14), (0, 0.13)), courant=0.2, fields=("phi", "u", "pressure", "free_energy"),
            parameters={"order": 2, "width": 0.05}, also={"AllenCahn": {"conservation": "lagged"}}),
    radiating("radiating-3d", 2, (33, 16, 26), "rk4", "radiative"),
    radiating("radiating-octant-2d", 4, (51, 36), "ssprk3", [["reflecting", "radiative"]] * 2),
    radiating("radiating-mixed-cells-3d", 4, (46, 16, 34), "rk4", [{"lower": DIRICHLET, "upper": "radiative"}, "radiative", "neumann"],
              "cells"),
]
PHYSICS += euler_cases.FACES
PHYSICS += einstein_cases.FACES
PHYSICS += euler_cases.LIMITERS
PHYSICS += einstein_cases.ORDERS
PHYSICS.append(Physics("with-flame-2d", "GrayScott", (24, 21), ["neumann", "periodic"], integrator="euler",
                       domain=((0, 1), (0, 0.9)), fields=("u", "v", "c", "total_substeps"),
                       also={"Flame": {"radius": 0.3, "tolerance": 1e-4}}))
PHYSICS.append(Physics("with-suppressed-flame-2d", "GrayScott", (24, 21), ["neumann", "periodic"], integrator="euler",
                       domain=((0, 1), (0, 0.9)), fields=("u", "v", "c", "total_substeps", "max_rate", "burning"),
                       also={"Flame": {"radius": 0.3, "tolerance": 1e-4, "suppressed": True}}))
PHYSICS += [
    # Scalars that the integrator advances, and implicit parts.
    Physics("rk4-with-oscillator-2d", "GrayScott", (41, 32), integrator="rk4", courant=0.2, domain=((0, 0.41), (0, 0.32)),
            fields=("u", "phi", "displacement", "velocity", "work", "reaction", "wave_energy"),
            parameters={"square": 0.03, "coverage": 0.3},
            also={"Oscillator": {"centre": [0.2, 0.15, 0], "width": 0.05, "frequency": 40, "force": 2}}),
    Physics("ars343-with-relaxation-2d", "WaveMoL", (42, 22), "periodic", radius=2, integrator="ars343", courant=0.2,
            fields=("phi", "u", "v", "content"), parameters={"order": 4, "width": 0.3}, also={"Relaxation": {"time_scale": 1e-4}}),
    # Faces at which a static field falls off.
    Physics("rk4-with-dipole-3d", "WaveMoL", (33, 16, 26), "radiative", domain=((-1, 1),) * 3, integrator="rk4", courant=0.3,
            fields=("WaveMoL::phi", "Dipole::phi", "Dipole::pi", "shape"), parameters={"order": 2, "width": 0.3, "centre": [0, 0, 0]},
            also={"Dipole": {"swing": 0.5, "width": 0.3, "moment": [0.3, -0.5, 1]}}),
    # Outermost points that are evolved with one-sided differences.
    wavemol(4, "ssprk3", (42, 24), [["one_sided_4", "one_sided_2"], "one_sided_3"]),
    # Integrators that no other problem has.
    wavemol(2, "rk3", (38, 16), ["neumann", "periodic"]),
    grayscott("rk65-walls-2d", (39, 23), "rk65", ["neumann", "periodic"]),
    Physics("ars222-with-relaxation-1d", "WaveMoL", (58,), "periodic", radius=2, integrator="ars222", courant=0.2,
            fields=("phi", "u", "v", "content"), parameters={"order": 4, "width": 0.3}, also={"Relaxation": {"time_scale": 1e-4}}),
]
PHYSICS += einstein_cases.DEPTHS
