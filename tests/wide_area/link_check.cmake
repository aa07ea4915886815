# SPDX-License-Identifier: Apache-2.0
# link_check measures the link between two sites, emulated or real; emulated_messages examines what emulated links
# carry. Both hold the sources of the two transports.
set(transports ${PROJECT_SOURCE_DIR}/thorns/TransportEmulated ${PROJECT_SOURCE_DIR}/thorns/TransportMPI)
set(sources)
foreach(folder ${transports})
  file(GLOB found CONFIGURE_DEPENDS ${folder}/*.cpp)
  list(REMOVE_ITEM found ${folder}/thorn.cpp)
  list(APPEND sources ${found})
endforeach()
add_library(wide_area_transports STATIC ${sources})
target_include_directories(wide_area_transports PUBLIC ${transports})
target_compile_definitions(wide_area_transports PUBLIC OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
target_link_libraries(wide_area_transports PUBLIC Cardon::cardon MPI::MPI_C PRIVATE cardon_warnings)
cardon_compile_together(wide_area_transports)

add_executable(link_check link_check.cpp link_measures.cpp)
target_link_libraries(link_check PRIVATE wide_area_transports cardon_warnings cardon_tests CLI11::CLI11 nlohmann_json::nlohmann_json)
add_executable(emulated_messages emulated_messages.cpp)
target_link_libraries(emulated_messages PRIVATE wide_area_transports cardon_warnings)

function(emulated_test name ranks)
  add_test(NAME wide-area/${name} COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${ARGN})
  set(environment OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
                  OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1)
  set_tests_properties(wide-area/${name} PROPERTIES LABELS mpi TIMEOUT 120 PROCESSORS 3 ENVIRONMENT "${environment}")
endfunction()

emulated_test(emulated-messages 4 $<TARGET_FILE:emulated_messages>)
emulated_test(emulated-link 4 $<TARGET_FILE:link_check> --sites 2,2 --emulate --check --repetitions 2)
