# SPDX-License-Identifier: Apache-2.0
"""Waves of point sources against those in an infinite medium, and what absorbing layers send back."""
from cases import Case

# One source in the corner of a domain that mirrors make whole; the run ends before the wave is back from the other faces.
GREEN = {"source_x": [0], "source_y": [0], "source_z": [0], "frequency": 4, "near": 0.12}
# Two sources between points, which their mirror images do not touch.
PAIR = {"source_x": [0.31, -0.2], "source_y": [0.04, -0.23], "amplitude": [1, -0.5], "frequency": 4, "near": 0.15}
# The source's pressure has its greatest value, 0.5 v / (pi f sqrt(2 e)) in 1-D, half a metre from the layers.
PULSE = {"source_x": [0], "frequency": 5, "order": 4}
HEIGHT = 0.5 / (3.141592653589793 * 5 * 2.3316439815971242)


def green(name, order, intervals, steps, power=2, parameters=GREEN, **more):
    size = len(intervals)
    return Case(f"acoustic/{name}", "AcousticWave", min(order, 4) if power == 2 else 2, intervals, 0.55, steps,
                {**parameters, "order": order}, **{"domain": ((0, 0.5),) * size,
                "boundary": [["reflecting", "antireflecting"]] * size, "steps_power": power, "tolerance": 0.2, **more})


def sponge(width, reflection, largest):
    """The pulse has been in the layers and would be back where it came from; `largest` is what is left of it, at most."""
    end = 0.3 + 2 * (0.5 + width) + 0.1
    half = 0.5 + width
    return Case(f"acoustic/sponge-{width}", "AcousticWave", 0, (round(200 * half),), end, round(250 * end),
                {**PULSE, "sponge_lower": [width, 0, 0], "sponge_upper": [width, 0, 0], "sponge_reflection": reflection},
                domain=((-half, half),), boundary="antireflecting", quantity="error.linf", levels=1, largest=largest * HEIGHT)


CASES = [
    green("green-order2-3d", 2, (16, 16, 16), 36, power=1),
    green("green-order4-3d", 4, (16, 16, 16), 36),
    green("green-order6-3d", 6, (16, 16, 16), 36),
    green("green-order4-2d", 4, (24, 24), 54),
    green("green-order6-1d", 6, (32,), 80),
    green("green-order4-cells-2d", 4, (24, 24), 54, centring="cells"),
    green("pair-order4-2d", 4, (60, 60), 68, parameters=PAIR, domain=((-1, 1), (-1, 1)), boundary="periodic"),
    sponge(0.4, 1e-3, 0.06),
    sponge(0.8, 1e-3, 0.025),
]
