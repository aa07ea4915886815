// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// Starts MPI for this process alone unless it runs, and ends it with the process. Throws Error
/// balancer/mpi where it cannot be started or has ended.
void ensure_mpi();

}  // namespace cardon
