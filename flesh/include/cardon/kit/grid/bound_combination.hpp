// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/services/program.hpp>
#include <cstddef>
#include <vector>

namespace cardon {

/// A linear combination with the arrays in which its current levels lie at one moment.
struct BoundCombination {
  const Combination* combination = nullptr;  ///< of the task
  FieldArray target;                         ///< array of Combination::target
  std::vector<FieldArray> sources;           ///< by term
};

/// Combinations of a task, each of which has a source in common with one before it.
struct CombinationGroup {
  std::size_t first = 0;  ///< the number of the first one
  std::size_t last = 0;   ///< one more than that of the last one
  int arrays = 0;         ///< that they read or write, each counted once
};

}  // namespace cardon
