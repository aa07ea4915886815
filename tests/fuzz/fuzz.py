#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the fuzzed programs (fuzz.py build FOLDER [options of cmake]) and runs one of them from the seeds in corpus/
(fuzz.py run FOLDER NAME [SECONDS]). Without SECONDS it tries 1000 inputs, which takes ten seconds or less; in the long version the
programs are built for more inputs in less time, and run for 5 minutes. What they find goes to FOLDER/found. Skipped where clang is
missing."""
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
import cardon_run  # noqa: E402

SKIPPED = 77
# The same amount of work also on a busy machine.
AMOUNT = "-max_total_time=300" if cardon_run.LONG else "-runs=1000"
# Inputs are small, so nothing large is to be allocated for them. The programs limit processor time themselves; the limit
# here ends endless loops, also on a busy machine.
# A failure must not look like a test that is skipped: the exit code of libFuzzer would be 77, too.
LIMITS = ["-error_exitcode=1", "-timeout_exitcode=1", "-timeout=100", "-malloc_limit_mb=256", "-rss_limit_mb=2048", "-max_len=4096"]
NO_FUZZER = "no clang++ with libFuzzer was found (packages clang-14, libclang-rt-14-dev)"


def skip(reason):
    print(f"skipped: {reason}")
    return SKIPPED


def can_fuzz(compiler):
    """Whether it compiles and links the smallest fuzzed program."""
    if not compiler or compiler.endswith("-NOTFOUND"):
        return False
    with tempfile.TemporaryDirectory(prefix="cardon-") as folder:
        source = Path(folder) / "least.cpp"
        source.write_text('extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }\n')
        command = [compiler, "-fsanitize=fuzzer,address,undefined", source, "-o", Path(folder) / "least"]
        return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


def build(folder, options):
    compiler = next((o.split("=", 1)[1] for o in options if o.startswith("CMAKE_CXX_COMPILER=")), "clang++-14")
    if not can_fuzz(compiler):
        return skip(NO_FUZZER)
    thorough = f"-DCARDON_FUZZ_THOROUGH={'ON' if cardon_run.LONG else 'OFF'}"
    subprocess.run(["cmake", "-S", HERE / "programs", "-B", folder, thorough, *options], check=True)
    return subprocess.run(["cmake", "--build", folder, "--parallel", str(min(2, os.cpu_count()))], check=False).returncode


def run(folder, name, seconds=None):
    program = folder / f"fuzz_{name}"
    if not program.exists():
        return skip(NO_FUZZER)
    found = folder / "found"
    found.mkdir(exist_ok=True)
    dictionary = HERE / "dictionaries" / name
    words = [f"-dict={dictionary}"] if dictionary.exists() else []
    seed = int(os.environ.get("CARDON_SEED") or random.SystemRandom().randrange(1, 2**31))
    print(f"CARDON_SEED={seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="cardon-") as fresh:
        amount = f"-max_total_time={seconds}" if seconds else AMOUNT
        command = [program, amount, f"-seed={seed}", f"-artifact_prefix={found}/{name}-", "-print_final_stats=1",
                   "-verbosity=0", *LIMITS, *words, fresh, HERE / "corpus" / name]
        code = subprocess.run(command, check=False).returncode
    if code:
        print(f"The input that did this is in {found}; call {program} with it once more.")
    return code


def main():
    verb, folder, *rest = sys.argv[1:]
    folder = Path(folder).resolve()
    return build(folder, rest) if verb == "build" else run(folder, *rest)


if __name__ == "__main__":
    sys.exit(main())
