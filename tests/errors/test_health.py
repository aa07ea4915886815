#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An unstable run stops with exit code 3 and says where the first bad value is, on one rank and on several."""
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

EVERY = 24  # iterations between checks, by default

# Leapfrog is unstable above a Courant factor of 1 / sqrt(3): the shortest waves grow until they overflow.
UNSTABLE = {
    "title": "Courant factor 2",
    "thorns": ["WaveToy"],
    "grid": {"points": [17, 16, 15], "domain": [[0, 1], [0, 1], [0, 1]], "boundary": "periodic"},
    "time": {"stop": {"iterations": 2000}, "courant": 2},
    "WaveToy": {"width": 0.1},
    "output": {"scalars": {"every": 10, "fields": ["phi"], "reductions": ["max", "l2"]}},
}

# Many blocks per rank, some of which are far ahead when the run stops.
BLOCKS = {
    "thorns": ["Flame", "GridDriver"],
    "grid": {"points": [24, 24, 24], "domain": [[0, 1], [0, 1], [0, 1]], "boundary": "neumann"},
    "time": {"integrator": "euler", "courant": 0.8, "stop": {"iterations": 80}},
    "Flame": {"tolerance": 2e-05, "radius": 0.3, "rate": 200},
    "driver": {"calibration": "never", "blocks_per_rank": 8},
    "balance": {"balancer": "none"},
    "health": {"every": 12},    # steps of wrong values cost most, and the next check ends them; no block gets so far ahead
}

# A slow rank between two fast ones, in which blocks next to it are three steps behind when the others have done the last step.
LAGGING = {
    "thorns": ["Diffusion", "GridDriver"],
    "grid": {"points": [240], "domain": [[0, 1]], "boundary": [{"dirichlet": "sqrt(0.0002 - t)"}]},
    "time": {"integrator": "euler", "courant": 0.4, "stop": {"iterations": 200}},
    "driver": {"calibration": "never", "blocks_per_rank": 4, "ghost_zones": "every 1 steps", "overlap": "always", "decomposition": "fixed"},
    "emulated_compute": {"per_point": "10 us", "speeds": [1, 0.2, 1]},
    "health": {"every": 5},
}


class Unstable(unittest.TestCase):
    def stop(self, ranks, **changes):
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", {**UNSTABLE, **changes})
            result = many_runs.call(["run", "case.yaml", "--out", "out"], ranks=ranks, cwd=folder, over_mpi=ranks > 2)
            self.assertEqual(result.code, 3, result.report())
            summary = cardon_run.RunFolder(folder / "out").summary
            rows = cardon_run.RunFolder(folder / "out").scalars
        self.assertLess(summary["iterations"], 2000)
        self.assertNotEqual(summary["status"], "finished")
        self.assertGreater(len(rows["iteration"]), 1, "what was written before the stop is kept")
        return result, summary

    def facts(self, result):
        """field, iteration, indices, coordinates, rank, task of the message, which must be there exactly once."""
        text = result.err
        self.assertEqual(text.count("[health/not-finite]"), 1, result.report())
        found = re.search(r"error: (?:NaN|infinity) in (\S+) at iteration (\d+), time (\S+) s", text)
        self.assertIsNotNone(found, result.report())
        place = re.search(r"first at +point \((\d+), (\d+), (\d+)\), x = \((\S+), (\S+), (\S+)\) m, rank (\d+)", text)
        self.assertIsNotNone(place, result.report())
        task = re.search(r"written by +(\S+)", text)
        self.assertIsNotNone(task, result.report())
        self.assertIn("time.courant", text)
        indices = [int(place[n]) for n in (1, 2, 3)]
        return found[1], int(found[2]), indices, [float(place[n]) for n in (4, 5, 6)], int(place[7]), task[1]

    def stopped(self, config):
        """A run of one rank that its health check ends."""
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", config)
            result = many_runs.call(["run", "case.yaml", "--out", "out"], cwd=folder)
        self.assertEqual(result.code, 3, result.report())
        return result

    def test_message_names_everything(self):
        result, summary = self.stop(1)
        field, iteration, indices, coordinates, rank, task = self.facts(result)
        self.assertEqual((field, rank, task), ("WaveToy::phi", 0, "WaveToy::evolve_2"))
        check = int(re.search(r"found by +the check of iteration (\d+); the run was repeated", result.err)[1])
        self.assertEqual(check + EVERY, summary["iterations"], "what a check finds is read at the next one")
        self.assertTrue(check - EVERY < iteration <= check, result.err)
        self.assertIn("the fields have grown until they overflowed", result.err)
        self.assertRegex(result.err, r"it read +phi = \S+e\+\d\d\d")
        for d, points in enumerate((17, 16, 15)):
            self.assertAlmostEqual(coordinates[d], indices[d] / points, places=5)

    def test_a_run_that_took_longer_is_not_repeated(self):
        for limit, text in ((0, "health.trace allows none"), (1e-6, "health.trace allows 0.0 s")):
            result, summary = self.stop(1, health={"trace": limit})
            self.assertEqual(self.facts(result)[1] + EVERY, summary["iterations"])
            self.assertIn("the task that produced it is unknown", result.err)
            self.assertIn(text, result.err)

    def test_messages_under_way_do_not_reach_the_repeated_run(self):
        for ranks, over_mpi in ((4, False), (4, False), (2, True)):
            with cardon_run.folder() as folder:
                cardon_run.write_parfile(folder / "case.yaml", BLOCKS)
                result = many_runs.call(["run", "case.yaml", "--out", "out"], ranks=ranks, cwd=folder, over_mpi=over_mpi, timeout=120)
            self.assertEqual(result.code, 3, result.report())
            self.assertIn("written by", result.err)

    def test_a_rank_that_waits_for_blocks_of_others_gets_to_the_end(self):
        for over_mpi in (False, True):
            with cardon_run.folder() as folder:
                cardon_run.write_parfile(folder / "case.yaml", LAGGING)
                result = many_runs.call(["run", "case.yaml", "--out", "out"], ranks=3, cwd=folder, over_mpi=over_mpi)
            self.assertEqual(result.code, 3, result.report())
            self.assertRegex(result.err, r"written by +boundary of next\(Diffusion::u\)")

    def test_a_restart_finds_it_from_its_checkpoint(self):
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", UNSTABLE)
            first = many_runs.call(["run", "case.yaml", "--out", "first", "checkpoint.every=100"], cwd=folder)
            again = many_runs.call(["run", "case.yaml", "--out", "again", "--restart", "first"], cwd=folder, ranks=2)
        self.assertEqual((first.code, again.code), (3, 3), first.report() + again.report())
        self.assertEqual(self.facts(again)[:4], self.facts(first)[:4])

    def test_initial_data_that_are_no_numbers(self):
        wave = {"initial": "expression", "profile": "log(x - 0.5)"}
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", {**UNSTABLE, "WaveToy": wave})
            result = many_runs.call(["run", "case.yaml", "--out", "out"], cwd=folder)
        self.assertEqual(result.code, 3, result.report())
        for text in ("in WaveToy::phi at iteration 0, time 0 s", "first at    point (0, 0, 0)", "written by  WaveToy::",
                     "inspect the initial data"):
            self.assertIn(text, result.err)

    def test_a_boundary_that_is_no_number(self):
        """A root of a negative number from t = 0.25 on; the advice is not that of unstable schemes."""
        config = {
            "thorns": ["WaveMoL"],
            "grid": {"points": [16], "domain": [[0, 1]], "boundary": [{"dirichlet": "sqrt(0.25 - t)"}]},
            "time": {"stop": {"iterations": 60}, "courant": 0.5},
            "WaveMoL": {"width": 0.2},
        }
        result = self.stopped(config)
        self.assertRegex(result.err, r"written by +boundary of WaveMoL::\S+")
        self.assertNotIn("time.courant", result.err)

    def test_a_limit_of_adaptive_steps_that_has_read_it(self):
        """The limit sees the NaN of a face before the health check does."""
        faces = {"rho": "1 + 0 * sqrt(0.05 - t)", "momentum_x": "0", "momentum_y": "0", "momentum_z": "0", "energy": "2.5"}
        config = {
            "thorns": ["Euler"],
            "grid": {"points": [40], "domain": [[0, 1]], "boundary": [{"dirichlet": faces}]},
            "time": {"stop": {"time": 0.2}, "courant": 0.5, "integrator": "rk2", "adaptive": {"by": "limits", "every": 2, "lead": 1}},
            "Euler": {"initial": "wave", "amplitude": 0.1},
        }
        result = self.stopped(config)
        self.assertIn("error: NaN in Euler::rho at iteration", result.err)
        self.assertRegex(result.err, r"written by +boundary of Euler::\S+")
        self.assertRegex(result.err, r"found by +Euler::step_limit limits the step to -?nan, .*; the run was repeated")
        self.assertNotIn("time.courant", result.err)

    def test_steps_by_errors_that_get_too_short_for_it(self):
        """NaN is an error that no step is short enough for: the task is named all the same."""
        for every, lead in ((1, 1), (12, 6)):
            for start, phi in ((0, "sqrt(0.1 - t)"), (0.2, "sqrt(0.3 - t)")):
                config = {
                    "thorns": ["WaveMoL"],
                    "grid": {"points": [40], "domain": [[0, 1]], "boundary": [{"dirichlet": {"phi": phi, "pi": "0"}}]},
                    "time": {"start": start, "stop": {"time": 1}, "integrator": "bs32", "adaptive": {"by": "errors", "every": every, "lead": lead}},
                    "WaveMoL": {"width": 0.2},
                }
                result = self.stopped(config)
                self.assertRegex(result.err, r"error: -?NaN in WaveMoL::phi at iteration \d+, time 0\.[13]", result.report())
                self.assertRegex(result.err, r"written by +boundary of WaveMoL::phi")
                self.assertRegex(result.err, r"found by +step \d+ would have to be .* long at time .*; the run was repeated")
                self.assertNotIn("time.courant", result.err)

    def test_steps_by_errors_that_get_too_short_for_a_scalar(self):
        config = {
            "thorns": ["Oscillator"],
            "grid": {"points": [40], "domain": [[0, 1]], "boundary": "periodic"},
            "time": {"stop": {"time": 1}, "integrator": "bs32", "adaptive": {"by": "errors", "every": 1, "min_step": 1e-6}},
            "Oscillator": {"centre": [0.5, 0, 0], "width": 0.2, "frequency": 1e200},
        }
        result = self.stopped(config)
        self.assertRegex(result.err, r"error: rhs\(\w+\) is -?inf at iteration 1")
        self.assertRegex(result.err, r"written by +Oscillator::oscillator")
        self.assertIn("no field held NaN before", result.err)

    def test_a_scalar_that_has_read_it(self):
        """The mass of the oscillator feels NaN that a face has made: not its own fault."""
        config = {
            "thorns": ["Oscillator"],
            "grid": {"points": [40], "domain": [[0, 1]], "boundary": [{"dirichlet": {"phi": "sqrt(0.1 - t)", "pi": "0"}}]},
            "time": {"stop": {"iterations": 60}, "courant": 0.5, "integrator": "rk4"},
            "Oscillator": {"centre": [0.5, 0, 0], "width": 0.2},
        }
        result = self.stopped(config)
        self.assertRegex(result.err, r"written by +boundary of Oscillator::phi")
        self.assertRegex(result.err, r"found by +Oscillator::\w+ is -?nan at iteration \d+; the run was repeated")

    def test_a_scalar_that_makes_it(self):
        config = {
            "thorns": ["Oscillator"],
            "grid": {"points": [40], "domain": [[0, 1]], "boundary": "periodic"},
            "time": {"stop": {"iterations": 4000}, "courant": 0.5, "integrator": "rk4"},
            "Oscillator": {"centre": [0.5, 0, 0], "width": 0.2, "frequency": 1e4},
        }
        result = self.stopped(config)
        self.assertRegex(result.err, r"error: Oscillator::\w+ is -?(nan|inf) at iteration")
        self.assertIn("no field held NaN before", result.err)
        self.assertRegex(result.err, r"written by +Oscillator::oscillator \[\d/4\]: rhs\(\w+\) is -?(nan|inf)")
        self.assertRegex(result.err, r"it read +displacement = \S+e\+\d\d\d, velocity = \S+, reaction = ")
        self.assertIn("the scalars have grown until they overflowed", result.err)

    def test_quiet_does_not_hide_it(self):
        with cardon_run.folder() as folder:
            cardon_run.write_parfile(folder / "case.yaml", UNSTABLE)
            result = many_runs.call(["run", "case.yaml", "--out", "out", "--quiet"], cwd=folder)
            log = (folder / "out/log.txt").read_text()
        self.assertEqual(result.out, "")
        self.facts(result)
        self.assertIn("[health/not-finite]", log)

    def test_the_same_point_on_any_number_of_ranks(self):
        alone = self.facts(self.stop(1)[0])
        for ranks in (2, 3):
            result, _ = self.stop(ranks, driver={"topology": [1, 1, ranks]})
            facts = self.facts(result)
            self.assertEqual(facts[:4], alone[:4])
            z = facts[2][2]
            first = [0] + [sum(15 // ranks + (r < 15 % ranks) for r in range(n)) for n in range(1, ranks)]
            self.assertEqual(facts[4], max(r for r in range(ranks) if first[r] <= z), "rank that owns the point")

    def test_checking_every_step_finds_the_first_bad_one(self):
        rarely = self.facts(self.stop(1)[0])[1]
        at_once = self.facts(self.stop(1, health={"every": 1})[0])[1]
        self.assertLessEqual(at_once, rarely)
        self.assertGreater(at_once, rarely - 10)

    def test_switched_off(self):
        with cardon_run.folder() as folder:
            config = {**UNSTABLE, "health": {"every": 0}, "time": {"stop": {"iterations": 700}, "courant": 2}}
            cardon_run.write_parfile(folder / "case.yaml", config)
            result = many_runs.call(["run", "case.yaml", "--out", "out"], cwd=folder)
            self.assertEqual(result.code, 0, result.report())
            rows = cardon_run.RunFolder(folder / "out").scalars
            self.assertNotEqual(rows["phi.max"][-1], rows["phi.max"][-1], "reductions must show the NaN")


if __name__ == "__main__":
    unittest.main()
