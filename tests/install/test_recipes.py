#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Recipes that cannot be tried here are at least consistent: the one for Spack names all that the build needs and options that
there are, the container is made of packages that there are, and job scripts are good shell."""
import re
import runpy
import subprocess
import sys
import types
import unittest
import unittest.mock
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import cardon_run  # noqa: E402

SOURCE = cardon_run.SOURCE
# Debian's package and what Spack calls it; None: comes with another one, or has a reason in the recipe.
NAMES = {
    "g++": "cxx", "gcc": "c", "gfortran": "fortran", "cmake": "cmake", "make": None, "ninja-build": "ninja", "pkg-config": "pkgconfig",
    "libtrilinos-kokkos-dev": "kokkos", "libopenmpi-dev": "mpi", "libhwloc-dev": "hwloc", "openmpi-bin": None, "libhdf5-openmpi-dev": "hdf5",
    "zlib1g-dev": "zlib-api", "libzstd-dev": "zstd", "liblz4-dev": "lz4", "libzfp-dev": "zfp", "libmetis-dev": "metis",
    "libscotch-dev": "scotch", "libtrilinos-zoltan-dev": "zoltan",
    "libyaml-cpp-dev": "yaml-cpp", "libcli11-dev": "cli11", "libfmt-dev": "fmt", "libspdlog-dev": "spdlog",
    "nlohmann-json3-dev": "nlohmann-json", "libcairo2-dev": "cairo", "libpng-dev": "libpng", "libmuparser-dev": "muparser",
    "libxxhash-dev": "xxhash", "libssl-dev": "openssl", "libcapstone-dev": "capstone", "libcpp-httplib-dev": None, "fonts-dejavu-core": None,
    "python3": "python", "python3-numpy": "py-numpy", "python3-h5py": "py-h5py", "python3-matplotlib": "py-matplotlib",
}
DIRECTIVES = ("license", "version", "variant", "depends_on", "generator", "conflicts")


def packages(until="# for the tests"):
    lines = (SOURCE / "utils/packages").read_text().split(until)[0].splitlines()
    return [line for line in lines if line and not line.startswith("#")]


BUILDER = "spack_repo.builtin.build_systems.cmake"
IN_BUILDER = ("CMakePackage", "generator")       # since Spack 1.0


class Recipe:
    """What the recipe says to a Spack that only listens, of a version since 1.0 or, with `old`, before."""

    def __init__(self, old=False):
        self.said = []

        class CMakePackage:
            run_tests = False

            def define(self, name, value):
                return f"-D{name}={value}"

            def define_from_variant(self, name, variant):
                return self.define(name, f"<{variant}>")
        names = {name: lambda *words, name=name, **options: self.said.append((name, words, options)) for name in DIRECTIVES}
        names["CMakePackage"] = CMakePackage
        package, builder = types.ModuleType("spack.package"), types.ModuleType(BUILDER)
        for name, value in names.items():
            setattr(builder if name in IN_BUILDER and not old else package, name, value)
        parents = ["spack"] if old else ["spack", *(BUILDER.rsplit(".", n)[0] for n in (3, 2, 1))]
        modules = {**{name: types.ModuleType(name) for name in parents}, "spack.package": package, **({} if old else {BUILDER: builder})}
        with unittest.mock.patch.dict(sys.modules, modules):
            made = runpy.run_path(str(SOURCE / "utils/packaging/spack/packages/cardon/package.py"))
        self.arguments = made["Cardon"]().cmake_args()

    def words(self, directive):
        return [words[0] for name, words, _ in self.said if name == directive]


class Recipes(unittest.TestCase):
    def test_spack_names_all_that_the_build_needs(self):
        needed = {NAMES[name] for name in packages()} - {None}
        named = {re.split(r"[@: +]", word)[0] for word in Recipe().words("depends_on")}
        self.assertEqual(needed - named, set())

    def test_quickstart_can_draw_what_it_ran(self):
        text = (SOURCE / "flesh/python/pyproject.toml").read_text()
        needed = [name for list_ in re.findall(r"(?m)^(?:dependencies|plot) = \[(.*)\]$", text) for name in re.findall(r'"(\w+)"', list_)]
        self.assertIn("h5py", needed)
        self.assertEqual([name for name in needed if f"python3-{name}" not in packages()], [])

    def test_old_and_new_spack_read_the_same(self):
        self.assertEqual(Recipe().said, Recipe(old=True).said)

    def test_spack_sets_options_that_there_are(self):
        recipe = Recipe()
        options = "".join(path.read_text() for path in [SOURCE / "CMakeLists.txt", *(SOURCE / "utils/cmake").glob("*.cmake")])
        for argument in recipe.arguments:
            name, value = re.fullmatch(r"-D(\w+)=(.*)", argument).groups()
            self.assertTrue(name == "BUILD_TESTING" or re.search(rf"\b(set|option)\({name}\b", options), name)
            if value.startswith("<"):
                self.assertIn(value[1:-1], recipe.words("variant"))
        used = {word for _, _, given in recipe.said for word in re.findall(r"[+~](\w+)", str(given.get("when", "")))}
        self.assertLessEqual(used, set(recipe.words("variant")))

    def test_the_container_has_what_the_package_asks_for(self):
        text = (SOURCE / "utils/packaging/Containerfile").read_text()
        lines = re.sub(r"\\\n", " ", text).splitlines()
        steps = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
        self.assertEqual([step for step, _ in steps], ["FROM", "COPY", "RUN", "ENV", "WORKDIR", "ENTRYPOINT"])
        self.assertIn("build-package/cardon_*.deb", steps[1][1])
        self.assertIn("folder='build-package'", (SOURCE / "utils/package").read_text())
        subprocess.run(["bash", "-n", "-c", steps[2][1]], check=True)
        installed = re.search(r"apt-get install (.*?) &&", steps[2][1])[1].split()
        wanted = [word for word in installed if not word.startswith(("-", "/"))]
        self.assertLessEqual(set(wanted), set(packages("no such line")))
        recommended = re.search(r'_RECOMMENDS "(.*)"', (SOURCE / "utils/cmake/CardonPackage.cmake").read_text())[1]
        self.assertEqual(set(recommended.split(", ")) - set(wanted), set(), "--no-install-recommends leaves them out")

    def test_job_scripts(self):
        for name in ("slurm.sh", "pbs.sh"):
            file = SOURCE / "configs/jobs" / name
            subprocess.run(["bash", "-n", file], check=True)
            self.assertRegex(file.read_text(), r"(?m)^#(SBATCH|PBS) ")
            self.assertIn("75", file.read_text(), "a run that stopped in time is continued")


if __name__ == "__main__":
    unittest.main()
