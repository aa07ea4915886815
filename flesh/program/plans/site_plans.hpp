// SPDX-License-Identifier: Apache-2.0
// The plans of the sites of a run that has not started.
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <vector>

#include "plan/plan.hpp"

namespace cardon {

/// A plan, and the sites that follow it: those with links of the same depths at their ends.
struct SitePlan {
  std::vector<int> slabs;  ///< indices; 0 alone where there are no sites
  plan::Plan plan;         ///< its links carry the names of those of the first of the slabs
};

/// One for each kind of site, in the order of the sites. `links`: the one between the blocks of a
/// site, then those between sites.
std::vector<SitePlan> site_plans(const Program& program, const Layout& layout,
                                 const std::vector<plan::Link>& links);

/// Redundant points that each block computes, mean over the task calls of a step; nothing is
/// redundant where nothing is done in steps.
std::vector<double> redundant_points(const Program& program, const Layout& layout,
                                     const std::vector<SitePlan>& plans);

}  // namespace cardon
