// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "plan/plan.hpp"

namespace cardon::plan {

/// A plan as lines for people: the links with their depths, then one line per operation with the
/// growth on each link, and for an exchange the slots and how many layers of each are sent. Past
/// levels are written phi[past 1], the level being computed phi[next].
std::vector<std::string> print(const Plan& plan);
/// The same for some operations only.
std::vector<std::string> print(const Segment& segment, const PlanInput& input);

}  // namespace cardon::plan
