// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/bound_combination.hpp>
#include <cardon/thorn/block.hpp>
#include <span>
#include <vector>

namespace cardon {

/// Most terms of one linear combination.
inline constexpr int max_terms = 16;

/// The groups of a task's combinations, in their order.
std::vector<CombinationGroup> groups_of(const std::vector<Combination>& combinations);

/// With the arrays as the levels lie now. What was bound before is replaced, in the same memory.
void bind(BoundCombination& bound, const Combination& combination, const BlockStorage& storage);

/// Sets target = sum of factor[i] * source[i] at every point of the context's region, added in the
/// order of the terms. The target may be one of the sources. Throws Bug for more than max_terms
/// terms.
void combine(const BlockContext& context, const BoundCombination& bound);

/// Several, each after those before it, with the same bits; in one loop where none needs what
/// another one sets.
void combine(const BlockContext& context, std::span<const BoundCombination> all);

}  // namespace cardon
