#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What each technique for slow links gains: runs cardon over emulated links and prints tables; draws plots; writes figures.

    tests/performance/wide_area/wide_area.py --out /tmp/wide-area          # all parts
    tests/performance/wide_area/wide_area.py A D --quick --check
"""
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1] / "slow_links")]
import compression  # noqa: E402
import depth  # noqa: E402
import latency  # noqa: E402
import messages  # noqa: E402
import together  # noqa: E402
from benchmark import Benchmark  # noqa: E402

INTRODUCTION = """# What each technique for slow links gains

Made by `tests/performance/wide_area/wide_area.py`; [tests/performance](../../tests/performance/README.md) tells how. Ranks sleep
through their computing (`driver.padded_compute`), links are emulated (`machine.emulate`), and E is the time of computing every
point once over the time that passed, steps before the first exchange left out. The paper is Allen, Dramlitsch, Foster,
Karonis, Ripeanu, Seidel, Toonen, SC2001.

"""

WIDE_AREA = Benchmark(
    description=__doc__.split("\n", maxsplit=1)[0],
    parts={"A": latency.measure, "B": depth.measure, "C": compression.measure, "D": messages.measure, "E": together.measure},
    page="wide-area-results.md", images="wide-area", introduction=INTRODUCTION)

if __name__ == "__main__":
    sys.exit(WIDE_AREA.main())
