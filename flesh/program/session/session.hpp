// SPDX-License-Identifier: Apache-2.0
// The process as part of a run: its rank, its transport, its execution space.
#pragma once
#include <cardon/services/transport.hpp>
#include <cardon/thorn/error.hpp>
#include <functional>
#include <memory>

#include "base/denormal_mode.hpp"
#include "registry/service_catalogue.hpp"

namespace cardon {

/// Whether a parallel launcher started this process: it then finds its rank in the environment
/// (PMIx or PMI).
bool is_launched();
/// The rank a launcher gave this process; 0 when started alone.
int launch_rank();
/// How many processes a launcher says that it has started; 1: none did, or it does not say.
int launch_size();

/// Whether a person sees what goes to standard output. Open MPI gives ranks a terminal of its own,
/// so under a launcher the launcher's output counts where it can be seen (on the same machine).
bool stdout_is_terminal();

/// The service of Transport for the way the process was started: the standard one alone, else the
/// one for launched processes. Throws Error registry/no-such-service.
const ServiceCatalogue::Entry& transport_entry(const ServiceCatalogue& catalogue);
std::shared_ptr<Transport> make_transport(const ServiceCatalogue& catalogue);
/// What all ranks of a transport have thrown alike, so that rank 0 speaks for all. Other errors in
/// the input are alike only if all processes were given the same.
class AgreedError : public Error {
 public:
  explicit AgreedError(const Error& error) : Error(error) {}
};

/// Does `work`; what all ranks throw alike leaves as AgreedError. If it throws what other ranks may
/// not know of, this rank leaves alone: ending the transport in good order would wait for ranks
/// that wait for this one, so it is kept to the end of the process; the launcher then ends the
/// others. `transport` is what `work` left there.
int with_transport(const std::shared_ptr<Transport>& transport, const std::function<int()>& work);

/// Starts Kokkos if nobody has, and stops it again. While it lives, denormals are flushed in this
/// thread and in those that it or Kokkos starts.
class ExecutionSpace {
 public:
  ExecutionSpace();
  ~ExecutionSpace();
  ExecutionSpace(const ExecutionSpace&) = delete;
  ExecutionSpace& operator=(const ExecutionSpace&) = delete;

 private:
  DenormalMode denormals_{DenormalMode::Treatment::flush};  // before threads of Kokkos
  bool mine_;
};

}  // namespace cardon
