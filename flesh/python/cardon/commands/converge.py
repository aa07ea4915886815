# SPDX-License-Identifier: Apache-2.0
"""cardon converge: runs at several resolutions, the fitted order, a picture."""
import math
from pathlib import Path

from ..convergence import differences, fitted_order, is_error, orders
from ..errors import CardonError, did_you_mean, printable
from ..launching import Launcher, check_plan, describe, excerpt, is_finished, own_folder, write_file, write_plan
from ..refinement import Resolution
from ..run import Run
from .sweep import last_scalars

PLAN = "converge.json"
NO_ORDER = 0.2                                   # what is below is no convergence


def outputs(quantity):
    """key=value that let a run write this column of scalars.tsv, also at its last step."""
    field, dot, reduction = quantity.rpartition(".")
    if not dot:
        return [f"output.scalars={{every: 1, fields: [{quantity}]}}"]
    return [f"output.scalars={{every: 1, fields: [{field}], reductions: [{reduction}]}}"]


def final_value(run, quantity):
    last = {name.split(" [")[0]: value for name, value in last_scalars(run).items()}
    try:
        return float(last[quantity])
    except (KeyError, ValueError):
        raise CardonError("converge/quantity", f"{run.folder} has no scalar {quantity}",
                          hint=did_you_mean(quantity, last),
                          notes=["its scalars.tsv has: " + (", ".join(last) or "no rows")],
                          help="name a field and a reduction, such as error.l2, or a declared scalar") from None


def run_level(launcher, files, overrides, folder):
    """Runs one level unless it has finished before."""
    if folder.exists() and is_finished(folder):
        return Run(folder)
    if folder.exists():
        raise CardonError("converge/folder", f"{folder} holds a run that has not finished",
                          help="remove it, or give another folder with --out")
    log = folder.with_suffix(".log")
    code = launcher.start(launcher.command(files, overrides, folder), log)
    if code != 0:
        raise CardonError("converge/run", f"the run in {folder} has failed with exit code {code}", notes=excerpt(log),
                          exit_code=code if code > 0 else 4)
    log.unlink()
    return Run(folder)


def run_levels(given, out):
    """The runs, and their resolutions: the first one is that of the file."""
    launcher = Launcher(given["program"], given["launcher"], given["ranks"], ["--quiet"])
    quantity, files = given["quantity"], given["files"]
    first = run_level(launcher, files, [*given["overrides"], *outputs(quantity)], out / "level-1")
    coarse = Resolution.of(first)
    runs = [first]
    for level in range(1, given["levels"]):
        factor = given["ratio"] ** level
        changed = coarse.overrides(factor, given["steps_power"]) + outputs(quantity)
        runs.append(run_level(launcher, files, [*given["overrides"], *changed], out / f"level-{level + 1}"))
        print(f"{runs[-1].folder}: {' '.join(changed[:1])}", flush=True)
    return runs, coarse


def check_times(runs):
    """Errors are compared at one time."""
    times = [float(run.summary["time"]) for run in runs]
    if max(times) - min(times) > 1e-9 * max(map(abs, times)):
        raise CardonError("converge/times", "the runs end at different times", notes=[", ".join(f"{t!r}" for t in times)],
                          help="use a fixed time.step, or a time.courant with a constant speed")


def write_table(path, sizes, found, levels, heading):
    head = f"level\t{heading}\t{levels}\n"
    write_file(path, head + "".join(f"{n + 1}\t{h!r}\t{e!r}\n" for n, (h, e) in enumerate(zip(sizes, found))))


def draw(path, sizes, found, quantity, title, length_unit):
    """The picture, if matplotlib is there."""
    try:
        from .. import plots
    except CardonError as missing:
        print(f"no picture: {missing.message}; {missing.help}")
        return
    figure = plots.convergence_figure(sizes, found, quantity, title=title, length_unit=length_unit)
    print(printable(plots.save(figure, path)))


def verdict(order, given):
    if given["expect"] is None:
        return 0
    good = abs(order - given["expect"]) <= given["tolerance"]
    print(f"expected {given['expect']:g} within {given['tolerance']:g}: {'reached' if good else 'MISSED'}")
    return 0 if good else 1


def execute(given):
    quantity, ratio = given["quantity"], given["ratio"]
    known = given["exact"] or is_error(quantity)
    needed = 2 if known else 3
    if given["levels"] < needed:
        raise CardonError("converge/levels", f"{quantity} needs at least {needed} levels, {given['levels']} were asked for",
                          notes=[] if known else ["without an exact value, errors are the changes from level to level"])
    out = Path(given["out"] or f"runs/{Path(given['files'][0]).stem}-converge")
    description = describe(given["files"], given["overrides"], quantity=quantity, ratio=ratio, steps_power=given["steps_power"])
    with own_folder(out):
        check_plan(out, PLAN, description)
        write_plan(out, PLAN, description)
        return measure(given, out, known)


def measure(given, out, known):
    """Runs the levels, fits the order, and returns the exit code. `known`: whether the values are errors."""
    quantity, ratio = given["quantity"], given["ratio"]
    runs, coarse = run_levels(given, out)
    check_times(runs)
    values = [final_value(run, quantity) for run in runs]
    found = [abs(value) for value in values] if known else differences(values)
    name = quantity if known else f"change of {quantity}"
    sizes = [coarse.spacing / ratio ** level for level in range(len(found))]
    unit = runs[0].summary.get("length_unit", "m")
    heading = f"h [{unit}]" if unit else "h"
    print(f"\n{'level':>5}  {heading:>10}  {name}" if known else f"\nlevels  {heading:>10}  {name}")
    between = [math.nan] + orders(found, ratio)
    for level, (h, error, order) in enumerate(zip(sizes, found, between), 1):
        label = f"{level:5d}" if known else f"{level}, {level + 1:2d} "
        print(f"{label}  {h:10.4g}  {error:10.4g}" + (f"  order {order:.2f}" if math.isfinite(order) else ""))
    order, doubt = fitted_order(sizes, found)
    if not math.isfinite(order):
        raise CardonError("converge/order", f"{name} shows no order", notes=["an error is 0 or not finite"], exit_code=1)
    print(f"fitted order {order:.3f}" + (f" +- {doubt:.2g}" if math.isfinite(doubt) else ""))
    if known and order < NO_ORDER:
        print(f"{name} hardly depends on the resolution: does the file give the exact solution of this problem? "
              "For another --quantity, levels are compared with each other")
    write_table(out / "convergence.tsv", sizes, found, name, heading)
    draw(out / "convergence.png", sizes, found, name, runs[0].title, unit)
    return verdict(order, given)
