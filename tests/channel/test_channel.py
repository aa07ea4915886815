#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Boundaries that see the physics, in C++, C and Fortran: walls that gas sticks to, moving or not, and faces through which sound enters and
leaves by characteristics. They are as good as their order, and the three languages have the same bits on any ranks, sites, blocks and
ghost depths, restarted in mid-run, and while blocks migrate and a tuner changes settings, with explicit and implicit stages. In the
default version, each machine and each restart is that of one of the languages other than C++; in the long version of both."""
import argparse
import json
import math
import sys
from pathlib import Path

for folder in ("lib", "invariance", "scalars"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / folder))
import cardon_run  # noqa: E402
import test_adaptive as adaptive  # noqa: E402
import test_scalars as scalars  # noqa: E402
from restart_cases import Machine  # noqa: E402

FLOW = {
    "thorns": ["Channel"],
    "grid": {"points": [60, 34], "domain": [[0, 1], [0, 0.6]], "boundary": ["Channel::open", ["Channel::no_slip", "Channel::no_slip"]]},
    "time": {"courant": 0.5, "stop": {"iterations": 64}},
    "Channel": {"viscosity": 0.002, "force": 0.3, "wall": 0.2, "drag": 3, "pulse": 0.1, "noise": 0.01, "shaped": True, "recorded": True,
                "entering": "0.1 * sin(20 * t) * cos(3 * y)"},
    "output": {"scalars": {"every": 4, "fields": ["p", "v"], "reductions": ["min", "max", "l2"]}},
    "health": {"every": 4},
}
SHAPE = "y shape\n0 0\n0.2 1\n0.35 0.8\n0.6 0\n"
RECORD = "y t record\n" + "".join(f"{y} {t} {1 + y * (t > 0)}\n" for t in (0, 0.1, 1.5) for y in (0, 0.3, 0.6))
SCHEMES = {"rk4": {}, "ars343": {"stiff": True, "drag": 4000}}


def problem(thorn, integrator, shape, **parameters):
    config = json.loads(json.dumps(FLOW).replace("Channel", thorn))
    config["time"]["integrator"] = integrator
    config[thorn] |= SCHEMES[integrator] | {"shape": str(shape), "record": str(shape.with_name("record.txt"))} | parameters
    return config


def same(reference, other):
    found = adaptive.same(reference, other, scalars.checksums)
    ends = [list(run.summary["results"].values()) for run in (reference, other)]
    if ends[0] != ends[1]:
        found.append(f"at the end {ends[0]} and {ends[1]}")
    return found


def check_reference(run):
    values = run.scalars["p.max"]
    found = [] if max(values) > 0.01 and len(set(values)) == len(values) else [f"hardly anything moves: {values}"]
    if "K. W. Thompson" not in (run.path / "citations.txt").read_text():
        found.append("citations.txt lacks the work")
    return found + ([] if list(run.summary["results"].values())[0] != 0 else ["nothing flows at the end"])


def without_noise(thorn, integrator, shape):
    """Random numbers depend on the name of the thorn. With rk4, initial data stay as they are at faces, where one wall moves."""
    config = problem(thorn, integrator, shape, noise=0)
    config["grid"]["initial_boundary"] = "keep" if integrator == "rk4" else "fill"
    return config


def check_start(run, integrator):
    fastest = run.scalars["v_x.max"][0]
    return [] if (fastest == 0.2) == (integrator != "rk4") else [f"the largest v_x is {fastest} at the start"]


def check_languages(runs, thorns, shape):
    for integrator in SCHEMES:
        quiet = runs.whole(without_noise("Channel", integrator, shape), Machine())
        runs.note(f"{integrator}: the start", check_start(quiet, integrator))
        for number, thorn in enumerate(thorns):
            config = problem(thorn, integrator, shape)
            reference = runs.whole(config, Machine())
            runs.note(f"{integrator}: {thorn} alone", check_reference(reference))
            everything = integrator == "rk4" and thorn != "Channel"
            half = slice(None) if cardon_run.LONG else slice(number % 2, None, 2)
            for machine in adaptive.MACHINES[half] if everything else adaptive.MACHINES[2:5:2]:
                runs.note(f"{integrator}: {thorn} {machine}", same(reference, runs.whole(config, machine)))
            for restart in adaptive.RESTARTS[half] if everything else adaptive.RESTARTS[:1]:
                runs.note(f"{integrator}: {thorn} restarted {restart}", same(reference, runs.restarted(config, *restart)))
            turn = number + (integrator != "rk4")
            # Blocks move with one of the integrators, settings change with the other.
            runs.compare_changing(f"{integrator}: {thorn} while things change", reference, config, turn, same, slice(turn % 2, None, 2))
            if thorn != "Channel":
                other = runs.whole(without_noise(thorn, integrator, shape), adaptive.MACHINES[3])
                runs.note(f"{integrator}: {thorn} and Channel", same(quiet, other))


def line(runs, thorn, points, boundary, parameters, end, field="p"):
    """Coordinates and values at the end, on the line along the last direction."""
    config = {"title": "channel", "thorns": [thorn],
              "grid": {"points": points, "domain": [[0, 1]] * len(points), "boundary": json.loads(boundary.replace("Channel", thorn))},
              "time": {"courant": 0.4, "integrator": "rk4", "stop": {"time": end}}, thorn: parameters,
              "output": {"lines": {"every": f"{end} s", "fields": [field], "direction": "xy"[len(points) - 1]}}}
    run = runs.whole(config, Machine())
    last = sorted((run.path / "lines").glob("*.tsv"))[-1]
    return [tuple(map(float, row.split("\t"))) for row in last.read_text().splitlines()[1:]]


def error(rows, exact):
    return max(abs(value - exact(x)) for x, value in rows)


WALLS, OPEN = '["periodic", "Channel::no_slip"]', '"Channel::open"'


def check_walls(runs, thorn):
    """The steady flow between walls, of which one drags it along, is a parabola; a shear flow between walls at rest dies away."""
    steady = line(runs, thorn, [8, 11], WALLS, {"viscosity": 0.1, "force": 0.8, "wall": 0.3}, 14, "v_x")
    off = error(steady, lambda y: 0.3 + 4 * y * (1 - y))
    dying = [error(line(runs, thorn, [8, n], WALLS, {"viscosity": 0.1, "shear": 1}, 0.5, "v_x"),
                   lambda y: math.exp(-0.05 * math.pi**2) * math.sin(math.pi * y)) for n in (17, 33)]
    order = math.log2(dying[0] / dying[1])
    print(f"{thorn}: steady flow between walls: error {off:.1e}; shear flow: {dying[0]:.2e} {dying[1]:.2e}, order {order:.2f}")
    return [] if off < 2e-6 and 1.8 < order < 2.3 and dying[1] < 1e-3 else ["walls"]


def check_characteristics(runs, thorn):
    """A pulse leaves, and little of it comes back; a wave enters."""
    back = [error(line(runs, thorn, [n], OPEN, {"pulse": 1}, 1.6), lambda x: 0) for n in (101, 201)]
    wave = {"entering": "x < 0.5 ? 2 * sin(6 * t)^4 : 0"}
    entered = [error(line(runs, thorn, [n], OPEN, wave, 0.8), lambda x: math.sin(6 * (0.8 - x)) ** 4 if x < 0.8 else 0) for n in (101, 201)]
    orders = [math.log2(coarse / fine) for coarse, fine in (back, entered)]
    print(f"{thorn}: {2 * back[0]:.1e} of a pulse comes back, {2 * back[1]:.1e} on a finer grid, order {orders[0]:.2f}; "
          f"a wave that enters: errors {entered[0]:.1e} {entered[1]:.1e}, order {orders[1]:.2f}")
    fine = 2 * back[1] < 2e-3 and entered[1] < 8e-3 and min(orders) > 1.8
    return [] if fine else ["characteristics"]


def check_record(runs, thorn):
    """What enters is multiplied by the table of place and time; here by the function that the formula has in the other run."""
    rows, times = (0, 0.5, 1), (0, 0.25, 3)
    table = runs.place() / "linear.txt"
    table.write_text("y t f\n" + "".join(f"{y} {t} {(1 + y) * (2 - t / 4)}\n" for t in times for y in rows))
    boundary, wave = '["Channel::open", "periodic"]', "x < 0.5 ? sin(6 * t)^4 : 0"
    runs_of = [line(runs, thorn, [41, 8], boundary, parameters, 0.8) for parameters in
               ({"entering": wave, "recorded": True, "record": str(table)},
                {"entering": f"({wave.replace(' : 0', ' * (1 + y) * (2 - t / 4) : 0')})"})]
    values = [[value for _, value in rows] for rows in runs_of]
    off = max(abs(a - b) for a, b in zip(*values))
    print(f"{thorn}: a record that enters, and the same by a formula: {off:.1e}")
    return [] if off < 1e-12 < max(map(abs, values[0])) - 0.01 else [f"record: {values}"]


def check_warning(runs, thorn):
    """A step limit warns of a parameter, at the place where it is set."""
    config = {"title": "thick", "thorns": [thorn], "grid": {"points": [9, 9]}, thorn: {"viscosity": 2}}
    file = cardon_run.write_parfile(runs.place() / "thick.yaml", config)
    result = cardon_run.call(["check", file, *runs.paths])
    expected = ("warning: the viscosity makes steps more than a hundred times shorter than sound does", "[channel/viscosity]",
                '"viscosity": 2', "help: choose a smaller viscosity or a coarser grid")
    return [f"not said: {words}\n{result.report()}" for words in expected if words not in result.err + result.out]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tuner-path", required=True, help="of the tuner that draws lots")
    parser.add_argument("--thorns", nargs="+", required=True)
    options = parser.parse_args()
    with cardon_run.folder() as folder:
        shape = folder / "shape.txt"
        shape.write_text(SHAPE)
        shape.with_name("record.txt").write_text(RECORD)
        runs = scalars.Runs(folder, options.tuner_path)
        for thorn in options.thorns:
            runs.note(f"{thorn}: walls", check_walls(runs, thorn))
            runs.note(f"{thorn}: characteristics", check_characteristics(runs, thorn))
            runs.note(f"{thorn}: a record", check_record(runs, thorn))
            runs.note(f"{thorn}: a warning", check_warning(runs, thorn))
        check_languages(runs, options.thorns, shape)
    return 1 if runs.failed else 0


if __name__ == "__main__":
    sys.exit(main())
