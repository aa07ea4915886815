# SPDX-License-Identifier: Apache-2.0
# Build options and the compile flags that every part of Cardon, and every thorn, shares.
set(CARDON_ARCH native CACHE STRING "Processor to compile for, as -march says it: native, x86-64-v3, ...; empty: the compiler's default")
option(CARDON_TOGETHER "Compile the sources of rooms, services and unit tests in groups: a full build is quicker" ON)
option(CARDON_WERROR "Treat compiler warnings as errors" OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()
# CMake's RelWithDebInfo means -O2, which does not vectorise stencils with g++ 12: a factor of two.
foreach(language C CXX Fortran)
  set(CMAKE_${language}_FLAGS_RELWITHDEBINFO "-O3 -g -DNDEBUG" CACHE STRING "" FORCE)
  set(CMAKE_${language}_FLAGS_RELEASE "-O3 -DNDEBUG" CACHE STRING "" FORCE)
endforeach()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

add_library(cardon_flags INTERFACE)
add_library(Cardon::flags ALIAS cardon_flags)
set_target_properties(cardon_flags PROPERTIES EXPORT_NAME flags)
target_compile_features(cardon_flags INTERFACE cxx_std_20)
# g++ takes 7 to 15 % less time where it need not look for free memory below 1 GB: a source takes up to a third more.
add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=524288>)
# Contraction would let vector length and block shape change bits. A thorn built against an installed Cardon is compiled for
# the processor that its own project asks for, see CardonConfig.cmake.in.
if(CARDON_ARCH)
  set(CARDON_ARCH_FLAG -march=${CARDON_ARCH})
endif()
target_compile_options(cardon_flags INTERFACE -ffp-contract=off $<BUILD_INTERFACE:${CARDON_ARCH_FLAG}>)
# Debug builds check every access of a task against its declaration ("honest stencils").
# Thorns of other projects follow the Cardon that they are built against, whatever their own kind of build, unless that has
# several kinds of build in one folder.
set(CARDON_CHECKS_ACCESS $<STREQUAL:${CMAKE_BUILD_TYPE},Debug>)
if(CMAKE_CONFIGURATION_TYPES)
  set(CARDON_CHECKS_ACCESS $<CONFIG:Debug>)
endif()
target_compile_definitions(cardon_flags INTERFACE $<${CARDON_CHECKS_ACCESS}:CARDON_CHECK_ACCESS=1>)

# What runs once per run or per output, and unit tests: the build shall be quick. Bits do not depend on it.
add_library(cardon_cold INTERFACE)
target_compile_options(cardon_cold INTERFACE $<$<CONFIG:Release>:-O1>)
add_library(cardon_tests INTERFACE)
target_compile_options(cardon_tests INTERFACE $<$<CONFIG:Release>:-O0>)
# Unit tests that compute for longer than it takes to compile them better.
add_library(cardon_long_tests INTERFACE)
target_compile_options(cardon_long_tests INTERFACE $<$<CONFIG:Release>:-O1>)

# In flesh/ and thorns/, the sources of each target are compiled together; others ask for it here. Sources of a target must then
# not define the same names, not even in anonymous namespaces.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 32)
function(cardon_compile_together)
  set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ${CARDON_TOGETHER})
endfunction()

# cardon_unit_test(TARGET NAME): one test for a whole GoogleTest program; a process for each case costs more than most cases.
# Five of the places of which utils/test counts nineteen, and before tests that wait. More arguments are labels, such as "long" for
# a test of which CARDON_LONG_TESTS chooses the long version.
function(cardon_unit_test target name)
  add_test(NAME ${name} COMMAND ${target})  # names each case as it starts, for one that crashes
  get_target_property(libraries ${target} LINK_LIBRARIES)
  if(cardon_tests IN_LIST libraries)
    cardon_parse_once(tests ${target})
  endif()
  math(EXPR timeout "600 * ${CARDON_SLOWER}")
  set(labels unit ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT ${timeout} PROCESSORS 5 COST 1)
endfunction()

# Of tests that mpirun starts: as root, and with more ranks than cores. PRTE is the launcher of Open MPI 5.
set(CARDON_LAUNCH_ENVIRONMENT OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
    PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe)

include(CardonSanitize)

add_library(cardon_warnings INTERFACE)
# g++ 12 warns falsely inside its own std::string (GCC bug 105651 and, for temporaries in throw expressions, 105562).
# Designated initialisers leave the other members to their defaults on purpose.
target_compile_options(cardon_warnings INTERFACE -Wall -Wextra $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict> -Wno-maybe-uninitialized
                       $<$<COMPILE_LANGUAGE:CXX>:-Wno-missing-field-initializers> $<$<BOOL:${CARDON_WERROR}>:-Werror>)
