#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The JSON Schema of parameter files, as an editor uses it: it accepts every shipped file and sees each kind of mistake that
does not depend on other values. Needs Python's jsonschema and yaml: skipped without. test_schema.py [PYTHON] asks another
interpreter, for which the distribution has them."""
import json
import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import cardon_run  # noqa: E402

try:
    import jsonschema
    import yaml
except ImportError as missing:
    if len(sys.argv) > 1:
        os.execv(sys.argv[1], [sys.argv[1], __file__])
    print(f"skipped: {missing}")
    sys.exit(77)

GOOD = """\
title: Good
include: [base.yaml]
thorns: [WaveToy, IOProbes]
grid: {points: [9, 8, 7], domain: [[0, 1], [0, 2 m], [0, pi]], boundary: [periodic, radiative, periodic]}
time: {step: 1 ms, stop: {time: 2*pi/3, iterations: 10}}
WaveToy: {initial: gaussian, width: 150 mm, speed: 1}
checkpoint: {every: 10 s, keep: 2}
output:
  scalars: {every: 2, fields: [phi], reductions: [max]}
  slices:
    - {every: 0.1 s, fields: [phi], plane: xy}
    - {every: 4, fields: phi, plane: yz}
"""
# What is replaced in the good file, by what, and what kind of mistake that is. cardon check must see it, too.
MISTAKES = {
    "an unknown section": ("checkpoint:", "chekpoint:"),
    "an unknown thorn": ("WaveToy: {", "WaveTyo: {"),
    "an unknown parameter": ("width:", "widht:"),
    "an unknown parameter of a nested section": ("iterations:", "iteration:"),
    "a word that is not offered": ("initial: gaussian", "initial: gausian"),
    "a word that is not offered in a list of sections": ("plane: yz", "plane: zz"),
    "text instead of a number": ("speed: 1", "speed: fast"),
    "a list instead of a number": ("keep: 2", "keep: [2]"),
    "a map instead of a list": ("points: [9, 8, 7]", "points: {x: 9}"),
    "a number instead of a section": ("stop: {time: 2*pi/3, iterations: 10}", "stop: 10"),
    "a fraction instead of an integer": ("keep: 2", "keep: 2.5"),
    "a number out of range": ("speed: 1", "speed: -1"),
    "a number in a list out of range": ("points: [9,", "points: [0,"),
    "a name of a file that is a map": ("include: [base.yaml]", "include: {file: base.yaml}"),
}


class Schema(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        result = cardon_run.call(["describe", "--schema"])
        assert result.code == 0, result.report()
        schema = json.loads(result.out)
        jsonschema.Draft7Validator.check_schema(schema)
        cls.validator = jsonschema.Draft7Validator(schema)

    def complaints(self, text):
        return [f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in self.validator.iter_errors(yaml.safe_load(text))]

    def test_every_shipped_file_is_accepted(self):
        files = sorted((cardon_run.SOURCE / "parfiles").glob("*.yaml"))
        self.assertGreater(len(files), 30)
        for file in files:
            with self.subTest(file=file.name):
                self.assertEqual(self.complaints(file.read_text()), [])

    def test_the_good_file(self):
        self.assertEqual(self.complaints(GOOD), [])

    def test_each_kind_of_mistake(self):
        with cardon_run.folder() as folder:
            (folder / "base.yaml").write_text("title: Base\n")
            for kind, (good, bad) in MISTAKES.items():
                with self.subTest(kind=kind):
                    self.assertIn(good, GOOD)
                    text = GOOD.replace(good, bad, 1)
                    self.assertNotEqual(self.complaints(text), [])
                    (folder / "case.yaml").write_text(text)
                    result = cardon_run.call(["check", folder / "case.yaml"])
                    self.assertEqual(result.code, 2, result.report())

    def test_all_parameters_have_a_description(self):
        def walk(schema, path):
            for name, below in schema.get("properties", {}).items():
                if "properties" not in below and "anyOf" not in below:
                    self.assertTrue(below.get("description"), f"{path}.{name}")
                walk(below, f"{path}.{name}")
        walk(self.validator.schema, "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
