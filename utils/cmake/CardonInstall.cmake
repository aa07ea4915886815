# SPDX-License-Identifier: Apache-2.0
# `cmake --install`: program, library, thorns (by cardon_thorn), headers, texts, and what find_package(Cardon) needs.
include(CMakePackageConfigHelpers)
set(CARDON_CMAKE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/Cardon)

install(TARGETS cardon cardon_pictures cardon_cli cardon_flags EXPORT CardonTargets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT CardonTargets NAMESPACE Cardon:: DESTINATION ${CARDON_CMAKE_FOLDER})
install(DIRECTORY flesh/include/cardon DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY flesh/doc flesh/templates parfiles configs/machines DESTINATION ${CMAKE_INSTALL_DATADIR}/cardon)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/cardon)

configure_package_config_file(utils/cmake/CardonConfig.cmake.in ${PROJECT_BINARY_DIR}/CardonConfig.cmake
                              INSTALL_DESTINATION ${CARDON_CMAKE_FOLDER})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/CardonConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/CardonConfig.cmake ${PROJECT_BINARY_DIR}/CardonConfigVersion.cmake
              utils/cmake/CardonKokkos.cmake utils/cmake/CardonLanguages.cmake utils/cmake/CardonThorn.cmake
              utils/cmake/CardonRunTest.cmake
        DESTINATION ${CARDON_CMAKE_FOLDER})
install(DIRECTORY flesh/src/fortran DESTINATION ${CARDON_CMAKE_FOLDER})
