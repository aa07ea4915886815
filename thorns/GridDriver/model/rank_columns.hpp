// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <vector>

namespace cardon::model {

/// For each rank the rank that stands for it: itself, or one of a column along the chain of sites
/// (of one site: along the longest direction) that lies as far along the chain.
std::vector<int> all_ranks(const Layout& layout);
std::vector<int> column_of_ranks(const Layout& layout);

/// The blocks of each rank, in order.
std::vector<std::vector<int>> blocks_by_rank(const Layout& layout);

}  // namespace cardon::model
