#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""thermal.control: temperatures are recorded and frequencies limited and given back, on a made-up host, with the bits of a run
without it."""
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
from leisure import THORN_PATH, Leisure  # noqa: E402

WAVE = {"thorns": ["WaveToy", "Leisure"], "grid": {"points": [24, 10, 10], "boundary": "periodic"},
        "time": {"stop": {"iterations": 60}}, "WaveToy": {"width": 0.3}, "health": {"every": 0}}
HIGHEST, LOWEST = 2530000, 1600000      # kHz
STEPS = 8                               # between them, where the host lists no frequencies


class Host:
    """What Linux would show of a host with one processor."""

    def __init__(self, folder, celsius, limits=True):
        self.folder = folder
        self.policy = folder / "devices/system/cpu/cpufreq/policy0"
        self.write("devices/system/cpu/cpu0/topology/physical_package_id", 0)
        self.write("class/hwmon/hwmon0/name", "coretemp")
        self.write("class/hwmon/hwmon0/temp1_input", int(1000 * celsius))
        self.write("class/powercap/intel-rapl:0/name", "package-0")
        self.write("class/powercap/intel-rapl:0/energy_uj", 5000000)
        if limits:
            self.write("devices/system/cpu/cpufreq/policy0/cpuinfo_min_freq", LOWEST)
            self.write("devices/system/cpu/cpufreq/policy0/cpuinfo_max_freq", HIGHEST)
            self.write("devices/system/cpu/cpufreq/policy0/scaling_max_freq", HIGHEST)

    def write(self, file, value):
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{value}\n")

    def limit(self):
        return int((self.policy / "scaling_max_freq").read_text() or 0)


class Thermal(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)
        self.leisure = Leisure(self.folder / "rest", 15)

    def arguments(self, name, host, *more, control="limit"):
        file = cardon_run.write_parfile(self.folder / "wave.yaml", WAVE)
        thermal = [f"thermal.control={control}", f"thermal.sysfs={host.folder}", "thermal.every=0.03", "thermal.limit=60"]
        return ["run", file, "--out", self.folder / name, *THORN_PATH, *(thermal if control else []), *more]

    def run_it(self, name, host, *more, code=0, ranks=1, **options):
        result = cardon_run.call(self.arguments(name, host, *more, **options), ranks=ranks, env=self.leisure.environment())
        self.assertEqual(result.code, code, result.report())
        return result, cardon_run.RunFolder(self.folder / name)

    def rows(self, run):
        head, *rows = [line.split("\t") for line in (run.path / "thermal.tsv").read_text().splitlines()]
        return [dict(zip(head, row)) for row in rows]

    def test_a_hot_chip_gets_slower_step_by_step_and_has_its_limit_back_afterwards(self):
        host = Host(self.folder / "host", 90)
        _, plain = self.run_it("plain", host, control=None)
        self.assertFalse((plain.path / "thermal.tsv").exists())
        for ranks in (1, 2):
            result, run = self.run_it(f"hot{ranks}", host, ranks=ranks)
            limits = [float(row["limit_hertz"]) for row in self.rows(run)]
            ladder = [1e3 * (HIGHEST - (HIGHEST - LOWEST) * min(n + 1, STEPS - 1) / (STEPS - 1)) for n in range(len(limits))]
            self.assertGreater(len(limits), STEPS, "one reading every few steps, by one rank of the host")
            for limit, expected in zip(limits, ladder):      # the last reading is the end's, and changes nothing
                self.assertAlmostEqual(limit, expected, delta=1)
            self.assertEqual(host.limit(), HIGHEST)
            self.assertEqual(run.checksums, plain.checksums)
            chip, = run.summary["thermal"][0]["chips"]
            self.assertEqual((chip["hottest_celsius"], chip["changes"], chip["energy_joules"]), (90, STEPS - 1, 0))
            self.assertLess(chip["mean_limit"], 1)
            self.assertRegex(result.out, r"temperature: \S+, chip 0: at most 90.0 degC; frequency limit at .* % on average, 7 changes")

    def test_a_cool_chip_is_left_alone_and_watching_writes_nothing(self):
        host = Host(self.folder / "host", 40)
        before = (host.policy / "scaling_max_freq").stat().st_mtime_ns
        _, run = self.run_it("cool", host)
        self.assertEqual({float(row["limit_hertz"]) for row in self.rows(run)}, {1e3 * HIGHEST})
        host.write("class/hwmon/hwmon0/temp1_input", 95000)
        result, run = self.run_it("watched", host, control="watch")
        self.assertEqual({(row["temperature_celsius"], row["limit_hertz"]) for row in self.rows(run)}, {("95.0", "")})
        self.assertEqual((host.policy / "scaling_max_freq").stat().st_mtime_ns, before)
        self.assertNotIn("frequency limit", result.out)

    def test_a_run_that_is_killed_leaves_its_readings(self):
        host = Host(self.folder / "host", 90)
        process = subprocess.Popen([str(cardon_run.BINARY), *map(str, self.arguments("killed", host, "time.stop.iterations=100000"))],
                                   env=self.leisure.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.addCleanup(process.kill)
        table, end = self.folder / "killed/thermal.tsv", time.monotonic() + 60 * cardon_run.PATIENCE
        while (not table.exists() or table.read_text().count("\n") < 4) and time.monotonic() < end:
            time.sleep(0.02)
        process.kill()
        process.wait()
        rows = self.rows(cardon_run.RunFolder(self.folder / "killed"))
        self.assertGreaterEqual(len(rows), 3)
        self.assertEqual({(row["chip"], row["temperature_celsius"]) for row in rows}, {("0", "90.0")})
        for row, after in zip(rows, rows[1:]):
            self.assertLess(float(row["iteration"]), float(after["iteration"]))
            self.assertGreaterEqual(float(row["limit_hertz"]), float(after["limit_hertz"]))

    def test_a_run_that_is_stopped_gives_limits_back(self):
        host = Host(self.folder / "host", 90)
        process = subprocess.Popen([str(cardon_run.BINARY), *map(str, self.arguments("stopped", host, "time.stop.iterations=100000"))],
                                   env=self.leisure.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.addCleanup(process.kill)
        end = time.monotonic() + 60 * cardon_run.PATIENCE
        while host.limit() == HIGHEST and time.monotonic() < end:
            time.sleep(0.02)
        self.assertLess(host.limit(), HIGHEST)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(60 * cardon_run.PATIENCE), 75)
        self.assertEqual(host.limit(), HIGHEST)

    def test_limits_that_were_there_stay_and_are_a_warning(self):
        host = Host(self.folder / "host", 40)
        host.write("devices/system/cpu/cpufreq/policy0/scaling_max_freq", 2000000)
        _, run = self.run_it("limited", host, ranks=2)
        self.assertEqual((run.path / "warnings.txt").read_text().count("[thermal/limited]"), 1)
        self.assertEqual({float(row["limit_hertz"]) for row in self.rows(run)}, {2e9})
        self.assertEqual(host.limit(), 2000000)

    def test_mistakes(self):
        blind = Host(self.folder / "blind", 40)
        blind.write("class/hwmon/hwmon0/name", "nvme")
        fixed = Host(self.folder / "fixed", 40, limits=False)
        for host, slug, words in ((blind, "thermal/no-sensor", "no temperature of a processor can be read on"),
                                  (fixed, "thermal/no-frequency", "frequencies of processors cannot be limited on")):
            result, run = self.run_it("mistake", host, code=4, ranks=2)
            self.assertEqual(result.err.count(f"[{slug}]"), 1, result.report())
            self.assertIn(words, result.err)
            self.assertIn("thermal.control=limit", result.err, "the place")
            self.assertFalse((run.path / "thermal.tsv").exists())
        self.run_it("seen", fixed, control="watch")
        result, _ = self.run_it("mistake", fixed, "thermal.limit=-3", "thermal.every=0", code=2)
        self.assertEqual(result.err.count("[parameter/out-of-range]"), 2, result.report())


if __name__ == "__main__":
    unittest.main()
