// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

namespace cardon {

/// The map that G. A. Koenig's dissertation (University of Illinois, 2007, chapter 5) prefers and
/// does not build: each site has a slab of columns; blocks next to another site are dealt out
/// evenly, each rank a run of rows; the others form groups that are as square as possible. All
/// ranks of a site have equally many blocks up to one. Rank by block, row after row.
std::vector<int> square_map(int rows, int columns, int sites, int ranks);

/// Columns [first, last) of a site.
struct SiteColumns {
  int first = 0, last = 0;
};
SiteColumns columns_of_site(int site, int sites, int columns);

}  // namespace cardon
