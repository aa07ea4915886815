# SPDX-License-Identifier: Apache-2.0
# cardon_thorn(NAME SOURCES a.cpp ... [LIBRARIES target ...] [TESTS test_a.cpp b.yaml ...] [SERVICE]
#              [LAZY_SOURCES b.cpp ... [LAZY_LIBRARIES target ...]])
# builds one loadable thorn. Sources are C++, or C or Fortran alone, or a mixture. SERVICE marks a service thorn, which every
# run may use without naming it. Tests: the .cpp files become one GoogleTest program that holds the thorn's sources too; each
# .yaml file is run and must end with exit code 0. LAZY_SOURCES implement what the thorn declares by provide_lazily(): they are a
# module of their own, which is loaded with LAZY_LIBRARIES when one of these services is used.
set(CARDON_THORN_FOLDER ${CMAKE_CURRENT_LIST_DIR})
include(${CMAKE_CURRENT_LIST_DIR}/CardonLanguages.cmake)

function(cardon_thorn name)
  # The name becomes part of names of functions.
  if(NOT name MATCHES "^[A-Za-z][A-Za-z0-9_]*$")
    message(FATAL_ERROR "cardon_thorn(${name}): the name of a thorn is a letter, then letters, digits and _")
  endif()
  cmake_parse_arguments(THORN "SERVICE" "" "SOURCES;LIBRARIES;TESTS;LAZY_SOURCES;LAZY_LIBRARIES" ${ARGN})
  if(NOT THORN_SOURCES OR THORN_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "cardon_thorn(${name}): give SOURCES; not understood: '${THORN_UNPARSED_ARGUMENTS}'")
  endif()
  cardon_thorn_languages(${name} "${THORN_SOURCES}" entry fortran)
  if(entry STREQUAL "left out")
    return()
  endif()
  set(folder cardon/thorns)
  if(THORN_SERVICE)
    set(folder cardon/services)
  endif()
  cardon_thorn_module(${name} ${name} ${folder} "${THORN_SOURCES};${entry}" "${fortran};${THORN_LIBRARIES}")
  if(THORN_LAZY_SOURCES)
    cardon_thorn_module(${name}_lazy ${name}.lazy ${folder} "${THORN_LAZY_SOURCES}" "${THORN_LAZY_LIBRARIES}")
    add_dependencies(${name} ${name}_lazy)
  endif()
  cardon_thorn_tests(${name} "${fortran};${THORN_LIBRARIES};${THORN_LAZY_LIBRARIES}" "${THORN_TESTS}")
endfunction()

function(cardon_thorn_module target file folder sources libraries)
  add_library(${target} MODULE ${sources})
  cardon_thorn_code(${target})
  target_link_libraries(${target} PRIVATE ${libraries})
  set_target_properties(${target} PROPERTIES PREFIX "" SUFFIX .so OUTPUT_NAME ${file}
    INSTALL_RPATH "$ORIGIN/../.." LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib/${folder}")
  if(TARGET cardon_warnings)
    target_link_libraries(${target} PRIVATE cardon_warnings)
    set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON)
    string(REGEX REPLACE ".*/" "" kind ${folder})
    cardon_parse_once(${kind} ${target})
    install(TARGETS ${target} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/${folder}" COMPONENT libraries)
    set_property(GLOBAL APPEND PROPERTY cardon_installed_thorns ${target})
    # Every start loads all services: two parts of a file are mapped in place of four.
    if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
      target_link_options(${target} PRIVATE LINKER:-z,noseparate-code)
    endif()
  endif()
  cardon_thorn_flags(${target})
endfunction()

# How thorns are compiled.
function(cardon_thorn_code target)
  target_link_libraries(${target} PRIVATE Cardon::cardon)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden C_VISIBILITY_PRESET hidden
                        C_STANDARD 11 VISIBILITY_INLINES_HIDDEN ON)
  # g++ gives up unrolling a loop over six components at 200 instructions, and with it vectorising the loop over points.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=max-completely-peeled-insns=400>)
endfunction()

# Flags such as -ffast-math would have ranks and ghost zones change bits. A thorn of another project carries its flags, for
# provenance.json, and is refused when it is loaded; those of Cardon itself are checked here, when all options are known.
function(cardon_thorn_flags name)
  if(TARGET cardon_warnings)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL cardon_check_exact [[${name}]])")
  else()
    set(records $<OR:$<COMPILE_LANG_AND_ID:C,GNU,Clang>,$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>,$<COMPILE_LANG_AND_ID:Fortran,GNU>>)
    target_compile_options(${name} PRIVATE $<${records}:-frecord-gcc-switches>)
  endif()
endfunction()

function(cardon_check_exact name)
  get_target_property(options ${name} COMPILE_OPTIONS)
  get_target_property(flags ${name} COMPILE_FLAGS)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" kind)
  foreach(language C CXX Fortran)
    string(APPEND options " ${CMAKE_${language}_FLAGS} ${CMAKE_${language}_FLAGS_${kind}}")
  endforeach()
  set(inexact "fast-math|unsafe-math-optimizations|associative-math|reciprocal-math|finite-math-only|fp-contract=fast")
  if("${options} ${flags}" MATCHES "-Ofast|-f(${inexact})")
    message(FATAL_ERROR "thorn ${name} is compiled with ${CMAKE_MATCH_0}: another number of ranks, blocks or ghost zones "
                        "would change its results")
  endif()
endfunction()

function(cardon_thorn_tests name libraries tests)
  if(NOT tests OR NOT BUILD_TESTING)
    return()
  endif()
  set(programs ${tests})
  list(FILTER programs INCLUDE REGEX "\\.cpp$")
  if(programs)
    find_package(GTest REQUIRED)
    include(GoogleTest)
    # The sources are compiled once.
    set(objects $<TARGET_OBJECTS:${name}>)
    if(TARGET ${name}_lazy)
      list(APPEND objects $<TARGET_OBJECTS:${name}_lazy>)
    endif()
    add_executable(test_${name} ${programs} ${objects})
    target_include_directories(test_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(test_${name} PRIVATE Cardon::cardon ${libraries} GTest::gtest GTest::gtest_main)
    if(TARGET cardon_tests)
      target_link_libraries(test_${name} PRIVATE cardon_tests)
      target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/flesh/tests)
    endif()
    if(COMMAND cardon_unit_test)
      cardon_unit_test(test_${name} ${name}/unit)
    else()
      gtest_discover_tests(test_${name} TEST_PREFIX "${name}/" PROPERTIES LABELS unit DISCOVERY_TIMEOUT 60)
    endif()
  endif()
  list(FILTER tests INCLUDE REGEX "\\.yaml$")
  foreach(file ${tests})
    get_filename_component(case ${file} NAME_WE)
    add_test(NAME ${name}/${case}
             COMMAND ${CMAKE_COMMAND} -D CARDON=$<TARGET_FILE:Cardon::program> -D THORNS=${CMAKE_BINARY_DIR}
                     -D FILE=${CMAKE_CURRENT_SOURCE_DIR}/${file} -D OUT=${CMAKE_CURRENT_BINARY_DIR}/runs/${case}
                     -P ${CARDON_THORN_FOLDER}/CardonRunTest.cmake)
    set_tests_properties(${name}/${case} PROPERTIES LABELS parfiles TIMEOUT 120)
  endforeach()
endfunction()
