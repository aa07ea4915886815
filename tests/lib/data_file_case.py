# SPDX-License-Identifier: Apache-2.0
"""What tests of data files have in common."""
import unittest

import h5py

import cardon_run
import many_runs


def grid(shape, function):
    """Nested lists, slowest direction first; function of the indices in the order of the shape."""
    def level(done):
        if len(done) == len(shape):
            return function(*done)
        return [level(done + (i,)) for i in range(shape[len(done)])]
    return level(())


class DataFileCase(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def write(self, name="model.h5", values=None, dataset="vp", **attributes):
        """Speeds 1 to 2 on 5 x 3 points of the unit square, unless others are given."""
        values = values or grid((3, 5), lambda j, i: 1 + i / 8 + j / 4)
        (self.folder / name).parent.mkdir(exist_ok=True)
        with h5py.File(self.folder / name, "a") as file:
            data = file.create_dataset(dataset, data=values)
            for key, value in attributes.items():
                data.attrs[key] = value

    def config(self, model="model.h5", **more):
        return {"thorns": ["AcousticWave"], "grid": {"points": [9, 7], "boundary": {"dirichlet": "0"}},
                "time": {"stop": {"iterations": 4}},
                "AcousticWave": {"velocity_from": "file", "model": model, "frequency": 1},
                "output": {"scalars": {"fields": ["velocity", "pressure"], "reductions": ["min", "max", "mean", "minloc"]}}, **more}

    def call(self, config, *arguments, verb="run", name="case"):
        file = cardon_run.write_parfile(self.folder / f"{name}.yaml", config)
        return many_runs.call([verb, file, *arguments], cwd=self.folder)

    def run_good(self, config, *arguments, name="case"):
        result = self.call(config, "--out", self.folder / f"out-{name}", "--quiet", *arguments, name=name)
        self.assertEqual(result.code, 0, result.report())
        return cardon_run.RunFolder(self.folder / f"out-{name}")

    def velocity(self, run, reduction):
        return run.scalars[f"velocity.{reduction}"][0]

    def refused(self, config, slug, *texts, verb="check", arguments=()):
        result = self.call(config, *arguments, verb=verb)
        self.assertEqual(result.code, 2, result.report())
        self.assertIn(f"[{slug}]", result.err)
        for text in texts:
            self.assertIn(text, result.err)
        return result
