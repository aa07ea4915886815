# SPDX-License-Identifier: Apache-2.0
# Headers that most targets of a kind include are parsed once for all of them, where sources are compiled together. Kernels are
# the same as without. A precompiled header holds for one set of flags only, so a target of a kind that has options of its own
# parses by itself, and so does a source. A header that few of a kind include costs the others time: json.hpp, chrono and random
# cost a unit test that uses none of them 0.5 s of 4.
set(CARDON_PARSE_ONCE ${CARDON_TOGETHER})
set(headers_launcher)
set(headers_ccache)
file(REAL_PATH ${CMAKE_CXX_COMPILER} compiler)
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "(^|/)ccache$")
  set(headers_ccache ${CMAKE_CXX_COMPILER_LAUNCHER})
elseif(compiler MATCHES "/ccache$" AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(headers_ccache ${compiler})  # It is called by the compiler's name, as in /usr/lib/ccache.
endif()
if(headers_ccache)
  # ccache sees what a precompiled header was made from, but not the macros that it defines, and must be told that this is right.
  execute_process(COMMAND ${headers_ccache} --get-config sloppiness OUTPUT_VARIABLE sloppiness
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  string(JOIN "," sloppiness ${sloppiness} pch_defines time_macros)
  set(headers_launcher env CCACHE_SLOPPINESS=${sloppiness} ${CMAKE_CXX_COMPILER_LAUNCHER})
elseif(CMAKE_CXX_COMPILER_LAUNCHER)
  set(CARDON_PARSE_ONCE OFF)  # Nothing is known of it.
endif()

# cardon_headers(KIND [LIBRARIES target ...] HEADERS name ...): a kind of targets that link with LIBRARIES.
function(cardon_headers kind)
  cmake_parse_arguments(KIND "" "" "LIBRARIES;HEADERS" ${ARGN})
  set(source ${PROJECT_BINARY_DIR}/headers/${kind}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Owns the precompiled headers of this kind.\n")
  add_library(cardon_headers_${kind} OBJECT ${source})
  target_link_libraries(cardon_headers_${kind} PRIVATE cardon_flags cardon_warnings ${KIND_LIBRARIES})
  list(TRANSFORM KIND_HEADERS REPLACE "(.+)" "<\\1>")
  target_precompile_headers(cardon_headers_${kind} PRIVATE ${KIND_HEADERS})
  cardon_launch_with_headers(cardon_headers_${kind})
endfunction()

function(cardon_launch_with_headers target)
  if(headers_launcher)
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${headers_launcher}")
  endif()
endfunction()

# cardon_parse_once(KIND TARGET): TARGET is of this kind.
function(cardon_parse_once kind target)
  if(CARDON_PARSE_ONCE)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL cardon_use_headers [[${kind}]] [[${target}]])")
  endif()
endfunction()

# At the end of a folder, when all options of its targets are known.
function(cardon_use_headers kind target)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  if(cardon_cold IN_LIST libraries)
    set(kind cold_${kind})
  endif()
  get_target_property(sources ${target} SOURCES)
  if(sources MATCHES "\\.c(;|$)" OR NOT TARGET cardon_headers_${kind})
    return()
  endif()
  foreach(property COMPILE_OPTIONS CXX_VISIBILITY_PRESET VISIBILITY_INLINES_HIDDEN)
    get_property(own TARGET ${target} PROPERTY ${property})
    get_property(common TARGET cardon_headers_${kind} PROPERTY ${property})
    if(NOT "${own}" STREQUAL "${common}")
      return()
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES PRECOMPILE_HEADERS_REUSE_FROM cardon_headers_${kind})
  cardon_launch_with_headers(${target})
  foreach(source IN LISTS sources)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(options)
      set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
endfunction()

if(CARDON_PARSE_ONCE)
  cardon_headers(rooms LIBRARIES fmt::fmt HEADERS fmt/format.h algorithm functional)
  cardon_headers(cold_rooms LIBRARIES cardon_cold fmt::fmt nlohmann_json::nlohmann_json
                 HEADERS fmt/format.h fmt/ranges.h nlohmann/json.hpp algorithm filesystem functional map set)
  if(BUILD_TESTING)
    cardon_headers(tests LIBRARIES cardon_tests GTest::gmock
                   HEADERS gmock/gmock.h gtest/gtest.h algorithm filesystem fstream functional thread)
    # As code of programs is.
    set_target_properties(cardon_headers_tests PROPERTIES POSITION_INDEPENDENT_CODE OFF
                          COMPILE_FLAGS "${CMAKE_CXX_COMPILE_OPTIONS_PIE}")
  endif()
endif()

# After the flesh, whose headers these are.
function(cardon_thorn_headers)
  if(CARDON_PARSE_ONCE)
    cardon_headers(thorns HEADERS cardon/thorn.hpp)
    cardon_headers(services HEADERS cardon/service.hpp)
    cardon_headers(cold_services LIBRARIES cardon_cold HEADERS cardon/service.hpp filesystem)
    cardon_thorn_code(cardon_headers_thorns)
    cardon_thorn_code(cardon_headers_services)
    cardon_thorn_code(cardon_headers_cold_services)
  endif()
endfunction()
