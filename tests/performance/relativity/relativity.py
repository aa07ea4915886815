#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The founding paper's figures with Einstein's equations as the application: runs cardon over emulated links and prints tables; draws plots; writes figures.

    tests/performance/relativity/relativity.py --out /tmp/relativity          # all parts
    tests/performance/relativity/relativity.py 3 7 --quick --check
"""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "adaptive"), str(HERE.parent / "slow_links")]
import chains  # noqa: E402
import depths  # noqa: E402
import from_nothing  # noqa: E402
import tuned_depths  # noqa: E402
from benchmark import Benchmark  # noqa: E402
from report import TWO_COLUMNS  # noqa: E402

INTRODUCTION = f"""# The founding paper's figures, with Einstein's equations

The figures on this page were measured with `tests/performance/relativity/relativity.py`; see
[tests/performance](../../tests/performance/README.md) for instructions. The application is
[EinsteinVacuum](../../arrangements/Relativity/EinsteinVacuum/README.md), with 25 fields, which are all exchanged in every iteration of the
Crank-Nicholson scheme, and differences of order 2. Ranks spend a fixed time on computing (`emulated_compute.per_point`), and links are
emulated (`machine.emulate`). E is the efficiency: the time of computing every point once divided by the elapsed time. "model" and "paper"
are the tuners [TunerModel](../../thorns/TunerModel/README.md) and [TunerPaper](../../thorns/TunerPaper/README.md). The paper is Allen,
Dramlitsch, Foster, Karonis, Ripeanu, Seidel, Toonen, SC2001.

{TWO_COLUMNS}

"""

RELATIVITY = Benchmark(
    description=__doc__.split("\n", maxsplit=1)[0],
    parts={"3": depths.measure, "5": chains.measure, "6": tuned_depths.measure, "7": from_nothing.measure,
           "8": from_nothing.measure_loaded},
    page="relativity-results.md", images="relativity", introduction=INTRODUCTION)

if __name__ == "__main__":
    sys.exit(RELATIVITY.main())
