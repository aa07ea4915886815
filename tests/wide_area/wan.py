# SPDX-License-Identifier: Apache-2.0
"""A test bed of two sites for the tests of this folder, and measurements inside it."""
import hashlib
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402

sys.path.insert(0, str(cardon_run.SOURCE / "utils/wan"))
import facilities  # noqa: E402
from bed import Bed  # noqa: E402

PROGRAM = cardon_run.SOURCE / "utils/wan-testbed"
# By this interpreter: what `env` finds may be a script that looks for one, half a second each time.
CALL = [sys.executable, PROGRAM]
# One for each test of each build folder; they do not meet.
OF_BUILD = f"cardon-wan-{hashlib.sha1(str(cardon_run.BINARY).encode()).hexdigest()[:12]}"
STATE = Path(tempfile.gettempdir()) / "-".join([OF_BUILD, *sys.argv[1:]])
SKIPPED = 77


def testbed(*arguments, timeout=60, state=STATE):
    """utils/wan-testbed ARGUMENTS."""
    return subprocess.run([*CALL, "--state", state, *map(str, arguments)], env=cardon_run.environment(), text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout * cardon_run.PATIENCE,
                          check=False)


def start(*arguments):
    """The same in the background."""
    return subprocess.Popen([*CALL, "--state", STATE, *map(str, arguments)], env=cardon_run.environment(), text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def down(state=STATE):
    """As `utils/wan-testbed down`, without a process of Python, which would take longer than the rest."""
    Bed(state).down()


class WanTest(unittest.TestCase):
    """Has siteA and siteB at 37 ms and 24 Mbit/s for each test."""

    def setUp(self):
        down()
        self.addCleanup(down)
        self.do("up")

    def status(self):
        """What `utils/wan-testbed status` prints; tests ask many times."""
        return Bed(STATE).status()

    def do(self, *arguments, timeout=60):
        """A call that must succeed; returns what it printed."""
        done = testbed(*arguments, timeout=timeout)
        self.assertEqual(done.returncode, 0, f"wan-testbed {arguments}\n{done.stdout}{done.stderr}")
        return done.stdout

    def python(self, site, text, *arguments):
        """The command line of a Python program inside a site."""
        return ("exec", site, sys.executable, "-c", text, *arguments)


def main():
    """Runs the classes named on the command line, or says why not."""
    if sys.argv[1:] == ["--clean-up"]:
        for state in STATE.parent.glob(f"{OF_BUILD}*"):
            down(state)
        sys.exit(0)
    if reasons := facilities.missing():
        print("skipped, no test bed is possible here:", *reasons, sep="\n")
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
