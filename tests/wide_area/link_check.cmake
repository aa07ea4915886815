# SPDX-License-Identifier: Apache-2.0
# link_check measures the link between two sites, emulated or real; emulated_messages examines what emulated links
# carry. Both hold the objects of the two transports.
add_library(wide_area_transports INTERFACE)
target_sources(wide_area_transports INTERFACE $<TARGET_OBJECTS:TransportEmulated> $<TARGET_OBJECTS:TransportMPI_lazy>)
target_include_directories(wide_area_transports INTERFACE ${PROJECT_SOURCE_DIR}/thorns/TransportEmulated
                                                          ${PROJECT_SOURCE_DIR}/thorns/TransportMPI)
target_compile_definitions(wide_area_transports INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
target_link_libraries(wide_area_transports INTERFACE Cardon::cardon MPI::MPI_C)

add_executable(link_check link_check.cpp link_measures.cpp)
target_link_libraries(link_check PRIVATE wide_area_transports cardon_warnings cardon_tests CLI11::CLI11 nlohmann_json::nlohmann_json)
add_executable(emulated_messages emulated_messages.cpp)
target_link_libraries(emulated_messages PRIVATE wide_area_transports cardon_warnings cardon_tests)

function(emulated_test name ranks)
  add_test(NAME wide-area/${name} COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${ARGN})
  set(environment OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
                  OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1)
  set_tests_properties(wide-area/${name} PROPERTIES LABELS mpi TIMEOUT 120 PROCESSORS 5 COST 15 ENVIRONMENT "${environment}")
endfunction()

emulated_test(emulated-messages 4 $<TARGET_FILE:emulated_messages>)
emulated_test(emulated-link 4 $<TARGET_FILE:link_check> --sites 2,2 --emulate --check --repetitions 2)
