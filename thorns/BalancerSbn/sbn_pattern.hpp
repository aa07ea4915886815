// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

namespace cardon {

/// Symmetric broadcast networks: who passes a message on to whom, from any root, in log2(ranks)
/// stages (D. J. Harvey, "Load balancing techniques for distributed processing environments",
/// dissertation, University of Texas at Arlington, 2001, section 3.2). The pattern of a root is
/// that of root 0 with all labels XOR the root. If the number of ranks is not a power of two, each
/// of the ranks beyond the largest one below hangs on the rank with a number less by that power; a
/// root among these hands over to that rank first.
class SbnPattern {
 public:
  enum class Kind {
    in_order,  ///< two in-order trees joined at the root
    heap,      ///< a binary tree in the order of a heap below the root
    hypercube  ///< two binomial trees back to back: one sink for each root
  };
  /// At least 1 rank.
  SbnPattern(Kind kind, int ranks);

  std::vector<int> successors(int root, int rank) const;
  std::vector<int> predecessors(int root, int rank) const;
  /// Steps to the farthest leaf; the root has the largest. -1: hangs on a rank of the pattern.
  int stage(int root, int rank) const;
  int dimension() const { return dimension_; }

 private:
  // All of these are labels of the pattern of root 0.
  std::vector<int> successors_of_label(int label) const;
  std::vector<int> predecessors_of_label(int label) const;
  int stage_of_label(int label) const;
  int core() const { return 1 << dimension_; }

  Kind kind_;
  int ranks_, dimension_ = 0;
};

}  // namespace cardon
