// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <vector>

#include "output/output_entry.hpp"

namespace cardon {

/// The fields that any task of a run or of its outputs touches; the arrays of others never take
/// memory.
std::vector<GridFunction> fields_in_use(const Program& program,
                                        const std::vector<OutputEntry>& outputs);

/// Bytes of these fields on each rank, ghost zones included. `depth` is that between the blocks of
/// a site.
std::vector<double> memory_by_rank(const Layout& layout, int depth,
                                   const std::vector<GridFunction>& fields);

}  // namespace cardon
