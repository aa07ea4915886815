#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tools that know nothing of Cardon receive its loops from Kokkos: one that this test builds counts them by the task,
which is a region, and by the label of the loop, which is the task as well: many tools show loops without their regions."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

STEPS = 7


class ForeignTool(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def run_wave(self, name, *words, tool=True):
        env = dict(cardon_run.environment())
        if tool:  # Kokkos before 4.0 reads the second one only
            env.update(KOKKOS_TOOLS_LIBS=TOOL, KOKKOS_PROFILE_LIBRARY=TOOL, LOOP_COUNTER_FILE=str(self.folder / f"{name}.txt"))
        file = cardon_run.SOURCE / "parfiles/wave-mol.yaml"
        words = [f"time.stop.iterations={STEPS}", "WaveMoL.order=4", "driver.tiles=never", *words]
        return cardon_run.call(["run", file, *words, "--out", self.folder / name], env=env)

    def counts(self, name, *words):
        result = self.run_wave(name, *words)
        self.assertEqual(result.code, 0, result.report())
        lines = (self.folder / f"{name}.txt").read_text().splitlines()
        return {label: (int(begun), int(ended)) for label, begun, ended in (line.rsplit(" ", 2) for line in lines)}

    def test_regions_and_labels_are_tasks_and_each_call_is_told(self):
        counts = self.counts("counted")
        self.assertFalse([loop for loop in counts if not loop.split(" ", 1)[1]])
        in_tasks = {loop: begun for loop, (begun, _) in counts.items() if not loop.startswith("- ")}
        for task in ("WaveMoL::phi_rhs", "WaveMoL::pi_rhs_4", "rk4 of phi", "rk4 of pi"):
            for stage in (f"{task} [{n}/4]" for n in range(1, 5)):
                calls = in_tasks.pop(f"{stage} {stage}")
                if task.startswith("WaveMoL"):
                    self.assertEqual(calls, STEPS, counts)
        self.assertEqual(set(in_tasks), {"WaveMoL::plane WaveMoL::plane", "WaveMoL::error WaveMoL::error"})
        # Outside of tasks there are only the few calls that measure stencils before the first step.
        self.assertLess(sum(begun for loop, (begun, _) in counts.items() if loop.startswith("- ")), 4 * STEPS)
        for label, (begun, ended) in counts.items():
            self.assertEqual(begun, ended, label)

    def test_fields_do_not_depend_on_it(self):
        self.counts("counted")
        self.assertEqual(self.run_wave("plain", tool=False).code, 0)
        self.assertFalse((self.folder / "plain.txt").exists())
        checksums = [cardon_run.RunFolder(self.folder / name).checksums for name in ("counted", "plain")]
        self.assertEqual(*checksums)

    def test_a_trace_beside_it_is_refused(self):
        result = self.run_wave("refused", "trace.steps=2")
        self.assertNotEqual(result.code, 0)
        self.assertIn("[trace/other-tool]", result.err)


if __name__ == "__main__":
    TOOL = sys.argv.pop(1)
    unittest.main()
