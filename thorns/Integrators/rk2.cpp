// SPDX-License-Identifier: Apache-2.0
#include "rk2.hpp"

namespace cardon::integrators {

std::vector<Stage> Rk2::stages(const ParameterSet&) const {
  constexpr int u = 0, old = 1;
  return {
      {0, {{old, {{u, 1}}, 0}, {u, {{u, 1}}, 0.5}}},
      {0.5, {{u, {{old, 1}}, 1}}},
  };
}

}  // namespace cardon::integrators
