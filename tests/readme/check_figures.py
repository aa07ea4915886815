#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures of the pages that contain the provenance of a run name parameters as the program does now, so that the run can be repeated
from the figure, and no folder of the machine that drew them. Those that do not are to be drawn again with flesh/doc/images/draw_runs.py."""
import json
import re
import struct
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

IMAGES = cardon_run.SOURCE / "flesh/doc/images"


def provenance(picture):
    """The text under Provenance, or None. Matplotlib writes it into a chunk iTXt or tEXt."""
    data, at = picture.read_bytes(), 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind in (b"tEXt", b"iTXt") and body.startswith(b"Provenance\0"):
            return json.loads(body.split(b"\0", 1)[1] if kind == b"tEXt" else body.split(b"\0", 5)[5])
        at += 12 + size
    return None


def unknown(recorded, names):
    """Parameters of a run that the program no longer has. output.slices[1].every is output.slices.every of the second entry."""
    return [name for name in recorded if re.sub(r"\[.*?\]", "", name) not in names]


class Figures(unittest.TestCase):
    def test_parameters_have_their_names(self):
        listed = cardon_run.call(["list", "parameters", "--json"])
        names = {row["parameter"] for row in json.loads(listed.out)}
        found = {picture: record for picture in sorted(IMAGES.rglob("*.png")) if (record := provenance(picture))}
        self.assertGreater(len(found), 5, "figures have lost their provenance")
        for picture, record in found.items():
            places = [word for word in re.findall(r'"(/[^"/]+/[^"]*)"', json.dumps(record)) if not word.startswith(("/usr/", "/sys/"))]
            self.assertEqual(places, [], f"{picture.relative_to(IMAGES)} says where the sources lay on a machine")
        old = {str(picture.relative_to(IMAGES)): unknown(record["parameters"], names) for picture, record in found.items()}
        self.assertEqual({picture: names for picture, names in old.items() if names}, {}, "draw these again")

    def test_old_names_are_found(self):
        recorded = ["Euler::fastest", "Euler::gamma", "output.slices[1].every"]
        self.assertEqual(unknown(recorded, {"Euler::gamma", "output.slices.every"}), ["Euler::fastest"])


if __name__ == "__main__":
    unittest.main()
