#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tasks of all applications compile for a GPU: with a stand-in for a Kokkos that runs kernels there, and clang's front end
of HIP, which needs no files of HIP. What stays on the host is listed with its reason. Without an annotation nothing compiles."""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = Path(os.environ.get("CARDON_SOURCE") or HERE.parents[1])
SKIPPED = 77
TARGET = ["-x", "hip", "--cuda-device-only", "--offload-arch=gfx906", "-nogpulib", "-nogpuinc"]
OPTIONS = ["-std=c++20", "-O1", "-w", "-ffp-contract=off", "-S", "-emit-llvm", "-o", "-",
           "-include", "__clang_hip_runtime_wrapper.h", "-include", "Kokkos_Macros.hpp"]

# Tasks that run on the host even where others run on a GPU.
FORMULA = "takes a formula or a data file"
SUM = "combines a scalar; sums of whole grids are exact, and made on the host"
ONCE = "sets scalars, once for the grid"
SWEEP = "has loops of its own, which share fluxes along a row"
HOST = {
    "AcousticWave": {"expression": FORMULA, "file": FORMULA, "from_layers": FORMULA, "from_section": FORMULA,
                     "set_source": "takes the sources of the run, a list of any length",
                     "compare": "takes the sources of the run, a list of any length", "find_greatest": SUM},
    "AllenCahn": {"expression": FORMULA, "sum_content": SUM, "sum_energy": SUM, "mean_reaction": SUM},
    "Channel": {"measure": SUM},
    "Diffusion": {"difference": FORMULA, "expression": FORMULA, "set_medium": FORMULA, "sum_content": SUM, "measure_misfit": SUM},
    "Euler": {"rates": SWEEP, "sum_mass": SUM, "sum_momentum": SUM, "sum_energy": SUM, "limit_step": SUM, "measure_signal": SUM},
    "Flame": {"difference": FORMULA, "expression": FORMULA, "sum_substeps": SUM},
    "GrayScott": {"expression": FORMULA},
    "Maxwell": {"sum_energy": SUM},
    "Oscillator": {"start_oscillator": ONCE, "move": ONCE, "feel_wave": SUM, "sum_energy": SUM},
    "Relaxation": {"expression": FORMULA, "integrate": SUM},
    "WaveMoL": {"difference": FORMULA, "expression": FORMULA, "sum_energy": SUM},
    "WaveToy": {"difference": FORMULA, "expression": FORMULA, "sum_energy": SUM},
}
# Tasks that start loops with kernels of another name.
LOOPS = {"UpwindingKernel": "upwinding", "DissipationKernel": "dissipation_of"}
# Device functions that the front end leaves to AMD's library of mathematical functions.
LIBRARY = re.compile(r"__ocml_|llvm\.")


def front_end(compiler):
    """Whether the compiler makes device code at all."""
    program = shutil.which(compiler) if compiler else None
    if not program:
        return None
    probe = '__attribute__((global)) void kernel(double* x) { *x = __builtin_sqrt(*x); }'
    options = [*TARGET, *OPTIONS, "-I", str(HERE / "kokkos"), "-"]
    result = subprocess.run([program, *options], input=probe, capture_output=True, text=True)
    return program if result.returncode == 0 and "amdgpu_kernel" in result.stdout else None


def device_code(compiler, includes, source):
    """Exit code, the code for a GPU in LLVM's language, and the errors."""
    command = [compiler, *TARGET, *OPTIONS, "-I", str(HERE / "kokkos"), *(f"-I{i}" for i in includes), str(source)]
    result = subprocess.run(command, capture_output=True, text=True)
    return result.returncode, result.stdout, result.stderr


def last_name(mangled):
    """The last part of a qualified name as compilers write it: `N4wave3rhsE` is wave::rhs and gives rhs."""
    name, place = None, 0
    while found := re.compile(r"(\d+)|S[0-9A-Z]*_|[NLK]").match(mangled, place):
        place = found.end()
        if found[1]:
            name = mangled[place:place + int(found[1])]
            place += int(found[1])
    return name


def tasks_of(kernels):
    """Functions of a point, or classes of kernels, that the mangled names of kernels hold. Programs that decode such names know
    those of their own time only."""
    names = set()
    for kernel in kernels:
        found = re.search(r"PointFunctionIXadL_Z(.*)|EachPointI(.*)", kernel)
        name = last_name(found[1] or found[2]) if found else None
        names.add(LOOPS.get(name, name or kernel))
    return names


def declared(sources):
    return {name for source in sources for name in re.findall(r"thorn_?(?:\.|->)(?:template )?at<(?:\w+::)*(\w+)", source.read_text())}


def applications():
    """Folders of applications in C++, with what they compile."""
    found = {}
    for source in sorted(SOURCE.glob("arrangements/*/*/*.cpp")):
        found.setdefault(source.parent, []).append(source)
    return found


def problems_of(folder, sources, codes):
    """What is wrong with the device code of an application, and how many kernels it has."""
    problems, kernels = [], []
    for source, (code, text, errors) in zip(sources, codes):
        if code:
            problems.append(f"{source.relative_to(SOURCE)} does not compile for a GPU:\n{errors[:2000]}")
        kernels += re.findall(r"^define .*amdgpu_kernel void @(\w+)\(", text, re.MULTILINE)
        called = re.findall(r"\bcall [^@\n]*@([\w.$]+)\(", text)
        inside = set(re.findall(r"^define [^@\n]*@([\w.$]+)\(", text, re.MULTILINE))
        problems += [f"{source.name} calls {name} on a GPU, which has no body there"
                     for name in sorted(set(called) - inside) if not LIBRARY.match(name)]
    if not problems:
        on_host = declared([*sources, *folder.glob("*.hpp")]) - tasks_of(kernels)
        listed = HOST.get(folder.name, {})
        problems += [f"{folder.name}::{name} has no code for a GPU" for name in sorted(on_host - set(listed))]
        problems += [f"{folder.name}::{name} is listed as a task of the host: {listed[name]}" for name in sorted(set(listed) - on_host)]
    return problems, len(kernels)


def check(compiler, includes):
    everything = applications()
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        codes = {folder: [pool.submit(device_code, compiler, includes, source) for source in sources]
                 for folder, sources in everything.items()}
        good = True
        for folder, sources in everything.items():
            problems, kernels = problems_of(folder, sources, [each.result() for each in codes[folder]])
            print(f"{'FAILED' if problems else 'ok':7}{folder.name}: {kernels} kernels", *problems, sep="\n  ")
            good = good and not problems and kernels > 0
    return good


def check_that_annotations_matter(compiler, includes):
    """A right-hand side that calls a function without KOKKOS_FUNCTION does not compile."""
    source = SOURCE / "arrangements/Wave/WaveMoL/wavemol.cpp"
    text = source.read_text()
    annotated = "KOKKOS_INLINE_FUNCTION Real mode("
    assert annotated in text, "WaveMoL's mode() has another form"
    with tempfile.TemporaryDirectory(prefix="cardon-") as folder:
        changed = Path(folder) / "wavemol.cpp"
        changed.write_text(text.replace(annotated, "Real mode("))
        code, _, errors = device_code(compiler, includes, changed)
    good = code != 0 and "reference to __host__ function 'mode'" in errors
    print(f"{'ok' if good else 'FAILED':7}without its annotation mode() is refused" + ("" if good else "\n" + errors[:2000]))
    return good


def main():
    compiler, includes = front_end(sys.argv[1]), sys.argv[2:]
    if not compiler:
        print(f"{sys.argv[1]} makes no code for GPUs (package clang-14)")
        return SKIPPED
    results = [check(compiler, includes), check_that_annotations_matter(compiler, includes)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
