#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardon watch` shows what files and the page of a run say: running, finished, killed, damaged."""
import json
import math
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import python_package  # noqa: E402
from leisure import THORN_PATH, Leisure  # noqa: E402

from cardon.scalar_history import MAX_ROWS, ScalarHistory  # noqa: E402
from cardon.standing import Standing, seconds_of, warnings_in  # noqa: E402
from cardon.text_screen import duration, share_lines, sparkline  # noqa: E402

LEISURE_MS = 4
ENDLESS = {**python_package.WAVE, "thorns": ["WaveToy", "Leisure"], "title": "Endless \x1b[31mwave",
           "time": {"stop": {"iterations": 100000000}, "step": 0.01}, "output": {"scalars": {"every": 5, "fields": ["phi"]}},
           "checkpoint": {"on_stop": "never"}}


def wait_for(what, patience=30):
    end = time.monotonic() + patience * cardon_run.PATIENCE
    while time.monotonic() < end:
        if value := what():
            return value
        time.sleep(0.05)
    raise AssertionError("waited in vain")


class Running:
    """A run that goes on beside the test. Its steps rest (thorn Leisure), which leaves the processor to other tests."""

    def __init__(self, folder, config, *words):
        self.out = folder / "out"
        file = cardon_run.write_parfile(folder / "endless.yaml", config)
        leisure = Leisure(folder / "rest.txt", LEISURE_MS)
        command = [str(cardon_run.BINARY), "run", str(file), "--out", str(self.out), "--quiet", *THORN_PATH, *words]
        self.process = subprocess.Popen(command, cwd=folder, env=leisure.environment(),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def __enter__(self):
        wait_for(lambda: (self.out / "scalars.tsv").exists() and len((self.out / "scalars.tsv").read_text().splitlines()) > 3)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def stop(self):
        (self.out / "stop").touch()
        return self.process.wait(30 * cardon_run.PATIENCE)


def watch(folder, *words, code=0):
    result = cardon_run.call(["watch", *words], cwd=folder)
    assert result.code == code and "Traceback" not in result.err, result.report()
    return result


class Parts(unittest.TestCase):
    def test_durations(self):
        for seconds in (0.5, 9.9, 45, 192, 7500):
            self.assertEqual(seconds_of(duration(seconds)), seconds)
        self.assertIsNone(seconds_of("-"))

    def test_sparklines(self):
        self.assertEqual(sparkline([0, 1, 2, 3], 10, "abcd"), "abcd")
        self.assertEqual(sparkline([5, 5], 10, "abcd"), "aa")
        self.assertEqual(sparkline([0, math.nan, 3], 10, "abcd"), "axd")
        long = sparkline(list(range(1000)), 8, "abcdefgh")
        self.assertEqual((len(long), long[0], long[-1]), (8, "a", "h"))
        self.assertEqual(sparkline([-1.7e308, 1.7e308], 10, "abc"), "ac")
        self.assertEqual(sparkline([0.15552, 0.15552 * (1 - 2e-16)], 10, "abc"), "aa")     # rounding errors of a sum
        self.assertEqual(sparkline([1, 1 + 1e-10], 10, "abc"), "ac")
        self.assertEqual(sparkline([0, 1e-300], 10, "abc"), "ac")

    def test_sections_share_the_height(self):
        lines = share_lines([["a"], ["b"] * 20, [], ["c"] * 3], 12)
        self.assertEqual(len(lines), 12)
        self.assertEqual(lines.count("c"), 3)
        self.assertIn("  ... 15 more", lines)

    def test_warnings_of_a_log(self):
        stamp = "2026-11-25 02:54:28  "
        text = ["warning: a  [x/y]", "   because", "    1200     0.75 s  0.1 s  84.1  11 %  73 %  6  1.9   19 %   3 m 12 s", "done"]
        self.assertEqual(warnings_in("\n".join(stamp + line for line in text)), [text[:2]])

    def test_long_tables_are_thinned(self):
        with cardon_run.folder() as folder:
            path = folder / "scalars.tsv"
            path.write_text("iteration\ttime [s]\tphi.l2\n" + "".join(f"{n}\t{n / 10}\t{n * n}\n" for n in range(10 * MAX_ROWS)))
            history = ScalarHistory(path)
            history.update()
            self.assertLessEqual(len(history.rows), MAX_ROWS)
            with open(path, "a") as stream:
                stream.write("9999\t1\t-1\n10000\t2")             # the last row is unfinished
            history.update()
            self.assertEqual(history.last, [9999, 1, -1])
            self.assertEqual(history.series(2)[-1], -1)
            path.write_text("iteration\ttime [s]\tphi.l2\n1\t1\t7\n")
            history.update()
            self.assertEqual(history.rows, [[1, 1, 7]])


class Watching(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(cardon_run.folder())

    def test_a_finished_run(self):
        run = python_package.run(self.folder, "small", python_package.WAVE)
        text = watch(self.folder, "small").out
        table = cardon_run.RunFolder(run).scalars
        self.assertIn("Small wave   small   finished", text)
        self.assertIn("100 %", text)
        self.assertRegex(text, rf"phi\.l2 +{re.escape(format(table['phi.l2'][-1], '.6g'))} ")
        self.assertIn("iteration 4 of 4", text)
        regions = [line.split("\t")[0] for line in (run / "performance.tsv").read_text().split("\n\n")[0].splitlines()[1:]]
        self.assertTrue(any(f"  {region} " in text for region in regions), text)
        self.assertNotIn("\x1b", text)

    def test_times_are_in_the_unit_of_the_run(self):
        for name, units, unit in (("years", {"time": "Myr"}, " Myr"), ("numbers", {"length": "none"}, "")):
            run = python_package.run(self.folder, name, {**python_package.WAVE, "units": units})
            self.assertRegex(watch(self.folder, name).out, rf"iteration 4 of 4   time [\d.e-]+{unit}   dt [\d.e-]+{unit}   ")
            (run / "summary.json").unlink()         # as if it had been killed
            self.assertRegex(watch(self.folder, name).out, rf"iteration 4 of 4   time [\d.e-]+{unit}   dt [\d.e-]+{unit}   ")

    def test_a_summary_with_values_of_other_kinds(self):
        run = python_package.run(self.folder, "small", python_package.WAVE)
        for odd in ("x", [], {}, None, True, 1e999, 10**400):
            values = dict.fromkeys(("status", "time", "iterations", "ranks", "title"), odd)
            (run / "summary.json").write_text(json.dumps(values))
            self.assertRegex(watch(self.folder, "small", "--once").out, "(?m)^Small wave   small   ")

    def test_an_empty_name_is_not_the_current_folder(self):
        python_package.run(self.folder, "small", python_package.WAVE)
        for words in (["watch", ""], ["plot", ""], ["serve", ""]):
            result = cardon_run.call(words, cwd=self.folder)
            self.assertEqual(result.code, 2, result.report())
            self.assertIn("error: an empty name is not a", result.err)

    def test_a_running_run_by_its_files_and_by_its_page(self):
        for page, words in ((False, "from files"), (True, " left")):
            folder = self.folder / str(page)
            folder.mkdir()
            with Running(folder, {**ENDLESS, **({"page": {"serve": "always"}} if page else {})}) as run:
                # The first line of progress comes after some seconds; a page has the pace from its second look on.
                wait_for(lambda: Standing(run.out).state.get("seconds_left") is not None)
                text = watch(folder, "out").out
                self.assertIn(words, text)
                self.assertEqual(Standing(run.out).source, "page" if page else "files")
                first = int(re.search(r"iteration (\d+) of 100000000", text)[1])
                self.assertGreater(first, 0)
                self.assertIn("Endless ?[31mwave", text)
                if page:
                    self.assertIn("on rank 0", text)
                    wait_for(lambda: Standing(run.out).state["iteration"] > first)
                self.assertEqual(run.stop(), 75)
                self.assertIn("stopped: the file stop", watch(folder, "out").out)

    def test_a_killed_run(self):
        with Running(self.folder, {**ENDLESS, "page": {"serve": "always"}}) as run:
            wait_for((run.out / "page.json").exists)
            run.process.send_signal(signal.SIGKILL)
            run.process.wait()
            self.assertIn("out   killed", watch(self.folder, "out").out)

    def test_a_terminal_sees_the_run_until_it_ends(self):
        with Running(self.folder, ENDLESS) as run:
            master, slave = pty.openpty()
            watcher = subprocess.Popen([str(cardon_run.BINARY), "watch", "out", "--interval", "0.1"], cwd=self.folder, stdin=slave,
                                       stdout=slave, stderr=slave, env=cardon_run.environment())
            seen = b""

            def read():
                nonlocal seen
                if select.select([master], [], [], 0.05)[0]:
                    seen += os.read(master, 65536)
                return seen
            wait_for(lambda: read().count(b"phi.l2") > 3)
            self.assertIsNone(watcher.poll())
            run.stop()
            wait_for(lambda: read() and watcher.poll() is not None)
            self.assertEqual(watcher.returncode, 0)
            wait_for(lambda: b"stopped: the file stop" in read())
            os.close(slave)  # only now: a terminal that all have closed may lose what was not read
            os.close(master)

    def test_odd_folders(self):
        self.assertIn("[cli/no-run]", watch(self.folder, "nothing", code=2).err)
        self.assertIn("[cli/no-run]", watch(self.folder, code=2).err)
        self.assertIn("[cli/usage]", watch(self.folder, "--interval", "0", code=2).err)
        odd = self.folder / "odd"
        odd.mkdir()
        (odd / "parfile.yaml").write_text("title: odd\n")
        self.assertIn("no step has been reported yet", watch(self.folder, "odd").out)
        os.mkfifo(odd / "scalars.tsv")
        os.mkfifo(odd / "log.txt")
        (odd / "summary.json").write_text("{")
        for note in ("{", "[]", json.dumps({"url": 5, "token": 5}), json.dumps({"url": "http://127.0.0.1:1/", "token": "x", "process": -1})):
            (odd / "page.json").write_text(note)
            self.assertIn("no step has been reported yet", watch(self.folder, "odd", "--once").out)


if __name__ == "__main__":
    unittest.main()
