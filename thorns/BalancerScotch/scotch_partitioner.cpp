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

/// A graph of Scotch's, which refers to the vectors it is made from.
class ScotchGraph {
 public:
  ScotchGraph(Numbers first, Numbers neighbours, Numbers weights, Numbers edge_weights)
      : first_(std::move(first)),
        neighbours_(std::move(neighbours)),
        weights_(std::move(weights)),
        edge_weights_(std::move(edge_weights)) {
    require_done(SCOTCH_graphInit(&graph_), "make a graph");
    require_done(SCOTCH_graphBuild(&graph_, 0, SCOTCH_Num(weights_.size()), first_.data(), nullptr,
                                   weights_.data(), nullptr, SCOTCH_Num(neighbours_.size()),
                                   neighbours_.data(), edge_weights_.data()),
                 "make a graph");
  }
  ~ScotchGraph() { SCOTCH_graphExit(&graph_); }
  ScotchGraph(const ScotchGraph&) = delete;
  ScotchGraph& operator=(const ScotchGraph&) = delete;

  SCOTCH_Graph* get() { return &graph_; }

 private:
  Numbers first_, neighbours_, weights_, edge_weights_;
  SCOTCH_Graph graph_{};
};

/// One thread, random numbers of its own, the same on each call.
class ScotchContext {
 public:
  ScotchContext(SCOTCH_Graph* graph, unsigned seed) {
    require_done(SCOTCH_contextInit(&context_), "start");
    require_done(SCOTCH_contextOptionSetNum(&context_, SCOTCH_OPTIONNUMDETERMINISTIC, 1), "start");
    SCOTCH_contextRandomSeed(&context_, SCOTCH_Num(seed));
    SCOTCH_contextRandomReset(&context_);
    require_done(SCOTCH_contextThreadSpawn(&context_, 1, nullptr), "start");
    require_done(SCOTCH_graphInit(&bound_), "start");
    require_done(SCOTCH_contextBindGraph(&context_, graph, &bound_), "start");
  }
  ~ScotchContext() {
    SCOTCH_graphExit(&bound_);
    SCOTCH_contextExit(&context_);
  }
  ScotchContext(const ScotchContext&) = delete;
  ScotchContext& operator=(const ScotchContext&) = delete;

  SCOTCH_Graph* graph() { return &bound_; }

 private:
  SCOTCH_Context context_{};
  SCOTCH_Graph bound_{};
};

/// What parts stand for.
class ScotchTarget {
 public:
  explicit ScotchTarget(const PartitionRequest& request) {
    require_done(SCOTCH_archInit(&arch_), "describe the ranks");
    const Numbers shares = integer_weights(request.shares, 10000, max_sum);
    require_done(request.distances.empty()
                     ? SCOTCH_archCmpltw(&arch_, SCOTCH_Num(shares.size()), shares.data())
                     : build(request.distances, shares),
                 "describe the ranks");
  }
  ~ScotchTarget() { SCOTCH_archExit(&arch_); }
  ScotchTarget(const ScotchTarget&) = delete;
  ScotchTarget& operator=(const ScotchTarget&) = delete;

  const SCOTCH_Arch* get() const { return &arch_; }
  double max_distance() const { return max_distance_; }

 private:
  // archBuild2, since archBuild left two parts in one domain where their shares differ by a factor
  // of two (7.0.3).
  int build(const std::vector<double>& distances, const Numbers& shares) {
    const int parts = int(shares.size());
    Numbers first{0}, neighbours, edges;
    for (int a = 0; a < parts; ++a) {
      for (int b = 0; b < parts; ++b) {
        if (a == b) continue;
        const double distance = distances[std::size_t(a) * std::size_t(parts) + std::size_t(b)];
        neighbours.push_back(b);
        edges.push_back(SCOTCH_Num(std::lround(std::clamp(distance, 1.0, max_distance_ratio))));
        max_distance_ = std::max(max_distance_, double(edges.back()));
      }
      first.push_back(SCOTCH_Num(neighbours.size()));
    }
    ScotchGraph ranks(std::move(first), std::move(neighbours), shares, std::move(edges));
    return SCOTCH_archBuild2(&arch_, ranks.get(), 0, nullptr);
  }

  SCOTCH_Arch arch_{};
  double max_distance_ = 1;
};

class ScotchStrategy {
 public:
  ScotchStrategy(int parts, double tolerance) {
    require_done(SCOTCH_stratInit(&strategy_), "start");
    require_done(SCOTCH_stratGraphMapBuild(&strategy_, SCOTCH_STRATDEFAULT, parts, tolerance),
                 "start");
  }
  ~ScotchStrategy() { SCOTCH_stratExit(&strategy_); }
  ScotchStrategy(const ScotchStrategy&) = delete;
  ScotchStrategy& operator=(const ScotchStrategy&) = delete;

  SCOTCH_Strat* get() { return &strategy_; }

 private:
  SCOTCH_Strat strategy_{};
};

}  // namespace

std::vector<int> ScotchPartitioner::partition(const WeightedGraph& graph,
                                              const PartitionRequest& request) const {
  const int parts = int(request.shares.size());
  Numbers part(std::size_t(graph.vertices()), 0);
  if (part.empty() || parts <= 1) return {part.begin(), part.end()};
  const std::lock_guard lock(one_at_a_time);
  SCOTCH_randomSeed(SCOTCH_Num(request.seed));
  SCOTCH_randomReset();
  const ScotchTarget target(request);
  ScotchGraph blocks({graph.first.begin(), graph.first.end()},
                     {graph.neighbours.begin(), graph.neighbours.end()},
                     integer_weights(graph.weights, 1e6, max_sum),
                     integer_weights(graph.edge_weights, 1e6, max_sum / target.max_distance()));
  ScotchContext context(blocks.get(), request.seed);
  ScotchStrategy strategy(parts, std::max(request.tolerance, 0.001));
  require_done(SCOTCH_graphMap(context.graph(), target.get(), strategy.get(), part.data()),
               "divide the graph of blocks");
  return {part.begin(), part.end()};
}

}  // namespace cardon
