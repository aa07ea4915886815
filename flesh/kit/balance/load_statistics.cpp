// SPDX-License-Identifier: Apache-2.0
#include "balance/load_statistics.hpp"

#include <algorithm>
#include <cardon/kit/balance/placement_cost.hpp>
#include <cmath>
#include <numeric>
#include <vector>

namespace cardon {
namespace {

ValueRange range_of(const std::vector<double>& values) {
  if (values.empty()) return {};
  const auto [min, max] = std::minmax_element(values.begin(), values.end());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return {sum / double(values.size()), *min, *max};
}

// Central moments of the load, in units of the deviation.
void add_moments(const std::vector<double>& load, LoadStatistics& result) {
  double second = 0, third = 0, fourth = 0;
  for (const double seconds : load) {
    const double x = seconds - result.load.mean;
    second += x * x;
    third += x * x * x;
    fourth += x * x * x * x;
    if (x > 0) ++result.overloaded;
  }
  second /= result.ranks;
  result.deviation = std::sqrt(second);
  // Rounding alone makes no spread.
  if (result.deviation <= 1e-12 * result.load.mean) return;
  result.skewness = third / result.ranks / (second * result.deviation);
  result.kurtosis = fourth / result.ranks / (second * second);
}

void add_messages(const BalanceProblem& problem, LoadStatistics& result) {
  for (const BlockEdge& edge : problem.edges) {
    result.messages += edge.messages;
    result.bytes += edge.bytes;
    const int from = problem.blocks[std::size_t(edge.from)].rank;
    const int to = problem.blocks[std::size_t(edge.to)].rank;
    if (from == to) continue;
    const int a = problem.ranks[std::size_t(from)].site, b = problem.ranks[std::size_t(to)].site;
    const PairCost link = problem.link(a, b);
    result.rank_messages += edge.messages;
    result.rank_bytes += edge.bytes;
    result.message_seconds += edge.messages * (link.latency + 2 * problem.message_seconds);
    result.byte_seconds += edge.bytes * (link.seconds_per_byte + 2 * problem.packing_seconds);
    if (a == b) continue;
    result.site_messages += edge.messages;
    result.site_bytes += edge.bytes;
  }
  if (result.rank_messages > 0) result.message_seconds /= result.rank_messages;
  if (result.rank_bytes > 0) result.byte_seconds /= result.rank_bytes;
}

void add_blocks(const BalanceProblem& problem, LoadStatistics& result) {
  double speed = 0, bytes = 0;
  for (const RankLoad& rank : problem.ranks) speed += rank.speed / result.ranks;
  std::vector<double> seconds;
  for (const BlockLoad& block : problem.blocks) {
    seconds.push_back(block.work / speed);
    bytes += block.bytes;
  }
  const double blocks = double(problem.blocks.size());
  result.block = range_of(seconds);
  result.blocks_per_rank = blocks / result.ranks;
  if (blocks == 0) return;
  result.block_bytes = bytes / blocks;
  result.neighbours = double(problem.edges.size()) / blocks;
}

}  // namespace

LoadStatistics load_statistics(const BalanceProblem& problem) {
  LoadStatistics result;
  if (problem.ranks.empty()) return result;
  const Placement owners = placement_of(problem);
  std::vector<double> load = compute_seconds(problem, owners);
  result.ranks = double(load.size());
  result.load = range_of(load);
  add_moments(load, result);
  for (const RankLoad& rank : problem.ranks) result.background += rank.background / result.ranks;
  add_blocks(problem, result);
  add_messages(problem, result);
  result.step_seconds = PlacementCost(problem).seconds(owners);
  if (result.step_seconds <= 0) return result;
  for (double& seconds : load) seconds /= result.step_seconds;
  result.utilisation = range_of(load);
  return result;
}

}  // namespace cardon
