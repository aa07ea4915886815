# SPDX-License-Identifier: Apache-2.0
"""Runs the program `cardon` from tests and reads what a run leaves behind. Python's own library only.

Environment: CARDON_BINARY the program, CARDON_SOURCE the source tree, CARDON_MPIRUN the launcher (set by CTest; the
defaults suit a call by hand from a source tree with its build in build/). CARDON_SLOWER: what time limits are multiplied by,
for builds with sanitizers. CARDON_TIMED=1: the test compares times of ranks that mostly sleep, and gets
real-time priority, which was permitted to CMake.
"""
import json
import os
import resource
import shlex
import signal
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import topology

SOURCE = Path(os.environ.get("CARDON_SOURCE") or Path(__file__).resolve().parents[2])
BINARY = Path(os.environ.get("CARDON_BINARY") or SOURCE / "build/bin/cardon").absolute()
MPIRUN = os.environ.get("CARDON_MPIRUN") or "mpirun"
SLOWER = float(os.environ.get("CARDON_SLOWER") or 1)
# 0: the cases of the usual suite; 1: the long version of a test; 2: all there is, for hours.
LONG = {"": 0, "0": 0, "all": 2}.get(os.environ.get("CARDON_LONG_TESTS", ""), 1)
# Limits are there for what hangs; a machine that is busy with other work is not a fault.
PATIENCE = 3 * SLOWER

if os.environ.get("CARDON_TIMED") == "1":
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except PermissionError:
        sys.exit("real-time priority was permitted when the build was configured, and is not now: configure it again")

# Several ranks on few cores, as root in containers, without pinning all of them to the first core. PRTE: Open MPI 5.
LAUNCH_ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "PRTE_ALLOW_RUN_AS_ROOT": "1",
    "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
    "PRTE_MCA_hwloc_default_binding_policy": "none",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMP_NUM_THREADS": "1",
    "OMP_PROC_BIND": "false",
}

# For runs whose last checkpoint nobody reads: it takes half of the processor time of a short run, most of it for loading HDF5.
NO_CHECKPOINT = "checkpoint.on_stop=never"

# In the name of the transport of ranks that are threads.
THREADS = "threads of one process"

# What Open MPI, be it 4 or 5, chooses without a fast network after it has loaded and asked everything else, which takes time
# in each launch. The launcher tells ranks what it knows by messages ("hash"): shared memory pays for hundreds of ranks.
FOUND_ANYWAY = {"OMPI_MCA_pml": "ob1", "OMPI_MCA_osc": "^monitoring,rdma,ucx", "OMPI_MCA_btl": "^ofi,openib,uct,usnic",
                "OMPI_MCA_coll": "^adapt,han,monitoring,sm,sync", "OMPI_MCA_shmem": "mmap", "PMIX_MCA_gds": "hash"}
# For small projects of tests: what make and CMake start for one takes a third of its time. One of each kind is built as users do.
NINJA = {"CMAKE_GENERATOR": "Ninja"} if shutil.which("ninja") else {}


@dataclass
class Result:
    """What one call of the program did."""
    command: str
    code: int
    out: str
    err: str
    seconds: float

    def report(self):
        return (f"$ {self.command}\nexit code {self.code} after {self.seconds:.1f} s\n"
                f"--- standard output\n{self.out}--- standard error\n{self.err}")


def environment(plain=False):
    """The environment of the test without the traces of a launcher that started it. Launches take a third less time with what
    is known about the computer, and less still with what Open MPI would choose; with `plain` they find it out, as those of users
    do."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("OMPI_COMM_", "PMI", "SLURM_"))}
    known = {} if plain else {**topology.variables(os.environ.get("CARDON_BUILD") or BINARY.parents[1]), **FOUND_ANYWAY}
    return {**inherited, **LAUNCH_ENVIRONMENT, **known}


def take_thorn_path(arguments):
    """Takes `--thorn-path FOLDER`, as CTest gives it to a test, out of its arguments; for those of cardon."""
    if "--thorn-path" not in arguments:
        return []
    at = arguments.index("--thorn-path")
    taken = arguments[at:at + 2]
    del arguments[at:at + 2]
    return taken


def call(arguments, ranks=1, cwd=None, timeout=60, threads=False, env=None):
    """cardon ARGUMENTS on so many ranks (1: without mpirun), which are threads of one process where `threads` says so. `env`:
    instead of environment(). Ends all processes it started when the time is over."""
    command = [str(BINARY), *map(str, arguments)]
    if threads:
        command += ["--ranks", str(ranks)]
    elif ranks > 1:
        command = [MPIRUN, "-n", str(ranks), *command]
    start = time.monotonic()
    process = subprocess.Popen(command, cwd=cwd, env=env or environment(), stdin=subprocess.DEVNULL, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, err = process.communicate(timeout=timeout * PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        err += f"\nstopped by the test after {timeout * PATIENCE:g} s\n"
    return Result(" ".join(command), process.returncode, out, err, time.monotonic() - start)


def launch_of(*parts):
    """The command of a job whose parts, each with its number of ranks and its command, are in the order of ranks. The launcher of
    Open MPI 5.0.7 crashes where `:` joins parts, so each rank asks for its number."""
    cases, ranks = [], 0
    for count, command in parts:
        cases.append(f"{'|'.join(map(str, range(ranks, ranks + count)))}) exec {shlex.join(map(str, command))};;")
        ranks += count
    cases.append("*) echo 'the launcher gives ranks no number' >&2; exit 99;;")
    number = "${OMPI_COMM_WORLD_RANK:-${PMIX_RANK:-$PMI_RANK}}"
    return [MPIRUN, "-n", str(ranks), "sh", "-c", f"case {number} in {' '.join(cases)} esac"]


def processor_seconds():
    """Of all processes that this one started and that have ended: other work on the machine hardly changes them."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def folder(place=None):
    """A temporary folder as a context manager that gives a Path; in the folder `place`."""
    class Folder(tempfile.TemporaryDirectory):
        def __enter__(self):
            return Path(super().__enter__())
    return Folder(prefix="cardon-", dir=place)


def exit_code(cases, folder):
    """1 if one of these functions of a folder returns a list of what is wrong, or raises RuntimeError; says which of them do."""
    failed = 0
    for case in cases:
        try:
            found = case(folder)
        except RuntimeError as error:
            found = [str(error)]
        print("FAILED" if found else "ok    ", case.__name__, *found, sep="\n  " if found else " ", flush=True)
        failed += bool(found)
    return 1 if failed else 0


def write_parfile(path, config):
    """JSON is YAML; keys keep their order."""
    path = Path(path)
    path.write_text(json.dumps(config, indent=1) + "\n")
    return path


class RunFolder:
    """What a run leaves behind."""

    def __init__(self, path):
        self.path = Path(path)

    @property
    def summary(self):
        return json.loads((self.path / "summary.json").read_text())

    @property
    def provenance(self):
        return json.loads((self.path / "provenance.json").read_text())

    @property
    def transport(self):
        return self.provenance["transport"]

    @property
    def checksums(self):
        return self.summary["checksums"]

    @property
    def scalars_text(self):
        return (self.path / "scalars.tsv").read_text()

    @property
    def scalars(self):
        """Columns of scalars.tsv by name without unit."""
        lines = [line.split("\t") for line in self.scalars_text.splitlines() if not line.startswith("#")]
        names = [name.split(" [")[0] for name in lines[0]]
        return {name: [float(row[c]) for row in lines[1:]] for c, name in enumerate(names)}
