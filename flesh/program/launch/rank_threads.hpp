// SPDX-License-Identifier: Apache-2.0
// Ranks as threads of this process: `cardon run FILE --ranks N`.
#pragma once
#include <cardon/services/rank_threads.hpp>
#include <cardon/services/transport.hpp>
#include <exception>
#include <functional>
#include <memory>

#include "registry/opened_thorns.hpp"
#include "registry/service_catalogue.hpp"
#include "startup/input_options.hpp"

namespace cardon {

/// More ranks than that are refused where the command line is read.
inline constexpr int max_rank_threads = 1024;

/// What one of the ranks has thrown.
struct RankFailure {
  int rank = 0;
  std::exception_ptr thrown;
  /// Some ranks did not come to an end: the process has to, without destroying what they use.
  bool others_run = false;
};

/// `work` as each of `ranks` ranks, on a thread of its own; the first exit code other than 0, in
/// the order of ranks. What a rank throws ends all of them, and leaves as RankFailure of the lowest
/// rank that did not merely end with others. `work` and what it holds are kept as long as a thread
/// runs. Throws std::system_error where the system refuses a thread.
int run_ranks(int ranks, const std::shared_ptr<RankThreads>& team,
              std::function<int(const std::shared_ptr<Transport>&)> work);

/// What joins the ranks. Throws Error run/rank-threads if no thorn offers it, or if Kokkos was
/// built for an execution space that several threads cannot use at once; AgreedError cli/usage
/// under a launcher of several processes. `opened`: thorns that this process has opened.
std::shared_ptr<RankThreads> rank_threads(const InputOptions& options, OpenedThorns& opened);
/// The same from a catalogue, in a process that nobody launched as one of several.
std::shared_ptr<RankThreads> rank_threads(const ServiceCatalogue& catalogue);
/// Whether that works here.
bool can_join_ranks(const ServiceCatalogue& catalogue);
/// Whether several threads of this process can compute at once.
bool threads_compute();

}  // namespace cardon
