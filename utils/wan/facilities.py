# SPDX-License-Identifier: Apache-2.0
"""What a test bed needs of the machine it stands on, and what of that is missing."""
import os
import shutil
import subprocess

# Program and Debian package.
PROGRAMS = {"ip": "iproute2", "unshare": "util-linux", "nsenter": "util-linux", "mount": "mount"}
TUNNEL = "/dev/net/tun"
# A site shares none of these with its neighbours: over System V memory or /dev/shm, ranks of different sites would
# talk past the slow link.
ISOLATION = ["--net", "--uts", "--ipc", "--mount"]


def missing():
    """One line for each thing that is not there."""
    reasons = [f"the program '{program}' (package {package}) is not installed"
               for program, package in PROGRAMS.items() if not shutil.which(program)]
    if os.geteuid() != 0:
        reasons.append("only root may make network namespaces; this is user " + str(os.geteuid()))
    return reasons or [reason for reason in (_tunnel(), _namespaces()) if reason]


def _tunnel():
    try:
        os.close(os.open(TUNNEL, os.O_RDWR))
    except OSError as error:
        return f"{TUNNEL} cannot be opened: {error.strerror}"
    return None


def _namespaces():
    trial = subprocess.run(["unshare", *ISOLATION, "true"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                           check=False)
    return f"namespaces cannot be made: {trial.stderr.strip()}" if trial.returncode else None
