# SPDX-License-Identifier: Apache-2.0
"""Gas with every reconstruction and both Riemann solvers, on 1 to 3 directions, periodic and between walls."""
from cases import Physics

BLAST = {"initial": "sedov", "explosion_energy": 0.1, "width": 0.1, "pressure": 0.01, "centre": [0.3, 0.4, 0]}
TURNED = {"initial": "expression", "max_speed": 2.5, "density_formula": "1 + 0.3*sin(2*pi*(x + 2*y))",
          "velocity_x_formula": "0.4*cos(2*pi*y)", "velocity_y_formula": "0.3*sin(2*pi*x)",
          "pressure_formula": "1 + 0.2*cos(2*pi*(x - y))"}
JUMP = {**TURNED, "pressure_formula": "(x < 0.5 ? 1 : 0.2) + 0.1*cos(2*pi*x)"}


def euler(name, size, integrator, boundary="periodic", fields=("rho", "momentum_x", "error", "total_energy"), radius=2,
          centring="cells", **parameters):
    return Physics(name, "Euler", size, boundary, radius, centring, integrator=integrator, courant=0.6, fields=fields,
                   parameters=parameters)


PHYSICS = [
    euler("jump-1d", (72,), "ssprk3", "neumann", **JUMP, limiter="minmod", riemann="hll"),
    euler("blast-ppm-2d", (46, 26), "rk2", "reflecting", **BLAST, reconstruction="ppm", radius=3),
    euler("turned-2d", (19, 24), "ssprk3", fields=("rho", "velocity_y", "entropy", "total_mass"), **TURNED),
    euler("turned-3d", (13, 12, 11), "rk2", fields=("energy", "mach", "courant_number"), **TURNED, limiter="van_leer"),
    euler("walls-3d", (22, 13, 12), "rk4", ["reflecting", "neumann", "periodic"], **BLAST, reconstruction="constant", radius=1),
    euler("vortex-points-2d", (24, 21), "icn", centring="points", initial="vortex", centre=[0.5, 0.5, 0], width=0.1,
          velocity=[0.5, 0.2, 0], peak_velocity=0.5, limiter="none"),
]

OPEN = {**TURNED, "outside_density": "1 + 0.1*sin(2*pi*y + t)", "outside_velocity_x": "0.3", "outside_pressure": "1 + 0.1*cos(3*t)"}
FACES = [
    euler("open-2d", (40, 22), "ssprk3", "Euler::characteristic", **OPEN),
    euler("open-points-3d", (30, 13, 26), "rk2", [["Euler::characteristic", "neumann"], "periodic", "reflecting"],
          centring="points", **OPEN),
]

LIMITERS = [
    euler("turned-characteristic-2d", (19, 24), "ssprk3", fields=("rho", "velocity_y", "energy"), **TURNED,
          limiter="mc_characteristic"),
]
