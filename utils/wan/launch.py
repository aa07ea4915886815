# SPDX-License-Identifier: Apache-2.0
"""One Open MPI job over all sites of a test bed."""
import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from bed import INTERFACE
from problem import ENVIRONMENT, Problem

ENVIRONMENT_OF_JOBS = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                       "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
                       "OMPI_MCA_hwloc_base_binding_policy": "none"}
# The launcher's own connections send a keepalive message after 5 s of silence, then every 3 s; 5 silent ones in a row
# end the job. An outage of 10 s is thus survived, a cut found after 20 s at the latest.
FAULT_DETECTION = ["--mca", "oob_tcp_keepalive_time", "5", "--mca", "oob_tcp_keepalive_intvl", "3",
                   "--mca", "oob_tcp_keepalive_probes", "5"]


def mpirun():
    """Open MPI's launcher, of version 4: others take other options."""
    name = os.environ.get("CARDON_MPIRUN") or shutil.which("mpirun.openmpi") or shutil.which("mpirun")
    if not name:
        raise Problem("there is no mpirun (package openmpi-bin)", ENVIRONMENT)
    version = subprocess.run([name, "--version"], capture_output=True, text=True, check=False).stdout.partition("\n")[0]
    if not re.search(r"\(Open(RTE| MPI)\) 4\.", version):
        raise Problem(f"{name} is '{version}'; jobs in the test bed need Open MPI 4", ENVIRONMENT)
    return name


def write_agent(bed, program):
    """What mpirun calls in place of ssh to start its daemons in the other sites."""
    agent = bed.folder / "agent"
    words = [sys.executable, program, "--state", bed.folder, "agent"]
    agent.write_text(f"#!/bin/sh\nexec {shlex.join(map(str, words))} \"$@\"\n")
    agent.chmod(0o755)
    return agent


def agent(bed, words):
    """ssh's arguments: options, the host, and the words of a shell command."""
    while words and words[0].startswith("-"):
        words = words[1:]
    host, *command = words
    return bed.enter(host, ["sh", "-c", " ".join(command)]).returncode


@contextlib.contextmanager
def patience():
    """Ctrl-C is for mpirun, which then ends the job in good order; it is waited for."""
    former = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)


def run(bed, ranks_per_site, command, options=(), program=Path(sys.argv[0]).resolve()):
    """Runs a command on so many ranks of every site, started from the first one; returns its exit code."""
    sites = bed.sites
    hosts = ",".join(f"{site}:{ranks_per_site}" for site in sites)
    launch = [mpirun(), "--mca", "plm", "rsh", "--mca", "plm_rsh_agent", write_agent(bed, program),
              "--mca", "oob_tcp_if_include", INTERFACE, "--mca", "btl_tcp_if_include", INTERFACE,
              "--mca", "pml", "ob1", "--mca", "btl", "self,vader,tcp", *options,
              "--map-by", "slot", "--host", hosts, "-np", ranks_per_site * len(sites), *command]
    environment = [f"{key}={os.environ.get(key, value)}" for key, value in ENVIRONMENT_OF_JOBS.items()]
    with patience():
        return bed.enter(sites[0], ["env", *environment, *launch]).returncode
