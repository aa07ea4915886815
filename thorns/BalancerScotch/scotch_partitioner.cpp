// SPDX-License-Identifier: Apache-2.0
#include "scotch_partitioner.hpp"

#include <fmt/format.h>
#include <scotch.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <mutex>
#include <numeric>
#include <string_view>

namespace cardon {
namespace {

// The random numbers behind archBuild2 are the process's.
std::mutex one_at_a_time;

constexpr double max_sum = 1 << 29;  // of weights; SCOTCH_Num may have 32 bits
constexpr double max_distance_ratio = 1000;

using Numbers = std::vector<SCOTCH_Num>;

[[noreturn]] void refuse(std::string_view what) {
  throw Error(Problem{.slug = "balancer/partitioner",
                      .message = fmt::format("Scotch could not {}", what),
                      .help = "choose another balancer"},
              exit_environment);
}

void require_done(int code, std::string_view what) {
  if (code != 0) refuse(what);
}

// At least 1 each, `largest` at most, with a sum that fits.
Numbers integer_weights(const std::vector<double>& weights, double largest, double sum_limit) {
  const double max = weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double scale = max > 0 ? std::min(largest / max, sum_limit / sum) : 0;
  Numbers integers;
  for (const double weight : weights)
    integers.push_back(std::max<SCOTCH_Num>(1, SCOTCH_Num(std::lround(weight * scale))));
  return integers;
}

template <class Object, int (*init)(Object*), void (*destroy)(Object*)>
class Owned {
 public:
  Owned() { require_done(init(&object_), "start"); }
  ~Owned() { destroy(&object_); }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;

  Object* get() { return &object_; }

 private:
  Object object_{};
};
using ScotchGraph = Owned<SCOTCH_Graph, SCOTCH_graphInit, SCOTCH_graphExit>;
using ScotchContext = Owned<SCOTCH_Context, SCOTCH_contextInit, SCOTCH_contextExit>;
using ScotchTarget = Owned<SCOTCH_Arch, SCOTCH_archInit, SCOTCH_archExit>;
using ScotchStrategy = Owned<SCOTCH_Strat, SCOTCH_stratInit, SCOTCH_stratExit>;

/// What a graph of Scotch's refers to as long as it lives.
struct GraphNumbers {
  Numbers first, neighbours, weights, edge_weights;

  void build(ScotchGraph& graph) const {
    require_done(SCOTCH_graphBuild(graph.get(), 0, SCOTCH_Num(weights.size()), first.data(),
                                   nullptr, weights.data(), nullptr, SCOTCH_Num(neighbours.size()),
                                   neighbours.data(), edge_weights.data()),
                 "make a graph");
  }
};

/// The complete graph of the parts.
GraphNumbers graph_of_parts(const std::vector<double>& distances, Numbers shares) {
  const int parts = int(shares.size());
  GraphNumbers numbers{{0}, {}, std::move(shares), {}};
  for (int a = 0; a < parts; ++a) {
    for (int b = 0; b < parts; ++b) {
      if (a == b) continue;
      const double distance = distances[std::size_t(a) * std::size_t(parts) + std::size_t(b)];
      numbers.neighbours.push_back(b);
      numbers.edge_weights.push_back(
          SCOTCH_Num(std::lround(std::clamp(distance, 1.0, max_distance_ratio))));
    }
    numbers.first.push_back(SCOTCH_Num(numbers.neighbours.size()));
  }
  return numbers;
}

// Returns the largest distance. archBuild2, since archBuild left two parts in one domain where
// their shares differ by a factor of two (7.0.3).
double describe(const PartitionRequest& request, ScotchTarget& target) {
  const Numbers shares = integer_weights(request.shares, 10000, max_sum);
  constexpr auto what = "describe the ranks";
  if (request.distances.empty()) {
    require_done(SCOTCH_archCmpltw(target.get(), SCOTCH_Num(shares.size()), shares.data()), what);
    return 1;
  }
  const GraphNumbers numbers = graph_of_parts(request.distances, shares);
  ScotchGraph ranks;
  numbers.build(ranks);
  require_done(SCOTCH_archBuild2(target.get(), ranks.get(), 0, nullptr), what);
  return double(*std::max_element(numbers.edge_weights.begin(), numbers.edge_weights.end()));
}

// Mapping on one thread, with random numbers of its own.
void open(ScotchContext& context, unsigned seed, ScotchGraph& graph, ScotchGraph& bound) {
  require_done(SCOTCH_contextOptionSetNum(context.get(), SCOTCH_OPTIONNUMDETERMINISTIC, 1),
               "start");
  SCOTCH_contextRandomSeed(context.get(), SCOTCH_Num(seed));
  SCOTCH_contextRandomReset(context.get());
  require_done(SCOTCH_contextThreadSpawn(context.get(), 1, nullptr), "start");
  require_done(SCOTCH_contextBindGraph(context.get(), graph.get(), bound.get()), "start");
}

}  // namespace

std::vector<int> ScotchPartitioner::partition(const WeightedGraph& graph,
                                              const PartitionRequest& request) const {
  const int parts = int(request.shares.size());
  Numbers part(std::size_t(graph.vertices()), 0);
  if (part.empty() || parts <= 1) return {part.begin(), part.end()};
  const std::lock_guard lock(one_at_a_time);
  SCOTCH_randomSeed(SCOTCH_Num(request.seed));
  SCOTCH_randomReset();
  ScotchTarget target;
  const double max_distance = describe(request, target);
  const GraphNumbers numbers{{graph.first.begin(), graph.first.end()},
                             {graph.neighbours.begin(), graph.neighbours.end()},
                             integer_weights(graph.weights, 1e6, max_sum),
                             integer_weights(graph.edge_weights, 1e6, max_sum / max_distance)};
  ScotchContext context;
  ScotchGraph blocks, bound;
  numbers.build(blocks);
  open(context, request.seed, blocks, bound);
  ScotchStrategy strategy;
  require_done(SCOTCH_stratGraphMapBuild(strategy.get(), SCOTCH_STRATDEFAULT, parts,
                                         std::max(request.tolerance, 0.001)),
               "start");
  require_done(SCOTCH_graphMap(bound.get(), target.get(), strategy.get(), part.data()),
               "divide the graph of blocks");
  return {part.begin(), part.end()};
}

}  // namespace cardon
