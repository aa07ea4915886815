#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long two ranks of a host wait for messages of 4 MB, where MPI may not read the memory of other processes, against the time in
which they pack them. MPI moves such messages in many parts, each of which needs a look of the rank that waits. The test fails where the
median of the ratio is above 12."""
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

ROUNDS, MOST = 5, 12
# Layers of 8 x 256 x 256 values.
WAVE = {
    "thorns": ["WaveToy"],
    "grid": {"points": [256, 256, 32], "domain": [[0, 1], [0, 1], [0, 0.125]], "boundary": "periodic"},
    "time": {"courant": 0.3, "stop": {"iterations": 64}},
    "WaveToy": {"centre": [0.5, 0.5, 0.06], "width": 0.1},
    "driver": {"topology": [1, 1, 2], "ghost_zones": 8, "overlap": "never"},
    "checkpoint": {"on_stop": "never"},
}


def measure(folder, file, number):
    """ms per exchange in which a rank packs and waits, on average."""
    out = folder / f"out-{number}"
    environment = {**cardon_run.environment(), "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
    result = cardon_run.call(["run", file, "--out", out, "--quiet"], ranks=2, cwd=folder, env=environment)
    if result.code != 0:
        sys.exit(result.report())
    head, *lines = [line.split("\t") for line in (out / "performance.tsv").read_text().splitlines()]
    rows = {line[0]: dict(zip(head, line)) for line in lines}
    pack, wait = (rows[f"exchange intra: {part}"] for part in ("pack", "wait"))
    return tuple(1e3 * float(row["mean [s]"]) / float(row["calls"]) for row in (pack, wait))


def main():
    with cardon_run.folder() as folder:
        file = cardon_run.write_parfile(folder / "wave.yaml", WAVE)
        measured = [measure(folder, file, number) for number in range(ROUNDS)]
    ratio = statistics.median(wait / pack for pack, wait in measured)
    print("pack ", *(f"{pack:6.2f}" for pack, _ in measured), "ms")
    print("wait ", *(f"{wait:6.2f}" for _, wait in measured), "ms")
    print(f"median of the ratio {ratio:.2f}, at most {MOST}")
    return ratio > MOST


if __name__ == "__main__":
    sys.exit(main())
