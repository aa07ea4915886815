// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// Throws Error (transport/mpi, exit_environment) if `code`, which an MPI function returned, is an
/// error. `what` completes "MPI could not ...".
void check_mpi(int code, const char* what);

}  // namespace cardon
