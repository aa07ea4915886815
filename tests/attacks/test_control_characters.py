#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Text of strangers (titles, names, paths, what lies in run folders) reaches terminal and log without its control
characters, and cannot pretend to be a message of Cardon."""
import json
import subprocess
import sys
import unicodedata
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

FORGED = "error: forged"
# Colors, a line end with a message, a return to its start, C1 controls, directions of writing, invisible characters.
NASTY = f"a\x1b[2Jb\n{FORGED} [parameter/unknown]\rc\x9b31md\u202ee\u2066f\u200bg\u2028h\x7f"
NAME = f"a\x1b[2Jb\n{FORGED}\rc\x9b31md\u202ee"


def config(**more):
    return {"thorns": ["WaveToy"], "title": NASTY,
            "grid": {"points": [8, 8, 8], "domain": [[-1, 1]] * 3},
            "time": {"stop": {"iterations": 4}}, "output": {"scalars": {"every": 2}, "fields": {"every": 4}}, **more}


def faults(data):
    """What a terminal should not get."""
    text = data.decode("utf-8", "backslashreplace")
    bad = {c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")}
    lines = [line for line in text.split("\n") if line.startswith(FORGED)]
    return sorted(map(repr, bad)) + lines


class ControlCharacters(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder_context = cardon_run.folder()
        cls.folder = cls.folder_context.__enter__() / NAME
        cls.folder.mkdir()
        cls.file = cardon_run.write_parfile(cls.folder / f"{NAME}.yaml", config())
        for run in "one", "two":
            result = cls.run_cardon("run", cls.file, "--out", cls.folder / run)
            assert result.returncode == 0, result
        cls.forge(cls.folder / "two")

    @classmethod
    def tearDownClass(cls):
        cls.folder_context.__exit__(None, None, None)

    @staticmethod
    def run_cardon(*words):
        """In a process of its own where a verb becomes another program."""
        if many_runs.shares(words):
            result = many_runs.call(words)
            return subprocess.CompletedProcess(words, result.code, result.out.encode(), result.err.encode())
        return subprocess.run([str(cardon_run.BINARY), *map(str, words)], env=cardon_run.environment(),
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=60 * cardon_run.PATIENCE)

    @classmethod
    def forge(cls, run):
        """The run folder of a stranger."""
        summary = json.loads((run / "summary.json").read_text())
        summary["status"] = NASTY
        summary["checksums"][NASTY] = "0"
        (run / "summary.json").write_text(json.dumps(summary))
        provenance = json.loads((run / "provenance.json").read_text())
        for name in "version", "started", "driver", NASTY:
            provenance[name] = NASTY
        provenance["parameters"][NASTY] = {"value": NASTY, "source": NASTY}
        (run / "provenance.json").write_text(json.dumps(provenance, ensure_ascii=False))
        table = (run / "scalars.tsv").read_text().split("\n")
        table[0] = table[0].replace("phi", "p\x1b\u202ehi")
        (run / "scalars.tsv").write_text("\n".join(table))

    def check(self, *words, code=None):
        result = self.run_cardon(*words)
        said = result.stdout + result.stderr
        with self.subTest(command=" ".join(map(repr, map(str, words)))):
            self.assertEqual(faults(said), [], said.decode("utf-8", "backslashreplace"))
            self.assertTrue(said)
            if code is not None:
                self.assertEqual(result.returncode, code, said.decode("utf-8", "backslashreplace"))
        return said.decode("utf-8", "backslashreplace")

    def test_verbs_on_a_file(self):
        shown = self.check("check", self.file, code=0)
        self.assertTrue(shown.startswith(r"a\x1b[2Jb\nerror: forged [parameter/unknown]\rc\u009b31md\u202ee\u2066f"))
        self.check("predict", self.file, code=0)
        for words in (["simulate"], ["predict", "--json"]):
            self.check(words[0], self.file, "--speed", "1e6", *words[1:], code=0)
        for words in (["list", "parameters"], ["list", "schedule"], ["list", "parameters", "--json"],
                      ["describe", "WaveToy"], ["describe", "title"]):
            self.check(*words[:2], self.file, *words[2:], code=0)

    def test_runs_and_their_log(self):
        self.assertIn(r"\x1b[2Jb\nerror: forged", self.check("run", self.file, "--out", self.folder / "three", code=0))
        log = (self.folder / "three/log.txt").read_bytes()
        self.assertEqual(faults(log), [])
        self.assertIn(rb"\u202ee\u2066f", log)
        # Programs get the title as it is.
        self.assertEqual(cardon_run.RunFolder(self.folder / "three").summary["title"], NASTY)
        self.check("run", self.file, "--out", self.folder / "three", code=2)
        self.check("run", self.file, "--restart", self.folder / "three", "--out", self.folder / "four")

    def test_retries(self):
        self.check("run", self.file, "--out", self.folder / "tries", "--retries", "1", "--launch", "false")
        self.check("run", self.file, "--retries", "1", "--launch", f"'{NASTY}'")

    def test_verbs_on_runs_of_strangers(self):
        one, two = self.folder / "one", self.folder / "two"
        self.check("compare", one, two)
        self.check("compare", one, one, code=0)
        self.assertIn(r"\x1b[2J", self.check("info", two, code=0))
        self.assertEqual(json.loads(self.check("info", two, "--json", code=0))["driver"], NASTY)
        for verb in "plot", "gather", "info":
            self.check(verb, one, code=0)
            self.check(verb, two)
        self.check("plot", two, NASTY, code=2)

    def test_words_of_the_command_line(self):
        for words in ([NASTY], ["run", f"--{NASTY}"], ["run", self.folder / "nothing.yaml"], ["info", NASTY],
                      ["check", self.file, f"WaveToy.width={NASTY}"], ["check", self.file, f"WaveToy.{NASTY}=1"],
                      ["check", self.file, f"title={NASTY}", "nosuch=1"], ["describe", NASTY], ["list", NASTY],
                      ["check", self.file, "--thorn-path", self.folder / NASTY], ["list", "thorns", NASTY],
                      ["probe", "--threshold", NASTY], ["run", self.file, "--restart", NASTY]):
            self.check(*words, code=2)
        self.check("probe", "--write", self.folder / "machine.yaml", code=0)

    def test_names_in_a_file(self):
        name = self.folder / "names.yaml"
        for more in ({"thorns": ["WaveToy", NASTY]}, {NASTY: 1}, {"WaveToy": {NASTY: 1}}, {"WaveToy": {"width": NASTY}},
                     {"thorn_path": [NASTY]}, {"machine": {"sites": [{"name": NASTY, "ranks": 1}]}},
                     {"machine": NASTY}, {"output": {"scalars": {"fields": [NASTY]}}}, {"output": {NASTY: {}}},
                     {"grid": {"points": [8, 8, 8], "boundary": NASTY}}, {"time": {"integrator": NASTY}}):
            cardon_run.write_parfile(name, config(**more))
            self.check("check", name, code=2)
        name.write_text(f"title: \"x\x1b\u202ey\"\nthorns: [\x1b")
        self.check("check", name, code=2)

    def test_warnings(self):
        file = cardon_run.write_parfile(self.folder / f"{NAME}-2.yaml", config(time={
            "stop": {"iterations": 2}}, thorns=[], output={"scalars": {"every": 1}}))
        self.check("check", file)
        self.check("run", file, "--out", self.folder / "warned")
        warnings = self.folder / "warned/warnings.txt"
        if warnings.exists():
            self.assertEqual(faults(warnings.read_bytes()), [])


if __name__ == "__main__":
    unittest.main()
