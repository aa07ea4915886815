#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What shipped thorns declare by flops() is what `cardon check --operations` counts, in C++, C and Fortran. Tasks that
compute a value once for each point execute what they declare; others may execute more. Tasks of EinsteinVacuum, in which counting
takes as long as in all others, are for the long version."""
import platform
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import cardon_run  # noqa: E402
import many_runs  # noqa: E402

EXACT = {"quickstart": ["WaveToy::evolve_4"], "maxwell-cavity": ["Maxwell::rhs_4"], "wave-mol": ["WaveMoL::pi_rhs_6"],
         "heat-layers": ["Diffusion::evolve_variable"], "heat": ["Diffusion::evolve_uniform"], "allen-cahn": ["AllenCahn::rhs_exact"],
         "acoustic-layers": ["AcousticWave::evolve_4"], "wave-dipole": ["Dipole::pi_rhs"], "standing-wave": ["WaveToy::evolve_2"],
         "grayscott": ["GrayScott::rhs"], "euler-sod": ["Euler::rhs_mc_hllc"],
         "euler-kelvin-helmholtz": ["Euler::rhs_ppm_hllc"], "euler-vortex": ["Euler::rhs_van_leer_hllc"]}
# With other parameters than in the file.
VARIANTS = [("acoustic-layers", ["AcousticWave.order=2"], "AcousticWave::evolve_2"),
            ("acoustic-layers", ["AcousticWave.order=6"], "AcousticWave::evolve_6"),
            ("maxwell-cavity", ["Maxwell.order=2"], "Maxwell::rhs_2"),
            ("maxwell-cavity", ["Maxwell.order=2", "Maxwell.dissipate=true"], "Maxwell::rhs_2_dissipated"),
            ("maxwell-cavity", ["Maxwell.dissipate=true"], "Maxwell::rhs_4_dissipated"),
            ("wave-mol", ["WaveMoL.order=2"], "WaveMoL::pi_rhs_2"), ("wave-mol", ["WaveMoL.order=4"], "WaveMoL::pi_rhs_4"),
            ("allen-cahn", ["AllenCahn.conservation=lagged"], "AllenCahn::rhs_lagged"),
            ("allen-cahn", ["AllenCahn.conservation=none"], "AllenCahn::rhs_free"),
            ("heat", ["Diffusion.medium=fluctuating"], "Diffusion::evolve_fluctuating"),
            *(("euler-sod", [f"Euler.riemann={solver}", *words], f"Euler::rhs_{name}_{solver}") for solver in ("hllc", "hll")
              for name, words in (("constant", ["Euler.reconstruction=constant"]), ("ppm", ["Euler.reconstruction=ppm"]),
                                  ("minmod", ["Euler.limiter=minmod"]), ("mc_characteristic", ["Euler.limiter=mc_characteristic"]),
                                  ("van_leer", ["Euler.limiter=van_leer"]), ("centred", ["Euler.limiter=none"])))]
TENSOR_HEAT = {"thorns": ["TensorHeat"], "grid": {"points": [16, 16, 16], "boundary": "periodic"}, "time": {"stop": {"iterations": 1}}}
AT_LEAST = {"wave-oscillator": ["Oscillator::wave"], "wave-c": ["WaveToyC::evolve"], "wave-fortran": ["WaveToyFortran::evolve"]}
# Counted by their thorn's unit test, the others by this one.
IN_UNIT_TESTS = "EinsteinVacuum"
if cardon_run.LONG:
    VARIANTS.append(("einstein-wave-pulse", [], "EinsteinVacuum::sponge"))
    AT_LEAST["einstein-gauge-wave"] = ["EinsteinVacuum::damped_rates_4"]
LINE = re.compile(r"^ +(\S+) +([0-9.e+]+), declared ([0-9.e+]+)(?:;.*)?$", re.MULTILINE)


def operations(name, tasks, words=()):
    """{task: (counted, declared)} of these tasks of a shipped file, with parameters changed by words, or of another one."""
    file = name if isinstance(name, Path) else cardon_run.SOURCE / f"parfiles/{name}.yaml"
    result = many_runs.call(["check", file, *words, "--operations-of", ",".join(tasks)], timeout=100)
    if result.code != 0 or "schedule/operations" in result.out + result.err:
        sys.exit(result.report())
    return {task: (float(counted), float(declared)) for task, counted, declared in LINE.findall(result.out)}


def in_another_language(name, thorn, folder):
    """A shipped file that runs this thorn in place of the one in C++."""
    file = folder / f"{thorn}.yaml"
    file.write_text(re.sub(rf"\b{name}\b", thorn, (cardon_run.SOURCE / f"parfiles/wave-{name.lower()}.yaml").read_text()))
    return file


def check_that_no_thorn_is_missing():
    tasks = [task for tasks in (*EXACT.values(), *AT_LEAST.values()) for task in tasks] + [task for _, _, task in VARIANTS]
    others = {name + language for name in ("Dipole", "Oscillator") for language in ("C", "Fortran")}
    counted = {task.split("::")[0] for task in tasks} | others | {"TensorHeat", IN_UNIT_TESTS}
    for source in (cardon_run.SOURCE / "arrangements").glob("*/*/*.*"):
        if source.suffix in (".cpp", ".hpp", ".c", ".f90") and re.search(r"\bflops\b", source.read_text()):
            assert source.parent.name in counted, f"{source} declares operations that no test counts"


def main(languages):
    check_that_no_thorn_is_missing()
    if platform.machine() != "x86_64":
        print("skipped: instructions are counted on x86-64 only")
        return 77
    quickstart = operations("quickstart", EXACT["quickstart"])
    if not quickstart:
        print("skipped: this processor does not stop after single instructions")
        return 77
    for name, tasks in {**EXACT, **AT_LEAST}.items():
        if "fortran" in name and "Fortran" not in languages:
            continue
        counts = quickstart if name == "quickstart" else operations(name, tasks)
        for task in tasks:
            counted, declared = counts[task]
            print(f"{name}: {task} executes {counted:g}, declares {declared:g}")
            assert declared <= 1.25 * counted, task
            assert name not in EXACT or abs(counted / declared - 1) < 0.1, task
    with cardon_run.folder() as folder:
        cases = [*VARIANTS, (cardon_run.write_parfile(folder / "tensor.yaml", TENSOR_HEAT), [], "TensorHeat::evolve")]
        for name, words, task in cases:
            counted, declared = operations(name, [task], words)[task]
            print(f"{task} executes {counted:g}, declares {declared:g}")
            assert abs(counted / declared - 1) < 0.1, task
        for language in set(languages) & {"C", "Fortran"}:
            for name, task in (("Oscillator", "wave"), ("Dipole", "evolve")):
                thorn = name + language
                whole = f"{thorn}::{task}"
                counted, declared = operations(in_another_language(name, thorn, folder), [whole])[whole]
                print(f"{whole} executes {counted:g}, declares {declared:g}")
                assert declared <= 1.25 * counted, thorn
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
