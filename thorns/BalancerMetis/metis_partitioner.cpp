// SPDX-License-Identifier: Apache-2.0
#include "metis_partitioner.hpp"

#include <fmt/format.h>
#include <metis.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace cardon {
namespace {

// At least 1 each: METIS takes a weight of 0 for nothing to balance.
std::vector<idx_t> integer_weights(const std::vector<double>& weights) {
  constexpr double largest = 1e6;
  const double max = weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  double scale = max > 0 ? largest / max : 0;
  if (sum > 0) scale = std::min(scale, double(std::numeric_limits<idx_t>::max()) / 4 / sum);
  std::vector<idx_t> integers;
  for (const double weight : weights)
    integers.push_back(std::max<idx_t>(1, idx_t(std::lround(weight * scale))));
  return integers;
}

std::vector<real_t> relative(const std::vector<double>& shares) {
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<real_t> result;
  for (const double share : shares) result.push_back(real_t(share / sum));
  return result;
}

[[noreturn]] void refuse(int code) {
  throw Error(
      Problem{.slug = "balancer/partitioner",
              .message = fmt::format("METIS could not divide the graph of blocks (code {})", code),
              .help = "choose another balancer"},
      exit_environment);
}

}  // namespace

std::vector<int> MetisPartitioner::partition(const WeightedGraph& graph,
                                             const PartitionRequest& request) const {
  idx_t vertices = graph.vertices(), constraints = 1, parts = idx_t(request.shares.size());
  std::vector<idx_t> part(std::size_t(vertices), 0);
  if (vertices == 0 || parts <= 1) return {part.begin(), part.end()};
  std::vector<idx_t> first(graph.first.begin(), graph.first.end());
  std::vector<idx_t> neighbours(graph.neighbours.begin(), graph.neighbours.end());
  std::vector<idx_t> weights = integer_weights(graph.weights);
  std::vector<idx_t> edges = integer_weights(graph.edge_weights);
  std::vector<real_t> shares = relative(request.shares);
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = idx_t(request.seed);
  options[METIS_OPTION_UFACTOR] = std::max<idx_t>(1, idx_t(1000 * request.tolerance));
  options[METIS_OPTION_NCUTS] = 4;
  idx_t cut = 0;
  const int code = METIS_PartGraphRecursive(
      &vertices, &constraints, first.data(), neighbours.data(), weights.data(), nullptr,
      edges.data(), &parts, shares.data(), nullptr, options, &cut, part.data());
  if (code != METIS_OK) refuse(code);
  return {part.begin(), part.end()};
}

}  // namespace cardon
