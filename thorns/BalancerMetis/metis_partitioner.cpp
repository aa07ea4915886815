// SPDX-License-Identifier: Apache-2.0
#include "metis_partitioner.hpp"

#include <fmt/format.h>
#include <metis.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>

// METIS 5.1 makes handlers of its own for SIGTERM and SIGABRT while it works, and afterwards
// installs those before it for one signal each. Not these ones, which it calls instead of its own:
// a signal then finds the run's handler at any time. gk_cur_jbufs: how many of its functions call
// each other.
extern "C" {
extern __thread int gk_cur_jbufs __attribute__((weak));
[[gnu::visibility("default")]] int gk_sigtrap() {
  ++gk_cur_jbufs;
  return 1;
}
[[gnu::visibility("default")]] int gk_siguntrap() {
  --gk_cur_jbufs;
  return 1;
}
}

namespace cardon {
namespace {

// METIS's random numbers are the process's.
std::mutex one_at_a_time;

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

// A block with more than the largest share fills a part, however heavy it is. METIS would
// leave other parts without blocks for it, and complain about that on standard output.
std::vector<double> limited(std::vector<double> weights, const std::vector<double>& shares) {
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  const double largest = *std::max_element(shares.begin(), shares.end()) / all;
  for (int round = 0; round < 64; ++round) {
    const double limit = largest * std::accumulate(weights.begin(), weights.end(), 0.0);
    if (*std::max_element(weights.begin(), weights.end()) <= 1.01 * limit) break;
    for (double& weight : weights) weight = std::min(weight, limit);
  }
  return weights;
}

// The heaviest block for the largest share: there is a part for each.
std::vector<int> one_each(const std::vector<double>& weights, const std::vector<double>& shares) {
  const auto descending = [](const std::vector<double>& values) {
    std::vector<int> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return values[std::size_t(a)] > values[std::size_t(b)]; });
    return order;
  };
  const std::vector<int> blocks = descending(weights), parts = descending(shares);
  std::vector<int> part(weights.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) part[std::size_t(blocks[i])] = parts[i];
  return part;
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
  if (vertices <= parts) return one_each(graph.weights, request.shares);
  std::vector<idx_t> first(graph.first.begin(), graph.first.end());
  std::vector<idx_t> neighbours(graph.neighbours.begin(), graph.neighbours.end());
  std::vector<idx_t> weights = integer_weights(limited(graph.weights, request.shares));
  std::vector<idx_t> edges = integer_weights(graph.edge_weights);
  std::vector<real_t> shares = relative(request.shares);
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = idx_t(request.seed);
  options[METIS_OPTION_UFACTOR] = std::max<idx_t>(1, idx_t(1000 * request.tolerance));
  options[METIS_OPTION_NCUTS] = 4;
  idx_t cut = 0;
  const std::lock_guard lock(one_at_a_time);
  const int code = METIS_PartGraphRecursive(
      &vertices, &constraints, first.data(), neighbours.data(), weights.data(), nullptr,
      edges.data(), &parts, shares.data(), nullptr, options, &cut, part.data());
  if (code != METIS_OK) refuse(code);
  return {part.begin(), part.end()};
}

}  // namespace cardon
