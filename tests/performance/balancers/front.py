# SPDX-License-Identifier: Apache-2.0
"""Where the test thorn Front is."""
import os
import tempfile
from pathlib import Path

import cardon_run

FOLDER = os.environ.get("CARDON_FRONT") or cardon_run.BINARY.resolve().parents[1] / "tests/performance/balancers/thorns"

# A list of trusted folders that holds for these runs.
HOME = tempfile.TemporaryDirectory(prefix="cardon-")
(Path(HOME.name) / "cardon").mkdir()
(Path(HOME.name) / "cardon/trusted-thorns").write_text(f"{FOLDER}\n")
os.environ["XDG_CONFIG_HOME"] = HOME.name
