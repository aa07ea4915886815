// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/face_thickness.hpp>
#include <cardon/kit/grid/site_decomposition.hpp>
#include <cardon/plan/link_cost.hpp>
#include <cardon/services/machine.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <functional>

namespace cardon {

struct Program;

namespace model {

/// What a link across the chain costs with a ghost depth, see link_cost.
using CostOfDepth = std::function<LinkCost(int depth)>;

/// The request from which the grid is cut for these settings. Entries of settings.links are in the
/// order of chain_links(machine, grid). Throws what link_cost throws.
SiteRequest site_request(const Program& program, const FaceThickness& thickness,
                         const Machine& machine, const DriverSettings& settings);
/// The same for callers who remember what links cost.
SiteRequest site_request(const Program& program, const FaceThickness& thickness,
                         const Machine& machine, const DriverSettings& settings,
                         const CostOfDepth& cost_of);

}  // namespace model
}  // namespace cardon
