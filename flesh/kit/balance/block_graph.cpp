// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/block_graph.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon {
namespace {

struct End {
  int neighbour;
  double weight;
};

// Adds up entries with the same neighbour.
void append_row(std::vector<End>& row, WeightedGraph& graph) {
  std::sort(row.begin(), row.end(),
            [](const End& a, const End& b) { return a.neighbour < b.neighbour; });
  for (std::size_t i = 0; i < row.size(); ++i) {
    const bool same = i > 0 && row[i].neighbour == row[i - 1].neighbour;
    if (same)
      graph.edge_weights.back() += row[i].weight;
    else {
      graph.neighbours.push_back(row[i].neighbour);
      graph.edge_weights.push_back(row[i].weight);
    }
  }
  graph.first.push_back(int(graph.neighbours.size()));
}

}  // namespace

WeightedGraph block_graph(const BalanceProblem& problem, std::span<const int> blocks,
                          EdgeMeasure measure) {
  std::vector<int> vertex(problem.blocks.size(), -1);
  WeightedGraph graph;
  for (const int b : blocks) {
    if (vertex[std::size_t(b)] >= 0) throw Bug("a block is twice in a graph");
    vertex[std::size_t(b)] = int(graph.weights.size());
    graph.weights.push_back(problem.blocks[std::size_t(b)].work);
  }
  std::vector<std::vector<End>> rows(blocks.size());
  for (const BlockEdge& edge : problem.edges) {
    const int a = vertex[std::size_t(edge.from)], b = vertex[std::size_t(edge.to)];
    if (a < 0 || b < 0) continue;
    const double weight = measure == EdgeMeasure::messages ? edge.messages : edge.bytes;
    rows[std::size_t(a)].push_back({b, weight});
    rows[std::size_t(b)].push_back({a, weight});
  }
  for (std::vector<End>& row : rows) append_row(row, graph);
  return graph;
}

}  // namespace cardon
