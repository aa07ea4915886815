#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""State outside the grid, in Oscillator: without a wave an oscillator has its exact solution, with the order of each integrator; with
a wave the energy of both is balanced, again with the order of the integrator, and radiation damps the oscillator as Lamb says."""
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

# Order, and steps to the end of the run so that errors are small, but not those of rounding.
INTEGRATORS = {"euler": (1, 400), "rk2": (2, 40), "ssprk3": (3, 30), "rk3": (3, 30), "bs32": (3, 30), "rk4": (4, 20), "dp54": (5, 64),
               "rk65": (6, 20), "dp87": (8, 8)}
END = 1.0
FREE = {"frequency": 5.0, "damping": 0.4, "force": 2.0, "force_frequency": 3.0, "mass": 1.5, "coupling": 0, "feels_wave": False}
COUPLED = {"frequency": 5.0, "damping": 0.2, "force": 1.0, "force_frequency": 4.0, "mass": 0.5, "coupling": 1.0, "width": 0.2}


def run(config):
    with many_runs.folder() as folder:
        file = cardon_run.write_parfile(folder / "case.yaml", config)
        result = many_runs.call(["run", file, "--out", folder / "out", "--quiet", cardon_run.NO_CHECKPOINT])
        if result.code != 0:
            sys.exit(result.report())
        return cardon_run.RunFolder(folder / "out").scalars


def solve(parameters, integrator, steps, end=END, grid=None, every=None):
    return run({"title": "oscillator", "thorns": ["Oscillator"],
                "grid": grid or {"points": [16], "domain": [[0, 1]], "boundary": "periodic"},
                "time": {"step": end / steps, "stop": {"iterations": steps}, "integrator": integrator},
                "Oscillator": parameters,
                "output": {"scalars": {"every": every or steps, "fields": ["displacement", "velocity", "work", "reaction",
                                                                           "wave_energy"]}}})


def exact_displacement(t, start=1):
    """Of q'' + 2 g q' + w^2 q = (F / m) sin(f t), q(0) = start, q'(0) = 0."""
    w, g, f = FREE["frequency"], FREE["damping"], FREE["force_frequency"]
    a = FREE["force"] / FREE["mass"]
    size = (w * w - f * f) ** 2 + (2 * g * f) ** 2
    sine, cosine = a * (w * w - f * f) / size, -a * 2 * g * f / size
    own = math.sqrt(w * w - g * g)
    c = start - cosine
    s = (g * c - f * sine) / own
    return sine * math.sin(f * t) + cosine * math.cos(f * t) + math.exp(-g * t) * (c * math.cos(own * t) + s * math.sin(own * t))


def balance(columns, parameters):
    """The change of the energy that force and damping do not explain, in units of the energy at the start."""
    m, w = parameters["mass"], parameters["frequency"]
    energy = [e + 0.5 * m * (v * v + w * w * q * q) - work
              for e, v, q, work in zip(*(columns[n] for n in ("wave_energy", "velocity", "displacement", "work")))]
    return abs(energy[-1] - energy[0]) / energy[0]


def order_of(errors):
    return math.log2(errors[0] / errors[1])


def check_orders(wrong):
    for integrator, (order, steps) in INTEGRATORS.items():
        free = [abs(solve(FREE, integrator, n)["displacement"][-1] - exact_displacement(END)) for n in (steps, 2 * steps)]
        print(f"{integrator:8s} alone: errors {free[0]:.2e} {free[1]:.2e}, order {order_of(free):.2f} of {order}", flush=True)
        # On a linear equation a method may do better than in general.
        if not order - 0.35 < order_of(free) < order + 1.1 or not free[1] < 0.02:
            wrong.append(f"{integrator}: order {order_of(free):.2f}, not {order}")
    for integrator, (order, steps) in {"rk2": (2, 640), "ssprk3": (3, 80), "rk4": (4, 320)}.items():
        found = [balance(solve(COUPLED, integrator, n), COUPLED) for n in (steps, 2 * steps)]
        print(f"{integrator:8s} with a wave: energy changes by {found[0]:.2e} {found[1]:.2e}, order {order_of(found):.2f}", flush=True)
        # Energy, a square, may converge faster than the solution.
        if not order - 0.3 < order_of(found) < order + 1.3:
            wrong.append(f"{integrator}: energy with order {order_of(found):.2f}, not {order}")


def check_damping(wrong):
    """On a long line, before waves have gone around it."""
    g, m, w = 1.5, 1.0, 6.0
    columns = solve({"centre": [4, 0, 0], "width": 0.01, "frequency": w, "coupling": g}, "rk4", 1600, 4.0,
                    {"points": [1600], "domain": [[0, 8]], "boundary": "periodic"}, 10)
    energy = [0.5 * m * (v * v + w * w * q * q) for v, q in zip(columns["velocity"], columns["displacement"])]
    rate = g * g / (4 * m)
    own = math.sqrt(w * w - rate * rate)
    off = max(abs(q - math.exp(-rate * t) * (math.cos(own * t) + rate / own * math.sin(own * t)))
              for t, q in zip(columns["time"], columns["displacement"]))
    print(f"radiation leaves {energy[-1] / energy[0]:.4f} of the energy after 4 s; Lamb's solution is {off:.3f} away at most")
    if not off < 0.03:
        wrong.append(f"the damped oscillation is {off:.3g} away from Lamb's")
    if not abs(columns["wave_energy"][-1] + energy[-1] - energy[0]) < 1e-4 * energy[0]:
        wrong.append("the wave has not got what the oscillator has lost")


def string_error(points):
    """Of the greatest displacement of a string whose end the oscillator holds: phi = q(t - x), q starting at 0 with a force."""
    columns = run({"title": "string", "thorns": ["Oscillator"],
                   "grid": {"points": [points], "domain": [[0, 2]], "boundary": [["Oscillator::held", "radiative"]]},
                   "time": {"step": 0.4 / (points - 1), "stop": {"time": 1.8}, "integrator": "rk4"},
                   "Oscillator": {**FREE, "start": 0},
                   "output": {"scalars": {"every": "1.8 s", "fields": ["phi"], "reductions": ["sum"]}}})
    # The first point is at x = 0.
    exact = sum(exact_displacement(1.8 - 2 * i / (points - 1), 0) for i in range(points) if 2 * i / (points - 1) < 1.8)
    return abs(columns["phi.sum"][-1] - exact) / (points - 1)


def check_string(wrong):
    errors = [string_error(points) for points in (101, 201)]
    print(f"a string held by the oscillator: errors {errors[0]:.2e} {errors[1]:.2e}, order {order_of(errors):.2f}")
    if not 1.7 < order_of(errors) < 3.3 or not errors[1] < 1e-4:
        wrong.append(f"held string: errors {errors[0]:.3g}, {errors[1]:.3g}")


def main():
    wrong = []
    check_orders(wrong)
    check_damping(wrong)
    check_string(wrong)
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
