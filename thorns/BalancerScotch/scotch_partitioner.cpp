// SPDX-License-Identifier: Apache-2.0
#include "scotch_partitioner.hpp"

#include <cstdint>
#include <cstdio>
// scotch.h needs both.
#include <scotch.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <numeric>

namespace cardon {
namespace {

void check(int code) {
  if (code == 0) return;
  throw Error(Problem{.slug = "balancer/partitioner",
                      .message = "Scotch could not map the graph of blocks",
                      .help = "choose another balancer"},
              exit_environment);
}

// Scotch adds up weights in its integers.
std::vector<SCOTCH_Num> integers(const std::vector<double>& values, double largest) {
  const double max = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  double scale = max > 0 ? largest / max : 0;
  if (sum > 0) scale = std::min(scale, 5e8 / sum);
  std::vector<SCOTCH_Num> result;
  for (const double value : values)
    result.push_back(std::max<SCOTCH_Num>(1, SCOTCH_Num(std::lround(value * scale))));
  return result;
}

class Graph {
 public:
  explicit Graph(const WeightedGraph& graph)
      : first_(graph.first.begin(), graph.first.end()),
        neighbours_(graph.neighbours.begin(), graph.neighbours.end()),
        weights_(integers(graph.weights, 1e6)),
        edges_(integers(graph.edge_weights, 1e6)) {
    check(SCOTCH_graphInit(&graph_));
    check(SCOTCH_graphBuild(&graph_, 0, SCOTCH_Num(graph.vertices()), first_.data(),
                            first_.data() + 1, weights_.data(), nullptr, first_.back(),
                            neighbours_.data(), edges_.data()));
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() { SCOTCH_graphExit(&graph_); }
  SCOTCH_Graph* get() { return &graph_; }

 private:
  SCOTCH_Graph graph_;
  std::vector<SCOTCH_Num> first_, neighbours_, weights_, edges_;
};

class Strategy {
 public:
  Strategy() { check(SCOTCH_stratInit(&strategy_)); }
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  ~Strategy() { SCOTCH_stratExit(&strategy_); }
  SCOTCH_Strat* get() { return &strategy_; }

 private:
  SCOTCH_Strat strategy_;
};

// Ranks, and the cost of messages between any two.
WeightedGraph target_graph(const PartitionRequest& request) {
  const int parts = int(request.shares.size());
  WeightedGraph graph;
  const double max = *std::max_element(request.shares.begin(), request.shares.end());
  for (int a = 0; a < parts; ++a) {
    graph.weights.push_back(request.shares[std::size_t(a)] / max);
    for (int b = 0; b < parts; ++b) {
      if (a == b) continue;
      graph.neighbours.push_back(b);
      graph.edge_weights.push_back(request.distances[std::size_t(a * parts + b)]);
    }
    graph.first.push_back(int(graph.neighbours.size()));
  }
  return graph;
}

bool has_distances(const PartitionRequest& request) {
  return std::any_of(request.distances.begin(), request.distances.end(),
                     [&](double d) { return d != request.distances.front(); });
}

class Target {
 public:
  explicit Target(const PartitionRequest& request) {
    check(SCOTCH_archInit(&arch_));
    if (!has_distances(request)) {
      const std::vector<SCOTCH_Num> shares = integers(request.shares, 1000);
      check(SCOTCH_archCmpltw(&arch_, SCOTCH_Num(shares.size()), shares.data()));
      return;
    }
    Graph target(target_graph(request));
    Strategy strategy;
    check(SCOTCH_archBuild(&arch_, target.get(), 0, nullptr, strategy.get()));
  }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  ~Target() { SCOTCH_archExit(&arch_); }
  SCOTCH_Arch* get() { return &arch_; }

 private:
  SCOTCH_Arch arch_;
};

}  // namespace

std::vector<int> ScotchPartitioner::partition(const WeightedGraph& graph,
                                              const PartitionRequest& request) const {
  std::vector<SCOTCH_Num> parts(std::size_t(graph.vertices()), 0);
  if (!parts.empty() && request.shares.size() > 1) {
    SCOTCH_randomSeed(SCOTCH_Num(request.seed));
    SCOTCH_randomReset();
    Graph source(graph);
    Target target(request);
    Strategy strategy;
    check(SCOTCH_stratGraphMapBuild(strategy.get(), SCOTCH_STRATQUALITY,
                                    SCOTCH_Num(request.shares.size()), request.tolerance));
    check(SCOTCH_graphMap(source.get(), target.get(), strategy.get(), parts.data()));
  }
  return {parts.begin(), parts.end()};
}

}  // namespace cardon
