#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a run that tunes itself leaves behind, how an earlier one helps it, and what is said of mistakes."""
import json
import shutil
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

# A step of 4 ms and a link of 20 ms: waiting takes most of the time with one ghost layer.
CONFIG = {"title": "Tuned", "thorns": ["WaveToy", "GridDriver"],
          "grid": {"points": [10, 10, 80], "boundary": "periodic"},
          "time": {"stop": {"iterations": 300}}, "WaveToy": {"width": 0.3},
          "machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}], "emulate": True,
                      "links": [{"between": ["a", "b"], "latency": "20 ms", "bandwidth": "100 MB/s"}]},
          "driver": {"calibration": "never"}, "emulated_compute": {"per_point": "1 us"}}


class TuningTest(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def call(self, *arguments, verb="run", ranks=2, config=CONFIG, code=0):
        file = cardon_run.write_parfile(self.folder / "case.yaml", config)
        result = many_runs.call([verb, file.name, *arguments], ranks=ranks, cwd=self.folder, over_mpi="tuned" in arguments)
        self.assertEqual(result.code, code, result.report())
        return result

    def run_it(self, out, *arguments):
        result = self.call("--out", out, cardon_run.NO_CHECKPOINT, *arguments)
        return result.out, cardon_run.RunFolder(self.folder / out)


class Record(TuningTest):
    def test_everything_is_written_down(self):
        for _ in range(3):      # other work on the cores may make every change look slower, and it is undone
            shutil.rmtree(self.folder / "tuned", ignore_errors=True)
            text, run = self.run_it("tuned")
            tuning = run.summary["tuning"]
            if tuning["kept"] > 0:
                break
        lines = [json.loads(line) for line in (run.path / "decisions.jsonl").read_text().splitlines()]
        decisions = [line for line in lines if line["decided_by"] == "tuner"]
        self.assertEqual(len(decisions), tuning["changes"])
        self.assertGreater(tuning["kept"], 0)
        self.assertEqual(sum(decision["outcome"] == "kept" for decision in decisions), tuning["kept"])
        for decision in decisions:
            self.assertIn(f"tuning at step {decision['step']}: {decision['change']}: {decision['why']}", text)
        if cardon_run.SLOWER == 1:      # with sanitizers computing takes longer than waiting
            # Other work may take the cores of some windows.
            rows = [line.split("\t") for line in (run.path / "tuning.tsv").read_text().splitlines()]
            steps = [float(row[rows[0].index("step_s")]) for row in rows[1:]]
            self.assertLess(min(steps[1:]), 0.8 * steps[0])
        self.assertRegex(text, r"tuning \(model\): .* ms per step, E .* %; the search cost .* % of the run")
        rows = (run.path / "tuning.tsv").read_text().splitlines()
        self.assertEqual(len(rows) - 1, tuning["windows"])
        self.assertAlmostEqual(float(rows[1].split("\t")[rows[0].split("\t").index("latency:a-b")]), 0.02, delta=0.004)
        self.assertEqual(json.loads((run.path / "tuning.json").read_text())["settings"], tuning["last"]["settings"])

        _, plain = self.run_it("plain", "tuning.tuner=none", "time.stop.iterations=300")
        self.assertEqual(plain.checksums, run.checksums)
        self.assertNotIn("tuning", plain.summary)
        self.assertFalse((plain.path / "tuning.tsv").exists())

        _, again = self.run_it("again", "tuning.start=tuned")
        first = again.summary["tuning"]["first"]["settings"]
        self.assertEqual(first, tuning["last"]["settings"])
        self.assertEqual(again.checksums, run.checksums)

        _, fixed = self.run_it("fixed", "tuning.start=tuned", "driver.ghost_zones=1", "driver.overlap=never",
                               "driver.compression=none", "driver.blocks_per_rank=auto")
        first = fixed.summary["tuning"]["first"]["settings"]
        self.assertEqual((first["links"]["a-b"]["depth"], first["overlap"]), (1, False), "what the user sets stays")


class Mistakes(TuningTest):
    def test_all_in_one_pass(self):
        err = self.call("tuning.tuner=modle", "tuning.codecs=[[zlib], [zfp-1e-3]]", "tuning.start=nowhere", "tuning.budget=2",
                        ranks=1, verb="check", code=2).err
        for slug in ("registry/no-such-service", "tuning/lossy", "tuning/start", "parameter/out-of-range"):
            self.assertIn(f"[{slug}]", err)
        self.assertIn("did you mean model?", err)
        self.assertIn("nowhere does not exist", err)

    def test_settings_of_another_machine(self):
        (self.folder / "tuning.json").write_text(json.dumps({"settings": {
            "links": {"a-c": {"depth": 4, "codecs": {"a to c": [], "c to a": []}}}, "overlap": True, "blocks_per_rank": 1}}))
        err = self.call("tuning.start=tuning.json", code=2).err
        self.assertIn("[tuning/start]", err)
        self.assertIn("its links between sites are not those of this machine", err)
        self.assertEqual(list(self.folder.glob("runs/**/summary.json")), [])

    def test_edited_settings(self):
        for changes, words in (({"speeds": [1, -1]}, "speeds must be positive"),
                               ({"blocks_per_rank": 0}, "a rank has at least one block"),
                               ({"blocks_per_rank": 1000}, "do not fit this run"),
                               ({"links": {"a-b": {"depth": -1, "codecs": {"a to b": [], "b to a": []}}}}, "is not a possible ghost depth"),
                               ({"links": {"a-b": {"depth": 1, "codecs": {"a to b": ["nonsense"], "b to a": []}}}}, "nonsense"),
                               ({"links": {"a-b": {"depth": 1, "codecs": {"a to b": ["zfp-1e-3"], "b to a": []}}}}, "changes the data")):
            settings = {"links": {"a-b": {"depth": 1, "codecs": {"a to b": [], "b to a": []}}}, "overlap": True,
                        "blocks_per_rank": 1, **changes}
            (self.folder / "tuning.json").write_text(json.dumps({"settings": settings}))
            err = self.call("tuning.start=tuning.json", code=2).err
            self.assertEqual(err.count("[tuning/start]"), 1, err)
            self.assertIn(words, err)

    def test_nothing_to_tune(self):
        fixed = dict(CONFIG, tuning={"budget": 0.1}, time={"stop": {"iterations": 2}},
                     driver={"calibration": "never", "ghost_zones": 1, "compression": "none", "overlap": "always",
                             "blocks_per_rank": 1, "decomposition": "fixed"})
        self.assertIn("[tuning/nothing-to-tune]", self.call("--out", "out", config=fixed).out)


if __name__ == "__main__":
    unittest.main()
