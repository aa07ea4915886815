// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/plan/link.hpp>
#include <vector>

namespace cardon::test {

/// The links of the plan of a site; `depth`: ghost layers between blocks.
inline std::vector<plan::Link> links_of(const Layout& layout, int slab, int depth) {
  std::vector<plan::Link> links{{.name = "intra", .depth = depth, .level = 0, .axis = -1}};
  for (const int link : layout.links_of(slab)) {
    const WideLink& wide = layout.decomposition().wide_links[std::size_t(link)];
    links.push_back({.name = wide.name, .depth = wide.depth, .level = 1, .axis = layout.axis()});
  }
  return links;
}

}  // namespace cardon::test
