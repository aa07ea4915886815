#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Emulated links do to messages what real ones do: link_check over both, time by time."""
import json
import subprocess

import wan
from wan import WanTest, cardon_run

LINK_CHECK = cardon_run.BINARY.parent / "link_check"
# A real connection needs some messages to find its speed. Longer messages in one piece cost MPI a round trip more.
MEASURE = [LINK_CHECK, "--sites", "2,2", "--largest", "262144"]
LONGEST_PIECE = 60000
TOLERANCE = 0.05


def rows(text):
    found = json.loads(text[text.index("{"):])["measured"]
    return {(row["what"], row["bytes"]): row for row in found if row["piece"] <= LONGEST_PIECE}


def emulated(*options):
    command = [cardon_run.MPIRUN, "-n", "4", *MEASURE, "--emulate", *options]
    return subprocess.run(command, env=cardon_run.environment(), text=True, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=120, check=True).stdout


class Agreement(WanTest):
    def test_times_of_messages(self):
        real = rows(self.do("run", "2", *MEASURE, "--repetitions", "12" if cardon_run.LONG else "5", timeout=120))
        imitated = rows(emulated("--repetitions", "5" if cardon_run.LONG else "2"))
        self.assertEqual(real.keys(), imitated.keys())
        self.assertGreater(len(real), 9)
        apart = []
        for what, row in real.items():
            there, here = row["min_ms"], imitated[what]["min_ms"]
            print(f"{what[0]:28} {what[1]:7} bytes: real {there:8.3f} ms, emulated {here:8.3f} ms, {here / there - 1:+.2%}")
            if abs(here - there) > TOLERANCE * there:
                apart.append(what)
        self.assertEqual(apart, [])


if __name__ == "__main__":
    wan.main()
