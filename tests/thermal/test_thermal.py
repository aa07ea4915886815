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

    def test_parameters_of_simulated_chips_do_nothing_to_measured_ones(self):
        host = Host(self.folder / "host", 40)
        _, run = self.run_it("idle", host, "thermal.resistances=[1]", "thermal.room=30", control="watch")
        said = (run.path / "warnings.txt").read_text()
        self.assertEqual(said.count("[thermal/measured]"), 2, said)
        self.assertIn("thermal.room has no effect, since chips are measured", said)

    def test_mistakes(self):
        blind = Host(self.folder / "blind", 40)
        blind.write("class/hwmon/hwmon0/name", "nvme")
        fixed = Host(self.folder / "fixed", 40, limits=False)
        for host, slug, words in ((blind, "thermal/no-sensor", "no processor temperature can be read on"),
                                  (fixed, "thermal/no-frequency", "processor frequencies cannot be limited on")):
            result, run = self.run_it("mistake", host, code=4, ranks=2)
            self.assertEqual(result.err.count(f"[{slug}]"), 1, result.report())
            self.assertIn(words, result.err)
            self.assertIn("thermal.control=limit", result.err, "the place")
            self.assertFalse((run.path / "thermal.tsv").exists())
        self.assertIn("thermal.chip=simulated", self.run_it("offered", blind, control="watch", code=4)[0].err)
        self.run_it("seen", fixed, control="watch")
        result, _ = self.run_it("mistake", fixed, "thermal.limit=-3", "thermal.every=0", code=2)
        self.assertEqual(result.err.count("[parameter/out-of-range]"), 2, result.report())


class Simulated(unittest.TestCase):
    """thermal.chip: each rank has a simulated chip, which the control of frequencies acts on."""
    CASE = {"thorns": ["WaveToy", "GridDriver"], "grid": {"points": [24, 12, 12], "boundary": "periodic"},
            "time": {"stop": {"iterations": 120}}, "WaveToy": {"width": 0.3}, "tuning": {"tuner": "none"},
            "driver": {"calibration": "never", "blocks_per_rank": 4}, "balance": {"balancer": "none"},
            "emulated_compute": {"per_point": "4 us"},
            # The first rank needs to compute a fifteenth of the time only to become too hot.
            "thermal": {"control": "limit", "chip": "simulated", "every": "0.03 s", "time_constant": "0.1 s", "limit": 55,
                        "resistances": [3, 0.1]}}

    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def run_it(self, name, code=0, ranks=2, threads=True, **changes):
        case = {key: {**value, **changes[key]} if key in changes and changes[key] and isinstance(value, dict) else changes.get(key, value)
                for key, value in self.CASE.items()}
        case = {key: value for key, value in case.items() if value is not None}
        file = cardon_run.write_parfile(self.folder / f"{name}.yaml", case)
        result = cardon_run.call(["run", file, "--out", self.folder / name, cardon_run.NO_CHECKPOINT], ranks=ranks, threads=threads and ranks > 1)
        self.assertEqual(result.code, code, result.report())
        return result, cardon_run.RunFolder(self.folder / name)

    def rows(self, run, chip=None):
        head, *rows = [line.split("\t") for line in (run.path / "thermal.tsv").read_text().splitlines()]
        rows = [dict(zip(head, row)) for row in rows]
        return rows if chip is None else [row for row in rows if row["chip"] == str(chip)]

    def test_hot_chips_slow_their_ranks_down_and_change_no_bit(self):
        _, plain = self.run_it("plain", thermal={"control": "none"})
        _, free = self.run_it("free", thermal={"control": "watch"})
        for name, threads in (("threads", True), ("processes", False)):
            result, run = self.run_it(name, threads=threads)
            self.assertEqual(run.checksums, plain.checksums)
            hot, cool = self.rows(run, 0), self.rows(run, 1)
            self.assertEqual({row["source"] for row in hot + cool}, {"simulated"})
            # On a busy computer, the chip may be too hot at its first reading already.
            is_hot = float(hot[0]["temperature_celsius"]) > 55
            self.assertEqual(float(hot[0]["limit_hertz"]), 2.375e9 if is_hot else 2.53e9)
            self.assertEqual(min(float(row["limit_hertz"]) for row in hot), 1.6e9)
            self.assertEqual({row["limit_hertz"] for row in cool}, {"2530000000"})
            self.assertGreater(max(float(row["temperature_celsius"]) for row in hot), 55)
            self.assertLess(max(float(row["temperature_celsius"]) for row in cool), 30)
            self.assertGreater(float(hot[-1]["energy_joules"]), 0)
            for row, after in zip(hot, hot[1:]):        # one step at a time
                self.assertLess(abs(float(row["limit_hertz"]) - float(after["limit_hertz"])), 1.6e8)
            slow, fast = (rank["compute_seconds"] for rank in run.summary["per_rank"])
            self.assertGreater(slow, 1.15 * fast, "equal work")
            host, = run.summary["thermal"]
            self.assertEqual((host["source"], len(host["chips"])), ("simulated", 2))
            self.assertIn("thermal: temperatures are simulated; each rank has a chip of its own", result.out)
            self.assertRegex(result.out, r"simulated temperature: \S+, chip 0: at most .* degC; frequency limit at .* % on average")
        hot = self.rows(free, 0)
        self.assertEqual({row["limit_hertz"] for row in hot}, {""})
        self.assertGreater(max(float(row["temperature_celsius"]) for row in hot), 55)

    def test_auto_simulates_where_there_are_no_sensors(self):
        seen = Host(self.folder / "seen", 40)
        _, run = self.run_it("measured", thermal={"chip": "auto", "sysfs": str(seen.folder), "control": "watch"})
        self.assertEqual({(row["source"], row["temperature_celsius"]) for row in self.rows(run)}, {("measured", "40.0")})
        blind = self.folder / "blind"
        result, run = self.run_it("blind", thermal={"chip": "auto", "sysfs": str(blind), "control": "watch"})
        self.assertEqual({row["source"] for row in self.rows(run)}, {"simulated"})
        self.assertRegex(result.out, r"temperatures are simulated on hosts without sensors \(\S+\); each rank has a chip of its own")

    def test_real_work_is_slowed_down_as_well(self):
        """Without emulated_compute, ranks sleep for the rest of the time that their work would take at the lower frequency."""
        case = {"emulated_compute": None, "grid": {"points": [64, 32, 32]}, "time": {"stop": {"iterations": 400}}}
        _, plain = self.run_it("plain", thermal={"control": "none"}, **case)
        # On a quiet computer the run takes 50 ms, in which six steps to the lowest frequency have to be made.
        thermal = {"every": "0.001 s", "time_constant": "0.001 s", "limit": 24}
        _, run = self.run_it("limited", thermal=thermal, **case)
        self.assertEqual(run.checksums, plain.checksums)
        self.assertEqual(float(self.rows(run, 0)[-1]["limit_hertz"]), 1.6e9)

    def test_a_driver_that_cannot_slow_ranks_down_is_refused(self):
        for control, code in (("limit", 2), ("watch", 0)):
            result, _ = self.run_it(f"unigrid-{control}", code=code, thorns=["WaveToy"], driver=None, balance=None,
                                    emulated_compute=None, thermal={"control": control})
            self.assertEqual(result.err.count("[thermal/no-emulation]"), int(code != 0), result.report())


if __name__ == "__main__":
    unittest.main()
