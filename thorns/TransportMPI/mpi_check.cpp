// SPDX-License-Identifier: Apache-2.0
#include "mpi_check.hpp"

#include <mpi.h>

#include <cardon/thorn/error.hpp>
#include <string>

namespace cardon {

void check_mpi(int code, const char* what) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  Problem problem;
  problem.slug = "transport/mpi";
  problem.message = std::string("MPI could not ") + what;
  problem.notes = {std::string("MPI says: ") + std::string(text, std::size_t(length))};
  problem.help = "look for a rank that stopped or a network that failed, then start again";
  throw Error(problem, exit_environment);
}

}  // namespace cardon
