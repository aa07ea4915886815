# SPDX-License-Identifier: Apache-2.0
"""C: the time of an exchange against bandwidth, for data of three kinds and for all chains of codecs."""
import math

from report import Part, Plot
from runs import communication_behind, machine, merged, ratio_behind

CONFIG = {
    "thorns": ["WaveToy", "GridDriver"],
    "grid": {"points": [158, 158, 24], "domain": [[0, 1.58], [0, 1.58], [0, 0.23]],
             "boundary": ["periodic", "periodic", "neumann"]},
    "time": {"stop": {"iterations": 25}, "courant": 0.5},
    "WaveToy": {"initial": "expression"},
    "health": {"every": 0},
    "driver": {"ghost_zones": 1, "overlap": "never", "calibration": "never"},
}
# A distance that is smooth across the periodic faces and flat at the others, squared.
SQUARE = "(1.58/pi*sin(pi*(x-0.79)/1.58))^2 + (1.58/pi*sin(pi*(y-0.79)/1.58))^2 + 0.02*cos(pi*z/0.23)"
SHELL = f"({SQUARE}) / 0.09 * exp(1 - ({SQUARE}) / 0.09)"
DATA = {
    # a shell of a radius of 30 points
    "smooth": SHELL,
    # the potential of a mass 5 points from the face that is sent: steep near it, smooth elsewhere
    "black hole": "1 + 0.05 / sqrt((x-0.793)^2 + (y-0.787)^2 + (z-0.167)^2 + 0.0001)",
    # the shell with numbers of 0.001 that look like noise
    "noisy": f"{SHELL} + 0.001 * sin(1e5 * sin(12.9898*x + 78.233*y + 37.719*z))",
}
NONE = "none"
PLAIN = ["zlib-1", "zlib-6"]
FILTERED = ["shuffle+zlib-1", "shuffle+zstd-1", "shuffle+lz4", "difference+bitpack", "extrapolate+bitpack",
            "extrapolate+zlib-1", "extrapolate+shuffle+zstd-1"]
QUICK = ["extrapolate+bitpack", "extrapolate+zlib-1"]
BANDWIDTHS = [0.1, 0.3, 1, 3, 10, 30, 100]        # MB/s
UNLIMITED = math.inf                              # what remains then is the work of the codecs
SLOW_STEPS, FAST_STEPS = (13, 25), (13, 61)       # `extrapolate` has learned when the shorter run ends
LATENCY = 1                                       # ms
NOISE = 0.05                                      # of what a busy machine may add to the time of an exchange
MIN_NOISE = 0.3e-3                              # s
CLOCK = 0.02e-3                                   # s; shorter times are not told apart


def case(data, chain, bandwidth, count):
    link = machine([1, 1], 0, "100 GB/s") if bandwidth == UNLIMITED else machine([1, 1], LATENCY, f"{bandwidth} MB/s")
    return merged(CONFIG, {"WaveToy.profile": DATA[data], "driver.compression": chain.split("+"), "machine": link,
                           "time.stop.iterations": count})


def steps(bandwidth):
    return SLOW_STEPS if bandwidth <= 3 else FAST_STEPS


def run(bench, chains, bandwidths):
    """Pairs of runs by (data, chain, bandwidth): what the longer one does behind the shorter one counts. Only where the link
    takes far longer than anything else there are several runs at a time."""
    cells = [(data, chain, bandwidth) for data in DATA for chain in chains for bandwidth in [*bandwidths, UNLIMITED]]
    cases = {(*cell, n): case(*cell, n) for cell in cells for n in steps(cell[2])}
    found = bench.run_all({key: config for key, config in cases.items() if key[2] < 1})
    found |= bench.run_all({key: config for key, config in cases.items() if 1 <= key[2] <= 3}, jobs=2)
    found |= bench.run_all({key: config for key, config in cases.items() if key[2] > 3}, jobs=1,
                           repeats=1 if bench.quick else max(2, bench.repeats))
    return {cell: [found[*cell, n] for n in steps(cell[2])] for cell in cells}


def crossing(times, plain):
    """The bandwidth up to which a chain pays: linear in logarithms between measured bandwidths."""
    last = None
    for bandwidth in sorted(b for b in times if b != UNLIMITED):
        gain = math.log(plain[bandwidth] / times[bandwidth])
        if gain <= 0:
            if last is None:
                return "never"
            share = last[1] / (last[1] - gain)
            return f"{last[0] * (bandwidth / last[0]) ** share:.2g}"
        last = bandwidth, gain
    return f"> {last[0]:g}"


class Table:
    """Seconds per exchange by data, chain and bandwidth."""

    def __init__(self, found, chains, bandwidths):
        self.chains, self.bandwidths, self.found = chains, bandwidths, found

    def times(self, data, chain):
        return {bandwidth: communication_behind(*self.found[data, chain, bandwidth])
                for bandwidth in [*self.bandwidths, UNLIMITED]}

    def ratio(self, data, chain):
        return ratio_behind(*self.found[data, chain, UNLIMITED])

    def codec(self, data, chain):
        """Seconds of compressing and restoring a message, both ends at the same time."""
        return max(CLOCK, self.times(data, chain)[UNLIMITED] - self.times(data, NONE)[UNLIMITED])

    def best(self, data, bandwidth, chains):
        return min(chains, key=lambda chain: self.times(data, chain)[bandwidth])

    def shortfall(self, chains, rivals):
        """Largest (best of chains / best of rivals) over data and bandwidths, noise allowed for, and where."""
        def ratio(cell):
            ours, theirs = (min(self.times(cell[0], chain)[cell[1]] for chain in some) for some in (chains, rivals))
            return (ours - MIN_NOISE) / theirs
        worst = max(((data, bandwidth) for data in DATA for bandwidth in self.bandwidths), key=ratio)
        return ratio(worst), f"{worst[0]}, {worst[1]:g} MB/s"


def judge(part, table):
    ours = [chain for chain in table.chains if chain not in [NONE, *PLAIN]]
    ratio, where = table.shortfall(ours, PLAIN)
    part.judge("best chain against plain zlib, worst case", f"{ratio:.2f} of its time ({where})", "<= 1 everywhere",
               ratio <= 1 + NOISE)
    best = min(ours, key=lambda chain: table.shortfall([chain], PLAIN)[0])
    ratio, where = table.shortfall([best], PLAIN)
    part.judge(f"{best} alone against plain zlib on these data, worst case", f"{ratio:.2f} of its time ({where})", "<= 1",
               ratio <= 1 + NOISE)
    top = max(table.ratio("smooth", chain) for chain in ours)
    part.judge("smooth: largest ratio", f"{top:.2f}", ">= 2.4, aim 4", top >= 2.4)


def measure(bench):
    chains = [NONE, *PLAIN, *(QUICK if bench.quick else FILTERED)]
    bandwidths = [3, 30] if bench.quick else BANDWIDTHS
    table = Table(run(bench, chains, bandwidths), chains, bandwidths)
    size = table.found["smooth", NONE, UNLIMITED][1]
    part = Part("C", "The time of an exchange against bandwidth",
                f"WaveToy, two sites of one rank, a face of 158 x 158 points: {size.message_bytes / 1e3:.0f} kB per message and "
                f"direction, one per step; {LATENCY} ms of latency; bulk-synchronous; the first {SLOW_STEPS[0]} "
                "steps, in which `extrapolate` learns, left out. `codec` is the time of an exchange over a link "
                "without limit, less that of plain messages: compressing and restoring. The last column is the bandwidth up "
                "to which the chain is faster than plain messages.",
                ["data", "chain", "ratio", "codec ms", *(f"{b:g} MB/s: ms" for b in bandwidths), "pays up to MB/s"])
    for data in DATA:
        plain = table.times(data, NONE)
        for chain in chains:
            times = table.times(data, chain)
            part.rows.append([data, chain, f"{table.ratio(data, chain):.2f}",
                              "-" if chain == NONE else f"{1e3 * table.codec(data, chain):.2f}",
                              *(f"{1e3 * times[b]:.1f}" for b in bandwidths),
                              "-" if chain == NONE else crossing(times, plain)])
        series = {chain: [(b, table.times(data, chain)[b] / plain[b]) for b in bandwidths] for chain in chains}
        part.plots.append(Plot(f"exchange-bandwidth-{data.replace(' ', '-')}", f"An exchange of {data} data",
                               "bandwidth (MB/s)", "time of an exchange / that of plain messages", series, log="x", in_table=True))
    judge(part, table)
    return part
