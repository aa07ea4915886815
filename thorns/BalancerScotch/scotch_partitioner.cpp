// SPDX-License-Identifier: Apache-2.0
#include "scotch_partitioner.hpp"

#include <fmt/format.h>
#include <scotch.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>

#include "bisection_tree.hpp"

namespace cardon {
namespace {

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

// On one thread, with random numbers of its own: Scotch takes as many threads as there are cores
// unless told, and what they find together depends on who is faster.
void open(ScotchContext& context, unsigned seed, ScotchGraph& graph, ScotchGraph& bound) {
  require_done(SCOTCH_contextOptionSetNum(context.get(), SCOTCH_OPTIONNUMDETERMINISTIC, 1),
               "start");
  require_done(SCOTCH_contextRandomClone(context.get()), "start");  // else they are the process's
  SCOTCH_contextRandomSeed(context.get(), SCOTCH_Num(seed));
  SCOTCH_contextRandomReset(context.get());
  require_done(SCOTCH_contextThreadSpawn(context.get(), 1, nullptr), "start");
  require_done(SCOTCH_contextBindGraph(context.get(), graph.get(), bound.get()), "start");
}

// Distances in whole numbers, of which the least is 1.
SCOTCH_Num distance(const PartitionRequest& request, int a, int b) {
  const std::size_t parts = request.shares.size();
  return SCOTCH_Num(std::lround(std::clamp(
      request.distances[std::size_t(a) * parts + std::size_t(b)], 1.0, max_distance_ratio)));
}

// The ranks and their distances in Scotch's text format of architectures "deco 0". Not archBuild:
// it leaves two parts in one domain where their shares differ by a factor of two (7.0.3); nor
// archBuild2, with which more edges are cut where a site has an odd number of ranks or of pairs:
// 199 between three sites of 20 ranks, and 121 with this tree. Returns the largest distance.
double describe(const PartitionRequest& request, ScotchTarget& target) {
  const Numbers shares = integer_weights(request.shares, 10000, max_sum);
  constexpr auto what = "describe the ranks";
  if (request.distances.empty()) {
    require_done(SCOTCH_archCmpltw(target.get(), SCOTCH_Num(shares.size()), shares.data()), what);
    return 1;
  }
  const int parts = int(shares.size());
  const auto between = [&](int a, int b) { return double(distance(request, a, b)); };
  const std::vector<int> leaves = bisection_leaves(parts, between);
  std::string text =
      fmt::format("deco\n0\n{} {}\n", parts, *std::max_element(leaves.begin(), leaves.end()));
  for (int a = 0; a < parts; ++a)
    text += fmt::format("{} {} {}\n", a, shares[std::size_t(a)], leaves[std::size_t(a)]);
  SCOTCH_Num max = 1;
  for (int a = 1; a < parts; ++a)
    for (int b = 0; b < a; ++b) {
      max = std::max(max, distance(request, a, b));
      text += fmt::format("{} ", distance(request, a, b));
    }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      fmemopen(text.data(), text.size(), "r"), std::fclose);
  if (!file) refuse(what);
  require_done(SCOTCH_archLoad(target.get(), file.get()), what);
  return double(max);
}

}  // namespace

std::vector<int> ScotchPartitioner::partition(const WeightedGraph& graph,
                                              const PartitionRequest& request) const {
  const int parts = int(request.shares.size());
  Numbers part(std::size_t(graph.vertices()), 0);
  if (part.empty() || parts <= 1) return {part.begin(), part.end()};
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
