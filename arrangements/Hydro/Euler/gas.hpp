// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn.hpp>

namespace euler {

using cardon::Real;
using cardon::Vec3;

/// The state of an ideal gas at a point.
struct Gas {
  Real rho = 1;
  Vec3 velocity;
  Real pressure = 1;
};

}  // namespace euler
