#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A disk that is full and a folder that is read-only: what the user sees, and that older checkpoints are as they were."""
import copy
import sys

import fault_cases as cases
import own_mounts
from fault_cases import cardon_run
import many_runs

STEPS, OUTPUTS_EVERY = 100, 20

PROBLEM = cases.one_site(cases.PROBLEM)
PROBLEM["time"]["stop"]["iterations"] = STEPS
WITH_FIELDS = copy.deepcopy(PROBLEM)
WITH_FIELDS["output"]["fields"] = {"every": OUTPUTS_EVERY, "fields": ["phi"]}


class Failure(Exception):
    pass


def run(folder, name, problem, *arguments, ranks=2, over_mpi=False):
    file = cardon_run.write_parfile(folder / f"{name.replace('/', '-')}.yaml", problem)
    return many_runs.call(["run", file, "--out", folder / name, *arguments], ranks=ranks, cwd=folder, over_mpi=over_mpi)


def expect(result, code, out=(), err=()):
    missing = [text for text in out if text not in result.out] + [text for text in err if text not in result.err]
    if result.code != code or missing:
        raise Failure(f"exit code {code} was expected; not said: {missing}\n{result.report()}")


def expect_equal(reference, path):
    found = cases.differences(reference, cardon_run.RunFolder(path))
    if found:
        raise Failure("\n".join(found))


def kept(folder):
    return sorted(path.name for path in (folder / "checkpoints").iterdir())


def goes_on(folder, name, reference, iteration, problem=PROBLEM):
    """From what is left of a run; ends like one that nobody disturbed."""
    result = run(folder, name + "-on", problem, "--restart", folder / name, ranks=3)
    expect(result, 0, [f"restarted from iteration {iteration} of"])
    expect_equal(reference, folder / (name + "-on"))


def measured_sizes(folder):
    """Of disks, in bytes: one that takes one checkpoint, one that takes two outputs, and one that takes a checkpoint and
    three outputs, but not two checkpoints. What is written beside the numbers depends on the machine and on paths."""
    measured = own_mounts.small(folder / "measured", "64m") / "run"
    expect(run(folder, "measured/run", WITH_FIELDS, f"time.stop.iterations={OUTPUTS_EVERY}"), 0)
    outputs, checkpoint = own_mounts.used(measured / "fields"), own_mounts.used(measured / "checkpoints")
    others = own_mounts.used(measured) - outputs - checkpoint
    return {"checkpoint": checkpoint * 3 // 2, "outputs": outputs * 9 // 8,
            "whole": others + (outputs + checkpoint) * 3 // 2}


def disk_full_for_checkpoints(folder, reference, sizes):
    """The run continues with a warning; the checkpoint that was there stays."""
    own_mounts.small(folder / "full/checkpoints", sizes["checkpoint"])
    result = run(folder, "full", PROBLEM, over_mpi=True)
    expect(result, 0, ["[checkpoint/not-written]", "No space left on device", "finished after 100 iterations"])
    expect_equal(reference, folder / "full")
    if kept(folder / "full") != ["it000025", "latest"]:
        raise Failure(f"kept: {kept(folder / 'full')}")
    goes_on(folder, "full", reference, 25)


def read_only_for_checkpoints(folder, reference, sizes):
    own_mounts.read_only(folder / "locked/checkpoints")
    result = run(folder, "locked", PROBLEM)
    expect(result, 0, ["[checkpoint/not-written]", "Read-only file system", "finished after 100 iterations"])
    expect_equal(reference, folder / "locked")


def disk_full_stops_the_run(folder, reference, sizes):
    """That is the default: with a checkpoint, and exit code 4."""
    own_mounts.small(folder / "stops/fields", sizes["outputs"])
    problem = copy.deepcopy(WITH_FIELDS)
    problem["time"]["stop"]["iterations"] = 1000000
    result = run(folder, "stops", problem, over_mpi=True)
    expect(result, 4, ["to continue  ", " cardon run ", " --restart "], ["[output/write-failed]", "stops/fields/phi.it",
                                                          "MB are free", "the run was stopped."])
    summary = cardon_run.RunFolder(folder / "stops").summary
    stopped = summary["iterations"]
    if "an output could not be written" not in summary["status"] or stopped < 40:
        raise Failure(f"{summary['status']} after {stopped} iterations")
    problem["time"]["stop"]["iterations"] = stopped + 20
    del problem["output"]["fields"]
    whole = run(folder, "stops-whole", problem)
    expect(whole, 0)
    goes_on(folder, "stops", cardon_run.RunFolder(folder / "stops-whole"), stopped, problem)


def disk_full_and_the_run_goes_on(folder, reference, sizes):
    own_mounts.small(folder / "continues/fields", sizes["outputs"])
    result = run(folder, "continues", WITH_FIELDS, "output.on_failure=continue")
    expect(result, 0, ["[output/write-failed]", "MB are free", "outputs of output.fields, at iterations", "finished after 100 iterations"])
    expect_equal(reference, folder / "continues")
    if cardon_run.RunFolder(folder / "continues").summary["failed_outputs"] < 3:
        raise Failure(result.report())


def disk_full_for_several_writers(folder, reference, sizes):
    """HDF5 and MPI-IO must be left in a state in which MPI can end. A collective write that fails on one of them lets the others
    wait, so none is begun: MPI-IO has nothing to complain about."""
    problem = copy.deepcopy(WITH_FIELDS)
    problem["output"]["fields"] |= {"writers": 2, "compression": 3}
    for eighths in (4, 9, 13):
        name = f"writers-{eighths}"
        disk = own_mounts.small(folder / name / "fields", sizes["outputs"] * eighths // 8)
        result = run(folder, name, problem, over_mpi=True)
        expect(result, 4, [], ["[output/write-failed]", "the run was stopped."])
        left = [path.name for path in disk.iterdir() if path.name.endswith(".part")]
        complaints = [word for word in ("Signal", "writev") if word in result.err]
        if complaints or left:
            raise Failure(f"{complaints}, left: {left}\n{result.report()}")


def disk_full_for_everything(folder, reference, sizes):
    """Neither outputs nor checkpoints fit after a while; the last one that did is good."""
    own_mounts.small(folder / "whole", sizes["whole"])
    result = run(folder, "whole", WITH_FIELDS, over_mpi=True)
    expect(result, 4, ["[checkpoint/not-written]", "No space left on device"],
           ["[output/write-failed]", "the run was stopped."])
    iterations = [int(name[2:]) for name in kept(folder / "whole") if name.startswith("it")]
    if not iterations or any(name.endswith(".part") for name in kept(folder / "whole")):
        raise Failure(f"kept: {kept(folder / 'whole')}")
    result = run(folder, "whole-on", PROBLEM, "--restart", folder / "whole")
    expect(result, 0, [f"restarted from iteration {max(iterations)} of"])
    if reference.checksums != cardon_run.RunFolder(folder / "whole-on").checksums:
        raise Failure("other checksums")


def read_only_run_folder(folder, reference, sizes):
    """It cannot be made: nothing is run. A checkpoint in such a folder is good for a restart."""
    expect(run(folder, "first", PROBLEM, "time.stop.iterations=60", "checkpoint.on_stop=early"), 0)
    (folder / "archive").mkdir()
    (folder / "first").rename(folder / "archive/first")
    own_mounts.read_only(folder / "archive")
    result = run(folder, "archive/second", PROBLEM, over_mpi=True)
    expect(result, 4, err=["[environment/folder]", "archive/second: Read-only file system", "--out FOLDER"])
    result = run(folder, "from-archive", PROBLEM, "--restart", folder / "archive/first")
    expect(result, 0, ["restarted from iteration 50 of"])
    expect_equal(reference, folder / "from-archive")


CASES = (disk_full_for_checkpoints, read_only_for_checkpoints, disk_full_stops_the_run, disk_full_and_the_run_goes_on,
         disk_full_for_several_writers, disk_full_for_everything, read_only_run_folder)


def all_cases(folder):
    """How many failed."""
    failed = 0
    result = run(folder, "reference", PROBLEM, "checkpoint.every=1000")
    if result.code != 0:
        print(result.report())
        return 1
    reference = cardon_run.RunFolder(folder / "reference")
    sizes = measured_sizes(folder)
    for case in CASES:
        try:
            case(folder, reference, sizes)
            print("ok    ", case.__name__, flush=True)
        except Failure as error:
            print("FAILED", case.__name__, error, sep="\n", flush=True)
            failed += 1
    return failed


def main():
    own_mounts.require()
    with cardon_run.folder() as folder:
        try:
            failed = all_cases(folder)
        finally:
            own_mounts.release(folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
