#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A run that is cut in two, or three, gives the same bits as one that is not: fields and scalars.tsv, whatever ranks,
sites, blocks, drivers, ghost depths, tiles and codecs the parts have. Of the parts on several ranks one in five goes over MPI, with
CARDON_LONG_TESTS=1 all of them."""
import sys

from restart_cases import DIFFUSION, STEPS, WAVEMOL, WAVETOY, WAVETOY4, Machine, cardon_run, differences, many_runs, run

ZLIB = ["extrapolate", "zlib-1"]
CASES = [
    (WAVETOY, Machine(driver={"tiles": {"steps": 3, "rows": 4}}), Machine(3)),
    (WAVETOY, Machine(4, driver={"ghost_zones": 3, "tiles": {"rows": 2}}), Machine(2)),
    (WAVETOY, Machine(3), Machine(2, (2,), {"blocks_per_rank": 4})),
    (WAVETOY, Machine(4, (2, 2), {"ghost_zones": {"a-b": 3}, "compression": ["zlib-1"]}), Machine()),
    (WAVETOY, Machine(2, (1, 1), {"ghost_zones": 4, "tiles": {"rows": 3}}), Machine(1, (1,), {"tiles": {"steps": 5}})),
    (WAVEMOL, Machine(3, (2, 1), {"ghost_zones": {"a-b": 8}, "blocks_per_rank": 3}),
     Machine(5, (2, 2, 1), {"ghost_zones": 2, "compression": ZLIB})),
    (WAVEMOL, Machine(2, driver={"tiles": {"rows": 5}}), Machine(6, (2, 2, 2), {"ghost_zones": 4})),
    (WAVETOY4, Machine(4, (3, 1), {"ghost_zones": 4, "blocks_per_rank": 2}, {"writers": 2, "overlap": "never"}),
     Machine(2, (1, 1), {"ghost_zones": 6})),
    (DIFFUSION, Machine(5, (2, 2, 1)), Machine(4)),
    (WAVEMOL, Machine(3, (1, 2)), Machine(4, (2, 1, 1), {"compression": ["zlib-1"]}, called="bxa")),
    (WAVETOY4, Machine(), Machine(4, (1, 3), {"compression": ZLIB}), Machine(3, driver={"ghost_zones": 4})),
]


def check(folder, reference, problem, machines, turns):
    """The parts end at equal distances, each some steps after its last checkpoint."""
    before = []
    for n, machine in enumerate(machines):
        last = n == len(machines) - 1
        arguments = [] if last else ["checkpoint.every=4", f"time.stop.iterations={(n + 1) * STEPS // len(machines)}"]
        if n > 0:
            arguments += ["--restart", str(folder / str(n - 1))]
        before.append(run(folder, str(n), problem, machine, *arguments, mpi=turns.over_mpi(machine.ranks)))
        if n > 0 and before[n].summary["restarted_from"]["iteration"] % 4:
            return ["the restart was not from a checkpoint of the run before"]
    return differences(reference, before[-1])


def main():
    failed = 0
    references = {}
    turns = many_runs.Turns(1 if cardon_run.LONG else 5)
    with cardon_run.folder() as folder:
        for number, (problem, *machines) in enumerate(CASES):
            key = str(problem)
            if key not in references:
                references[key] = run(folder, f"reference-{number}", problem, Machine(), mpi=False)
            place = folder / f"case-{number}"
            place.mkdir()
            try:
                found = check(place, references[key], problem, machines, turns)
            except RuntimeError as error:
                found = [str(error)]
            print("FAILED" if found else "ok    ", problem["thorns"][0], *machines, *found, sep="\n  " if found else " ",
                  flush=True)
            failed += bool(found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
