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
from report import TWO_COLUMNS  # noqa: E402

INTRODUCTION = f"""# What each technique for slow links gains

The figures on this page were measured with `tests/performance/wide_area/wide_area.py`; see
[tests/performance](../../tests/performance/README.md) for instructions. Ranks spend a fixed time on computing
(`emulated_compute.per_point`), and links are emulated (`machine.emulate`). E is the efficiency: the time of computing every point once
divided by the elapsed time, without the steps before the first exchange. The paper is Allen, Dramlitsch, Foster, Karonis, Ripeanu, Seidel,
Toonen, SC2001.

{TWO_COLUMNS}

The data of part C are faces of one field of a wave. On whole spacetimes zlib can do better than extrapolate+bitpack; see
[CodecFilters](../../thorns/CodecFilters/README.md). `codec ms` there is a difference of two times of an exchange, and uncertain by
some ms on a machine with other work: no ratio of two chains follows from 0.07 ms for one and 6.31 ms for another.

"""

WIDE_AREA = Benchmark(
    description=__doc__.split("\n", maxsplit=1)[0],
    parts={"A": latency.measure, "B": depth.measure, "C": compression.measure, "D": messages.measure, "E": together.measure},
    page="wide-area-results.md", images="wide-area", introduction=INTRODUCTION)

if __name__ == "__main__":
    sys.exit(WIDE_AREA.main())
