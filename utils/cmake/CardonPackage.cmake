# SPDX-License-Identifier: Apache-2.0
# Packages by CPack; utils/package makes the one for Debian, with code for three generations of processors.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME cardon)
set(CPACK_PACKAGE_VENDOR "The Cardon developers")
set(CPACK_PACKAGE_CONTACT "The Cardon developers" CACHE STRING "Name and address of whoever answers for the package")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "component framework for stencil PDE codes")
set(CPACK_PACKAGE_DESCRIPTION_FILE ${PROJECT_SOURCE_DIR}/utils/packaging/description)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# Libraries by what the programs were linked with; the package's own are found in the build folder.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)
# Pictures need the font, which no library names.
set(CPACK_DEBIAN_PACKAGE_DEPENDS fonts-dejavu-core)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "openmpi-bin, python3-h5py, python3-matplotlib, python3-numpy")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, g++, gfortran, libtrilinos-kokkos-dev, pkg-config, ffmpeg, paraview, python3-skimage, python3-xarray")
include(CPack)
