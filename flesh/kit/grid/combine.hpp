// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/services/program.hpp>
#include <cardon/thorn/block.hpp>

namespace cardon {

/// Most terms of one linear combination.
inline constexpr int max_terms = 16;

/// Sets target = sum of factor[i] * source[i] at every point of the context's region, added in the
/// order of the terms. Current levels throughout; the target may be one of the sources. Throws Bug
/// for more than max_terms terms.
void combine(const BlockContext& context, const Combination& combination,
             const BlockStorage& storage);

}  // namespace cardon
