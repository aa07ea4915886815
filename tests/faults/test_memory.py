#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Memory: what `cardon check` predicts is what a run needs, and a refusal is one clear error."""
import re
import resource
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

UNITS = {"kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
MB = 10**6


def wave(points, **further):
    return {"thorns": ["WaveToy"], "grid": {"points": points, "boundary": "periodic"},
            "time": {"stop": {"iterations": 4}, "courant": 0.3}, "health": {"every": 2}, **further}


def two_sites(points, iterations, **further):
    """Ghost zones deeper than needed and codecs that remember, for as long as it takes to fill their memory."""
    config = wave(points, **further)
    config["time"]["stop"]["iterations"] = iterations
    config["thorns"].append("GridDriver")
    config.update(machine={"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}]}, tuning={"tuner": "none"},
                  driver={"calibration": "never", "ghost_zones": {"a-b": 4},
                          "compression": ["extrapolate", "bitpack"]})
    return config


class MemoryTest(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def check(self, config, ranks):
        """What a rank needs at most, and the whole text."""
        file = cardon_run.write_parfile(self.folder / "wave.yaml", config)
        done = cardon_run.call(["check", file, "--ranks", ranks])
        self.assertEqual(done.code, 0, done.report())
        numbers = re.findall(r"([\d.]+) (kB|MB|GB|TB)", re.search(r"\n  total (.*)", done.out)[1])
        value, unit = numbers[0 if ranks == 1 else 2]
        return float(value) * UNITS[unit], done.out

    def run_limited(self, config, limit, of=resource.RLIMIT_DATA, ranks=1):
        """With a limit on what each process may have."""
        file = cardon_run.write_parfile(self.folder / "wave.yaml", config)
        words = [cardon_run.BINARY, "run", file, "--out", self.folder / "run"]
        if ranks > 1:
            words = [cardon_run.MPIRUN, "-n", str(ranks), *words]
        return subprocess.run(words, env=cardon_run.environment(), text=True, capture_output=True,
                              timeout=60 * cardon_run.PATIENCE, stdin=subprocess.DEVNULL,
                              preexec_fn=lambda: resource.setrlimit(of, (limit, limit)),
                              check=False)


class Predicted(MemoryTest):
    def compare(self, name, config, ranks):
        predicted, text = self.check(config, ranks)
        done = cardon_run.call(["run", self.folder / "wave.yaml", "--out", self.folder / name], ranks=ranks, timeout=100)
        self.assertEqual(done.code, 0, done.report())
        per_rank = cardon_run.RunFolder(self.folder / name).summary["per_rank"]
        measured = max(rank["memory_bytes"] for rank in per_rank)
        print(f"{name}: predicted {predicted / MB:.0f} MB, measured {measured / MB:.0f} MB, "
              f"{predicted / measured - 1:+.1%}\n{text[text.index('Memory'):text.index('ready')]}")
        self.assertGreater(measured, 200 * MB)
        self.assertLess(abs(predicted / measured - 1), 0.1)
        for rank in per_rank:
            self.assertLess(abs(rank["memory_predicted_bytes"] / rank["memory_bytes"] - 1), 0.1, rank)

    def test_one_rank(self):
        self.compare("one", wave([256, 256, 192]), 1)

    def test_sites_with_deep_ghost_zones_codecs_and_checkpoints(self):
        config = two_sites([256, 256, 128], 42, checkpoint={"every": 20})
        self.compare("sites", config, 2)


class Limits(MemoryTest):
    def test_a_refusal_tells_what_was_needed_and_what_there_is(self):
        predicted, _ = self.check(wave([256, 256, 128]), 1)
        for of, limit, words in ((resource.RLIMIT_DATA, 100 * MB, "ulimit -d limits the data segment to 100 MB"),
                                 (resource.RLIMIT_AS, 320 * MB, "ulimit -v limits the address space to 320 MB")):
            done = self.run_limited(wave([256, 256, 128]), limit, of)
            self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
            self.assertRegex(done.stderr, r"^error: cannot allocate \d+ MB +\[environment/memory\]")
            self.assertIn(words, done.stderr)
            need = re.search(r"in total, this rank needs about (\d+) MB: fields (\d+) MB", done.stderr)
            self.assertLess(abs(float(need[1]) * MB / predicted - 1), 0.05, done.stderr)
            self.assertIn("cardon check FILE --ranks N", done.stderr)

    def test_a_rank_of_several_ends_all(self):
        done = self.run_limited(wave([256, 256, 256]), 100 * MB, ranks=2)
        self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
        self.assertIn("[environment/memory]", done.stderr)

    def test_memory_for_a_checkpoint_that_is_refused(self):
        config = wave([256, 256, 128], checkpoint={"every": 2})
        done = self.run_limited(config, 360 * MB)
        self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
        self.assertRegex(done.stderr, r"error: cannot allocate \d+ MB +\[environment/memory\]")
        self.assertRegex(done.stderr, r"checkpoints [1-9]\d* MB")

    def test_fields_that_no_host_can_have_are_refused_before_the_run(self):
        config = wave([8192, 8192, 8192])
        _, text = self.check(config, 1)
        self.assertIn("TB", text)
        done = cardon_run.call(["run", self.folder / "wave.yaml", "--out", self.folder / "run"])
        self.assertEqual(done.code, 4, done.report())
        self.assertRegex(done.err, r"error: the fields of the rank on \S+ need [\d.]+ GB, but at most [\d.]+ GB are available +"
                                   r"\[environment/memory\]")
        self.assertFalse((self.folder / "run").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
