# SPDX-License-Identifier: Apache-2.0
# cardon_build_info(TEMPLATE RESULT) writes what `cardon info` tells of the build.
function(cardon_build_info template result)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  set(flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} -ffp-contract=off")
  if(CARDON_NATIVE)
    string(APPEND flags " -march=native")
  endif()
  string(STRIP "${flags}" CARDON_FLAGS_TEXT)
  string(REPLACE ";" "+" devices "${Kokkos_DEVICES}")
  set(CARDON_LIBRARIES_TEXT
      "Kokkos ${Kokkos_VERSION} (${devices})" "MPI ${MPI_C_VERSION}" "HDF5 ${HDF5_VERSION}" "yaml-cpp ${yaml-cpp_VERSION}"
      "muParser ${muparser_VERSION}" "fmt ${fmt_VERSION}" "spdlog ${spdlog_VERSION}" "CLI11 ${CLI11_VERSION}"
      "nlohmann-json ${nlohmann_json_VERSION}" "cairo ${CAIRO_VERSION}" "xxHash ${XXHASH_VERSION}"
      "zlib ${ZLIB_VERSION_STRING}" "zstd ${ZSTD_VERSION}" "lz4 ${LZ4_VERSION}" "zfp ${zfp_VERSION}")
  find_package(Git QUIET)
  set(CARDON_REVISION "unknown")
  if(GIT_FOUND)
    execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --tags WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                    OUTPUT_VARIABLE described RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT failed)
      set(CARDON_REVISION ${described})
    endif()
  endif()
  configure_file(${template} ${result} @ONLY)
endfunction()
