# SPDX-License-Identifier: Apache-2.0
"""The process that carries packets between the sites: its program, its start, and commands to it."""
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

from problem import ENVIRONMENT, Problem

SOURCES = Path(__file__).resolve().parent / "emulator"
PATIENCE = 60  # seconds until a process must have started or answered


def program(scratch):
    """The one of the build folder, or a fresh one."""
    build = Path(os.environ.get("CARDON_BUILD") or SOURCES.parents[2] / "build")
    if (build / "bin/wan_emulator").is_file():
        return build / "bin/wan_emulator"
    target = scratch / "wan_emulator"
    compiler = shutil.which("c++")
    if not compiler:
        raise Problem("the emulator of the network is neither built nor is there a compiler for it", ENVIRONMENT)
    made = subprocess.run([compiler, "-std=c++20", "-O2", "-o", target, *sorted(SOURCES.glob("*.cpp"))],
                          capture_output=True, text=True, check=False)
    if made.returncode:
        raise Problem(f"the emulator of the network cannot be compiled:\n{made.stderr}", ENVIRONMENT)
    return target


def start(scratch, control, sites):
    """Starts it for sites {name: path of the network namespace}; returns its process id."""
    log = scratch / "emulator.log"
    with open(log, "wb") as out:
        process = subprocess.Popen([program(scratch), control, *(f"{name}={path}" for name, path in sites.items())],
                                   stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True)
    for _ in range(PATIENCE * 20):
        if control.exists():
            return process.pid
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise Problem(f"the emulator of the network did not start: {log.read_text().strip()}", ENVIRONMENT)


def answer_of(client, control):
    """What the emulator answers. Asks every second whether it is still there: a busy machine may take long."""
    client.settimeout(1)
    for _ in range(PATIENCE):
        try:
            return client.recv(65536).decode()
        except TimeoutError:
            client.connect(str(control))
    raise TimeoutError(f"no answer for {PATIENCE} s")


def command(control, *words):
    """Sends one command and returns the answer."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as client:
        try:
            client.bind("")  # a name for the answer, chosen by the kernel
            client.sendto(" ".join(map(str, words)).encode(), str(control))
            answer = answer_of(client, control)
        except OSError as error:
            raise Problem(f"the emulator of the network does not answer: {error}", ENVIRONMENT) from error
    if answer.startswith("error: "):
        raise Problem(answer.removeprefix("error: ").strip())
    return answer
