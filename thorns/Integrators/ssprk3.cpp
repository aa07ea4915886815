// SPDX-License-Identifier: Apache-2.0
#include "ssprk3.hpp"

namespace cardon::integrators {

std::vector<Stage> SspRk3::stages(const ParameterSet&) const {
  constexpr int u = 0, old = 1;
  // Rounded weights have to add up to 1, or else sums over the grid would drift: 1.0 / 3 is less.
  constexpr double third = 1 - 2.0 / 3;
  return {
      {0, {{old, {{u, 1}}, 0}, {u, {{u, 1}}, 1}}},
      {1, {{u, {{old, 3.0 / 4}, {u, 1.0 / 4}}, 1.0 / 4}}},
      {0.5, {{u, {{old, third}, {u, 2.0 / 3}}, 2.0 / 3}}},
  };
}

}  // namespace cardon::integrators
