// SPDX-License-Identifier: Apache-2.0
#include "writer_groups.hpp"

#include <algorithm>

namespace cardon {

std::vector<WriterGroup> writer_groups(const Machine& machine, int writers) {
  std::vector<WriterGroup> groups;
  for (const Site& site : machine.sites) {
    const std::size_t ranks = site.ranks.size();
    const std::size_t count = std::min(std::size_t(std::max(writers, 1)), ranks);
    for (std::size_t n = 0; n < count; ++n) {
      const auto first = std::ptrdiff_t(n * ranks / count);
      const auto last = std::ptrdiff_t((n + 1) * ranks / count);
      groups.push_back(
          {site.name, int(n), {site.ranks.begin() + first, site.ranks.begin() + last}});
    }
  }
  return groups;
}

int group_of(const std::vector<WriterGroup>& groups, int rank) {
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (std::find(groups[g].ranks.begin(), groups[g].ranks.end(), rank) != groups[g].ranks.end())
      return int(g);
  throw Bug("a rank belongs to no group of writers");
}

}  // namespace cardon
