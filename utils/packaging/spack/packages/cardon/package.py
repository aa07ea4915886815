# SPDX-License-Identifier: Apache-2.0
"""Builds a source tree of Cardon: spack repo add utils/packaging/spack; spack dev-build cardon@main, in the tree."""
try:
    from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
except ImportError:                     # before Spack 1.0 they are in spack.package
    pass
from spack.package import *


class Cardon(CMakePackage):
    """Component framework for stencil PDE codes on spread, uneven machines. The thorn LivePage is left out: it needs cpp-httplib
    0.11, which the recipes of Spack do not have."""

    maintainers = []
    license("Apache-2.0")

    version("main")

    variant("fortran", default=True, description="Thorns in Fortran")
    variant("arch", default="native", description="Processor to compile for, as -march names it", multi=False,
            values=("native", "x86-64", "x86-64-v3", "x86-64-v4"))

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("kokkos@3.4:")
    depends_on("mpi@3:")
    depends_on("hwloc@2:")
    depends_on("hdf5@1.10: +mpi")
    depends_on("zlib-api")
    depends_on("zstd")
    depends_on("lz4")
    depends_on("zfp")
    depends_on("metis")
    depends_on("scotch@7:")
    depends_on("zoltan")
    depends_on("yaml-cpp@0.7:")
    depends_on("cli11@2.1:")
    depends_on("fmt@9:")
    depends_on("spdlog@1.10: +fmt_external")
    depends_on("nlohmann-json@3.11:")
    depends_on("cairo")
    depends_on("libpng")
    depends_on("muparser")
    depends_on("xxhash")
    depends_on("openssl")
    depends_on("capstone")
    # For cardon plot and other verbs in Python, and for the Python package.
    depends_on("python@3.9:", type="run")
    depends_on("py-numpy", type="run")
    depends_on("py-h5py", type="run")
    depends_on("py-matplotlib", type="run")

    generator("ninja")
    conflicts("%gcc@:11", msg="Cardon needs C++20")

    def cmake_args(self):
        return [
            self.define_from_variant("CARDON_ARCH", "arch"),
            self.define("BUILD_TESTING", self.run_tests),
        ]
