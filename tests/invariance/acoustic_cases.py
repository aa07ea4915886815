# SPDX-License-Identifier: Apache-2.0
"""Acoustic waves beside WaveToy's: speeds from a data file and from a formula, sources, absorbing layers, orders 4 and 6."""
from cardon_run import SOURCE
from cases import DIRICHLET, Physics

MODEL = {"velocity_from": "file", "model": str(SOURCE / "parfiles/data/layers.h5"), "order": 4, "frequency": 12,
         "source_x": [700, 1300], "source_y": [-400, -300], "amplitude": [1e3, -500], "sponge_lower": [400, 200, 0],
         "sponge_upper": [400, 0, 0]}
FORMULA = {"velocity_from": "expression", "profile": "1 + 0.5*x*(1 - y)", "max_speed": 1.5, "order": 6, "frequency": 8,
           "source_x": 0.4, "source_y": 0.45, "sponge_lower": [0, 0.2, 0], "sponge_upper": [0.3, 0, 0]}
LAYERS = {"velocity_from": "layers", "order": 4, "frequency": 12, "source_x": 700, "source_y": -400,
          "layers": {"file": str(SOURCE / "parfiles/data/crust.txt"), "column": "vp", "interpolation": "monotone"}}
SECTION = {"velocity_from": "section", "order": 4, "frequency": 12, "source_x": 700, "source_y": -400,
           "section": {"file": str(SOURCE / "parfiles/data/section.txt"), "interpolation": "monotone"}}
FIELDS = ("phi", "pressure", "velocity", "damping", "greatest_velocity")

PHYSICS = [
    Physics("with-acoustic-model-2d", "WaveToy", (41, 22), ["antireflecting", ["neumann", "antireflecting"]], radius=2,
            domain=((0, 2000), (-1000, 0)), fields=FIELDS, also={"AcousticWave": MODEL},
            parameters={"speed": 4000, "width": 300, "centre": [1000, -500, 0]}),
    Physics("order4-with-acoustic-order6-3d", "WaveToy", (33, 15, 12), [DIRICHLET, "reflecting", "periodic"], radius=3,
            fields=FIELDS + ("energy",), also={"AcousticWave": FORMULA}, parameters={"order": 4, "speed": 1.5, "width": 0.3}),
]


def tables():
    """Speeds from tables of one and two arguments; in the list of cases.py at its end."""
    return [of_table("layers", LAYERS), of_table("section", SECTION)]


def of_table(name, acoustic):
    return Physics(f"with-acoustic-{name}-2d", "WaveToy", (41, 26), ["antireflecting", ["neumann", "antireflecting"]], radius=2,
                   domain=((0, 2000), (-1000, 0)), fields=FIELDS, also={"AcousticWave": acoustic},
                   parameters={"speed": 4200, "width": 300, "centre": [1000, -500, 0]})
