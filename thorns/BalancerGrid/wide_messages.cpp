// SPDX-License-Identifier: Apache-2.0
#include "wide_messages.hpp"

namespace cardon {

std::vector<double> wide_messages(const BalanceProblem& problem, const std::vector<int>& sites,
                                  EdgeMeasure measure) {
  std::vector<double> wide(problem.blocks.size(), 0.0);
  for (const BlockEdge& edge : problem.edges)
    if (sites[std::size_t(edge.from)] != sites[std::size_t(edge.to)])
      wide[std::size_t(edge.from)] += measure == EdgeMeasure::messages ? edge.messages : edge.bytes;
  return wide;
}

}  // namespace cardon
