// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <cardon/balancing/partitioner.hpp>
#include <span>
#include <vector>

namespace cardon {

/// What counts as the weight of an edge between blocks.
enum class EdgeMeasure { messages, bytes };

/// The graph of these blocks, which become vertices 0, 1, ... in the order given: the weight of an
/// edge is what both blocks send each other per step, that of a vertex its work. Blocks that are
/// not among them are left out. Throws Bug if a block is given twice.
WeightedGraph block_graph(const BalanceProblem& problem, std::span<const int> blocks,
                          EdgeMeasure measure);

}  // namespace cardon
