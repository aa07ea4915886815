// SPDX-License-Identifier: Apache-2.0
#include "mpi_start.hpp"

#include <mpi.h>

#include <cardon/thorn/error.hpp>
#include <cstdlib>
#include <string>

namespace cardon {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw Error(Problem{.slug = "balancer/mpi",
                      .message = "the balancer zoltan needs MPI, which " + why,
                      .help = "start the run with mpirun, or choose another balancer"},
              exit_environment);
}

void end_mpi() {
  int ended = 0;
  MPI_Finalized(&ended);
  if (ended == 0) MPI_Finalize();
}

}  // namespace

void ensure_mpi() {
  int started = 0, ended = 0, provided = 0;
  MPI_Finalized(&ended);
  if (ended != 0) refuse("has already been finalized");
  MPI_Initialized(&started);
  if (started != 0) return;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS)
    refuse("cannot be started");
  std::atexit(end_mpi);
}

}  // namespace cardon
