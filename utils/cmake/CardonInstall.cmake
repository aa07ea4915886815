# SPDX-License-Identifier: Apache-2.0
# `cmake --install`: program, library, thorns (by cardon_thorn), headers, texts, and what find_package(Cardon) needs.
include(CMakePackageConfigHelpers)
set(CARDON_CMAKE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/Cardon)

install(TARGETS cardon cardon_cli cardon_flags EXPORT CardonTargets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libraries NAMELINK_COMPONENT development)
install(TARGETS cardon_decoder cardon_digest cardon_pictures LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/cardon COMPONENT libraries)
# Builds what the component `libraries` installs: a further copy of them for other processors needs no program.
get_property(thorns GLOBAL PROPERTY cardon_installed_thorns)
add_custom_target(cardon_libraries)
add_dependencies(cardon_libraries cardon cardon_decoder cardon_digest cardon_pictures ${thorns})
install(EXPORT CardonTargets NAMESPACE Cardon:: DESTINATION ${CARDON_CMAKE_FOLDER})
install(DIRECTORY flesh/include/cardon DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY flesh/templates parfiles configs/machines DESTINATION ${CMAKE_INSTALL_DATADIR}/cardon)
install(FILES flesh/doc/errors.md DESTINATION ${CMAKE_INSTALL_DATADIR}/cardon/doc)
# Pages lie as in the sources, so that links between them hold.
install(FILES README.md CITATION.cff CONTRIBUTING.md CODE_OF_CONDUCT.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/cardon)
install(DIRECTORY flesh/doc DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/cardon/flesh PATTERN "*.py" EXCLUDE)
install(DIRECTORY thorns arrangements DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/cardon FILES_MATCHING PATTERN README.md
        PATTERN web EXCLUDE PATTERN model EXCLUDE PATTERN tests EXCLUDE)
# The Python package: beside the texts, for the program; where Python looks for packages, a link to it.
install(DIRECTORY flesh/python/ DESTINATION ${CMAKE_INSTALL_DATADIR}/cardon/python
        PATTERN __pycache__ EXCLUDE PATTERN "*.egg-info" EXCLUDE PATTERN build EXCLUDE)
set(CARDON_PYTHON_PACKAGES lib/python3/dist-packages CACHE STRING "Folder of Python packages, relative to the prefix")
install(CODE "
  set(folder \"\${CMAKE_INSTALL_PREFIX}/${CARDON_PYTHON_PACKAGES}\")
  file(RELATIVE_PATH package \"\${folder}\" \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/cardon/python/cardon\")
  file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${folder}\")
  file(CREATE_LINK \"\${package}\" \"\$ENV{DESTDIR}\${folder}/cardon\" SYMBOLIC)")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/cardon)
install(FILES utils/packaging/copyright CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/cardon)
install(DIRECTORY configs/jobs DESTINATION ${CMAKE_INSTALL_DATADIR}/cardon)

# Debian's zsh reads packages' files elsewhere than local ones.
set(zsh_folder zsh/site-functions)
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(zsh_folder zsh/vendor-completions)
endif()
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/man/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${PROJECT_BINARY_DIR}/share/completion/cardon DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${PROJECT_BINARY_DIR}/share/completion/_cardon DESTINATION ${CMAKE_INSTALL_DATADIR}/${zsh_folder})
install(FILES ${PROJECT_BINARY_DIR}/share/completion/cardon.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

configure_package_config_file(utils/cmake/CardonConfig.cmake.in ${PROJECT_BINARY_DIR}/CardonConfig.cmake
                              INSTALL_DESTINATION ${CARDON_CMAKE_FOLDER})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/CardonConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/CardonConfig.cmake ${PROJECT_BINARY_DIR}/CardonConfigVersion.cmake
              utils/cmake/CardonKokkos.cmake utils/cmake/CardonLanguages.cmake utils/cmake/CardonThorn.cmake
              utils/cmake/CardonRunTest.cmake
        DESTINATION ${CARDON_CMAKE_FOLDER})
install(DIRECTORY flesh/src/fortran DESTINATION ${CARDON_CMAKE_FOLDER})

# The same beside the build, for thorns of other projects while Cardon itself is being changed.
export(EXPORT CardonTargets NAMESPACE Cardon:: FILE ${PROJECT_BINARY_DIR}/CardonTargets.cmake)
foreach(file CardonKokkos CardonLanguages CardonThorn CardonRunTest)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/utils/cmake/${file}.cmake ${PROJECT_BINARY_DIR}/${file}.cmake SYMBOLIC)
endforeach()
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/flesh/src/fortran ${PROJECT_BINARY_DIR}/fortran SYMBOLIC)

# pkg-config, for thorns that are compiled without CMake.
file(RELATIVE_PATH CARDON_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" CARDON_PC_PREFIX "${CARDON_PC_PREFIX}")
get_target_property(kokkos_includes Cardon::kokkos INTERFACE_INCLUDE_DIRECTORIES)
if(NOT kokkos_includes)
  get_target_property(kokkos_includes Kokkos::kokkoscore INTERFACE_INCLUDE_DIRECTORIES)
endif()
foreach(folder IN LISTS kokkos_includes)
  get_filename_component(folder "${folder}" REALPATH)
  string(APPEND CARDON_PC_KOKKOS_INCLUDES " -isystem ${folder}")
endforeach()
if(CARDON_KOKKOS_CORE)
  set(CARDON_PC_KOKKOS_LIBRARIES " ${CARDON_KOKKOS_CORE}")
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(CARDON_PC_DEFINITIONS " -DCARDON_CHECK_ACCESS=1")
endif()
configure_file(utils/packaging/cardon.pc.in ${PROJECT_BINARY_DIR}/cardon.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cardon.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
