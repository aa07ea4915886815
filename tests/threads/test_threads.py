#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ranks as threads of one process, `cardon run FILE --ranks N`: the same results, restarts, errors and ends as over MPI."""
import json
import re
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

STEPS = 40
THORN_PATH = []
WAVE = {
    "thorns": ["WaveToy"],
    "grid": {"points": [33, 18, 17], "domain": [[-1, 1], [-0.05, 1.65], [0, 1.6]], "boundary": "radiative"},
    "time": {"courant": 0.3, "stop": {"iterations": STEPS}},
    "WaveToy": {"centre": [0, 0, 0], "width": 0.3},
    "checkpoint": {"every": 10},
    "output": {"scalars": {"every": 1, "fields": ["phi", "total_energy"], "reductions": ["min", "max", "l2"]},
               "fields": {"every": 20, "fields": ["phi"]}},
}
SITES = {**WAVE, "thorns": ["WaveToy", "GridDriver"],
         "machine": {"sites": [{"name": "a", "ranks": 2}, {"name": "b", "ranks": 2}], "emulate": True,
                     "links": [{"between": ["a", "b"], "latency": "0.3 ms", "bandwidth": "50 MB/s"}]},
         "driver": {"calibration": "never", "ghost_zones": {"a-b": 3}, "compression": {"a-b": ["extrapolate", "zlib-1"]},
                    "blocks_per_rank": 2}}
TUNED = {**SITES, "driver": {}, "tuning": {"tuner": "model"}}
ABRUPT = {"thorns": ["Abrupt"], "grid": {"points": [21], "domain": [[0, 1]], "boundary": "neumann"},
          "time": {"stop": {"iterations": 5}}}


class Case(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def call(self, config, *arguments, ranks=4, threads=True):
        cardon_run.write_parfile(self.folder / "case.yaml", config)
        return cardon_run.call(["run", "case.yaml", *arguments], ranks=ranks, cwd=self.folder, threads=threads)

    def run_good(self, config, name, *arguments, ranks=4, threads=True, alone=False):
        """In a process that runs share; over MPI without `threads`, and `alone` in a process of its own."""
        if alone:
            result = self.call(config, "--out", name, "--quiet", *arguments, ranks=ranks, threads=threads)
        else:
            cardon_run.write_parfile(self.folder / "case.yaml", config)
            result = many_runs.call(["run", "case.yaml", "--out", name, "--quiet", *arguments], ranks=ranks, cwd=self.folder,
                                    over_mpi=not threads)
        self.assertEqual(result.code, 0, result.report())
        return cardon_run.RunFolder(self.folder / name)

    def assert_same(self, one, other):
        self.assertEqual(one.checksums, other.checksums)
        self.assertEqual(one.scalars_text, other.scalars_text)


class Results(Case):
    def test_any_number_of_ranks_with_both_drivers(self):
        reference = self.run_good(WAVE, "one", ranks=1, threads=False)
        for ranks in (1, 2, 4, 8):
            for driver in ([], ["GridDriver"]):
                with self.subTest(ranks=ranks, driver=driver):
                    config = {**WAVE, "thorns": ["WaveToy", *driver]}
                    name = f"threads-{ranks}{''.join(driver)}"
                    run = self.run_good(config, name, ranks=ranks, alone=ranks == 1)
                    self.assert_same(run, reference)
                    self.assertEqual(run.summary["ranks"], ranks)
                    self.assertIn("of one process", run.transport)
                    self.assertEqual(len(run.summary["per_rank"]), ranks)

    def test_sites_links_codecs_and_tuners(self):
        reference = self.run_good(WAVE, "one", ranks=1, threads=False)
        for name, config in (("sites", SITES), ("tuned", TUNED)):
            with self.subTest(name):
                run = self.run_good(config, name)
                self.assert_same(run, reference)
                self.assertEqual(run.summary["sites"], 2)
                self.assertIn("emulated links", run.transport)

    def test_field_files_are_those_of_one_rank(self):
        one, four = (self.run_good(WAVE, f"of-{n}", ranks=n, threads=n > 1) for n in (1, 4))
        for file in sorted((one.path / "fields").glob("*.h5")):
            result = cardon_run.call(["compare", one.path, four.path])
            self.assertEqual(result.code, 0, result.report())
            self.assertTrue((four.path / "fields" / file.name).is_file())

    # The process's memory is counted once, not for each rank.
    def test_memory_of_the_process_is_shared_out(self):
        one, eight = (self.run_good(WAVE, f"of-{n}", ranks=n, threads=n > 1, alone=True) for n in (1, 8))
        peak = [sum(rank["memory_bytes"] for rank in run.summary["per_rank"]) for run in (one, eight)]
        self.assertLess(peak[1], 4 * peak[0])


class Restarts(Case):
    def test_between_threads_and_mpi_in_both_directions(self):
        reference = self.run_good(WAVE, "whole", ranks=1, threads=False)
        half = "time.stop.iterations=20"
        for name, config, first, second in (("to-mpi", WAVE, (4, True), (3, False)), ("to-threads", WAVE, (2, False), (8, True)),
                                            ("sites", SITES, (4, True), (4, False))):
            with self.subTest(name):
                self.run_good(config, f"{name}-half", half, ranks=first[0], threads=first[1])
                rest = self.run_good(config, f"{name}-rest", "--restart", f"{name}-half/checkpoints/it000020",
                                     ranks=second[0], threads=second[1])
                self.assertEqual(rest.checksums, reference.checksums)

    def stop(self, config, *signals, arguments=()):
        """The exit code of a long run, and what it printed, after signals to its process once it computes."""
        cardon_run.write_parfile(self.folder / "long.yaml", {**config, "time": {"courant": 0.3, "stop": {"iterations": 10**7}}})
        words = [str(cardon_run.BINARY), "run", "long.yaml", "--ranks", "4", "--out", "long", *arguments]
        process = subprocess.Popen(words, cwd=self.folder, env=cardon_run.environment(), text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)
        self.wait_until(lambda: len(self.rows()) > 20 or process.poll() is not None)
        for number in signals:
            process.send_signal(number)
        try:
            out, _ = process.communicate(timeout=60 * cardon_run.PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            self.fail(f"the run did not end\n{process.communicate()[0]}")
        return process.returncode, out

    def rows(self):
        file = self.folder / "long/scalars.tsv"
        return file.read_text().splitlines() if file.is_file() else []

    def wait_until(self, condition):
        end = time.monotonic() + 60 * cardon_run.PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, "what was waited for did not come")
            time.sleep(0.02)

    # All ranks agree on one last step, and the printed command continues from there.
    def test_one_signal_makes_one_checkpoint_from_which_the_run_goes_on(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                code, text = self.stop({**WAVE, "checkpoint": {"every": 10**6}}, number)
                self.assertEqual(code, 75, text)
                last = cardon_run.RunFolder(self.folder / "long").summary["iterations"]
                printed = re.search(r"to continue +cardon (run long.yaml --ranks 4 --restart \S+)", text)
                self.assertIsNotNone(printed, text)
                self.assertTrue(printed[1].endswith(f"{last:06}"), text)
                stop = f"time.stop.iterations={last + 10}"
                result = cardon_run.call([*printed[1].split(), "--out", "rest", "--quiet", stop], cwd=self.folder)
                self.assertEqual(result.code, 0, result.report())
                whole = self.run_good(WAVE, "whole", stop, "checkpoint.every=1000000", ranks=1, threads=False)
                self.assertEqual(cardon_run.RunFolder(self.folder / "rest").checksums, whole.checksums)
                for name in ("long", "rest", "whole"):
                    (self.folder / name).rename(self.folder / f"{name}-{int(number)}")

    def test_a_killed_process_is_started_again(self):
        config = {**WAVE, "time": {"courant": 0.3, "stop": {"iterations": 3000}}}
        cardon_run.write_parfile(self.folder / "long.yaml", config)
        words = [str(cardon_run.BINARY), "run", "long.yaml", "--ranks", "3", "--out", "long", "--retries", "2", "--quiet"]
        process = subprocess.Popen(words, cwd=self.folder, env=cardon_run.environment(), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        self.wait_until(lambda: len(self.rows()) > 20 or process.poll() is not None)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for child in children:
            self.assertIn(b"--ranks\x003", Path(f"/proc/{child}/cmdline").read_bytes())
            subprocess.run(["kill", "-9", child], check=True)
        self.assertEqual(len(children), 1)
        err = process.communicate(timeout=60 * cardon_run.PATIENCE)[1]
        self.assertEqual(process.returncode, 0, err)
        summary = cardon_run.RunFolder(self.folder / "long-retry-1").summary
        self.assertEqual((summary["ranks"], summary["iterations"]), (3, 3000))


class Errors(Case):
    def assert_refused(self, result, code, *texts):
        self.assertEqual(result.code, code, result.report())
        for text in texts:
            self.assertIn(text, result.err, result.report())
        self.assertEqual(len(re.findall(r"^(?:rank \d+: )?error: ", result.err, re.MULTILINE)), 1, result.report())
        self.assertNotIn("transport/rank-ended", result.err)

    def test_numbers_of_ranks(self):
        for ranks in ("0", "-3", "99999999999", "1025", "two", "1.5", ""):
            with self.subTest(ranks):
                result = self.call(WAVE, ranks=ranks)
                self.assert_refused(result, 2, "[cli/usage]", "--ranks", "nothing was run")

    def test_under_a_launcher(self):
        result = self.call(WAVE, "--ranks", 2, ranks=2, threads=False)
        self.assert_refused(result, 2, "[cli/usage]", "a launcher started 2 processes")

    def test_with_a_launcher_for_retries(self):
        result = self.call(WAVE, "--retries", 2, "--launch", "mpirun -n 2")
        self.assert_refused(result, 2, "[cli/usage]", "--launch starts several")

    def test_mistakes_in_the_input_are_told_once(self):
        result = self.call({**WAVE, "WaveToy": {"spede": 1}})
        self.assert_refused(result, 2, "[parameter/unknown]", "nothing was run")

    def test_more_ranks_than_the_grid_has_room_for(self):
        result = self.call({**WAVE, "grid": {"points": [5]}, "WaveToy": {"centre": [0, 0, 0]}}, ranks=64)
        self.assert_refused(result, 2, "[driver/too-many-ranks]")

    # As over MPI, whoever met it speaks, and all end.
    def test_a_thorn_that_fails_on_one_rank_only(self):
        for by, text in (("exception", "the wire is cut"), ("number", "not a std::exception"), ("error", "phi is too large")):
            with self.subTest(by):
                result = self.call(ABRUPT, f"Abrupt.by={by}", *THORN_PATH)
                self.assert_refused(result, 2, text, "rank 3: error: ", "the run was stopped")

    @unittest.skipIf(cardon_run.SLOWER > 1, "sanitizers take signals for themselves and say more")
    def test_a_thorn_that_ends_the_process(self):
        for by, text in (("exit", "[thorn/exit]"), ("signal", "[thorn/signal]"), ("stack", "[thorn/signal]")):
            with self.subTest(by):
                result = self.call(ABRUPT, f"Abrupt.by={by}", *THORN_PATH)
                self.assertNotEqual(result.code, 0, result.report())
                self.assertIn("Abrupt::evolve", result.err)
                self.assertIn(text, result.err)

    # Its thread cannot be ended, but the process is.
    def test_a_task_that_does_not_return(self):
        result = self.call(ABRUPT, "Abrupt.by=never", "transport.timeout=2", *THORN_PATH)
        self.assertEqual(result.code, 4, result.report())
        self.assertIn("rank 3", result.err)
        self.assertIn("[transport/cut]", result.err)
        self.assertIn("[thorn/endless-task]", result.err)

    def test_a_solution_that_blows_up(self):
        config = {**WAVE, "time": {"stop": {"iterations": 2000}, "courant": 2}}
        result = self.call(config, "--out", "out")
        self.assertEqual(result.code, 3, result.report())
        self.assertEqual(result.err.count("[health/not-finite]"), 1, result.report())
        self.assertEqual(json.loads((self.folder / "out/summary.json").read_text())["exit_code"], 3)

    def test_two_runs_into_one_folder(self):
        self.run_good(WAVE, "out")
        result = self.call(WAVE, "--out", "out")
        self.assertEqual(result.code, 2, result.report())


if __name__ == "__main__":
    THORN_PATH = cardon_run.take_thorn_path(sys.argv)
    unittest.main()
