#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of fields in README.md and on the pages of thorns from runs of shipped parameter files.

    draw_runs.py [--only NAME ...] [--out FOLDER] [key=value ...]

Each run is made in a temporary folder, so that a figure always shows what its file computes now. CARDON_BINARY is the program
(default: build/bin/cardon). key=value are further overrides for all runs."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[2]
sys.path[:0] = [str(SOURCE / "flesh/python"), str(SOURCE / "parfiles/data")]
import cardon  # noqa: E402
import draw_shot  # noqa: E402
from cardon import plots  # noqa: E402


@dataclass
class Picture:
    """`name`.png shows `field` of a run of parfiles/`parfile`.yaml with overrides. Colours and range are those of the file."""
    name: str
    parfile: str
    field: str
    options: dict = field(default_factory=dict)
    overrides: tuple = ()


PICTURES = [
    Picture("quickstart", "quickstart", "phi"),
    Picture("acoustic/pressure", "acoustic-model", "pressure", {"time": 0.5},
            ("output.fields={every: 0.25 s, fields: [pressure], precision: single}", "time.stop.time=0.51")),
    Picture("grayscott", "grayscott", "v", {}, ("output.fields={every: 6000 s, fields: [v], precision: single}",)),
    Picture("euler/kelvin-helmholtz", "euler-kelvin-helmholtz", "rho", {},
            ("output.fields={every: 2 s, fields: [rho], precision: single}",)),
    Picture("euler/blast", "euler-sedov", "rho", {}, ("output.fields={every: 0.25 s, fields: [rho], precision: single}",)),
    Picture("maxwell/pulse", "maxwell-pulse", "E_z", {"time": 0.75},
            ("output.fields={every: 0.25 s, fields: [E_z], precision: single}",)),
    Picture("einstein/pulse", "einstein-wave-pulse", "psi4_re", {},
            ("output.fields={every: 6 s, fields: [psi4_re], precision: single}", "time.stop.time=6")),
]


def run(picture, folder, overrides, codes=(0,)):
    """Makes the run, which must end with one of these exit codes, and opens it."""
    program = os.environ.get("CARDON_BINARY") or SOURCE / "build/bin/cardon"
    words = [program, "run", SOURCE / f"parfiles/{picture.parfile}.yaml", *picture.overrides, *overrides, "--out", folder, "--quiet"]
    done = subprocess.run(list(map(str, words)), stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode not in codes:
        sys.exit(f"{picture.name}: {done.stdout}{done.stderr}")
    return cardon.open(folder)


def without_places(record, *folders):
    """A provenance whose paths start at these folders: where the sources lay on the machine says nothing of the figure."""
    text = json.dumps(record)
    for place in folders:
        text = text.replace(f"{place}/", "")
    return json.loads(text)


def draw(picture, out, overrides=()):
    """Runs the file, draws the picture and returns its file."""
    with tempfile.TemporaryDirectory(prefix="cardon-") as scratch:
        found = run(picture, Path(scratch) / "run", overrides)
        found.provenance = without_places(found.provenance, SOURCE, scratch)
        options = plots.Options(out=Path(scratch), dpi=150, **picture.options)
        drawn = plots.plot_run(found, [picture.field], options)
        field_picture = next(file for file in drawn if ".it" in file.name)
        target = Path(out) / f"{picture.name}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(field_picture.read_bytes())
        return target


def draw_seismogram(out, overrides=()):
    """The picture of parfiles/data/draw_shot.py."""
    picture = Picture("acoustic/shot", "acoustic-model", "pressure")
    with tempfile.TemporaryDirectory(prefix="cardon-") as scratch:
        found = run(picture, Path(scratch) / "run", overrides)
        record = without_places(found.provenance, SOURCE, scratch)
        return plots.save(draw_shot.shot_figure(found), Path(out) / f"{picture.name}.png", record, 150)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", default=[*(picture.name for picture in PICTURES), "acoustic/shot"])
    parser.add_argument("--out", default=HERE)
    parser.add_argument("overrides", nargs="*")
    arguments = parser.parse_args()
    for picture in PICTURES:
        if picture.name in arguments.only:
            print(draw(picture, arguments.out, arguments.overrides), flush=True)
    if "acoustic/shot" in arguments.only:
        print(draw_seismogram(arguments.out, arguments.overrides))


if __name__ == "__main__":
    main()
