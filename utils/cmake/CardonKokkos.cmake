# SPDX-License-Identifier: Apache-2.0
# Defines Cardon::kokkos. Debian's Kokkos (3.4, inside Trilinos) exports a target whose include folder does not exist;
# its variables are right, so the target is rebuilt from them. A healthy Kokkos is used as it is.
find_package(Kokkos REQUIRED)
if(NOT TARGET Cardon::kokkos)
  add_library(Cardon::kokkos INTERFACE IMPORTED)
  set(_healthy FALSE)
  if(TARGET Kokkos::kokkos AND NOT Kokkos_INCLUDE_DIRS)
    set(_healthy TRUE)
  endif()
  if(_healthy)
    target_link_libraries(Cardon::kokkos INTERFACE Kokkos::kokkos)
  else()
    target_include_directories(Cardon::kokkos SYSTEM INTERFACE ${Kokkos_INCLUDE_DIRS})
    find_library(CARDON_KOKKOS_CORE NAMES trilinos_kokkoscore kokkoscore REQUIRED)
    target_link_libraries(Cardon::kokkos INTERFACE ${CARDON_KOKKOS_CORE} dl)
  endif()
endif()
