// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace cardon {

/// Processor time that a plan of a balancer takes at one place, s: a power law, fitted to what
/// plans took for about 200 problems of 2 to 1024 ranks with 16 to 16,384 blocks, on one core of a
/// busy computer. Plans of equal size differ by a factor of 1.4 to 1.9. A law, not a measurement,
/// so that choices do not depend on the computer. Throws Bug for a balancer that was not measured.
double plan_seconds(std::string_view balancer, double blocks, double ranks);

/// The balancer that plans before the others where several may plan: of all it moves the fewest
/// blocks.
const std::string& first_planner();

}  // namespace cardon
