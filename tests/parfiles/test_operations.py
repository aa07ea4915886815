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

EXACT = {"quickstart": ["WaveToy::evolve_4"], "maxwell-cavity": ["Maxwell::rhs_4"], "wave-mol": ["WaveMoL::pi_rhs_6"],
         "heat-layers": ["Diffusion::evolve_variable"], "heat": ["Diffusion::evolve_uniform"], "allen-cahn": ["AllenCahn::rhs_exact"],
         "acoustic-layers": ["AcousticWave::evolve_4"], "wave-dipole": ["Dipole::pi_rhs"], "standing-wave": ["WaveToy::evolve_2"],
         "grayscott": ["GrayScott::rhs"], "euler-sod": ["Euler::rhs_mc_hllc"],
         "euler-kelvin-helmholtz": ["Euler::rhs_ppm_hllc"], "euler-vortex": ["Euler::rhs_van_leer_hllc"]}
AT_LEAST = {"wave-oscillator": ["Oscillator::wave"], "wave-c": ["WaveToyC::evolve"], "wave-fortran": ["WaveToyFortran::evolve"]}
if cardon_run.LONG:
    AT_LEAST["einstein-gauge-wave"] = ["EinsteinVacuum::curvature_rhs_4", "EinsteinVacuum::gamma_rhs_4"]
LINE = re.compile(r"^ +(\S+) +([0-9.e+]+), declared ([0-9.e+]+)(?:;.*)?$", re.MULTILINE)


def operations(name):
    """{task: (counted, declared)} of a shipped file."""
    result = cardon_run.call(["check", cardon_run.SOURCE / f"parfiles/{name}.yaml", "--operations"], timeout=100)
    if result.code != 0 or "schedule/operations" in result.out + result.err:
        sys.exit(result.report())
    return {task: (float(counted), float(declared)) for task, counted, declared in LINE.findall(result.out)}


def main(languages):
    if platform.machine() != "x86_64":
        print("skipped: instructions are counted on x86-64 only")
        return 77
    found = operations("quickstart")
    if not found:
        print("skipped: this processor does not stop after single instructions")
        return 77
    for name, tasks in {**EXACT, **AT_LEAST}.items():
        if "fortran" in name and "Fortran" not in languages:
            continue
        counts = operations(name)
        for task in tasks:
            counted, declared = counts[task]
            print(f"{name}: {task} executes {counted:g}, declares {declared:g}")
            assert declared <= 1.25 * counted, task
            assert name not in EXACT or abs(counted / declared - 1) < 0.1, task
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
