// SPDX-License-Identifier: Apache-2.0
#include "euler.hpp"

namespace cardon::integrators {

std::vector<Stage> Euler::stages(const ParameterSet&) const { return {{0, {{0, {{0, 1}}, 1}}}}; }

}  // namespace cardon::integrators
