// SPDX-License-Identifier: Apache-2.0
// What `cardon check` tells of tiles.
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/driver.hpp>
#include <string>
#include <vector>

#include "plans/site_plans.hpp"

namespace cardon {

/// By kind of site, its longest segment in steps that nobody looks at, and what a tile of it needs:
/// "4 tasks in 4 steps, 2 arrays, lag of 3 planes: 64 rows, working set 4.1 MB". None where the
/// driver has no tiles or would use none. `depth`: ghost layers between the blocks of a site.
std::vector<std::string> segment_lines(const DriverSetup& setup, const Layout& layout,
                                       const std::vector<SitePlan>& plans, int depth, int ranks);

}  // namespace cardon
