// SPDX-License-Identifier: Apache-2.0
// Divides graphs.
#pragma once
#include <cardon/services/role_name.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// An undirected graph in compressed rows: the neighbours of vertex v are
/// neighbours[first[v]] ... neighbours[first[v + 1] - 1], without v. Every edge is in the rows of
/// both of its ends, with the same weight.
struct WeightedGraph {
  std::vector<int> first{0};         ///< vertices + 1 entries
  std::vector<int> neighbours;       ///< by row
  std::vector<double> edge_weights;  ///< by entry of neighbours, at least 0
  std::vector<double> weights;       ///< by vertex, at least 0

  /// Number of vertices.
  int vertices() const { return int(first.size()) - 1; }
};

/// Parts of relative size `shares` (any positive numbers), as few edge weights between parts as it
/// finds.
struct PartitionRequest {
  std::vector<double> shares;  ///< by part: as many as there are parts
  double tolerance =
      0.05;           ///< a part may exceed its share by this factor, as far as vertices allow
  unsigned seed = 1;  ///< all that is random follows from it
  /// Cost of a unit of edge weight between parts a and b, parts * parts entries, symmetric; empty:
  /// 1 between any two. Partitioners that cannot map to a target ignore it, see maps_to_targets().
  std::vector<double> distances;
};

/// Divides graphs into parts, as balancers need it.
class Partitioner {
 public:
  virtual ~Partitioner() = default;
  /// The part of each vertex, from 0. Equal arguments give equal results.
  virtual std::vector<int> partition(const WeightedGraph& graph,
                                     const PartitionRequest& request) const = 0;
  /// Whether PartitionRequest::distances are taken into account.
  virtual bool maps_to_targets() const { return false; }
};

template <>
inline constexpr const char* role_name<Partitioner> = "partitioner";  ///< as in parameter files

}  // namespace cardon
