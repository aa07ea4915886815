#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command line: verbs, their texts and exit codes. What errors in parameter files look like is tests/errors' matter."""
import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

VERBS = ("run", "check", "list", "describe", "compare", "plot", "gather", "new-thorn", "probe", "info", "completion",
         "manual")
SMALL = """\
title: Small
thorns: [WaveToy]
grid: {points: [9, 8, 7], boundary: periodic}
time: {stop: {iterations: 4}}
WaveToy: {width: 0.3}
output:
  scalars: {every: 1, fields: [phi], reductions: [min, max]}
"""


class CommandLine(unittest.TestCase):
    """What concerns the command line itself is asked of processes of their own."""
    start = staticmethod(many_runs.call)

    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)
        (self.folder / "small.yaml").write_text(SMALL)

    def call(self, *arguments, code=0):
        result = self.start(arguments, cwd=self.folder)
        self.assertEqual(result.code, code, result.report())
        if code == 0:
            self.assertEqual(result.err, "", result.report())
        return result

    def refused(self, *arguments, slug, code=2):
        result = self.call(*arguments, code=code)
        self.assertEqual(result.out, "", result.report())
        self.assertIn(f"[{slug}]", result.err.splitlines()[0], result.report())
        self.assertIn("1 error; nothing was run.", result.err)
        self.assertNotIn("\033", result.err, "colours belong on terminals only")
        return result.err


class Usage(CommandLine):
    start = staticmethod(cardon_run.call)

    def test_denormals_are_flushed_in_all_ranks(self):
        with cardon_run.folder() as folder:
            file = cardon_run.write_parfile(folder / "case.yaml", {
                "thorns": ["Diffusion"], "grid": {"points": [33], "boundary": {"dirichlet": "0"}},
                "time": {"stop": {"iterations": 2}},
                "Diffusion": {"initial": "expression", "profile": "1e-300*exp(-30)"},
                "output": {"scalars": {"every": 1, "fields": ["u"], "reductions": ["max"]}}})
            for ranks in (1, 2):
                result = cardon_run.call(["run", file, "--out", folder / str(ranks), "--quiet"], ranks=ranks, threads=ranks > 1)
                self.assertEqual(result.code, 0, result.report())
                self.assertEqual(set(cardon_run.RunFolder(folder / str(ranks)).scalars["u.max"]), {0})

    def test_help_lists_all_verbs(self):
        text = self.call("--help").out
        for verb in VERBS:
            self.assertRegex(text, rf"(?m)^  {verb} +\w")

    def test_help_of_each_verb_ends_with_two_examples(self):
        for verb in VERBS:
            lines = self.call(verb, "--help").out.rstrip().splitlines()
            self.assertEqual(lines[-3], "Examples:", verb)
            for line in lines[-2:]:
                self.assertRegex(line, rf"^  (mpirun -n \d+ )?cardon {verb}( |$)")

    def test_version(self):
        self.assertRegex(self.call("--version").out, r"^Cardon \d+\.\d+\.\d+\n$")

    def test_unknown_verb_gets_a_suggestion(self):
        self.assertIn("did you mean describe?", self.refused("descirbe", slug="cli/unknown-verb"))
        self.assertIn("verbs are run, check, predict", self.refused("bake", slug="cli/unknown-verb"))
        self.refused(slug="cli/unknown-verb")

    def test_unknown_option_gets_a_suggestion(self):
        text = self.refused("run", "--strct", "small.yaml", slug="cli/usage")
        self.assertIn("cardon run has no option --strct", text)
        self.assertIn("did you mean --strict?", text)

    def test_wrong_values_of_options(self):
        self.assertIn("--ranks", self.refused("check", "small.yaml", "--ranks", "0", slug="cli/usage"))
        self.assertIn("--out", self.refused("run", "small.yaml", "--out", slug="cli/usage"))

    def test_empty_values_of_options(self):
        for option in ("--out", "--restart"):
            text = self.refused("run", "small.yaml", option, "", "--dry-run", slug="cli/usage")
            self.assertIn(f"{option}: has an empty value", text)
        self.assertIn("--out: has an empty value", self.refused("gather", "--out", "", slug="cli/usage"))

    def test_a_verb_that_needs_a_file_says_so(self):
        for verb in ("run", "check"):
            self.refused(verb, slug="cli/no-file")
            self.refused(verb, "WaveToy.width=0.2", slug="cli/no-file")


class Runs(CommandLine):
    def run_small(self, out, *more):
        self.call("run", "small.yaml", "--quiet", "--out", out, *more)

    def test_files_and_overrides_may_be_mixed(self):
        odd = self.folder / "a=b"
        odd.mkdir()
        (odd / "late.yaml").write_text("time: {stop: {iterations: 3}}\n")
        self.call("run", "--quiet", "WaveToy.width=0.4", "small.yaml", "--out", "r", "./a=b/late.yaml", "title=Mixed")
        text = (self.folder / "r/resolved.yaml").read_text()
        self.assertRegex(text, r"width: 0\.4 +# m; command line")
        self.assertEqual(cardon_run.RunFolder(self.folder / "r").summary["iterations"], 3)
        self.assertIn("title: Mixed", text)

    def test_resolved_parameters_run_again_without_a_warning(self):
        self.run_small("first")
        (self.folder / "resolved.yaml").write_text((self.folder / "first/resolved.yaml").read_text())
        self.call("run", "resolved.yaml", "--strict", "--quiet", "--out", "second")
        first, second = (cardon_run.RunFolder(self.folder / name).checksums for name in ("first", "second"))
        self.assertEqual(first, second)

    def test_dry_run_writes_nothing(self):
        self.assertIn("stopped before the first step", self.call("run", "small.yaml", "--dry-run").out)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["small.yaml"])

    def test_ghost_layers_that_a_run_tries_are_announced(self):
        def options(steps):
            return [f"time.stop.iterations={steps}", "--ranks", "2"]
        cardon_run.write_parfile(self.folder / "deep.yaml", {
            "thorns": ["WaveToy"], "time": {"courant": 0.3, "stop": {"iterations": 4}}, "checkpoint": {"on_stop": "never"},
            "grid": {"points": [256, 256, 128], "domain": [[0, 1]] * 3, "boundary": "periodic"}})
        for thorns in ("[WaveToy]", "[WaveToy, GridDriver]"):
            self.assertIn("(2, 4, 8 ghost layers are timed in the first steps, too, and the fastest number is kept)",
                          self.call("check", "deep.yaml", f"thorns={thorns}", *options(80)).out)
        self.assertIn("2, 4, 8 ghost layers might be faster, but are only timed in runs of 80 steps or more",
                      self.call("check", "deep.yaml", *options(79)).out)
        self.assertNotIn("ghost layers are timed", self.call("check", "deep.yaml", "driver.ghost_zones=1", *options(80)).out)
        many, one = (self.call("run", "deep.yaml", *options(4), *more).out for more in ([], ["driver.ghost_zones=1"]))
        self.assertRegex(many, r"ghost zones    intra 1 layer, memory for 8: long runs time more layers in their first steps")
        self.assertRegex(one, r"ghost zones    intra 1 layer +\|")

    def test_a_file_without_thorns_has_an_empty_plan(self):
        (self.folder / "empty.yaml").write_text("# nothing yet\n")
        result = self.start(["check", "empty.yaml"], cwd=self.folder)
        self.assertIn("\n  no step computes or exchanges anything\n", result.out)
        self.assertNotIn("end of step", result.out)
        self.assertIn("no thorn is active", self.call("check", "empty.yaml", "WaveToi.width=1", code=2).err)
        err = self.call("check", "empty.yaml", "output.scalars.fields=[phi]", code=2).err
        self.assertIn("no active thorn provides a field or a scalar", err)
        self.assertIn("a parameter file has: include", self.call("check", "small.yaml", "outptu.x=1", code=2).err)
        self.assertIn("\n  1 rank; ", self.call("predict", "small.yaml", "--speed", "1e7").out)

    def test_a_restart_from_a_missing_folder_says_so(self):
        self.assertIn("there is no folder nowhere ", self.refused("run", "small.yaml", "--restart", "nowhere", slug="restart/no-checkpoint"))

    def test_check_ends_with_ready_to_run(self):
        text = self.call("check", "small.yaml", "--ranks", "4").out
        self.assertEqual(text.rstrip().splitlines()[-1], "ready to run")
        self.assertIn("4 ranks", text)

    def test_compare(self):
        self.run_small("a")
        self.run_small("b")
        self.run_small("c", "WaveToy.width=0.31")
        self.assertEqual(self.call("compare", "a", "b").out.splitlines()[-1], "identical")
        self.assertRegex(self.call("compare", "a", "c", code=1).out, r"(?m)^different: \d of \d$")
        self.assertIn("nowhere is not a run folder", self.refused("compare", "a", "nowhere", slug="cli/no-run"))
        self.assertIn("did you mean b?", self.refused("compare", "a", "bb", slug="cli/no-run"))
        self.assertIn("did you mean latest?", self.refused("compare", "a", "latst", slug="cli/no-run"))
        self.assertIn("did you mean ./b?", self.refused("compare", "a", "./bb", slug="cli/no-run"))
        self.assertIn("did you mean b?", self.refused("compare", "a", "bb/", slug="cli/no-run"))
        self.assertNotIn("did you mean", self.refused("compare", "a", "nowhere/", slug="cli/no-run"))
        self.assertIn("is a variable of the shell", self.refused("compare", "a", "", slug="cli/no-run"))
        self.assertIn("two runs are compared, 1 given", self.refused("compare", "a", slug="cli/usage"))

    def test_plot_names_the_pictures_it_draws(self):
        self.run_small("a")
        pictures = self.call("plot", "a", "scalars").out.split()
        self.assertEqual(pictures, ["a/plots/phi.png"])
        self.assertEqual((self.folder / pictures[0]).read_bytes()[:4], b"\x89PNG")
        self.refused("plot", slug="cli/no-run")

    def test_runs_are_found_by_name_and_as_latest(self):
        self.call("run", "small.yaml", "--quiet")
        self.call("run", "small.yaml", "--quiet")
        for given in ("latest", "runs/small"):
            self.assertEqual(self.call("info", given).out.splitlines()[0], "run runs/small/0002")

    def test_info_tells_where_a_run_came_from(self):
        self.run_small("a")
        text = self.call("info", "a").out
        self.assertRegex(text, r"(?m)^title +Small$")
        self.assertRegex(text, r"(?m)^thorns +WaveToy$")
        self.assertRegex(text, r"(?m)^build +\w+: ")
        self.assertNotIn("{", text)


class Lists(CommandLine):
    def column(self, *arguments):
        return [row.split()[0] for row in self.call("list", *arguments).out.splitlines()[1:]]

    def test_thorns(self):
        thorns = self.column("thorns")
        for name in ("WaveToy", "WaveMoL", "Diffusion", "GrayScott", "UnigridDriver", "IOHDF5"):
            self.assertIn(name, thorns)

    def test_parameters(self):
        rows = json.loads(self.call("list", "parameters", "--json").out)
        width = next(row for row in rows if row["parameter"] == "WaveToy::width")
        self.assertIn("above 0", width["legal"])
        self.assertTrue(all(row["description"] for row in rows))
        self.assertIn("Diffusion::", self.call("list", "parameters").out)

    def test_parameters_of_a_file_have_values_and_sources(self):
        rows = json.loads(self.call("list", "parameters", "small.yaml", "time.courant=0.25", "--json").out)
        by_name = {row["parameter"]: (row["value"], row["source"]) for row in rows}
        self.assertEqual(by_name["WaveToy::width"], ("0.3", "small.yaml:5"))
        self.assertEqual(by_name["time.courant"], ("0.25", "command line"))
        self.assertEqual(by_name["time.integrator"][1], "default")
        self.assertFalse(any(name.startswith("Diffusion") for name in by_name))

    def test_fields(self):
        self.assertIn("WaveToy::phi", self.column("fields"))
        self.assertIn("GrayScott::u", self.column("fields"))
        self.assertNotIn("GrayScott::u", self.column("fields", "small.yaml"))

    def test_services(self):
        rows = json.loads(self.call("list", "services", "--json").out)
        offered = {(row["role"], row["service"]) for row in rows}
        for service in (("driver", "unigrid"), ("transport", "mpi"), ("integrator", "rk4"), ("boundary", "radiative"),
                        ("output", "scalars")):
            self.assertIn(service, offered)

    def test_schedule(self):
        self.assertIn("WaveToy::", self.call("list", "schedule").out)
        rows = json.loads(self.call("list", "schedule", "small.yaml", "--json").out)
        self.assertEqual({row["when"] for row in rows} & {"initial", "step"}, {"initial", "step"})
        self.assertTrue(any("next(phi)" in row["writes"] for row in rows), rows)

    def test_scalars_are_listed_with_the_tasks_that_set_them(self):
        file = cardon_run.SOURCE / "parfiles/wave-oscillator.yaml"
        types = {row["field"]: row["type"] for row in json.loads(self.call("list", "fields", file, "--json").out)}
        self.assertEqual((types["Oscillator::velocity"], types["Oscillator::reaction"]), ("evolved", "sum"))
        tasks = {row["task"].split(" ")[0]: row for row in json.loads(self.call("list", "schedule", file, "--json").out)}
        self.assertIn("reduces reaction", tasks["Oscillator::reaction"]["scalars"])
        self.assertRegex(tasks["Oscillator::oscillator"]["scalars"], r"reads displacement, velocity, .*; sets rhs\(displacement\), rhs\(velocity\)")
        self.assertEqual((tasks["Oscillator::oscillator"]["reads"], tasks["Oscillator::oscillator"]["writes"]), ("", ""))

    def test_parameter_files(self):
        self.assertIn("quickstart.yaml", self.call("list", "parfiles").out)
        for word in ("nofile.yaml", "a=1"):
            self.assertIn(f"list parfiles takes no {word}", self.refused("list", "parfiles", word, slug="cli/usage"))

    def test_unknown_list_gets_a_suggestion(self):
        self.assertIn("did you mean thorns?", self.refused("list", "thrns", slug="cli/usage"))
        self.refused("list", slug="cli/usage")


class Descriptions(CommandLine):
    def describe(self, *arguments):
        return self.call("describe", *arguments).out

    def test_thorn(self):
        text = self.describe("WaveToy")
        self.assertRegex(text, r"^thorn WaveToy: \w")
        for word in ("phi: ", "width", "Evolve evolve", "writes next(phi)"):
            self.assertIn(word, text)
        self.assertEqual(text, self.describe("Wave/WaveToy"))

    def test_parameter(self):
        for name in ("WaveToy::width", "WaveToy.width"):
            self.assertRegex(self.describe(name), r"WaveToy::width: .*\n  legal +real above 0")
        self.assertRegex(self.describe("courant"), r"time.courant: ")

    def test_parameter_of_a_run_has_value_and_source(self):
        text = self.describe("WaveToy::width", "small.yaml")
        self.assertIn("0.3", text)
        self.assertIn("small.yaml:5", text)

    def test_field_service_section_and_error(self):
        self.assertIn("field WaveToy::phi", self.describe("WaveToy::phi"))
        self.assertIn("integrator rk4", self.describe("rk4"))
        self.assertIn("integrator rk4", self.describe("integrator/rk4"))
        for name in ("periodic", "boundary/periodic"):
            self.assertRegex(self.describe(name), "^boundary periodic: the boundary without a face")
        self.assertRegex(self.describe("time.stop"), r"(?m)^  iterations ")
        self.assertRegex(self.describe("grid"), r"(?s)^grid: .*\ndriver grid: ")
        self.assertEqual(len(re.findall("(?m)^  every ", self.describe("health"))), 1, "section and service have one name")
        self.assertEqual(len(re.findall("(?m)^  every ", self.describe("step_service/health"))), 1)
        self.assertRegex(self.describe("parameter/unknown"), r"^parameter/unknown\n\s*\w")

    def test_unknown_names_get_a_suggestion(self):
        self.assertIn("did you mean WaveToy?", self.refused("describe", "WavToy", slug="cli/unknown-name"))
        self.assertIn("did you mean parameter/unknown?",
                      self.refused("describe", "parameter/unknwn", slug="cli/unknown-name"))
        for word, meant in (("WaveToy.widht", "WaveToy::width"), ("output.lines.evry", "output.lines.every")):
            self.assertIn(f"did you mean {meant}?", self.refused("describe", word, slug="cli/unknown-name"))
        self.refused("describe", slug="cli/unknown-name")

    def test_schema_knows_all_thorns(self):
        schema = json.loads(self.describe("--schema"))
        for section in ("title", "grid", "time", "output", "WaveToy", "Diffusion"):
            self.assertIn(section, schema["properties"])

    def test_markdown(self):
        text = self.describe("WaveToy", "--markdown")
        self.assertRegex(text, r"(?m)^\| `width` \|")
        self.assertGreater(len(self.describe("--markdown")), len(text))


class Thorns(CommandLine):
    start = staticmethod(cardon_run.call)

    def test_missing_thorn(self):
        (self.folder / "small.yaml").write_text(SMALL.replace("thorns: [WaveToy]", "thorns: [WaveTo]"))
        text = self.call("check", "small.yaml", code=2).err
        self.assertIn("there is no thorn WaveTo ", text)
        self.assertIn("^^^^^^ did you mean WaveToy?", text)
        self.assertIn("--> small.yaml:2:10", text)

    def test_missing_folder(self):
        self.assertIn("thorn folder nowhere does not exist",
                      self.refused("check", "small.yaml", "--thorn-path", "nowhere", slug="registry/no-folder"))

    def test_folder_that_may_not_be_read(self):
        (self.folder / "closed").mkdir(mode=0)
        self.folder.chmod(0o755)
        (self.folder / "small.yaml").chmod(0o644)
        somebody = {"user": 65534} if os.geteuid() == 0 else {}     # root may read everything

        def check(*more):
            return subprocess.run([cardon_run.BINARY, "check", self.folder / "small.yaml", *more], cwd="/",
                                  capture_output=True, text=True, check=False, **somebody)
        try:
            usual = check()
        except OSError as error:
            self.skipTest(f"as another user: {error}")
        if usual.returncode != 0:
            self.skipTest(f"as another user: {usual.stderr}")
        result = check("--thorn-path", self.folder / "closed")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("closed cannot be read: Permission denied", result.stderr)

    def test_broken_thorn_is_named_and_the_others_are_listed(self):
        (self.folder / "Broken.so").write_text("no library")
        result = cardon_run.call(["list", "thorns", "--thorn-path", "."], cwd=self.folder)
        self.assertEqual(result.code, 0, result.report())
        self.assertIn("[registry/thorn-broken]", result.err)
        self.assertIn("Broken.so: file too short", result.err)
        self.assertIn("1 error; the others are listed.", result.err)
        self.assertIn("WaveToy", result.out)


class Information(CommandLine):
    def test_a_command_that_is_stopped_is_not_called_a_run(self):
        command = f"ulimit -v 250000; exec '{cardon_run.BINARY}' balance --ranks 64 --blocks 1500x1500"
        result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=cardon_run.environment(),
                                timeout=50 * cardon_run.PATIENCE)
        self.assertEqual(result.returncode, 4, result.stderr)
        self.assertIn("1 error; the command was stopped.", result.stderr)

    def test_info(self):
        text = self.call("info").out
        for word in ("Cardon ", "licence", "Apache-2.0", "flags", "Kokkos ", "HDF5 ", "WaveToy", "UnigridDriver"):
            self.assertIn(word, text)

    def test_citations(self):
        text = self.call("info", "--citations").out
        self.assertGreater(len(re.findall(r"(?m)^@", text)), 2)
        self.assertIn(self.call("--version").out.split()[1], text)


if __name__ == "__main__":
    unittest.main()
