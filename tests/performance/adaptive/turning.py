# SPDX-License-Identifier: Apache-2.0
"""Where the test thorn Turning is."""
import os
import tempfile
from pathlib import Path

from runs import cardon_run

FOLDER = os.environ.get("CARDON_TURNING") or cardon_run.BINARY.resolve().parents[1] / "tests/performance/adaptive/thorns"
PATH = {"thorn_path": [str(FOLDER)]}

# A list of trusted folders that holds for these runs.
HOME = tempfile.TemporaryDirectory(prefix="cardon-")
(Path(HOME.name) / "cardon").mkdir()
(Path(HOME.name) / "cardon/trusted-thorns").write_text(f"{FOLDER}\n")
os.environ["XDG_CONFIG_HOME"] = HOME.name
