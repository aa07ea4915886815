# SPDX-License-Identifier: Apache-2.0
"""Sites on one machine, joined by nothing but an emulated slow network.

A site is a process, its anchor, in namespaces of its own: network, host name, System V IPC, and mounts with a /dev/shm of
its own. Nothing has a global name, so several test beds do not meet; the kernel removes a site, its interface included,
when the last process in it has ended.
"""
import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import emulator
import facilities
from problem import ENVIRONMENT, Problem

INTERFACE = "wan0"
LATENCY_MS, RATE_MBIT = 37, 24
# What the first process of a site does.
ANCHOR = """
set -e
hostname "$1"
mount --bind "$2/hosts" /etc/hosts
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
ip link set lo up
touch "$2/ready.$1"
exec sleep infinity
"""


def address(number):
    """Of site `number`, from 0."""
    return f"10.77.{number + 1}.1"


def start_time(pid):
    """In ticks since boot, or None: tells a process from a later one with the same number."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        return None


def processes():
    """The ids of all processes of the machine."""
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def space(pid):
    """Names the network namespace of a process; None if that has ended."""
    try:
        return os.readlink(f"/proc/{pid}/ns/net")
    except OSError:
        return None


def kill(pids):
    """Ends these processes; returns when they are gone."""
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    while any(space(pid) for pid in pids):
        time.sleep(0.01)


class Bed:
    """A test bed; all that is known of it lies in its folder."""

    def __init__(self, folder):
        self.folder = Path(folder).absolute()
        self.control = self.folder / "control"

    # --- state ---

    def _read(self):
        try:
            return json.loads((self.folder / "state.json").read_text())
        except OSError:
            return {"sites": [], "processes": {}}

    def _record(self, name, pid):
        """Before anything else can go wrong, so that down() finds it."""
        state = self._read()
        state["processes"][name] = (pid, start_time(pid))
        self._write(state)

    def _write(self, state):
        new = self.folder / "state.new"
        new.write_text(json.dumps(state, indent=1))
        new.rename(self.folder / "state.json")

    @property
    def sites(self):
        names = self._read()["sites"]
        if not names:
            raise Problem(f"no test bed in {self.folder}; start one by: utils/wan-testbed up")
        return names

    # --- up and down ---

    def up(self, names):
        """Makes the sites and sets all links to 37 ms and 24 Mbit/s."""
        for name in names:
            if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", name) or names.count(name) > 1:
                raise Problem(f"'{name}' is not a name for a site, or is given twice: letters, digits and - only")
        if len(names) < 2 or len(names) > 200:
            raise Problem("a test bed has 2 to 200 sites")
        if len(str(self.control)) > 100 or " " in str(self.folder):
            raise Problem(f"the path of the folder {self.folder} is too long or has spaces")
        if (self.folder / "state.json").exists():
            raise Problem(f"there is a test bed in {self.folder} already; end it by: utils/wan-testbed down")
        reasons = facilities.missing()
        if reasons:
            raise Problem("no test bed is possible here: " + "; ".join(reasons), ENVIRONMENT)
        try:
            self._build(names)
        except BaseException:
            self.down()
            raise

    def _build(self, names):
        self.folder.mkdir(parents=True, exist_ok=True)
        self._write({"sites": names, "processes": {}})
        hosts = ["127.0.0.1 localhost", *(f"{address(n)} {name}" for n, name in enumerate(names))]
        (self.folder / "hosts").write_text("\n".join(hosts) + "\n")
        for name in names:
            self._start_site(name)
        spaces = {name: f"/proc/{self._anchor(name)}/ns/net" for name in names}
        self._record("emulator", emulator.start(self.folder, self.control, spaces))
        for number, name in enumerate(names):
            self._give_address(name, address(number))
        self.set("*", "*", LATENCY_MS, RATE_MBIT)

    def _start_site(self, name):
        log = self.folder / f"log.{name}"
        with open(log, "wb") as out:
            process = subprocess.Popen(["unshare", *facilities.ISOLATION, "sh", "-c", ANCHOR, "anchor", name, self.folder],
                                       stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True)
        self._record(name, process.pid)
        for _ in range(200):
            if (self.folder / f"ready.{name}").exists():
                return
            if process.poll() is not None:
                break
            time.sleep(0.05)
        raise Problem(f"site {name} did not start: {log.read_text().strip()}", ENVIRONMENT)

    def _give_address(self, name, own):
        # Short messages suffer from bbr, which spaces them out; cubic is what most systems use.
        known = Path("/proc/sys/net/ipv4/tcp_available_congestion_control").read_text().split()
        congestion = ["congctl", "cubic"] if "cubic" in known else []
        for words in (["addr", "add", f"{own}/16", "dev", INTERFACE], ["link", "set", INTERFACE, "up"],
                      ["route", "replace", "10.77.0.0/16", "dev", INTERFACE, "src", own, *congestion]):
            done = self.enter(name, ["ip", *words], capture_output=True, text=True)
            if done.returncode:
                raise Problem(f"site {name} gets no network: {done.stderr.strip()}", ENVIRONMENT)

    def down(self):
        """Ends everything inside the sites, and the sites; also what an interrupted up() left."""
        recorded = {pid for pid, started in self._read()["processes"].values() if start_time(pid) == started}
        spaces = {space(pid) for pid in recorded} - {None, space(os.getpid())}
        while pids := recorded | {pid for pid in processes() if space(pid) in spaces}:
            kill(pids)  # once more, for what they have started meanwhile
            recorded = set()
        for file in ("hosts", "agent", "control", "emulator.log", "wan_emulator", "state.new", "state.json"):
            (self.folder / file).unlink(missing_ok=True)
        for file in [*self.folder.glob("ready.*"), *self.folder.glob("log.*")]:
            file.unlink()
        if self.folder.is_dir() and not any(self.folder.iterdir()):
            self.folder.rmdir()

    # --- use ---

    def _anchor(self, name):
        if name not in self.sites:
            raise Problem(f"there is no site '{name}'; sites are {', '.join(self.sites)}")
        pid, started = self._read()["processes"][name]
        if start_time(pid) != started:
            raise Problem(f"site {name} has ended; clean up by: utils/wan-testbed down", ENVIRONMENT)
        return pid

    def inside(self, name, command):
        """The command line that runs a command in a site, in the present folder."""
        # Open MPI keeps its sockets in TMPDIR by host name and process id, which other test beds may share.
        return ["nsenter", "-t", str(self._anchor(name)), "-n", "-u", "-i", "-m", f"--wdns={os.getcwd()}", "--",
                "env", "TMPDIR=/dev/shm", *map(str, command)]

    def enter(self, name, command, **options):
        return subprocess.run(self.inside(name, command), check=False, **options)

    def set(self, a, b, latency_ms, rate_mbit):
        """One-way latency and rate of both directions between two sites; '*' is any site."""
        self._command("set", a, b, latency_ms, rate_mbit)

    def cut(self, a, b):
        """All packets are lost from now on, without a word to anybody."""
        self._command("cut", a, b)

    def heal(self, a, b):
        self._command("heal", a, b)

    def outage(self, seconds, a, b):
        self.cut(a, b)
        try:
            time.sleep(seconds)
        finally:
            self.heal(a, b)

    def status(self):
        lines = [f"{name}: {address(n)}, {self._processes(name)} processes" for n, name in enumerate(self.sites)]
        return "\n".join(lines) + "\n" + self._command("status")

    def _command(self, *words):
        self._anchor(self.sites[0])  # says so if there is no test bed
        return emulator.command(self.control, *words)

    def _processes(self, name):
        """How many run inside a site, without its anchor."""
        there = space(self._anchor(name))
        return sum(space(pid) == there for pid in processes()) - 1
