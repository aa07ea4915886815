#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tasks of all applications compile for a GPU: with a stand-in for a Kokkos that runs kernels there, and with clang's front
end of HIP, which needs no files of HIP, or with CUDA's compiler, for both the GPU and the host. What stays on the host is listed with its
reason. Without an annotation nothing compiles.

    test_device_code.py COMPILER INCLUDE_FOLDER ...         # clang++, or nvcc of CUDA 12 or newer
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[0] / "lib"))
import cardon_run  # noqa: E402

SOURCE = Path(os.environ.get("CARDON_SOURCE") or HERE.parents[1])
SKIPPED = 77
KOKKOS = str(HERE / "kokkos")
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
    "Flame": {"difference": FORMULA, "expression": FORMULA, "sum_substeps": SUM, "find_max_rate": SUM, "find_norm": SUM,
              "start_jet": ONCE, "use_up": ONCE},
    "GrayScott": {"expression": FORMULA},
    "Maxwell": {"sum_energy": SUM},
    "Oscillator": {"start_oscillator": ONCE, "move": ONCE, "feel_wave": SUM, "sum_energy": SUM},
    "Relaxation": {"expression": FORMULA, "integrate": SUM},
    "WaveMoL": {"difference": FORMULA, "expression": FORMULA, "sum_energy": SUM},
    "WaveToy": {"difference": FORMULA, "expression": FORMULA, "sum_energy": SUM},
}
# Tasks that start loops with kernels of another name.
LOOPS = {"UpwindingKernel": "upwinding", "RatesKernel": "rates_of", "DampedRatesKernel": "damped_rates"}
# Device functions that the front end leaves to AMD's library of mathematical functions.
LIBRARY = re.compile(r"__ocml_|llvm\.")


class Hip:
    """clang's front end of HIP: code for the GPU in LLVM's language."""
    missing = "makes no code for GPUs (package clang-14)"
    joins = True
    probe = '__attribute__((global)) void kernel(double* x) { *x = __builtin_sqrt(*x); }'

    def __init__(self, program):
        self.program = program

    def text(self, includes, source):
        """Result of the compiler, and the code for the GPU."""
        command = [self.program, *TARGET, *OPTIONS, "-I", KOKKOS, *(f"-I{i}" for i in includes), str(source)]
        result = subprocess.run(command, capture_output=True, text=True)
        return result, result.stdout

    @staticmethod
    def kernels(text):
        return re.findall(r"^define .*amdgpu_kernel void @(\w+)\(", text, re.MULTILINE)

    @staticmethod
    def of_the_host(_, text):
        """Functions that are called and are not in the code."""
        called = re.findall(r"\bcall [^@\n]*@([\w.$]+)\(", text)
        inside = set(re.findall(r"^define [^@\n]*@([\w.$]+)\(", text, re.MULTILINE))
        return sorted(name for name in set(called) - inside if not LIBRARY.match(name))


class Cuda:
    """CUDA's compiler: an object for GPU and host; kernels are read in its assembly. It warns where a function that may run on both
    calls one of the host, which is right for tasks of the host."""
    missing = "is no compiler of CUDA"
    joins = False   # its messages name functions without their namespaces
    probe = '__attribute__((global)) void kernel(double* x) { *x = sqrt(*x); }'
    options = ["-std=c++20", "-O1", "-x", "cu", "--fmad=false", "--expt-relaxed-constexpr", "--keep", "-c",
               "-diag-suppress", "1675", "-Xcompiler", "-fPIC,-ffp-contract=off,-w"]

    def __init__(self, program):
        self.program = program
        # The oldest one from Volta on that it still knows: version 13 has no code for Volta.
        known = subprocess.run([program, "--list-gpu-arch"], capture_output=True, text=True).stdout
        self.architecture = min((int(n) for n in re.findall(r"compute_(\d+)$", known, re.MULTILINE) if int(n) >= 70), default=70)

    def text(self, includes, source):
        with tempfile.TemporaryDirectory(prefix="cardon-") as folder:
            command = [self.program, *self.options, f"-arch=sm_{self.architecture}", "--keep-dir", folder, "-o", f"{folder}/object.o", "-I", KOKKOS,
                       *(f"-I{i}" for i in includes), str(source)]
            result = subprocess.run(command, capture_output=True, text=True)
            return result, "".join(file.read_text() for file in Path(folder).glob("*.ptx"))

    @staticmethod
    def kernels(text):
        return re.findall(r"\.entry (\w+)\(", text)

    @staticmethod
    def of_the_host(result, _):
        # Call operators belong to classes that walk over arguments, or hold formulas; only the host uses them.
        return sorted(set(re.findall(r'calling a __host__ function\("[^"(<]*?(\w+)\s*(?:<[^>]*>)?\s*[("]', result.stderr)) - {"operator"})


def front_end(compiler):
    """The compiler as a front end that makes code for a GPU; or None."""
    program = shutil.which(compiler) if compiler else None
    if not program:
        return None
    found = (Cuda if "nvcc" in Path(program).name else Hip)(program)
    with tempfile.TemporaryDirectory(prefix="cardon-") as folder:
        source = Path(folder) / "probe.cpp"
        source.write_text(found.probe)
        result, text = found.text([], source)
    return found if result.returncode == 0 and found.kernels(text) else None


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


def unit_of(folders, everything):
    """The text of a unit with some applications, each in a namespace named after it: most of the time goes into headers of
    others, which come first."""
    sources = [source for folder in folders for source in everything[folder]]
    files = [*sources, *(header for folder in folders for header in folder.glob("*.hpp"))]
    headers = sorted({line for file in files for line in re.findall(r"(?m)^#include <.*>", file.read_text())})
    text = "\n".join(headers) + "\n"
    for folder in folders:
        inside = "".join(map(moved, everything[folder]))
        text += f"#define cardon_thorn_entry entry_{folder.name}\nnamespace {space_of(folder)} {{\n{inside}}}\n#undef cardon_thorn_entry\n"
    return text


def moved(source):
    """The text of a source as it is within a namespace: global names of the application are those of the namespace."""
    text = re.sub(r"<::(?=[a-z])", f"<{space_of(source.parent)}::", source.read_text())
    return f'#line 1 "{source}"\n' + re.sub(r'(?m)^#include "', f'#include "{source.parent}/', text)


def space_of(folder):
    return f"of_{folder.name}_only"


def units(front, everything):
    """Groups of applications that compile together, with the texts of their units. Those that add to namespaces of Cardon are
    alone, as all are where only names tell what belongs to an application."""
    alone = [folder for folder, sources in everything.items()
             if not front.joins or any(re.search(r"(?m)^namespace cardon\b", source.read_text()) for source in sources)]
    joined = [folder for folder in everything if folder not in alone]
    found = [([folder], "".join(f'#include "{source}"\n' for source in everything[folder])) for folder in alone]
    return [*found, *([(joined, unit_of(joined, everything))] if joined else [])]


def problems_of(front, folder, sources, code, kernels):
    """What is wrong with the device code of an application."""
    listed = HOST.get(folder.name, {})
    problems = [f"{folder.name} calls {name} on a GPU, which has no body there" for name in front.of_the_host(*code)
                if name not in listed]
    if not problems:
        on_host = declared([*sources, *folder.glob("*.hpp")]) - tasks_of(kernels)
        problems += [f"{folder.name}::{name} has no code for a GPU" for name in sorted(on_host - set(listed))]
        problems += [f"{folder.name}::{name} is listed as a task of the host: {listed[name]}" for name in sorted(set(listed) - on_host)]
    return problems


def check_unit(front, folders, everything, code):
    result, text = code
    if result.returncode:
        print(f"FAILED {', '.join(folder.name for folder in folders)}: no compilation for a GPU:\n{result.stderr[:2000]}")
        return False
    good, all_kernels = True, front.kernels(text)
    for folder in folders:
        kernels = [name for name in all_kernels if len(folders) == 1 or space_of(folder) in name]
        problems = problems_of(front, folder, everything[folder], code, kernels)
        print(f"{'FAILED' if problems else 'ok':7}{folder.name}: {len(kernels)} kernels", *problems, sep="\n  ")
        good = good and not problems and len(kernels) > 0
    return good


def check(front, includes):
    everything, good = applications(), True
    with tempfile.TemporaryDirectory(prefix="cardon-") as folder, concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        codes = []
        for number, (folders, text) in enumerate(units(front, everything)):
            unit = Path(folder) / f"unit_{number}.cpp"
            unit.write_text(text)
            codes.append((folders, pool.submit(front.text, includes, unit)))
        for folders, code in codes:
            good = check_unit(front, folders, everything, code.result()) and good
    return good


def check_that_annotations_matter(front, includes):
    """A right-hand side that calls a function without KOKKOS_FUNCTION does not compile."""
    source = SOURCE / "arrangements/Wave/WaveMoL/wavemol.cpp"
    text = source.read_text()
    annotated = "KOKKOS_INLINE_FUNCTION Real mode("
    assert annotated in text, "WaveMoL's mode() has another form"
    with tempfile.TemporaryDirectory(prefix="cardon-") as folder:
        changed = Path(folder) / "wavemol.cpp"
        changed.write_text(text.replace(annotated, "Real mode("))
        result, text = front.text(includes, changed)
    good = re.search(r"reference to __host__ function 'mode'", result.stderr) or "mode" in front.of_the_host(result, text)
    print(f"{'ok' if good else 'FAILED':7}without its annotation mode() is refused" + ("" if good else "\n" + result.stderr[:2000]))
    return bool(good)


def main():
    compiler, includes = sys.argv[1], sys.argv[2:]
    if "nvcc" in compiler.lower() and not cardon_run.LONG:
        print("skipped: CUDA's compiler takes minutes; CARDON_LONG_TESTS=1 runs it")
        return SKIPPED
    front = front_end(compiler)
    if not front:
        print(f"skipped: {compiler} {(Cuda if 'nvcc' in compiler.lower() else Hip).missing}")
        return SKIPPED
    results = [check(front, includes), check_that_annotations_matter(front, includes)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
