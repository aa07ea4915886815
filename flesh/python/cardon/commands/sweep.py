# SPDX-License-Identifier: Apache-2.0
"""cardon sweep: a grid of parameters into run folders."""
import itertools
import re
import shlex
import sys
from pathlib import Path

from ..errors import BAD_INPUT, CardonError, printable
from ..launching import Launcher, check_plan, describe, excerpt, has_checkpoint, is_finished, own_folder, write_file, write_plan
from ..run import Run

MAX_RUNS = 1000
MAX_NAME = 160                                   # of a folder; with endings it must be shorter than 255 bytes
PLAN = "sweep.json"


def split_values(text):
    """Values between commas that are not in brackets, braces or quotes."""
    values, depth, quote, word = [], 0, "", ""
    for c in text:
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"":
            quote = c
        elif c in "[{(":
            depth += 1
        elif c in ")}]":
            depth -= 1
        if c == "," and depth == 0 and not quote:
            values.append(word.strip())
            word = ""
        else:
            word += c
    return values + [word.strip()]


def meaning(word):
    """The same text for "0.1", "0.10" and "1e-1", also in lists and before units."""
    def shortest(number):
        value = float(number[0])
        return number[0] if number[0].isdecimal() else str(int(value)) if value.is_integer() and value < 2 ** 53 else repr(value)
    return re.sub(r"(?<![\w.])(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?(?![\w.])", shortest, word)


def require_different(key, words):
    """One value would make two runs."""
    known = {}
    for word in words:
        if (first := known.get(meaning(word))) is not None:
            same = f"has {word} twice" if first == word else f"has {first} and {word}, which are the same value"
            raise CardonError("sweep/values", f"--vary {key} {same}", help="give each value once")
        known[meaning(word)] = word


def read_variations(given):
    """[(key, [values])] of words such as "WaveToy.width=0.1,0.2"."""
    variations = []
    for text in given:
        key, equals, values = text.partition("=")
        words = split_values(values)
        if not equals or not key or not all(words):
            raise CardonError("sweep/values", f"--vary {text} names no values",
                              help="write KEY=VALUE,VALUE, such as --vary WaveToy.width=0.1,0.2")
        if key.replace("::", ".") in (other.replace("::", ".") for other, _ in variations):
            raise CardonError("sweep/values", f"{key} is varied twice", help="give all its values in one --vary")
        require_different(key, words)
        variations.append((key, words))
    if not variations:
        raise CardonError("sweep/values", "no parameter is varied", help="add --vary KEY=VALUE,VALUE")
    return variations


def folder_name(point):
    """"width-0.1.order-2" of {"WaveToy.width": "0.1", "WaveToy.order": "2"}."""
    words = [f"{key.rsplit('.', 1)[-1]}-{value}" for key, value in point.items()]
    return re.sub(r"[^A-Za-z0-9.+-]+", "_", ".".join(words))[:MAX_NAME].strip("_.")


def refuse_given(variations, overrides):
    """A value on the command line would be replaced by that of each run."""
    given = {word.partition("=")[0].replace("::", ".") for word in overrides}
    for key, _ in variations:
        if key.replace("::", ".") in given:
            raise CardonError("sweep/values", f"{key} has a value on the command line and is varied", help="give it only once")


def plan_runs(variations):
    """{folder name: {key: value}} of all combinations, the last parameter fastest."""
    keys = [key for key, _ in variations]
    count = 1
    for _, values in variations:
        count *= len(values)
    if count > MAX_RUNS:
        raise CardonError("sweep/values", f"the sweep has {count} runs, at most {MAX_RUNS} are possible")
    plan = {}
    for values in itertools.product(*(values for _, values in variations)):
        point = dict(zip(keys, values))
        name = stem = folder_name(point)
        number = 2
        while name in plan:
            name, number = f"{stem}.{number}", number + 1
        plan[name] = point
    return plan


def attempts(out, name):
    """Folders of a point of the sweep that exist, the first attempt first: NAME, NAME.try2, ..."""
    found, number = [], 1
    while (folder := out / (name if number == 1 else f"{name}.try{number}")).exists():
        found.append(folder)
        number += 1
    return found


def next_attempt(out, name):
    """None if the run has finished; else the folder of the next attempt and the run that it continues, or None."""
    before = attempts(out, name)
    if any(is_finished(folder) for folder in before):
        return None
    folder = out / (name if not before else f"{name}.try{len(before) + 1}")
    return folder, next((run for run in reversed(before) if has_checkpoint(run)), None)


def write_table(out, plan):
    """sweep.tsv: a row for each run with its parameters, its state and the last value of every scalar."""
    keys = list(next(iter(plan.values())))
    rows, columns = [], []
    for name, point in plan.items():
        folders = attempts(out, name)
        run = Run(folders[-1]) if folders else None
        row = {"run": folders[-1].name if folders else name, **point,
               "status": run.status if run else "not started", "iterations": run.summary.get("iterations", "") if run else ""}
        row.update(last_scalars(run))
        columns += [column for column in row if column not in columns]
        rows.append(row)
    text = "\t".join(columns) + "\n" + "".join("\t".join(str(row.get(c, "nan")) for c in columns) + "\n" for row in rows)
    write_file(out / "sweep.tsv", text)
    return keys, rows


def last_scalars(run):
    """The last row of scalars.tsv with Python's own library: words as they are in the file."""
    try:
        lines = [line for line in (run.folder / "scalars.tsv").read_text().split("\n")[:-1] if not line.startswith("#")]
    except (OSError, AttributeError):
        return {}
    if len(lines) < 2:
        return {}
    return dict(list(zip(lines[0].split("\t"), lines[-1].split("\t")))[1:])


def run_one(launcher, files, overrides, out, name, point):
    """Starts a run of the sweep and returns its exit code, or None if it had finished before."""
    attempt = next_attempt(out, name)
    if attempt is None:
        print(f"{printable(name)}: finished before", flush=True)
        return None
    folder, restart = attempt
    words = launcher.command(files, overrides + [f"{key}={value}" for key, value in point.items()], folder, restart)
    print(f"{printable(name)}: " + (f"restarted from {restart.name}" if restart else "started"), flush=True)
    log = out / f"{name}.log"
    code = launcher.start(words, log)
    if code == 0:
        log.unlink()                             # log.txt of the run has it
    else:
        print(f"{printable(name)}: exit code {code}; {log} has what it printed", flush=True)
        for line in excerpt(log):
            print("   " + printable(line), flush=True)
    return code


def check_values(launcher, files, overrides, variations, finished=()):
    """Whether every value is accepted: each is checked once, with the first values of the other parameters. A mistake found only
    when its run begins would cost the time of the runs before it. What finished before was accepted."""
    first = {key: values[0] for key, values in variations}
    points = [first] + [{**first, key: value} for key, values in variations for value in values[1:]]
    for point in points:
        if point in finished:
            continue
        wrong = launcher.check(files, overrides + [f"{key}={value}" for key, value in point.items()])
        if wrong:
            sys.stderr.write(wrong)
            return False
    return True


def execute(given):
    files = given["files"]
    variations = read_variations(given["vary"])
    refuse_given(variations, given["overrides"])
    plan = plan_runs(variations)
    out = Path(given["out"] or f"runs/{Path(files[0]).stem}-sweep")
    launcher = Launcher(given["program"], given["launcher"], given["ranks"], ["--quiet"])
    finished = [point for name, point in plan.items() if next_attempt(out, name) is None]
    if not check_values(launcher, files, given["overrides"], variations, finished):
        return BAD_INPUT
    if given["dry_run"]:
        for name, point in plan.items():
            words = [f"{key}={value}" for key, value in point.items()]
            print(shlex.join(launcher.command(files, given["overrides"] + words, out / name)))
        return 0
    description = describe(files, given["overrides"], keys=[key for key, _ in variations])
    with own_folder(out):
        check_plan(out, PLAN, description)
        write_plan(out, PLAN, {**description, "runs": plan})
        return run_all(launcher, given, out, plan)


def run_all(launcher, given, out, plan):
    """One run after the other; returns the exit code of the first that failed."""
    worst = 0
    for name, point in plan.items():
        code = run_one(launcher, given["files"], given["overrides"], out, name, point)
        write_table(out, plan)
        worst = worst or code or 0
        if code and code not in (3, 75):         # what stops one run, bad input or no room, stops the others too
            break
    write_table(out, plan)
    finished = sum(any(is_finished(folder) for folder in attempts(out, name)) for name in plan)
    print(f"{finished} of {len(plan)} runs have finished; table: {printable(out / 'sweep.tsv')}")
    return worst
