#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The mode (2, 0) of Psi_4 of parfiles/einstein-wave-pulse.yaml at 5 m is that of the linear solution, here summed up of plane waves."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))
import cardon_run  # noqa: E402
import modules  # noqa: E402

np = modules.require("numpy", "python3-numpy")

AMPLITUDE, WIDTH, RADIUS = 5e-5, 2.5, 5.0
POINTS = 24
LARGEST = 0.12      # difference per the largest value of the mode; 0.046 was found


def directions(nodes):
    """Unit vectors and weights that integrate over the sphere."""
    z, weight = np.polynomial.legendre.leggauss(nodes)
    phi = np.pi * (np.arange(2 * nodes) + 0.5) / nodes
    rho = np.sqrt(1 - z ** 2)
    n = np.stack([np.outer(rho, np.cos(phi)), np.outer(rho, np.sin(phi)), np.outer(z, np.ones_like(phi))], -1)
    return n.reshape(-1, 3), np.repeat(weight, 2 * nodes) * np.pi / nodes


def transverse(n):
    """The part of diag(-1/2, -1/2, 1) that is transverse to each n and without trace; its cross product with n, n x h."""
    project = np.eye(3) - n[:, :, None] * n[:, None, :]
    h = project @ np.diag([-0.5, -0.5, 1]) @ project
    h -= 0.5 * project * np.trace(h, axis1=1, axis2=2)[:, None, None]
    return h, np.stack([np.cross(n, h[:, :, j]) for j in range(3)], -1)


def mode(times, width=WIDTH):
    """h_ij is AMPLITUDE times the mean over k and n of transverse(n) cos(k n.x) cos(k t); k has the weight k^6 exp(-(k width)^2 / 4), so
    that h at the centre is the sixth derivative of a Gaussian. Psi_4 = (E_ij - i B_ij) m^i m^j with E = -h'' / 2, B = -curl h' / 2."""
    n, solid_angle = directions(32)
    k, of_k = np.polynomial.legendre.leggauss(60)
    k, of_k = 5 / width * (k + 1), of_k * (k + 1) ** 6 * np.exp(-(5 * (k + 1)) ** 2 / 4)
    of_k *= 0.5 * k ** 2 * AMPLITUDE / of_k.sum() * 5 / (8 * np.pi)
    electric, magnetic = transverse(n)
    z, weight = np.polynomial.legendre.leggauss(10)
    result = np.zeros(len(times), complex)
    for cosine, of_cosine in zip(z, weight):
        sine = np.sqrt(1 - cosine ** 2)
        m = np.array([cosine, -1j, -sine]) / np.sqrt(2)
        phase = np.outer(k, RADIUS * (n @ np.array([sine, 0, cosine])))
        even = np.cos(phase) @ (solid_angle * (electric @ m @ m))
        odd = 1j * (np.sin(phase) @ (solid_angle * (magnetic @ m @ m)))
        value = np.cos(np.outer(times, k)) @ (of_k * even) + np.sin(np.outer(times, k)) @ (of_k * odd)
        result += of_cosine * 2 * np.pi * np.sqrt(15 / (32 * np.pi)) * sine ** 2 * value
    return result


def table():
    """Columns of spheres/psi4.r5.tsv."""
    with cardon_run.folder() as folder:
        result = cardon_run.call(["run", cardon_run.SOURCE / "parfiles/einstein-wave-pulse.yaml", "--out", folder / "out", "--quiet",
                                  f"grid.points=[{POINTS}, {POINTS}, {POINTS}]", f"EinsteinVacuum.width={WIDTH}",
                                  f"EinsteinVacuum.amplitude={AMPLITUDE}"])
        if result.code != 0:
            sys.exit(result.report())
        lines = (folder / "out/spheres/psi4.r5.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return {name.split(" [")[0]: np.array([float(row[c]) for row in rows[1:]]) for c, name in enumerate(rows[0])}


def main():
    columns = table()
    exact = mode(columns["time"])
    scale = np.abs(exact.real).max()
    error = np.abs(columns["l2m0.re"] + 1j * columns["l2m0.im"] - exact).max() / scale
    print(f"largest value {scale:.4g}, largest difference {error:.3g} of it")
    if not error < LARGEST:
        sys.exit("the waveform is not that of the linear solution")


if __name__ == "__main__":
    main()
