// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "cardon/services/transport.hpp"
#include "run/rank_memory.hpp"
#include "run/warnings.hpp"

namespace cardon {

/// Compares what the ranks of each host are about to need with what there is. Collective. Warns
/// (environment/memory-tight) where less is free. Throws Error environment/memory, on all ranks, if
/// the fields alone are more than the host, or the control group of the ranks, can ever have:
/// mostly the system would not refuse them, but end a rank later, without a word.
void check_host_memory(const RankMemory& own, Transport& transport, Warnings& warnings);

/// The same error, where memory was refused, with what the rank needs in all.
Error with_need(const Error& refused, const RankMemory& own);

}  // namespace cardon
