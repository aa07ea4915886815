#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What runs make of slow links by themselves: runs cardon over emulated and real links and prints tables; draws plots; writes figures.

    tests/performance/adaptive/adaptive.py --out /tmp/adaptive          # all parts
    tests/performance/adaptive/adaptive.py G I --quick --check
"""
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1] / "slow_links")]
import applications  # noqa: E402
import changes  # noqa: E402
import history  # noqa: E402
import latencies  # noqa: E402
import real_changes  # noqa: E402
import real_links  # noqa: E402
import smoothness  # noqa: E402
import whole_runs  # noqa: E402
import whole_sites  # noqa: E402
from benchmark import Benchmark  # noqa: E402

INTRODUCTION = """# What runs make of slow links by themselves

The figures on this page were measured with `tests/performance/adaptive/adaptive.py`; see
[tests/performance](../../tests/performance/README.md) for instructions. Ranks spend a fixed time on computing
(`emulated_compute.per_point`), and links are emulated (`machine.emulate`) except in parts J and M. E is the efficiency: the time of
computing every point once divided by the elapsed time, in the windows of `tuning.tsv`. "model" and "paper" are the tuners
[TunerModel](../../thorns/TunerModel/README.md) and [TunerPaper](../../thorns/TunerPaper/README.md). The paper is Allen, Dramlitsch, Foster,
Karonis, Ripeanu, Seidel, Toonen, SC2001.

Tables give efficiencies in two columns. In the first, ranks sleep through their computing (`emulated_compute.by: sleep`), and E is relative
to the speed that each rank itself measures. In the column `computing` beside it, they use the same number of seconds of processor time
(`by: work`), so that messages, codecs and other ranks take time from them; two ranks fill the two cores of the computer, and four share
them. E is then relative to the speed at which the same number of ranks computes without a network, so that at most 75 % can be reached with
a rank at half the speed (part K). The second column comes from single runs on two cores of a virtual machine. Two ranks have real-time
priority (`chrt -r 1`), because a compiler was running at times, but not over the real links of parts J and M; four ranks have normal
priority and ran on an otherwise idle machine. The column scatters by about 3 points, and can exceed the possible maximum by as much. Where
four ranks share two cores, a step computes for twice as long, while messages take as long as before, so that plain settings perform better
in this column.

"""

ADAPTIVE = Benchmark(
    description=__doc__.split("\n", maxsplit=1)[0],
    parts={"G": latencies.measure, "H": smoothness.measure, "I": history.measure, "J": real_links.measure, "K": changes.measure,
           "L": history.measure_loaded, "M": real_changes.measure, "N": whole_runs.measure,
           "O": applications.measure, "P": whole_sites.measure},
    page="adaptive-results.md", images="adaptive", introduction=INTRODUCTION)

if __name__ == "__main__":
    sys.exit(ADAPTIVE.main())
