#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast output.fields writes, against write(2) and h5py with the same bytes, in turns:

    CARDON_BINARY=build/bin/cardon tests/performance/outputs/bandwidth.py --points 256 --rounds 5

Every contender writes the same number of files of the same size in the same folder. Flushing is timed apart. Needs h5py."""
import argparse
import multiprocessing
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402

FILES = 4
CHUNK = 32 << 20


def in_new_process(write, folder, points):
    """Seconds that a process takes which holds as much memory as a run: on virtual machines the speed of the file system
    depends on which memory it gets."""
    receive, send = multiprocessing.Pipe(duplex=False)

    def work():
        values = np.random.default_rng(1).random((3,) + (points,) * 3)
        send.send(write(folder, values[0]))

    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    process.join()
    return receive.recv()


def write_plainly(folder, values):
    """Seconds of write(2) in long pieces."""
    data = memoryview(values).cast("B")
    start = time.perf_counter()
    for n in range(FILES):
        with open(folder / f"{n}.raw", "wb", buffering=0) as file:
            for at in range(0, len(data), CHUNK):
                file.write(data[at:at + CHUNK])
    return time.perf_counter() - start


def write_h5py(folder, values):
    start = time.perf_counter()
    for n in range(FILES):
        with h5py.File(folder / f"{n}.h5", "w") as file:
            file["phi"] = values
    return time.perf_counter() - start


def write_cardon(folder, points, ranks, options):
    """Seconds in outputs on rank 0, all of it: gathering, waiting for others, writing, renaming."""
    config = {"title": "Bandwidth", "thorns": ["WaveToy"], "grid": {"points": [points] * 3, "boundary": "periodic"},
              "time": {"stop": {"iterations": FILES - 1}}, "WaveToy": {"width": 0.3}, "tuning": {"tuner": "none"},
              "health": {"every": 0}, "output": {"background": "never", "fields": {"every": 1, "fields": ["phi"], **options}}}
    parfile = cardon_run.write_parfile(folder / "case.yaml", config)
    result = cardon_run.call(["run", parfile, "--out", folder / "run", "--quiet"], ranks=ranks, timeout=600)
    if result.code != 0:
        raise SystemExit(result.report())
    summary = cardon_run.RunFolder(folder / "run").summary
    assert summary["output_bytes"] == FILES * points ** 3 * (4 if options.get("precision") == "single" else 8)
    return summary["output_seconds"]


def flush(folder):
    start = time.perf_counter()
    for file in folder.rglob("*"):
        if file.is_file():
            handle = os.open(file, os.O_RDONLY)
            os.fsync(handle)
            os.close(handle)
    return time.perf_counter() - start


def measure(arguments):
    contenders = {"write(2)": lambda folder: in_new_process(write_plainly, folder, arguments.points),
                  "h5py": lambda folder: in_new_process(write_h5py, folder, arguments.points)}
    for ranks, writers in ((1, 1), (2, 1), (2, 2), (4, 1), (4, 2), (4, 4)):
        if ranks > arguments.ranks:
            continue
        contenders[f"{ranks} ranks, {writers} writing"] = (
            lambda folder, ranks=ranks, writers=writers: write_cardon(folder, arguments.points, ranks, {"writers": writers}))
    seconds = {name: [] for name in contenders}
    for number in range(arguments.rounds):
        # Whoever follows a process that has freed much memory is better off.
        for name, write in random.Random(number).sample(sorted(contenders.items()), len(contenders)):
            folder = Path(tempfile.mkdtemp(prefix="bandwidth-", dir=arguments.folder))
            try:
                written = write(folder)
                seconds[name].append((written, written + flush(folder)))
            finally:
                shutil.rmtree(folder)
    return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=256, help="in each direction")
    parser.add_argument("--ranks", type=int, default=4, help="at most so many; more than cores wait for each other")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", help="on the storage to be measured")
    arguments = parser.parse_args()
    megabytes = FILES * arguments.points ** 3 * 8 / 1e6
    seconds = measure(arguments)
    print(f"{FILES} files of {megabytes / FILES:.0f} MB, median of {arguments.rounds} rounds, in MB/s; in brackets the best")
    print(f"{'':22}{'written':>18}{'and flushed':>18}   of write(2), medians, of both")
    plain = [statistics.median(times) for times in zip(*seconds["write(2)"])]
    for name, times in seconds.items():
        columns = [(statistics.median(column), min(column)) for column in zip(*times)]
        text = "".join(f"{megabytes / middle:10.0f} ({megabytes / best:5.0f})" for middle, best in columns)
        shares = "  ".join(f"{base / middle:.2f}" for base, (middle, _) in zip(plain, columns))
        print(f"{name:22}{text}   {shares}")


if __name__ == "__main__":
    main()
