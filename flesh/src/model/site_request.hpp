// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "cardon/plan/link_cost.hpp"
#include "cardon/services/program.hpp"
#include "cardon/tuning/cost_model.hpp"

namespace cardon::model {

/// What a link across the chain costs with a ghost depth, see link_cost.
using CostOfDepth = std::function<LinkCost(int depth)>;

/// As site_request_for, for callers who remember what links cost.
SiteRequest site_request(const Program& program, const FaceThickness& thickness,
                         const Machine& machine, const DriverSettings& settings,
                         const CostOfDepth& cost_of);

}  // namespace cardon::model
