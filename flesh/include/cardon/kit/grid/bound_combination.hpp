// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/services/program.hpp>
#include <vector>

namespace cardon {

/// A linear combination with the arrays in which its current levels lie at one moment.
struct BoundCombination {
  const Combination* combination = nullptr;  ///< of the task
  FieldArray target;                         ///< array of Combination::target
  std::vector<FieldArray> sources;           ///< by term
};

}  // namespace cardon
