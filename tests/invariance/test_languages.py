#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Thorns in C and Fortran give, to the last byte, what the thorn in C++ gives on one rank, whatever the driver does: ranks,
topologies, depths, overlap, sites, codecs, transports, blocks, and a tuner that draws lots.
"""
import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import language_cases  # noqa: E402
import many_runs  # noqa: E402
import test_grid as grid  # noqa: E402
import test_invariance as plain  # noqa: E402
import test_tuned as tuned  # noqa: E402


def in_language(config, thorn):
    """The parameter file with another thorn for WaveToy."""
    return json.loads(json.dumps(config).replace('"WaveToy"', f'"{thorn}"'))


class Comparison:
    """Runs of one language, each compared with the C++ thorn on one rank; of those on several ranks a tenth goes over MPI."""

    def __init__(self, thorn, folder, thorn_path):
        self.thorn, self.folder, self.thorn_path = thorn, folder, thorn_path
        self.references, self.runs, self.failures = {}, 0, 0
        self.turns = many_runs.Turns()

    def run(self, config, ranks, name):
        run = grid.run(config, ranks, self.folder / name, self.turns.over_mpi(ranks), self.thorn_path)
        # Names of thorns stand in the keys of checksums only.
        run.checksums_of_fields = {key.partition("::")[2]: value for key, value in run.checksums.items()}
        return run

    def reference(self, key, config):
        if key not in self.references:
            self.references[key] = self.run(config, 1, f"reference-{key}")
        return self.references[key]

    def compare(self, key, config, other, ranks):
        """`config` is for C++ on one rank, `other` the same problem with other settings."""
        try:
            reference = self.reference(key, config)
            run = self.run(in_language(other, self.thorn), ranks, f"{key}-{self.runs}")
            same = run.checksums_of_fields == reference.checksums_of_fields, run.scalars_text == reference.scalars_text
            found = [f"other {what}" for what, equal in zip(("checksums", "scalars.tsv"), same) if not equal]
        except grid.Refused as refused:
            print(f"skipped {key}: {refused}")
            return None
        except RuntimeError as error:
            run, found = None, [str(error)]
        self.runs += 1
        if found:
            self.failures += 1
            print(f"FAILED {self.thorn} {key} on {ranks} ranks: {', '.join(found)}\n{json.dumps(other)}", flush=True)
        return run


def compare_plain(comparison):
    for number, (name, physics) in enumerate(language_cases.problems().items()):
        config = plain.parfile(physics, None)
        comparison.compare(name, config, config, 1)
        plain.check_reference(comparison.references[name], physics)
        for machine in language_cases.plain_machines(number):
            comparison.compare(name, config, plain.parfile(physics, machine), machine.ranks)


def compare_grid(comparison):
    problems, available = language_cases.enlarged(), grid.available_chains()
    chosen = language_cases.grid_combinations(available)
    for name, combinations in chosen.items():
        physics = replace(problems[name], fields=language_cases.FIELDS)
        for number, combination in enumerate(combinations):
            look = combination["look"]
            run = comparison.compare(f"{name}-{look}", grid.parfile(physics, look),
                                     grid.parfile(physics, look, number, combination, available), combination["ranks"])
            if run and (wrong := grid.check_settings(run.summary, physics, combination, available)):
                comparison.failures += 1
                print(f"FAILED {name}: {wrong}")


def compare_tuned(comparison):
    physics = replace(language_cases.enlarged()[language_cases.TUNED], fields=language_cases.FIELDS, iterations=tuned.STEPS)
    machine = tuned.combination(2, 0)
    run = comparison.compare("tuned", grid.parfile(physics, machine["look"]), tuned.parfile(physics, machine, 3, False),
                             machine["ranks"])
    if run and len(tuned.changes_of(run)) < 3:
        comparison.failures += 1
        print("FAILED the tuner changed hardly anything")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--thorn", required=True, choices=language_cases.LANGUAGES)
    parser.add_argument("--thorn-path", required=True, help="folder with the tuner that draws lots")
    options = parser.parse_args()
    with many_runs.folder() as folder:
        comparison = Comparison(options.thorn, folder, options.thorn_path)
        compare_plain(comparison)
        compare_grid(comparison)
        compare_tuned(comparison)
    print(f"{options.thorn}: {comparison.runs - comparison.failures} of {comparison.runs} runs have the bits of WaveToy in C++")
    return 1 if comparison.failures or comparison.runs < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
