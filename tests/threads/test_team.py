#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Threads of a rank, `driver.threads: N`: the same bits, restarts, errors and ends as on one thread; tasks that keep data."""
import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

THORN_PATH = []
KEEPERS = []
WAVE = {
    "thorns": ["WaveToy"],
    "grid": {"points": [41, 34, 33], "domain": [[-1, 1], [-0.05, 1.6], [0, 1.6]],
             "boundary": ["radiative", ["reflecting", "radiative"], {"lower": {"dirichlet": "0"}, "upper": "neumann"}]},
    "time": {"courant": 0.3, "stop": {"iterations": 20}},
    "WaveToy": {"centre": [0, 0, 0], "width": 0.3},
    "output": {"scalars": {"every": 1, "fields": ["phi", "total_energy"], "reductions": ["min", "max", "l2", "maxloc"]}},
}
PERIODIC = {**WAVE, "grid": {"points": [40, 33, 32], "boundary": "periodic"}, "WaveToy": {"width": 0.2, "order": 4}}
SITES = {"thorns": ["WaveToy", "GridDriver"],
         "machine": {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}], "emulate": True,
                     "links": [{"between": ["a", "b"], "latency": "0.3 ms", "bandwidth": "50 MB/s"}]},
         "driver": {"ghost_zones": {"a-b": 3}, "compression": {"a-b": ["extrapolate", "zlib-1"]}, "blocks_per_rank": 3}}
KEEPER = {"grid": {"points": [24, 24, 32]}, "time": {"stop": {"iterations": 4}}}
ABRUPT = {"thorns": ["Abrupt"], "grid": {"points": [21, 21, 21], "boundary": "neumann"}, "time": {"stop": {"iterations": 5}}}


def on(threads, config, **driver):
    return {**config, "driver": {**config.get("driver", {}), **driver, "threads": threads}}


class Case(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def call(self, config, *arguments, ranks=1):
        cardon_run.write_parfile(self.folder / "case.yaml", config)
        return cardon_run.call(["run", "case.yaml", *arguments], ranks=ranks, cwd=self.folder, threads=ranks > 1)

    def run_good(self, config, name, *arguments, ranks=1, start=many_runs.call):
        """In a process that runs share, or as `start` does it; those that end otherwise have one of their own."""
        cardon_run.write_parfile(self.folder / "case.yaml", config)
        result = start(["run", "case.yaml", "--out", name, "--quiet", *arguments], ranks=ranks, cwd=self.folder)
        self.assertEqual(result.code, 0, result.report())
        run = cardon_run.RunFolder(self.folder / name)
        self.assertEqual(run.summary["threads"], config.get("driver", {}).get("threads", 1))
        return run

    def assert_same(self, one, other):
        self.assertEqual(one.checksums, other.checksums)
        self.assertEqual(one.scalars_text, other.scalars_text)


class Results(Case):
    def test_any_number_of_threads_with_faces_and_images(self):
        for kind, config in (("faces", WAVE), ("images", PERIODIC)):
            reference = self.run_good(config, f"{kind}-reference")
            for threads in (2, 3, 4):
                for name, driver in (("plain", {"tiles": "never"}), ("tiles", {"tiles": {"steps": 3, "rows": 8}})):
                    with self.subTest(kind=kind, threads=threads, tiles=name):
                        self.assert_same(self.run_good(on(threads, config, **driver), f"{kind}-{name}-{threads}"), reference)

    def test_sites_blocks_and_calibration(self):
        reference = self.run_good(WAVE, "reference")
        for calibration in ("never", "always"):
            with self.subTest(calibration):
                config = on(2, {**WAVE, **SITES}, calibration=calibration)
                self.assert_same(self.run_good(config, f"sites-{calibration}", ranks=2), reference)

    def test_restarts_on_another_number_of_threads(self):
        config = {**WAVE, "checkpoint": {"every": 10}}
        reference = self.run_good(config, "reference")
        for first, second in ((1, 4), (3, 1), (2, 4)):
            with self.subTest(first=first, second=second):
                self.run_good(on(first, config), f"half-{first}", "time.stop.iterations=10")
                rest = self.run_good(on(second, config), f"rest-{first}", "--restart", f"half-{first}/checkpoints/it000010")
                self.assertEqual(rest.checksums, reference.checksums)


class Memory(Case):
    """One more array of this problem would be a tenth."""
    CONFIG = {"thorns": ["WaveMoL"], "grid": {"points": [144, 144, 144], "boundary": "periodic"}, "checkpoint": {"on_stop": "never"},
              "time": {"integrator": "rk4", "courant": 0.2, "stop": {"iterations": 4}}, "page": {"serve": "never"}}

    def bytes_of(self, name, ranks=1, **driver):
        cardon_run.write_parfile(self.folder / "case.yaml", {**self.CONFIG, "driver": driver})
        result = cardon_run.call(["run", "case.yaml", "--out", name, "--quiet"], ranks=ranks, cwd=self.folder)
        self.assertEqual(result.code, 0, result.report())
        return sum(rank["memory_bytes"] for rank in cardon_run.RunFolder(self.folder / name).summary["per_rank"])

    @unittest.skipIf(cardon_run.SLOWER > 1, "sanitizers take memory of their own")
    def test_tiles_and_threads_take_no_more_and_threads_less_than_ranks(self):
        plain = self.bytes_of("plain", tiles="never")
        for name, driver in (("tiles", {"tiles": {"steps": 2}}), ("auto", {"tiles": "auto"}), ("threads", {"threads": 2}),
                             ("threads-in-tiles", {"threads": 2, "tiles": {"steps": 2}})):
            with self.subTest(name):
                taken = self.bytes_of(name, **driver)
                self.assertLess(taken, 1.05 * plain)
        self.assertLess(self.bytes_of("two-threads", threads=2), 0.8 * self.bytes_of("two-ranks", ranks=2))


class Keeping(Case):
    def test_a_task_is_on_several_threads_at_once(self):
        self.run_good(on(2, {**KEEPER, "thorns": ["Keeper"], "Keeper": {"how": "meet"}}), "meet", *THORN_PATH)
        result = self.call(on(1, {**KEEPER, "thorns": ["Keeper"], "Keeper": {"how": "keep"}}), "--dry-run", *THORN_PATH)
        self.assertEqual(result.code, 0, result.report())

    def test_a_serial_task_is_not(self):
        for thorn in KEEPERS:
            with self.subTest(thorn):
                config = {**KEEPER, "thorns": [thorn]}
                reference = self.run_good(config, f"{thorn}-1", *THORN_PATH)
                self.assert_same_fields(self.run_good(on(4, config), f"{thorn}-4", *THORN_PATH), reference)
                self.assert_same_fields(self.run_good(on(2, config), f"{thorn}-2x2", *THORN_PATH, ranks=2), reference)

    def assert_same_fields(self, one, other):
        self.assertEqual(one.checksums, other.checksums)


class Ends(Case):
    def test_what_a_task_throws_is_reported_as_on_one_thread(self):
        for by, text in (("exception", "the wire is cut"), ("number", "not a std::exception"), ("error", "phi is too large")):
            with self.subTest(by):
                one, two = (self.call(on(threads, ABRUPT), f"Abrupt.by={by}", "--out", f"{by}-{threads}", *THORN_PATH)
                            for threads in (1, 2))
                self.assertEqual(two.code, 2, two.report())
                self.assertIn(text, two.err)
                self.assertEqual(two.err.replace("-2", "-1"), one.err)

    @unittest.skipIf(cardon_run.SLOWER > 1, "sanitizers take signals for themselves and say more")
    def test_a_task_that_ends_the_process(self):
        for by, text in (("exit", "[thorn/exit]"), ("signal", "[thorn/signal]"), ("stack", "[thorn/signal]")):
            with self.subTest(by):
                result = self.call(on(2, ABRUPT), f"Abrupt.by={by}", *THORN_PATH)
                self.assertNotEqual(result.code, 0, result.report())
                self.assertIn("Abrupt::evolve", result.err)
                self.assertIn(text, result.err)

    def test_a_task_that_does_not_return(self):
        result = self.call(on(2, ABRUPT), "Abrupt.by=never", "health.task_timeout=2 s", *THORN_PATH)
        self.assertEqual(result.code, 4, result.report())
        self.assertIn("[thorn/endless-task]", result.err)

    def test_a_solution_that_blows_up(self):
        one, two = (self.call(on(threads, {**PERIODIC, "time": {"stop": {"iterations": 2000}, "courant": 2}}),
                              "--out", f"out-{threads}") for threads in (1, 2))
        self.assertEqual(two.code, 3, two.report())
        self.assertIn("[health/not-finite]", two.err)
        self.assertEqual(two.err.replace("out-2", "out-1"), one.err)


class Settings(Case):
    def test_numbers_that_are_none(self):
        for threads in (0, -2, 1000, "many"):
            with self.subTest(threads):
                result = self.call(on(threads, WAVE))
                self.assertEqual(result.code, 2, result.report())
                self.assertIn("driver.threads", result.err)
                self.assertIn("case.yaml:", result.err)

    def test_more_threads_than_cores_are_a_warning(self):
        reference = self.run_good(WAVE, "reference")     # by a process that other tests share
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(cores)})
        self.addCleanup(os.sched_setaffinity, 0, cores)
        run = self.run_good(on(2, WAVE), "crowded", start=cardon_run.call)
        self.assert_same(run, reference)
        warnings = (run.path / "warnings.txt").read_text()
        self.assertIn("driver.threads is 2, but this process may use 1 core ", warnings)
        self.assertIn("[driver/threads]", warnings)

    def test_the_start_says_how_many(self):
        result = self.call(on(2, WAVE), "--out", "out")
        self.assertEqual(result.code, 0, result.report())
        self.assertIn("1 rank of 2 threads", result.out)


if __name__ == "__main__":
    THORN_PATH = cardon_run.take_thorn_path(sys.argv)
    at = sys.argv.index("--keepers")
    KEEPERS = sys.argv[at + 1].split(",")
    del sys.argv[at:at + 2]
    unittest.main()
