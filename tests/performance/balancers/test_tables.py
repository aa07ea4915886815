#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The main figures of published tables of balancers hold: of those experiments that take a moment, or of all."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import tables  # noqa: E402
from trials import cardon_run  # noqa: E402

SHORT = ["reductions", "maps", "pre_partition", "speeds", "leanmd", "fractography", "two_sites", "hosts", "neighbours", "multicasts", "drift",
         "small_and_large_steps"]

if __name__ == "__main__":
    sys.exit(tables.run([] if cardon_run.LONG else SHORT, quick=True))
