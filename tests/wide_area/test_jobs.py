#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Open MPI jobs over two sites with stock settings, and what becomes of them when the network fails."""
import re
import time

import wan
from wan import WanTest, cardon_run

SITES = [{"name": "a", "ranks": 1, "speed": 1}, {"name": "b", "ranks": 1, "speed": 1}]


def wave(iterations, per_point="0 s", **driver):
    """A small wave; with words for the driver, on two sites, where a point takes at least so long."""
    config = {"title": "A wave over two sites", "thorns": ["WaveToy"],
              "grid": {"points": [96, 32, 32], "domain": [[-1, 1]] * 3, "boundary": "periodic"},
              "time": {"stop": {"iterations": iterations}, "courant": 0.3}, "WaveToy": {"width": 0.3}}
    if driver:
        config["thorns"].append("GridDriver")
        config.update(machine={"sites": SITES}, driver=driver, tuning={"tuner": "none"}, emulated_compute={"per_point": per_point})
    return config


# A step takes 59 ms, the exchange of a step 43 ms: it can be hidden, if messages move while tasks run.
SLOW = {"ghost_zones": 1, "blocks_per_rank": 8, "per_point": "1.2 us"}


class JobTest(WanTest):
    def setUp(self):
        super().setUp()
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)

    def command(self, name, config):
        """cardon run for a file of this name, which is also that of the run folder."""
        file = cardon_run.write_parfile(self.folder / f"{name}.yaml", config)
        return [cardon_run.BINARY, "run", file, "--out", self.folder / name, cardon_run.NO_CHECKPOINT]

    def result(self, name):
        return cardon_run.RunFolder(self.folder / name)

    def over_sites(self, name, config):
        self.do("run", "1", *self.command(name, config), timeout=100)
        return self.result(name)

    def on_this_host(self, name, config, ranks=1):
        done = cardon_run.call(self.command(name, config)[1:], ranks=ranks)
        self.assertEqual(done.code, 0, done.report())
        return self.result(name)


class Jobs(JobTest):
    def test_ranks_run_on_all_sites(self):
        lines = self.do("run", "2", "sh", "-c", "echo $OMPI_COMM_WORLD_RANK $(hostname)").splitlines()
        self.assertEqual(sorted(lines), ["0 siteA", "1 siteA", "2 siteB", "3 siteB"])

    def test_a_wave_over_two_sites_has_the_bits_of_one_rank(self):
        expected = self.on_this_host("alone", wave(30)).checksums
        self.assertEqual(self.over_sites("plain", wave(30)).checksums, expected)
        carried = self.status()
        print(carried)
        # 29 exchanges of two faces of 32 x 32 doubles in each direction
        self.assertGreater(int(carried.split(" bytes")[0].split()[-1]), 29 * 2 * 32 * 32 * 8)
        self.assertEqual(self.over_sites("grid", wave(30, ghost_zones=4)).checksums, expected)
        link = self.result("grid").summary["links"][1]
        self.assertEqual([link["name"], link["depth"]], ["a-b", 4])


class Overlap(JobTest):
    def test_messages_move_behind_computation_with_stock_settings(self):
        always = self.over_sites("always", wave(30, **SLOW, overlap="always"))
        never = self.over_sites("never", wave(30, **SLOW, overlap="never"))
        self.assertEqual(always.checksums, never.checksums)
        if cardon_run.SLOWER > 1:
            self.skipTest("with sanitizers messages take the time that hides them")
        hidden, exposed = (run.summary["links"][1] for run in (always, never))
        for run, link in ((always, hidden), (never, exposed)):
            print(f"evolution {run.summary['evolution_seconds']:.2f} s, exposed {link['exposed_wait_seconds']:.3f} s, "
                  f"hidden {100 * link['hidden_fraction']:.0f} %")
        self.assertGreater(exposed["exposed_wait_seconds"], 29 * 0.037)
        self.assertLess(hidden["exposed_wait_seconds"], 0.2 * exposed["exposed_wait_seconds"])
        self.assertGreater(hidden["hidden_fraction"], 0.8)


class Emulation(JobTest):
    def test_a_run_over_emulated_links_takes_the_time_of_one_over_real_links(self):
        link = {"between": ["a", "b"], "latency": "37 ms", "bandwidth": "24 Mbit/s"}
        for overlap in ("always", "never"):
            # TCP's slow start costs the first exchange a round trip, which is not emulated: 1.5 % of so many steps.
            config = wave(90, **{**SLOW, "ghost_zones": 2, "per_point": "1 us"}, overlap=overlap)
            real = self.over_sites(f"real-{overlap}", config)
            config["machine"].update(links=[link], emulate=True)
            emulated = self.on_this_host(f"emulated-{overlap}", config, ranks=2)
            there, here = (run.summary["evolution_seconds"] for run in (real, emulated))
            print(f"overlap {overlap}: real {there:.2f} s, emulated {here:.2f} s, {here / there - 1:+.2%}")
            self.assertEqual(real.checksums, emulated.checksums)
            if cardon_run.SLOWER <= 1:  # sanitizers do not slow both down alike
                self.assertLess(abs(here - there), 0.05 * there)


class Faults(JobTest):
    def start_long_job(self, iterations, *options):
        job = wan.start("run", *options, "1", *self.command("long", wave(iterations, **SLOW)))
        self.addCleanup(lambda: job.poll() is None and job.kill())
        for _ in range(int(200 * cardon_run.PATIENCE)):
            if job.poll() is not None or int(self.status().split(" bytes")[0].split()[-1]) > 200_000:
                break
            time.sleep(0.1)
        self.assertIsNone(job.poll())
        return job

    # Clearly longer than the 5 s after which a silence is told: TCP may repeat just when the link is there again.
    def test_an_outage_of_7_seconds_is_survived_and_told(self):
        job = self.start_long_job(100, "--fault-detection")
        self.do("outage", "7")
        out, err = job.communicate(timeout=100 * cardon_run.PATIENCE)
        self.assertEqual(job.returncode, 0, out + err)
        self.assertRegex(err, r"no message has come for [5-9] s; rank 0 waits for rank 1 on siteB")
        pause = re.search(r"messages arrive again after ([\d.]+) s of silence", err)
        self.assertTrue(pause, err)
        print(pause[0])
        self.assertLess(float(pause[1]), 25)
        self.assertEqual(self.result("long").checksums, self.on_this_host("alone", wave(100)).checksums)

    def test_a_cut_ends_the_job_within_30_seconds_and_is_told(self):
        job = self.start_long_job(1000, "--fault-detection")
        self.do("cut")
        start = time.monotonic()
        out, err = job.communicate(timeout=100 * cardon_run.PATIENCE)
        ended = time.monotonic() - start
        print(f"the job ended {ended:.1f} s after the cut:\n{err}")
        self.assertLess(ended, 30)
        self.assertNotEqual(job.returncode, 0)
        self.assertIn("rank 0 waits for rank 1 on siteB", err)
        self.assertIn("lost communication with a remote daemon", err)
        self.assertFalse((self.folder / "long/summary.json").exists())
        for _ in range(150):  # the other side finds out by itself
            if self.status().count(", 0 processes") == 2:
                break
            time.sleep(0.1)
        self.assertEqual(self.status().count(", 0 processes"), 2)


if __name__ == "__main__":
    wan.main()
