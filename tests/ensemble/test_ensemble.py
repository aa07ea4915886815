#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardon ensemble`: members run by workers of one site or two, workers and sites that are lost, ensembles that are stopped."""
import csv
import json
import os
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

WAVE = {"title": "Plane wave", "thorns": ["WaveToy"], "grid": {"points": [16], "domain": [[0, 1]], "boundary": "periodic"},
        "time": {"stop": {"iterations": 4}, "step": 0.01},
        "WaveToy": {"initial": "plane", "wavenumber": [1, 0, 0], "exact": "cos(2*pi*(x - t))"},
        "output": {"scalars": {"every": 2, "fields": ["error"], "reductions": ["l2"]}}, "checkpoint": {"on_stop": "early"}}
TWO_SITES = [{"name": "a", "workers": 1, "cores": 1}, {"name": "b", "workers": 2, "latency": "100 ms", "bandwidth": "2 MB/s"}]
STUDY = {"run": "wave.yaml", "vary": {"WaveToy.order": [2, 4], "WaveToy.speed": {"from": 1, "to": 2, "count": 8}},
         "table": {"scalars": ["error.l2"], "summary": ["time"]}}
# Members that take a second, and sleep most of it.
SLOW = {"thorns": ["WaveToy", "GridDriver", "ComputeEmulated"], "time": {"stop": {"iterations": 40}, "step": 0.01},
        "emulated_compute": {"per_point": "1.5 ms"}}


def workers_of(process):
    """The worker processes below a process, by number."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            above = int((Path("/proc") / str(parent) / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError):
            continue
        if b"--worker" in words and above == process.pid:
            found.append((int(folder.name), parent))
    return found


def working(process, among):
    """One of these workers that computes now, or none."""
    for worker, _ in workers_of(process):
        try:
            if worker in among and (Path("/proc") / str(worker) / "stat").read_text().rsplit(")", 1)[1].split()[0] == "R":
                return worker
        except OSError:
            continue
    return None


def wait_for(condition, seconds=30):
    last = time.monotonic() + seconds
    while not condition() and time.monotonic() < last:
        time.sleep(0.01)


class Ensembles(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(many_runs.folder())
        cardon_run.write_parfile(self.folder / "wave.yaml", WAVE)

    def study(self, name="study", **changes):
        cardon_run.write_parfile(self.folder / f"{name}.yaml", {**STUDY, **changes})
        return f"{name}.yaml"

    def call(self, *words, code=0):
        result = cardon_run.call(("ensemble", *words), cwd=self.folder)
        self.assertEqual(result.code, code, result.report())
        return result

    def start(self, *words):
        process = subprocess.Popen([str(cardon_run.BINARY), "ensemble", *words], cwd=self.folder, stdout=subprocess.PIPE,
                                   env=cardon_run.environment(), text=True)
        self.addCleanup(process.stdout.close)
        return process

    def start_at_two_sites(self):
        """Six slow members; processes of site b have SITE=b in their environment."""
        cardon_run.write_parfile(self.folder / "wave.yaml", {**WAVE, **SLOW})
        study = self.study(vary={"WaveToy.speed": {"from": 1, "to": 2, "count": 6}}, set={"time.stop.iterations": 8},
                           sites=[{"name": "a", "workers": 1}, {"name": "b", "workers": 1, "launcher": "env SITE=b"}])
        return self.start(study, "--out", "e")

    def rows(self, out):
        with open(self.folder / out / "ensemble.csv", newline="") as file:
            return list(csv.DictReader(file))

    def entries(self, out, name):
        return [json.loads(line) for line in (self.folder / out / name).read_text().splitlines()]

    def test_200_runs_over_two_sites_with_a_worker_lost(self):
        study = self.study(vary={"WaveToy.order": [2, 4], "WaveToy.speed": {"from": 1, "to": 2, "count": 100}}, sites=TWO_SITES)
        process = self.start(study, "--out", "e")
        lines, first, killed = [], set(), 0
        for line in process.stdout:
            lines.append(line)
            if len(lines) == 50:
                first = {worker for worker, _ in workers_of(process)}
            number = line.split(" of")[0].strip()
            if not number.isdigit() or int(number) < 60 or any("while it computed" in o for o in lines):
                continue
            # One that waits for the link may be hit; there are few tries, for a site whose workers only end is closed.
            if killed < 3 and killed == sum("ended by signal" in o for o in lines) and (worker := working(process, first)):
                os.kill(worker, signal.SIGKILL)
                killed += 1
        self.assertEqual(process.wait(), 0, "".join(lines))
        self.assertIn("ended by signal 9 while it computed", "".join(lines))
        self.assertIn("200 of 200 members finished", lines[-1])
        rows = self.rows("e")
        self.assertEqual(len(rows), 200)
        self.assertEqual({row["outcome"] for row in rows}, {"finished"})
        members = self.entries("e", "members.jsonl")
        self.assertEqual(len(members), 200)          # none twice
        self.assertEqual({member["site"] for member in members}, {"a", "b"})
        self.assertEqual(sum(member["losses"] for member in members), 1)
        # Members cross the slow link in grains, whose size was tuned.
        decisions = self.entries("e", "decisions.jsonl")
        self.assertTrue(any(entry["what"] == "lost worker" for entry in decisions))
        self.assertTrue(any(entry.get("grain_over_link", 0) > 1 and entry["site"] == "b" for entry in decisions), decisions)
        # A member is what cardon run makes of its parameters.
        self.assertEqual(cardon_run.call(("run", "wave.yaml", "WaveToy.order=4", f"WaveToy.speed={rows[133]['WaveToy.speed']}",
                                          "--out", "alone"), cwd=self.folder).code, 0)
        alone = cardon_run.RunFolder(self.folder / "alone").checksums
        self.assertEqual(cardon_run.RunFolder(self.folder / "e" / rows[133]["member"]).checksums, alone)
        self.assertEqual((rows[133]["WaveToy.order"], rows[133]["iterations"], rows[133]["time"]), ("4", "4", "0.04"))

    def test_rows_depend_on_nothing_but_the_members(self):
        self.call(self.study("one", workers=1), "--out", "one", "--quiet")
        self.call(self.study("many", workers=3, distribution="sbn", grain=2), "--out", "many", "--quiet")
        table = (self.folder / "one/ensemble.csv").read_bytes()
        self.assertEqual(table.count(b"\n"), 17)
        self.assertEqual((self.folder / "many/ensemble.csv").read_bytes(), table)
        # The same call again runs nothing.
        before = (self.folder / "one/members.jsonl").read_bytes()
        self.assertIn("0 of 16 members remaining", self.call("one.yaml", "--out", "one").out)
        self.assertEqual((self.folder / "one/members.jsonl").read_bytes(), before)
        # More values of the same parameters may be added, another ensemble may not.
        more = self.study("more", vary={"WaveToy.order": [2, 4], "WaveToy.speed": [1, 1.5]}, workers=1)
        self.assertIn("2 of 4 members remaining", self.call(more, "--out", "one").out)
        self.assertIn("[ensemble/folder]", self.call(self.study("other", ranks=2), "--out", "one", code=2).err)

    def test_a_member_that_fails_does_not_end_the_ensemble(self):
        study = self.study(vary={"time.step": [0.01, 1e9, 0.02]}, set={"WaveToy.initial": "gaussian", "time.stop.iterations": 40},
                           table={"summary": ["time"]}, workers=1)
        result = self.call(study, "--out", "e", code=3)
        self.assertIn("2 of 3 members finished", result.out)
        rows = self.rows("e")
        self.assertEqual([row["outcome"] for row in rows], ["finished", "failed", "finished"])
        self.assertIn("[health/not-finite]", rows[1]["error"])
        self.assertIn("1 of 3 members remaining", self.call(study, "--out", "e", "--retry-failed", code=3).out)
        self.assertTrue((self.folder / "e" / (rows[1]["member"] + ".try2")).is_dir())
        self.assertIn("0 of 3 members remaining", self.call(study, "--out", "e", code=3).out)

    def test_an_ensemble_that_is_stopped_goes_on(self):
        cardon_run.write_parfile(self.folder / "wave.yaml", {**WAVE, **SLOW})
        study = self.study(vary={"WaveToy.speed": [1, 2, 3, 4]}, workers=2)
        process = self.start(study, "--out", "e")
        for line in process.stdout:
            if line.startswith("1 of 4"):
                self.assertIn("[ensemble/folder-in-use]", self.call(study, "--out", "e", code=2).err)
                process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(), 75)
        left = sum(row["outcome"] == "left" for row in self.rows("e"))
        self.assertGreater(left, 0)
        result = self.call(study, "--out", "e")
        self.assertIn(f"{left} of 4 members remaining", result.out)
        self.assertEqual(len({member["name"] for member in self.entries("e", "members.jsonl")}), 4)
        self.assertEqual(len(self.entries("e", "members.jsonl")), 4)
        # Those that ran have continued from their checkpoints, with the same bits.
        again = [folder for folder in (self.folder / "e").iterdir() if folder.name.endswith(".try2")]
        self.assertTrue(again)
        self.assertIn("restarted_from", json.loads((again[0] / "summary.json").read_text()))
        speed = again[0].name.split("-")[1].split(".")[0]
        self.assertEqual(cardon_run.call(("run", "wave.yaml", f"WaveToy.speed={speed}", "emulated_compute.per_point=0 s", "--out", "w"),
                                         cwd=self.folder).code, 0)
        self.assertEqual(cardon_run.RunFolder(again[0]).checksums, cardon_run.RunFolder(self.folder / "w").checksums)

    def test_members_of_a_lost_site_go_to_others(self):
        process = self.start_at_two_sites()
        output = []
        for line in process.stdout:
            if line.startswith("1 of 6"):
                for _, manager in workers_of(process):
                    if b"SITE=b" in Path(f"/proc/{manager}/environ").read_bytes():
                        os.kill(manager, signal.SIGKILL)
            output.append(line)
        self.assertEqual(process.wait(), 0, "".join(output))
        self.assertIn("the manager of site b ended by signal 9", "".join(output))
        self.assertIn("6 of 6 members finished", output[-1])

    def test_members_of_a_worker_or_a_manager_that_was_stopped_are_run_again(self):
        process = self.start_at_two_sites()
        output = []
        for line in process.stdout:
            output.append(line)
            for worker, manager in workers_of(process) if line.startswith(("1 of 6", "2 of 6")) else []:
                of_b = b"SITE=b" in Path(f"/proc/{manager}/environ").read_bytes()
                if line.startswith("1") and not of_b:
                    # Programs that a member starts do not get what is meant for the worker.
                    self.assertEqual(os.readlink(f"/proc/{worker}/fd/0"), "/dev/null")
                    os.kill(worker, signal.SIGTERM)
                elif line.startswith("2") and of_b:
                    os.kill(manager, signal.SIGTERM)
        self.assertEqual(process.wait(), 0, "".join(output))
        self.assertIn("a worker of site a ended by exit code 0, which computed no member", "".join(output))
        self.assertIn("the manager of site b ended by exit code 0", "".join(output))
        self.assertIn("6 of 6 members finished", output[-1])

    def test_an_ensemble_goes_on_as_soon_as_its_master_was_killed(self):
        cardon_run.write_parfile(self.folder / "wave.yaml", {**WAVE, **SLOW})
        study = self.study(vary={"WaveToy.speed": [1]}, workers=1)
        process = self.start(study, "--out", "e")
        wait_for(lambda: list((self.folder / "e").glob("speed-1/scalars.tsv")))
        time.sleep(0.2)
        process.kill()
        process.wait()
        # The worker that still writes its checkpoint is waited for.
        self.call(study, "--out", "e")
        self.assertIn("restarted_from", json.loads((self.folder / "e/speed-1.try2/summary.json").read_text()))

    def test_a_member_that_fails_after_its_last_step_has_not_finished(self):
        cardon_run.write_parfile(self.folder / "wave.yaml", {**WAVE, **SLOW})
        study = self.study(vary={"WaveToy.speed": [1]}, workers=1)
        process = self.start(study, "--out", "e")
        member = self.folder / "e/speed-1"
        wait_for((member / "scalars.tsv").exists)
        (member / "performance.tsv").mkdir()
        process.communicate()
        self.assertEqual(process.returncode, 4)
        self.assertIn("[environment/write]", self.rows("e")[0]["error"])
        summary = json.loads((member / "summary.json").read_text())
        self.assertEqual((summary["exit_code"], summary["status"]), (4, "finished"))
        # A master that was killed before it knew runs it again, from its checkpoint if it has one.
        (self.folder / "e/members.jsonl").write_text("")
        self.assertIn("1 of 1 member finished", self.call(study, "--out", "e").out)
        self.assertTrue((self.folder / "e/speed-1.try2/performance.tsv").is_file())

    def test_members_are_dealt_to_all_sites(self):
        study = self.study(vary={"WaveToy.speed": [1, 2, 3, 4]}, distribution="none", sites=[{"name": "a", "workers": 1}, {"name": "b", "workers": 1}])
        self.call(study, "--out", "e", "--quiet")
        self.assertEqual([member["site"] for member in self.entries("e", "members.jsonl")].count("a"), 2)

    def test_all_mistakes_are_reported_at_once(self):
        study = self.study(vary={"WaveToy.oder": [2], "WaveToy.speed": [1, -1]}, table={"scalar": ["a"]}, workers=0,
                           distribution="sbm", sites=[{"name": "a", "launcher": "ssh 'a"}, {"name": "a", "lattency": 1}])
        result = self.call(study, "--out", "e", code=2)
        for slug in ("parameter/unknown", "parameter/not-a-choice", "ensemble/sites"):
            self.assertIn(f"[{slug}]", result.err)
        self.assertIn("did you mean scalars?", result.err)
        self.assertIn("did you mean latency?", result.err)
        self.assertIn("a quote or bracket in it is not closed", result.err)
        # What members are given is checked with their parameter file, at its place in this one.
        result = self.call(self.study(vary={"WaveToy.oder": [2], "WaveToy.speed": [1, -1]}), "--out", "e", code=2)
        self.assertIn("did you mean order?", result.err)
        self.assertIn("study.yaml:", result.err)
        self.assertIn("nothing was run", result.err)
        self.assertFalse((self.folder / "e").exists())
        self.assertIn("[parameter/file]", self.call(self.study(run="none.yaml"), code=2).err)
        self.assertIn("[ensemble/file]", self.call("none.yaml", code=2).err)
        self.assertIn("[cli/no-file]", self.call(code=2).err)
        self.assertIn("16 members; nothing was run", self.call(self.study(), "--dry-run").out)

    def test_a_site_that_cannot_be_reached(self):
        study = self.study(sites=[{"name": "a", "launcher": "no-such-program"}])
        self.assertIn("[ensemble/launch]", self.call(study, "--out", "e", code=4).err)
        study = self.study(sites=[{"name": "a", "launcher": "false"}])
        (self.folder / "f/ensemble.csv/x").mkdir(parents=True)  # a table that cannot be written does not hide that
        result = self.call(study, "--out", "f", code=4)
        self.assertIn("[ensemble/no-workers]", result.err)
        self.assertIn("the table could not be written", result.out)
        self.assertIn("the manager of site a ended by exit code 1", result.err)
        self.assertEqual(result.err.count("site a"), 1)
        # A site with other parameter files: what it is told of them on the way is changed.
        script = self.folder / "other"
        script.write_text(f"""#!/bin/sh\nsed -u 's/"checksum":"/&0/' | {cardon_run.BINARY} "$@"\n""")
        script.chmod(0o700)
        result = self.call(self.study(sites=[{"name": "a", "program": str(script)}]), "--out", "g", code=4)
        self.assertIn("site a: its parameter files differ from those of the master", result.err)


if __name__ == "__main__":
    unittest.main()
