# SPDX-License-Identifier: Apache-2.0
# cardon_build_info(TEMPLATE RESULT REVISION) writes what `cardon info` tells of the build: RESULT now, from the template, and the
# source file REVISION, with the commit, at every build.
set(CARDON_REVISION_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/CardonRevision.cmake)

function(cardon_build_info template result revision)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  set(flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} -ffp-contract=off ${CARDON_ARCH_FLAG}")
  string(STRIP "${flags}" CARDON_FLAGS_TEXT)
  string(REPLACE ";" "+" devices "${Kokkos_DEVICES}")
  set(CARDON_LIBRARIES_TEXT
      "Kokkos ${Kokkos_VERSION} (${devices})" "MPI ${MPI_C_VERSION}" "HDF5 ${HDF5_VERSION}" "yaml-cpp ${yaml-cpp_VERSION}"
      "muParser ${muparser_VERSION}" "fmt ${fmt_VERSION}" "spdlog ${spdlog_VERSION}" "CLI11 ${CLI11_VERSION}"
      "nlohmann-json ${nlohmann_json_VERSION}" "cairo ${CAIRO_VERSION}" "xxHash ${XXHASH_VERSION}" "OpenSSL ${OPENSSL_VERSION}"
      "zlib ${ZLIB_VERSION_STRING}" "zstd ${ZSTD_VERSION}" "lz4 ${LZ4_VERSION}" "zfp ${zfp_VERSION}")
  configure_file(${template} ${result} @ONLY)
  find_package(Git QUIET)
  add_custom_target(cardon_revision BYPRODUCTS ${revision} VERBATIM
                    COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D RESULT=${revision} -D GIT=${GIT_EXECUTABLE} -P
                            ${CARDON_REVISION_SCRIPT} COMMENT "Looking at the commit")
endfunction()
