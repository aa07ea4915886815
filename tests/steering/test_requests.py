#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Requests to a run: what is wrong is refused and changes nothing; pauses, single steps, checkpoints; several users at once."""
import json
import os
import subprocess
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from steered_run import REACTION, SteeredRun, iteration_of, results, run
import cardon_run

WRONG = (
    ("GrayScott.fed=0.1", "parameter/unknown"), ("GrayScott.feed=-1", "parameter/out-of-range"),
    ("GrayScott.feed=much", "parameter/wrong-type"), ("nonsense", "parameter/override"), ("grid.points=[8,8]", "steering/fixed"),
    ("GrayScott.diffusion_u=1", "steering/fixed"), ("output.fields.every=5", "steering/absent"), ("output.slices[1].every=5", "parameter/override"),
    ("output.slices.range=[2,1]", "output/empty-range"), ("time.stop.iterations=1", "steering/stop"),
    ("time.stop.time=1e-9", "steering/stop"), ("output.scalars.every=0", "parameter/out-of-range"), ("thorns=[WaveToy]", "steering/fixed"),
    ("steering.replay=a", "steering/fixed"), ("GrayScott.kill=100000", "steering/step-limit"),
)


class Requests(unittest.TestCase):
    """Each class below is a test of its own: most of its time is waiting."""

    def setUp(self):
        self.folder = self.enterContext(cardon_run.folder())


class Mistakes(Requests):
    def test_mistakes_change_nothing(self):
        config = {**REACTION, "time": {"stop": {"iterations": 100000000}}}     # the step follows the limits of the thorn
        with SteeredRun(self.folder, "out", config, 2) as going:
            for word in ("--continue", "--step=3"):
                self.assertIn("[steering/not-now]", going.steer_by_program(word, code=2))
            for words in ([], ["a=1", "--pause"], ["--pause", "--stop"], ["--step", "0"]):
                self.assertIn("[cli/usage]", going.steer_by_program(*words, code=2))
            # Most are tried in a pause, as the run below has to do all steps once more.
            for word, slug in WRONG[::5]:
                self.check_refused(going, word, slug)
            self.assertFalse((going.out / "steering.jsonl").exists())
            self.check_files(going)
            last = iteration_of(going.steer_by_program("--pause")) + 200
            for word, slug in WRONG:
                self.check_refused(going, word, slug)
            self.assertIn("GrayScott::feed", going.steer_by_program("grid.points=[8,8]", code=2), "what can change is listed")
            self.assertEqual(len(going.record()), 1)
            going.steer_by_program(f"time.stop.iterations={last}")
            going.steer_by_program("--continue")
            self.assertEqual(going.wait(), 0, going.screen.read_text())
            self.assertIn("[steering/ended]", going.steer_by_program("health.every=1", code=2))
        plain = run(self.folder, "plain", config, words=[f"time.stop.iterations={last}"])
        self.assertEqual(results(plain), results(going.out))

    def check_refused(self, going, word, slug):
        self.assertIn(f"[{slug}]", going.steer(word, code=2), word)
        self.assertIn(f"[{slug}]", going.steer("GrayScott.feed=0.03", word, code=2), "all or nothing")

    def check_files(self, going):
        """Files in the folder that are not requests, or wrong ones."""
        box = going.out / "steering"
        for name, text in (("bad.request", "{"), ("long.request", "x" * 5000), ("a b.request", "{}"), ("list.request", "[]"),
                           ("both.request", '{"set": ["health.every=1"], "do": "stop"}'), ("words.request", '{"set": "health.every=1"}'),
                           ("none.request", '{"set": []}'), ("fly.request", '{"do": "fly"}'), ("note.txt", "stop")):
            (box / name).write_text(text)
        os.mkfifo(box / "pipe.request")
        (box / "link.request").symlink_to("/dev/zero")
        going.steer("--continue", code=2)        # has been answered after those before it in the order of names
        end = time.monotonic() + 20 * cardon_run.PATIENCE
        refused = {}
        while len(refused) < 8 and time.monotonic() < end:
            refused = {path.stem: json.loads(path.read_text()) for path in box.glob("*.answer")}
            time.sleep(0.05)
        self.assertEqual(set(refused), {"bad", "long", "list", "both", "words", "none", "fly", "pipe", "link"})
        self.assertEqual({answer["status"] for answer in refused.values()}, {"refused"})
        self.assertTrue(all("[steering/request]" in answer["text"] for answer in refused.values()))
        self.assertEqual(sorted(path.name for path in box.glob("*.request")), ["a b.request"])


class Pauses(Requests):
    def pause(self, ranks, threads):
        with SteeredRun(self.folder, f"run{ranks}", REACTION, ranks, threads) as going:
            at = iteration_of(going.steer("--pause"))
            self.assertEqual(iteration_of(going.steer("--checkpoint")), at)
            going.wait_for((going.out / "checkpoints" / f"it{at:06d}" / "manifest.json").exists)
            self.assertEqual(iteration_of(going.steer("output.scalars.every=1")), at)
            self.assertEqual(iteration_of(going.steer("--step=3")), at)
            going.wait_for(lambda: going.rows()[-1] == at + 3)
            self.assertEqual(iteration_of(going.steer("--checkpoint")), at + 3)
            self.assertEqual(going.rows()[-3:], [at + 1, at + 2, at + 3])
            going.steer("output.scalars.every=50")
            self.assertEqual(iteration_of(going.steer("--continue")), at + 3)
            self.assertGreater(iteration_of(going.steer("--pause")), at + 3)
            stopped = iteration_of(going.steer("--stop"))
            self.assertEqual(going.wait(), 75, going.screen.read_text())
            self.assertEqual(cardon_run.RunFolder(going.out).summary["iterations"], stopped)
            self.assertIn("stopped: steering", cardon_run.RunFolder(going.out).summary["status"])
        self.check_seconds(going)

    def check_seconds(self, going):
        """Pauses have a row of their own; they are no part of the evolution."""
        rows = [line.split("\t") for line in (going.out / "performance.tsv").read_text().split("\n\n")[0].splitlines()]
        mean = {row[0]: float(row[3]) for row in rows[1:]}
        self.assertGreater(mean["paused"], 0.1)
        evolution = cardon_run.RunFolder(going.out).summary["evolution_seconds"]
        others = sum(seconds for name, seconds in mean.items() if not name.startswith(("output", "checkpoints", "paused")))
        self.assertLess(abs(evolution - others), 0.1 + 0.2 * evolution)

    def test_pauses(self):
        with ThreadPoolExecutor() as pool:
            for done in [pool.submit(self.pause, *how) for how in ((1, True), (3, True), (2, False))]:
                done.result()

    def test_a_signal_ends_a_pause(self):
        with SteeredRun(self.folder, "out", REACTION, 2) as going:
            going.steer("--pause")
            going.process.terminate()
            self.assertEqual(going.wait(), 75, going.screen.read_text())


class Several(Requests):
    def test_two_at_once(self):
        with SteeredRun(self.folder, "out", REACTION, 2, False) as going:
            words = [["GrayScott.feed=0.03"], ["GrayScott.feed=0.031"], ["GrayScott.kill=0.055"], ["output.scalars.every=9"], ["grid.points=[4,4]"]]
            clients = [subprocess.Popen([str(cardon_run.BINARY), "steer", "out", *w], cwd=self.folder, env=cardon_run.environment(),
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for w in words]
            codes = [client.wait(60 * cardon_run.PATIENCE) for client in clients]
            for client in clients:
                client.communicate()
            self.assertEqual(codes, [0, 0, 0, 0, 2])
            self.assertEqual({word for entry in going.record() for word in entry["set"]}, {w[0] for w in words[:4]})
            feeds = [change for entry in going.record() for change in entry["changed"] if change["parameter"] == "GrayScott::feed"]
            self.assertEqual(feeds[1]["before"], feeds[0]["value"])
            self.assertEqual(list((going.out / "steering").iterdir()), [])


if __name__ == "__main__":
    unittest.main()
