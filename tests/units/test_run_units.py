#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Units of a run: they change no number, quantities are converted to them, and every file says them."""
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
from good_runs import GoodRuns  # noqa: E402

try:
    import h5py
except ImportError:
    print("skipped: h5py is missing; install python3-h5py")
    sys.exit(77)

MPC, MYR = 3.0856775814913673e22, 1e6 * 31557600


def config(units=None, thorn="WaveToy", **more):
    settings = {"thorns": [thorn, "IOHDF5"], "grid": {"points": [24, 20], "domain": [[0, 2], [0, 1]], "boundary": "periodic"},
                "time": {"courant": 0.5, "stop": {"time": 0.2}}, thorn: {"width": 0.3}, **more}
    if units:
        settings["units"] = units
    settings.setdefault("output", {
        "scalars": {"fields": ["phi"], "reductions": ["max", "maxloc"], "every": 5},
        "fields": {"fields": ["phi"], "every": 0.1}, "slices": {"fields": ["phi"], "every": 100},
        "lines": {"fields": ["phi"], "every": 100}, "probes": {"fields": ["phi"], "points": [[0.25, 0.5]], "every": 5}})
    return settings


class Units(GoodRuns):
    def mesh(self, run):
        path = sorted((self.folder / run / "fields").glob("phi.it*.h5"))[-1]
        with h5py.File(path) as file:
            (group,) = file["data"].values()
            return dict(group.attrs), dict(group["meshes/phi"].attrs)

    def head(self, run, table):
        lines = (self.folder / run / table).read_text().splitlines()
        return next(line for line in lines if not line.startswith("#")).split("\t")

    def test_they_change_no_number(self):
        plain = self.run_good("si", config())
        for number, units in enumerate(({"length": "Mpc", "time": "Myr"}, {"length": "geometric"}, {"time": "none"})):
            run = self.run_good(f"other-{number}", config(units), ranks=number + 1)
            self.assertEqual(run.checksums, plain.checksums)
            self.assertEqual(run.scalars["time"], plain.scalars["time"])

    def test_quantities_are_converted(self):
        plain = self.run_good("numbers", config({"length": "Mpc", "time": "Myr"}))
        length, time = f"{0.3 * 1000} kpc", f"{0.2 * 1e6} yr"
        given = config({"length": "Mpc", "time": "Myr"}, WaveToy={"width": length, "speed": f"{MPC / MYR / 1000!r} km/s"})
        given["time"]["stop"]["time"] = time
        given["grid"]["domain"] = [["0 m", f"{2 * MPC!r} m"], [0, "1e6 pc"]]
        self.assertEqual(self.run_good("quantities", given).checksums, plain.checksums)

    def test_files_say_them(self):
        self.run_good("mpc", config({"length": "Mpc", "time": "Myr"}))
        iteration, mesh = self.mesh("mpc")
        self.assertEqual(iteration["timeUnitSI"], MYR)
        self.assertEqual(mesh["gridUnitSI"], MPC)
        self.assertEqual(list(mesh["domainUpper"]), [1, 2])
        self.assertEqual(self.head("mpc", "scalars.tsv")[:4], ["iteration", "time [Myr]", "phi.max", "phi.maxloc.x [Mpc]"])
        self.assertEqual(self.head("mpc", "probes.points.tsv")[:3], ["probe", "x [Mpc]", "y [Mpc]"])
        line = next((self.folder / "mpc" / "lines").glob("*.tsv"))
        self.assertEqual(self.head("mpc", line)[0], "x [Mpc]")
        summary = json.loads((self.folder / "mpc" / "summary.json").read_text())
        self.assertEqual((summary["time_unit"], summary["length_unit"]), ("Myr", "Mpc"))
        self.assertIn("t = 0.2 Myr", (self.folder / "mpc" / "log.txt").read_text())
        self.assertIn("every: 0.1 Myr", (self.folder / "mpc" / "resolved.yaml").read_text())

    def test_messages_say_them(self):
        units = {"length": "Mpc", "time": "Myr"}
        for output, message in (({"probes": {"fields": ["phi"], "points": [[2.5, 0.5]]}}, "x = 2.5 Mpc"),
                                ({"lines": {"fields": ["phi"], "direction": "x", "through": [0, 7]}}, "y = 7 Mpc is outside the domain")):
            said = self.said(config(units, output=output))
            self.assertIn(message, said)
            self.assertRegex(said, r"the domain reaches from 0 to \d Mpc in")
        self.run_good("wide", config(units))
        self.run_good("narrow", config(units, WaveToy={"width": 0.2}))
        self.assertRegex((self.folder / "wide" / "log.txt").read_text(), r"spacing \S+, \S+ Mpc, x: periodic")
        result = cardon_run.call(["compare", self.folder / "wide", self.folder / "narrow"])
        self.assertRegex(result.out, r"x = \(\S+, \S+\) Mpc: ", result.report())

    def test_fields_have_their_dimension(self):
        euler = config({"length": "km", "time": "ms"}, "Euler", output={"fields": {"fields": ["momentum_x", "pressure"], "every": 100}})
        euler["Euler"] = {"initial": "wave"}
        euler["time"]["stop"] = {"iterations": 2}
        self.run_good("euler", euler)
        meshes = {}
        for path in (self.folder / "euler" / "fields").glob("*.h5"):
            with h5py.File(path) as file:
                (group,) = file["data"].values()
                for name, mesh in group["meshes"].items():
                    meshes[name] = dict(mesh.attrs)
                    meshes[name]["unit"] = meshes[name]["unit"].decode()
        self.assertEqual(meshes["momentum_x"]["unit"], "kg/(km^2 ms)")
        self.assertEqual(list(meshes["momentum_x"]["unitDimension"]), [-2, 1, -1, 0, 0, 0, 0])
        self.assertAlmostEqual(meshes["momentum_x"]["unitSI"], 1e-3, delta=1e-15)
        self.assertEqual(list(meshes["pressure"]["unitDimension"]), [-1, 1, -2, 0, 0, 0, 0])
        self.assertAlmostEqual(meshes["pressure"]["unitSI"], 1e3, delta=1e-9)

    def test_without_a_scale_files_have_plain_numbers(self):
        for word, head in (("geometric", "time [M]"), ("none", "time")):
            self.run_good(word, config({"length": word}))
            iteration, mesh = self.mesh(word)
            self.assertEqual((iteration["timeUnitSI"], mesh["gridUnitSI"], mesh["unitSI"]), (1, 1, 1))
            self.assertEqual(list(mesh["unitDimension"]), [0] * 7)
            self.assertEqual(self.head(word, "scalars.tsv")[1], head)

    def test_a_restart_has_those_of_its_checkpoint(self):
        units = {"length": "geometric"}
        long = config(units)
        long["time"]["stop"]["time"] = "0.4 M"
        whole = self.run_good("whole", long)
        long["time"] = {"courant": 0.5, "stop": {"time": 0.2}}
        self.run_good("begin", long, continued=True)
        again = self.run_good("again", config(units), "--restart", self.folder / "begin", "time.stop.time=0.4", ranks=2)
        self.assertEqual(again.checksums, whole.checksums)
        self.assertEqual(self.head("again", "scalars.tsv")[1], "time [M]")
        self.refused(config({"length": "km"}), "restart/fixed-parameter", "--restart", self.folder / "begin", "time.stop.time=0.4")
        self.run_good("metres", config(), continued=True)
        self.refused(config({"time": "ms"}), "restart/fixed-parameter", "--restart", self.folder / "metres", "time.stop.time=0.4")

    def test_plain_times_of_outputs_are_restored(self):
        whole = config({"length": "none"}, checkpoint={"every": 2.0})
        whole["output"]["fields"]["every"] = 2.0
        whole["time"]["stop"]["time"] = 4.0
        self.run_good("plain", whole)
        self.assertIn("every: 2.0 ", (self.folder / "plain" / "resolved.yaml").read_text())
        again = self.folder / "plain" / "resolved.yaml"
        result = cardon_run.call(["run", again, "--out", self.folder / "resolved", "--quiet"])
        self.assertEqual(result.code, 0, result.report())
        for name in ("plain", "resolved"):
            self.assertEqual(len(list((self.folder / name / "fields").glob("phi.it*.h5"))), 3)

    def test_data_of_another_run_are_converted(self):
        source = config({"length": "km", "time": "s"})
        source["grid"]["boundary"] = "neumann"
        self.run_good("source", source)
        file = sorted((self.folder / "source" / "fields").glob("phi.it*.h5"))[0]
        reader = {"thorns": ["AcousticWave", "IOHDF5"], "time": {"stop": {"iterations": 1}},
                  "grid": {"points": [24, 20], "domain": [[0, 2000], [0, 1000]], "boundary": "neumann"},
                  "AcousticWave": {"velocity_from": "file", "model": str(file)}}
        result = cardon_run.call(["check", cardon_run.write_parfile(self.folder / "metres.yaml", reader)])
        self.assertEqual(result.code, 0, result.report())
        self.assertIn("ready to run", result.report())
        reader["grid"]["domain"] = [[0, 2], [0, 3000]]
        result = cardon_run.call(["check", cardon_run.write_parfile(self.folder / "far.yaml", reader)])
        self.assertEqual(result.code, 2, result.report())
        self.assertIn("the grid reaches from 0 to 3000 m in y, the data from 0 to 1000 m", result.report())

    def said(self, settings, *arguments):
        """By a run that is refused."""
        file = cardon_run.write_parfile(self.folder / "refused.yaml", settings)
        result = cardon_run.call(["run", file, "--out", self.folder / "refused", *arguments])
        self.assertEqual(result.code, 2, result.report())
        return result.report()

    def refused(self, settings, text, *arguments):
        self.assertIn(text, self.said(settings, *arguments))

    def test_mistakes(self):
        self.refused(config({"length": "furlong"}), "units.length is furlong, which is not a unit of length")
        self.refused(config({"length": "geometric", "time": "s"}), "units/mixed")
        self.refused(config({"length": "geometric"}, WaveToy={"width": "3 km"}), "WaveToy::width is in M, which km cannot be converted to")
        self.refused(config({"length": "none"}, WaveToy={"width": "3 m"}), "WaveToy::width has no unit, which m cannot be converted to")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
