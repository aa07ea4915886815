#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What section time.adaptive refuses, and what it warns of."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402


class AdaptiveErrors(unittest.TestCase):
    def call(self, adaptive, verb="check", thorn="Euler", time=None, **euler):
        config = {"thorns": [thorn], "grid": {"cells": [40], "boundary": "neumann"},
                  "time": {"stop": {"time": 0.1}, "adaptive": adaptive, **(time or {})}, "output": {"scalars": {"fields": []}}}
        if thorn == "Euler":
            config["Euler"] = {"initial": "riemann", **euler}
        with cardon_run.folder() as folder:
            file = cardon_run.write_parfile(folder / "case.yaml", config)
            out = ["--out", folder / "out"] if verb == "run" else []
            return many_runs.call([verb, file, *out])

    def refused(self, slug, *texts, code=2, **call):
        result = self.call(**call)
        self.assertEqual(result.code, code, result.report())
        self.assertIn(f"[{slug}]", result.err)
        for text in texts:
            self.assertIn(text, result.err)

    def test_check_explains_the_rule(self):
        result = self.call({"by": "limits", "every": 6, "lead": 4})
        self.assertEqual(result.code, 0, result.report())
        for text in ("adaptive steps to t = 0.1 s", "Euler::step_limit", "every 6 iterations; takes effect 4 iterations later", "0.9 x 0.5"):
            self.assertIn(text, result.out)

    def test_defaults(self):
        for time, text in (({}, "every 24 iterations; takes effect as many iterations later (both 8 at first and after rejected steps)"),
                           ({"integrator": "bs32"}, "every 32 iterations; takes effect 16 iterations later (8 at first); for repeated steps "
                                                    "12 later, or 4 if they are rejected again")):
            result = self.call({"by": "errors" if time else "limits"}, time=time)
            self.assertIn(text, result.out, result.report())
        for lead, text in ((6, "takes effect 6 iterations later; for repeated steps 6 later, or 4 if they are rejected again\n"),
                           (4, "takes effect 4 iterations later\n")):
            result = self.call({"by": "errors", "lead": lead}, time={"integrator": "bs32"})
            self.assertIn(text, result.out, result.report())
        self.assertIn("every 3 iterations; takes effect 3 iterations later", self.call({"by": "limits", "every": 3}).out)

    def test_a_lead_that_the_network_is_too_slow_for(self):
        link = {"sites": [{"name": "a", "ranks": 1}, {"name": "b", "ranks": 1}], "emulate": True,
                "links": [{"between": ["a", "b"], "latency": "20 ms", "bandwidth": "50 MB/s"}]}
        config = {"thorns": ["Euler", "GridDriver"], "grid": {"cells": [400], "boundary": "neumann"}, "machine": link,
                  "driver": {"ghost_zones": {"a-b": 64}, "calibration": "never"}, "Euler": {"initial": "wave"},
                  "time": {"stop": {"iterations": 48}, "adaptive": {"by": "limits", "every": 6, "lead": 2}}}
        with cardon_run.folder() as folder:
            file = cardon_run.write_parfile(folder / "case.yaml", config)
            result = many_runs.call(["run", file, "--out", folder / "out"], ranks=2)
        self.assertEqual(result.code, 0, result.report())
        self.assertRegex(result.out, r"of the time ranks waited to agree on steps: time.adaptive.lead: \d+", result.report())
        self.assertNotIn("waited to agree", self.call({"by": "limits"}, verb="run").out)

    def test_values_out_of_range(self):
        for name, value in (("safety", 1.5), ("safety", 0), ("growth", 0.9), ("every", 0), ("lead", -1), ("first", 0),
                            ("min_step", -1), ("max_step", 0), ("by", "luck")):
            result = self.call({"by": "limits", name: value})
            self.assertEqual(result.code, 2, result.report())
            self.assertIn(f"time.adaptive.{name}", result.err)

    def test_contradictions_are_reported_together(self):
        result = self.call({"by": "limits", "every": 4, "lead": 5, "min_step": 2, "max_step": 1}, time={"step": 0.001})
        self.assertEqual(result.code, 2, result.report())
        for slug in ("time/lead", "time/min-step", "time/step-twice"):
            self.assertIn(f"[{slug}]", result.err)

    def test_past_levels_need_a_fixed_step(self):
        self.refused("time/adaptive-levels", "WaveToy::phi keeps past levels", adaptive={"by": "limits"}, thorn="WaveToy")

    def test_settings_without_effect(self):
        result = self.call({"every": 4})
        self.assertEqual(result.code, 0, result.report())
        self.assertIn("[time/adaptive-idle]", result.out + result.err)

    def test_thorns_without_limits_by_fields(self):
        result = self.call({"by": "limits"}, thorn="WaveMoL")
        self.assertEqual(result.code, 0, result.report())
        self.assertIn("[time/adaptive-blind]", result.out + result.err)

    def test_steps_that_get_too_short(self):
        self.refused("time/step-too-short", "time.adaptive.min_step is 0.01 s", code=3, verb="run",
                     adaptive={"by": "limits", "min_step": 0.01})

    def test_gas_without_a_limit(self):
        # Without pressure and motion there are no signals.
        cold = {"initial": "expression", "density_formula": "1", "pressure_formula": "0", "max_speed": 1}
        self.refused("time/step-limit", "no active thorn limits the step at iteration 0", verb="run", adaptive={"by": "limits"}, **cold)
        result = self.call({"by": "limits", "max_step": 0.03}, verb="run", **cold)
        self.assertEqual(result.code, 0, result.report())


if __name__ == "__main__":
    unittest.main()
