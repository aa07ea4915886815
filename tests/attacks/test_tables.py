#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables that are damaged between two runs, or while a run writes them. After every damage a restart uses an older
checkpoint or refuses, and says which file is damaged; or the tables end as those of a run that nobody disturbed. The long
version makes 1000 random changes instead of 40."""
import copy
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402
import places  # noqa: E402

TRIALS = 1000 if cardon_run.LONG else 40
SEED = int(os.environ.get("CARDON_SEED") or 20261123)
STEPS = 26
DOMAIN, POINTS = [[-1, 1], [-0.05, 1.65], [0, 1.6]], (13, 12, 11)
PROBLEM = {
    "thorns": ["WaveToy"],
    "grid": {"points": list(POINTS), "domain": DOMAIN, "boundary": "radiative"},
    "time": {"courant": 0.3, "stop": {"iterations": STEPS}},
    "WaveToy": {"centre": [0, 0, 0], "width": 0.3},
    "output": {"scalars": {"every": 1, "fields": ["phi", "total_energy"], "reductions": ["min", "max", "l2"]},
               **places.output(DOMAIN, POINTS, ["phi"], 2)},
    "checkpoint": {"every": 5, "keep": 3, "on_stop": "early"},
}
STOPPED = 23
CHECKPOINTS = (10, 15, 20)


def tables_in(run):
    return [run / "scalars.tsv", *sorted(run.glob("probes*.tsv")), *sorted(run.glob("spheres/*.tsv"))]


def texts(run):
    return {str(file.relative_to(run)): file.read_text() for file in tables_in(run)}


def is_exact(path, reference):
    run = cardon_run.RunFolder(path)
    return texts(path) == texts(reference.path) and run.checksums == reference.checksums


def restart(folder, name, wanted, *arguments):
    shutil.rmtree(folder / name, ignore_errors=True)
    return many_runs.call(["run", folder / "t.yaml", "--out", folder / name, "--restart", wanted, *arguments], cwd=folder)


def bytes_at(run, file, iteration):
    """How long a table was at a checkpoint, judged by its rows; those of descriptions are all older."""
    length, rows = 0, 0
    for line in (run / file).read_bytes().splitlines(keepends=True):
        first = line.split(b"\t")[0]
        if first.isdigit() and int(first) > iteration:
            break
        rows += first.isdigit()
        length += len(line)
    return length if rows else (run / file).stat().st_size


class Damage:
    """Copies of a run, one after the other, each with a damaged table."""

    def __init__(self, folder, reference):
        self.folder, self.reference = folder, reference
        self.first, self.damaged = folder / "first", folder / "damaged"

    def check(self, name, file, change, position=None):
        """`position`: of the first damaged byte; None: all is lost."""
        shutil.rmtree(self.damaged, ignore_errors=True)
        shutil.copytree(self.first, self.damaged, symlinks=True)
        change(self.damaged / file)
        good = [i for i in CHECKPOINTS if position is not None and bytes_at(self.first, file, i) <= position]
        result = restart(self.folder, "on", self.damaged)
        said = result.out + result.err
        if not good:
            right = (result.code == 2 and "[restart/no-checkpoint]" in result.err and str(file) in result.err
                     and "output.on_damaged_table=salvage" in result.err)
        else:
            right = result.code == 0 and f"iteration {max(good)} of" in said and is_exact(self.folder / "on", self.reference)
            if max(good) < CHECKPOINTS[-1]:
                right = right and "[restart/damaged]" in said and str(self.damaged / file) in said
        return [] if right else [f"{name}: {file} at {position}, good: {good}\n{result.report()}"]


def flip(file, position, bit):
    data = bytearray(file.read_bytes())
    data[position] ^= 1 << bit
    file.write_bytes(data)


def rewritten(change):
    return lambda file: file.write_bytes(change(file.read_bytes()))


def fifo(file):
    file.unlink()
    os.mkfifo(file)


def folder_instead(file):
    file.unlink()
    file.mkdir()


def device(file):
    file.unlink()
    file.symlink_to("/dev/zero")


def doubled(data):
    lines = data.splitlines(keepends=True)
    return b"".join(lines[:8] + lines[5:])


def digit_changed(data):
    at = data.index(b"\n12\t") + 12
    return data[:at] + (b"7" if data[at:at + 1] != b"7" else b"3") + data[at + 1:]


def each_way(damage):
    scalars = Path("scalars.tsv")
    data = (damage.first / scalars).read_bytes()
    row = lambda iteration: data.index(b"\n%d\t" % iteration) + 1
    found = []
    for name, change, position in (
            ("cut after iteration 13", lambda d: d[:row(14)], row(14)),
            ("cut in the last row before a checkpoint", lambda d: d[:row(20) + 5], row(20) + 5),
            ("cut in the last row", lambda d: d[:-7], len(data) - 7),
            ("empty", lambda d: b"", None),
            ("a digit changed", digit_changed, row(12) + 11),
            ("rows doubled", doubled, row(7)),
            ("NULs in front", lambda d: bytes(400) + d[400:], None),
            ("NULs at the end", lambda d: d + bytes(400), len(data)),
            ("a row added", lambda d: d + d[row(23):], len(data)),
            ("a row removed", lambda d: d[:row(17)] + d[row(18):], row(17) + 1),
            ("another header", lambda d: d.replace(b"phi.min", b"psi.min", 1), None)):
        found += damage.check(name, scalars, rewritten(change), position)
    for name, change in (("missing", os.unlink), ("a pipe", fifo), ("a folder", folder_instead), ("a device", device)):
        for file in ("scalars.tsv", "probes.points.tsv"):
            found += damage.check(name, Path(file), change)
    return found


def random_flips(damage, generator):
    found = []
    for _ in range(TRIALS):
        file = generator.choice(tables_in(damage.first)).relative_to(damage.first)
        position = generator.randrange((damage.first / file).stat().st_size)
        bit = generator.randrange(8)
        found += damage.check(f"bit {bit}", file, lambda f: flip(f, position, bit), position)
    return found


def named_checkpoint(damage):
    """It has no replacement."""
    damage.check("named", Path("scalars.tsv"), lambda f: flip(f, 300, 1), 300)
    result = restart(damage.folder, "on", damage.damaged / "checkpoints/it000020")
    if result.code != 2 or f"{damage.damaged}/scalars.tsv is damaged" not in result.err:
        return [f"a named checkpoint\n{result.report()}"]
    return []


def salvaged(damage):
    damage.check("salvage", Path("scalars.tsv"), rewritten(lambda d: d.replace(b"\n12\t", b"\nxx\t")))
    result = restart(damage.folder, "on", damage.damaged, "output.on_damaged_table=salvage")
    expected = [line for line in damage.reference.scalars_text.splitlines() if not line.startswith("12\t")]
    if (result.code != 0 or "[restart/table-damaged]" not in result.out or "[restart/table-row]" not in result.out
            or (damage.folder / "on/scalars.tsv").read_text().splitlines() != expected):
        return [f"salvage\n{result.report()}"]
    return []


def generations(damage):
    """A table that was carried on once is carried on again, and its damage is seen."""
    result = restart(damage.folder, "second", damage.first, "time.stop.iterations=24", "checkpoint.every=2")
    found = [] if result.code == 0 else [result.report()]
    result = restart(damage.folder, "third", damage.folder / "second")
    if result.code != 0 or not is_exact(damage.folder / "third", damage.reference):
        found.append(f"third generation\n{result.report()}")
    flip(damage.folder / "second/scalars.tsv", 200, 2)
    result = restart(damage.folder, "third", damage.folder / "second")
    if result.code != 0 or "second/scalars.tsv is damaged" not in result.out \
            or "iteration 20 of " + str(damage.first) not in result.out:
        found.append(f"damage in the second generation\n{result.report()}")
    return found


def changed_columns(damage):
    """Rows stay; what was not asked for in a run is nan there."""
    folder, reference = damage.folder, damage.reference
    problem = copy.deepcopy(PROBLEM)
    output = problem["output"]
    output["scalars"].update(fields=["phi", "energy"], reductions=["max", "l1"])
    output["probes"]["points"]["added"] = [0.1, 0.2, 0.3]
    output["probes"]["points"]["near"] = [0.3, 0.3, 0.3]
    output["spheres"]["radii"].insert(0, 0.2)
    output["spheres"]["l_max"] = 3
    cardon_run.write_parfile(folder / "other.yaml", problem)
    shutil.rmtree(folder / "on", ignore_errors=True)
    result = many_runs.call(["run", folder / "other.yaml", "--out", folder / "on", "--restart", damage.first], cwd=folder)
    if result.code != 0:
        return [result.report()]
    run, found = cardon_run.RunFolder(folder / "on"), []
    now, before = run.scalars, reference.scalars
    expected = {"phi.max": (True, True), "phi.l1": (False, True), "energy.max": (False, True), "energy.l1": (False, True),
                "phi.min": (True, False), "phi.l2": (True, False), "total_energy": (True, False)}
    if set(now) != {"iteration", "time", *expected} or now["iteration"] != before["iteration"]:
        found.append(f"columns {list(now)}, iterations {now['iteration']}")
    for name, parts in expected.items():
        for part, is_number in zip((slice(0, 21), slice(21, None)), parts):
            if any((value == value) != is_number for value in now[name][part]):
                found.append(f"{name} {part}: {now[name][part]}")
            if name in before and is_number and now[name][part] != before[name][part]:
                found.append(f"{name}: other values")
    if "phi.near" not in (folder / "on/warnings.txt").read_text():
        found.append("a probe that was moved is not told of\n" + result.out)
    probes = (folder / "on/probes.tsv").read_text().splitlines()
    names, row = probes[0].split("\t"), dict(zip(probes[0].split("\t"), probes[3].split("\t")))
    before = (reference.path / "probes.tsv").read_text().splitlines()
    old = dict(zip(before[0].split("\t"), before[3].split("\t")))
    for name in names:
        fresh = ".near" in name or ".added" in name
        if row[name] != ("nan" if fresh else old[name]):
            found.append(f"probes.tsv: {name} is {row[name]}, was {old.get(name)}")
    spheres = sorted(file.name for file in (folder / "on/spheres").glob("phi.r*.tsv"))
    for name in spheres:
        lines = (folder / "on/spheres" / name).read_text().splitlines()
        if len(lines) != (15 if name in texts_of_spheres(reference) else 4):
            found.append(f"{name} has {len(lines)} lines")
    return found


def texts_of_spheres(run):
    return {file.name for file in (run.path / "spheres").glob("phi.r*.tsv")}


def remove(file):
    file.unlink()


def cut(file):
    os.truncate(file, 0)


def replace(file):
    """As editors do."""
    other = file.with_suffix(".new")
    other.write_bytes(file.read_bytes())
    other.rename(file)


def add(file):
    with open(file, "a") as out:
        out.write("1\t2\t3\n")


def changed_meanwhile(folder, change, *arguments):
    """A run whose table is changed once it has a few hundred rows."""
    name = f"live-{change.__name__}" + ("-continue" if arguments else "")
    problem = copy.deepcopy(PROBLEM)
    problem["grid"] = {"points": [33], "domain": [[0, 1]]}
    problem["WaveToy"] = {"width": 0.3, "centre": [0.5, 0, 0]}
    problem["time"]["stop"]["iterations"] = 2000000
    problem["output"] = {"scalars": {"every": 1, "fields": ["phi"], "reductions": ["max"]}}
    problem["checkpoint"] = {"wall": "0.5 s"}
    file = cardon_run.write_parfile(folder / f"{name}.yaml", problem)
    run = folder / name
    process = subprocess.Popen([str(cardon_run.BINARY), "run", str(file), "--out", str(run), *arguments], cwd=folder,
                               env=cardon_run.environment(), stdin=subprocess.DEVNULL, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    end = time.monotonic() + 30 * cardon_run.PATIENCE
    while time.monotonic() < end and not ((run / "scalars.tsv").exists() and (run / "scalars.tsv").stat().st_size > 5000):
        time.sleep(0.01)
    change(run / "scalars.tsv")
    if arguments:
        time.sleep(1.5)
        (run / "stop").touch()
    try:
        said = process.communicate(timeout=60 * cardon_run.PATIENCE)[0]
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        return [f"{name} did not end\n{process.communicate()[0]}"]
    code, table = process.returncode, (run / "scalars.tsv").read_bytes()
    found = []
    if code != (75 if arguments else 4) or "[output/table-changed]" not in said or f"{name}/scalars.tsv" not in said:
        found.append(f"{name}: exit code {code}\n{said}")
    if b"\0" in table or not re.search(rb"^\d+\t\S+\t\S+\n\Z", table, re.MULTILINE):
        found.append(f"{name}: the table ends with {table[-100:]}")
    return found


def main():
    generator = random.Random(SEED)
    print(f"{TRIALS} flips, seed {SEED}")
    found = []
    with cardon_run.folder() as folder:
        cardon_run.write_parfile(folder / "t.yaml", PROBLEM)
        whole = cardon_run.call(["run", folder / "t.yaml", "--out", folder / "reference"], cwd=folder)
        first = cardon_run.call(["run", folder / "t.yaml", "--out", folder / "first", f"time.stop.iterations={STOPPED}"],
                                cwd=folder)
        if whole.code != 0 or first.code != 0:
            print("FAILED", whole.report(), first.report())
            return 1
        reference = cardon_run.RunFolder(folder / "reference")
        places.check(reference.path)
        damage = Damage(folder, reference)
        for name, case in (("each way", lambda: each_way(damage)), ("named", lambda: named_checkpoint(damage)),
                           ("salvage", lambda: salvaged(damage)), ("generations", lambda: generations(damage)),
                           ("columns", lambda: changed_columns(damage)),
                           ("meanwhile", lambda: [text for change in (remove, cut, replace, add)
                                                  for text in changed_meanwhile(folder, change)]),
                           ("meanwhile, continue", lambda: changed_meanwhile(folder, remove, "output.on_failure=continue")),
                           ("flips", lambda: random_flips(damage, generator))):
            start = time.monotonic()
            wrong = case()
            print("FAILED" if wrong else "ok    ", name, f"({time.monotonic() - start:.1f} s)", *wrong, sep="\n  " if wrong else " ",
                  flush=True)
            found += wrong
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
