// SPDX-License-Identifier: Apache-2.0
#include "memory/memory_estimate.hpp"

#include <algorithm>
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/fields_of_tasks.hpp>
#include <set>

#include "schedule/analysis.hpp"

namespace cardon {

std::vector<GridFunction> fields_in_use(const Program& program,
                                        const std::vector<OutputEntry>& outputs) {
  std::set<int> tasks(program.initial.begin(), program.initial.end());
  tasks.insert(program.step.begin(), program.step.end());
  for (const OutputEntry& o : outputs) tasks.insert(o.analysis.begin(), o.analysis.end());
  for (const int task : last_tasks(program)) tasks.insert(task);
  return fields_of_tasks(program, tasks);
}

std::vector<double> memory_by_rank(const Layout& layout, int depth,
                                   const std::vector<GridFunction>& fields) {
  const std::vector<int>& ranks = layout.decomposition().rank_of_block;
  std::vector<double> bytes(std::size_t(std::ranges::max(ranks)) + 1);
  for (int block = 0; block < layout.blocks(); ++block)
    bytes[std::size_t(ranks[std::size_t(block)])] +=
        double(BlockStorage::bytes_needed(layout.tile(block), layout.stored(block, depth), fields));
  return bytes;
}

}  // namespace cardon
