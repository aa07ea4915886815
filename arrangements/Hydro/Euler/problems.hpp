// SPDX-License-Identifier: Apache-2.0
// Initial data, and exact solutions where they are known.
#pragma once
#include <cardon/thorn.hpp>

namespace euler {

void declare_problems(cardon::ThornBuilder& thorn);

/// Throws Error euler/riemann or euler/vortex for data of no gas, or that are not where they should
/// be.
void check_problem(const cardon::Block& block);

/// The largest sum of flow and sound speed that the initial data lead to, as the parameter
/// `fastest` or the problem says; 0 if neither does.
cardon::Real fastest_signal(const cardon::Block& block);

}  // namespace euler
