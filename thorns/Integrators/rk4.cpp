// SPDX-License-Identifier: Apache-2.0
#include "rk4.hpp"

namespace cardon::integrators {

std::vector<Stage> Rk4::stages(const ParameterSet&) const {
  constexpr int u = 0, old = 1, sum = 2;
  return {
      {0, {{old, {{u, 1}}, 0}, {sum, {{u, 1}}, 1.0 / 6}, {u, {{u, 1}}, 0.5}}},
      {0.5, {{sum, {{sum, 1}}, 1.0 / 3}, {u, {{old, 1}}, 0.5}}},
      {0.5, {{sum, {{sum, 1}}, 1.0 / 3}, {u, {{old, 1}}, 1}}},
      {1, {{u, {{sum, 1}}, 1.0 / 6}}},
  };
}

}  // namespace cardon::integrators
