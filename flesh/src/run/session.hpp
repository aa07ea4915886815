// SPDX-License-Identifier: Apache-2.0
// The process as part of a run: its rank, its transport, its execution space.
#pragma once
#include <functional>
#include <memory>

#include "cardon/error.hpp"
#include "cardon/services/transport.hpp"
#include "registry/service_catalogue.hpp"

namespace cardon {

/// Whether a parallel launcher started this process: it then finds its rank in the environment
/// (PMIx or PMI).
bool is_launched();
/// The rank a launcher gave this process; 0 when started alone.
int launch_rank();

/// Whether a person sees what goes to standard output. Open MPI gives ranks a terminal of its own,
/// so under a launcher the launcher's output counts where it can be seen (on the same machine).
bool stdout_is_terminal();

/// The transport for the way the process was started: "self" alone, "mpi" under a launcher.
std::shared_ptr<Transport> make_transport(const ServiceCatalogue& catalogue);

/// Starts Kokkos if nobody has, and stops it again.
class ExecutionSpace {
 public:
  ExecutionSpace();
  ~ExecutionSpace();
  ExecutionSpace(const ExecutionSpace&) = delete;
  ExecutionSpace& operator=(const ExecutionSpace&) = delete;

 private:
  bool mine_;
};

}  // namespace cardon
