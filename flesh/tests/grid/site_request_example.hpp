// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/site_decomposition.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Sites a, b, c ... with so many ranks each, numbered on from site to site, on a periodic grid
/// with stencils of radius 1. Links have depth 1 and cost nothing.
inline SiteRequest request_of(Index3 points, const std::vector<int>& ranks, int dimensions = 3) {
  SiteRequest request;
  request.grid.dimensions = dimensions;
  request.grid.points = points;
  for (std::size_t d = 0; d < std::size_t(dimensions); ++d) request.grid.radius[d] = 1;
  int rank = 0;
  for (std::size_t s = 0; s < ranks.size(); ++s) {
    Site site;
    site.name = std::string(1, char('a' + s));
    for (int i = 0; i < ranks[s]; ++i) site.ranks.push_back(rank++);
    request.machine.sites.push_back(site);
  }
  request.links.resize(chain_links(request.machine, request.grid).size());
  return request;
}

}  // namespace cardon
