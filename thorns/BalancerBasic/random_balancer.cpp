// SPDX-License-Identifier: Apache-2.0
#include "random_balancer.hpp"

#include <cardon/kit/balance/placement.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/random_stream.hpp>

#include "basic_parameters.hpp"

namespace cardon {

void RandomBalancer::open(const BalancerSetup& setup) {
  share_ = basic::share.default_value();
  if (setup.parameters != nullptr) share_ = setup.parameters->get(basic::section, basic::share);
  seed_ = setup.seed;
}

std::vector<BlockMove> RandomBalancer::plan(const BalanceProblem& problem) {
  const RandomStream random(seed_, "BalancerBasic::random", calls_++);
  const std::vector<int> ranks = available_ranks(problem);
  std::vector<BlockMove> moves;
  for (std::size_t b = 0; b < problem.blocks.size(); ++b) {
    const BlockLoad& block = problem.blocks[b];
    const bool leaves = !problem.ranks[std::size_t(block.rank)].available;
    const std::size_t others = ranks.size() - (leaves ? 0 : 1);
    if (!block.movable || ranks.empty() || others == 0) continue;
    if (!leaves && random.uniform(int(b), 0, 0, 0) >= share_) continue;
    auto to = std::size_t(random.uniform(int(b), 0, 0, 1) * double(others));
    // The place of its own rank, which is left out, is taken by the last one.
    if (ranks[to] == block.rank) to = ranks.size() - 1;
    moves.push_back({int(b), ranks[to]});
  }
  return moves;
}

}  // namespace cardon
