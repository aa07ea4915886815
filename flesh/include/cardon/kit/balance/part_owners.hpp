// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <span>
#include <vector>

namespace cardon {

/// How much weight of each part is on each owner already: entry [part * owners + owner].
struct SimilarityMatrix {
  int parts = 0,                ///< number of parts
      owners = 0;               ///< number of owners
  std::vector<double> weights;  ///< parts * owners entries
  /// The weight of a part that is on an owner.
  double at(int part, int owner) const { return weights[std::size_t(part * owners + owner)]; }
};

/// By the bytes of blocks, of which block blocks[i] is in part parts[i]; a block of unknown size
/// counts as one byte. `owners`: the owner that a rank belongs to, by rank; -1: none. As many parts
/// as owners.
SimilarityMatrix similarity_of(const BalanceProblem& problem, std::span<const int> blocks,
                               std::span<const int> parts, std::span<const int> owners, int n);

/// What a remapping should keep small.
enum class RemapMetric {
  total_volume,  ///< TotalV: all weight that moves
  max_volume,    ///< MaxV: most weight that moves to or from one owner, whichever is more
  max_sum        ///< MaxSR: most weight sent by an owner + most that one receives
};

/// Figure of a remapping: `owner` of each part.
double remap_volume(const SimilarityMatrix& similarity, const std::vector<int>& owners,
                    RemapMetric metric);

/// Gives each part an owner of its own, the largest entries of the matrix first; the result is then
/// improved by exchanges of two owners as long as the metric falls (PLUM: L. Oliker and R. Biswas,
/// "PLUM: parallel load balancing for adaptive unstructured meshes", J. Parallel Distrib. Comput.
/// 52, 1998). Never worse than part i on owner i. `classes`: of owners; a part i may go only to an
/// owner of the class of owner i; empty: one class. The matrix is square.
std::vector<int> remap_parts(const SimilarityMatrix& similarity, RemapMetric metric,
                             const std::vector<int>& classes = {});

}  // namespace cardon
