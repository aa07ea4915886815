#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The test bed itself: latency, rate, cuts, and that sites share nothing."""
import os
import subprocess
import time
from pathlib import Path

import wan
from wan import STATE, WanTest, cardon_run, testbed

ECHO = """
import socket
with socket.create_server(("", 5000)) as server:
    peer, _ = server.accept()
    while data := peer.recv(65536):
        peer.sendall(data)
"""
PING = """
import socket, sys, time
for _ in range(100):
    try:
        link = socket.create_connection((sys.argv[1], 5000), timeout=20)
        break
    except ConnectionRefusedError:
        time.sleep(0.05)
link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
for _ in range(int(sys.argv[2])):
    start = time.monotonic()
    link.sendall(b"x")
    link.recv(1)
    print((time.monotonic() - start) * 1e3)
"""
# The rate without the beginning, while TCP feels its way.
SINK = """
import socket, sys, time
with socket.create_server(("", 5000)) as server:
    peer, _ = server.accept()
    count, marks, last = 0, {}, int(sys.argv[1])
    while data := peer.recv(65536):
        count += len(data)
        for mark in (0.4 * last, last):
            if count >= mark:
                marks.setdefault(mark, (count, time.monotonic()))
(n0, t0), (n1, t1) = marks.values()
print((n1 - n0) * 8e-6 / (t1 - t0))
"""
SOURCE = """
import socket, sys, time
for _ in range(100):
    try:
        link = socket.create_connection((sys.argv[1], 5000), timeout=20)
        break
    except ConnectionRefusedError:
        time.sleep(0.05)
link.sendall(bytes(int(sys.argv[2])))
"""


class LinkTest(WanTest):
    def round_trips(self, a="siteA", b="siteB", address="10.77.2.1", count=12):
        echo = wan.start(*self.python(b, ECHO))
        try:
            return [float(line) for line in self.do(*self.python(a, PING, address, count)).splitlines()]
        finally:
            echo.communicate(timeout=20 * cardon_run.PATIENCE)

    def rate(self, mbit):
        """Of 1.7 s, and what takes 0.2 s more."""
        sink = wan.start(*self.python("siteB", SINK, int(1.7e6 / 8 * mbit)))
        self.do(*self.python("siteA", SOURCE, "10.77.2.1", int(1.9e6 / 8 * mbit)))
        return float(sink.communicate(timeout=20 * cardon_run.PATIENCE)[0])


class Links(LinkTest):
    def test_latency_and_rate_are_as_set(self):
        trip, rate = min(self.round_trips()), self.rate(24)
        print(f"round trip {trip:.2f} ms (74), TCP {rate:.2f} Mbit/s (23.17 of 24)")
        self.assertGreater(trip, 74)
        self.assertLess(trip, 75.5)
        self.assertAlmostEqual(rate, 24 * 1448 / 1500, delta=1)
        self.do("set", "siteA", "siteB", "10", "8")
        trip, rate = min(self.round_trips()), self.rate(8)
        print(f"round trip {trip:.2f} ms (20), TCP {rate:.2f} Mbit/s (7.72 of 8)")
        self.assertGreater(trip, 20)
        self.assertLess(trip, 21.5)
        self.assertAlmostEqual(rate, 8 * 1448 / 1500, delta=0.35)

    def test_an_outage_delays_and_is_counted(self):
        echo = wan.start(*self.python("siteB", ECHO))
        ping = wan.start(*self.python("siteA", PING, "10.77.2.1", 40))
        time.sleep(1)
        self.do("outage", "2", "siteA", "siteB")
        trips = [float(line) for line in ping.communicate(timeout=30 * cardon_run.PATIENCE)[0].splitlines()]
        echo.communicate(timeout=20 * cardon_run.PATIENCE)
        self.assertEqual(len(trips), 40)
        self.assertGreater(max(trips), 1500)
        self.assertEqual(sum(trip > 500 for trip in trips), 1, trips)
        self.assertRegex(self.do("status"), r"siteA -> siteB: 37 ms, 24 Mbit/s; .* and [1-9]\d* by a cut")


class ThreeSites(LinkTest):
    def test_each_pair_of_three_sites_has_its_own_link(self):
        self.do("down")
        self.do("up", "a", "b", "c")
        self.do("set", "a", "b", "5", "0")
        self.do("cut", "b", "c")
        self.assertLess(min(self.round_trips("a", "b")), 12)
        self.assertGreater(min(self.round_trips("a", "c", "10.77.3.1")), 74)
        self.assertEqual(testbed(*self.python("b", "import socket; socket.create_connection(('c', 5000), 1)")).returncode, 1)


class Sites(WanTest):
    def test_sites_share_no_name_no_memory_and_no_loopback(self):
        spaces = [self.do("exec", site, "sh", "-c", "hostname; cd /proc/self/ns; readlink net ipc uts mnt; ls /dev/shm")
                  for site in ("siteA", "siteB")]
        here = [os.readlink(f"/proc/self/ns/{kind}") for kind in ("net", "ipc", "uts", "mnt")]
        a, b = (text.splitlines() for text in spaces)
        self.assertEqual([len(a), a[0], b[0]], [5, "siteA", "siteB"])
        for kind in range(4):
            self.assertEqual(len({a[1 + kind], b[1 + kind], here[kind]}), 3)
        self.assertEqual(self.do("check"), "")

    def test_down_ends_everything_also_after_a_crash(self):
        running = wan.start("exec", "siteA", "sleep", "1000")
        for _ in range(100):
            if "siteA: 10.77.1.1, 1 processes" in self.do("status"):
                break
            time.sleep(0.05)
        network = self.do("exec", "siteA", "readlink", "/proc/self/ns/net").strip()
        emulators = [p for p in Path("/proc").glob("[0-9]*/cmdline") if self.is_emulator(p)]
        self.assertEqual(len(emulators), 1)
        subprocess.run(["kill", "-9", emulators[0].parent.name], check=True)
        self.assertEqual(testbed("cut").returncode, 4)
        self.assertEqual(testbed("up").returncode, 2)
        self.do("down")
        self.assertNotEqual(running.wait(timeout=10 * cardon_run.PATIENCE), 0)
        running.communicate()
        self.assertFalse([p for p in Path("/proc").glob("[0-9]*/ns/net") if self.link(p) == network])
        self.assertFalse(STATE.exists())
        self.assertIn("no test bed", testbed("status").stderr)
        self.do("up")

    def is_emulator(self, path):
        try:
            return f"{STATE}/control" in path.read_text().split("\0")
        except OSError:
            return False

    def link(self, path):
        try:
            return os.readlink(path)
        except OSError:
            return None

    def test_a_second_test_bed_does_not_meet_the_first(self):
        other = f"{STATE}-2"
        self.addCleanup(testbed, "down", state=other)
        self.assertEqual(testbed("up", state=other).returncode, 0)
        self.assertEqual(testbed("cut", state=other).returncode, 0)
        self.assertNotIn("CUT", self.do("status"))
        self.assertEqual(self.do("exec", "siteB", "hostname"), "siteB\n")
        self.assertEqual(testbed("down", state=other).returncode, 0)
        self.assertEqual(self.do("exec", "siteB", "hostname"), "siteB\n")

    def test_without_rights_it_says_so(self):
        done = subprocess.run(["setpriv", "--reuid=65534", "--clear-groups", wan.PROGRAM, "--state", "/tmp/none", "up"],
                              text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, 4)
        self.assertIn("only root", done.stderr)

    def test_wrong_words_are_refused(self):
        for words in (["set", "siteA", "siteX", "1", "1"], ["set", "siteA", "siteB", "-1", "1"], ["cut", "nowhere"],
                      ["exec", "siteX", "true"], ["run", "0", "true"], ["run", "2"], ["up"], ["up", "a b", "c"]):
            self.assertEqual(testbed(*words).returncode, 2, words)


if __name__ == "__main__":
    wan.main()
