# SPDX-License-Identifier: Apache-2.0
"""Where the test thorn Turning is."""
import os

from runs import cardon_run

FOLDER = os.environ.get("CARDON_TURNING") or cardon_run.BINARY.resolve().parents[1] / "tests/performance/adaptive/thorns"
PATH = {"thorn_path": [str(FOLDER)]}
