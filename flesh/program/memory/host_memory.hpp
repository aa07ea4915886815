// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <cardon/thorn/error.hpp>
#include <functional>
#include <vector>

#include "memory/rank_memory.hpp"

namespace cardon {

/// Compares what the ranks of each host are about to need with what there is. Collective. Returns
/// warnings (environment/memory-tight) of hosts where less is free, on all ranks. Throws Error
/// environment/memory, on all ranks, if the fields alone are more than the host, or the control
/// group of the ranks, can ever have: mostly the system would not refuse them, but end a rank
/// later, without a word.
std::vector<Problem> check_host_memory(const RankMemory& own, Transport& transport);

/// Whether every rank can have so many bytes more, different ones on different ranks. If not,
/// `problem` tells where. Collective; the same on all ranks.
bool has_room(double bytes, Transport& transport, Problem& problem);

/// Asks the same for a checkpoint of a run whose ranks need `own`; see
/// Simulation::open_checkpoints.
std::function<bool(Problem&)> checkpoint_room(const RankMemory& own, Transport& transport);

/// The same error, where memory was refused, with what the rank needs in all.
Error with_need(const Error& refused, const RankMemory& own);

}  // namespace cardon
