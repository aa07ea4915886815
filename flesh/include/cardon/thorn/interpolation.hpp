// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// How a table is interpolated between its points. monotone: cubic and once differentiable, without
/// extrema that the points do not have (M. Steffen, Astron. Astrophys. 239, 443-450, 1990).
enum class Interpolation {
  linear,   ///< of order 2
  monotone  ///< of order 3 where the function has no extremum
};

}  // namespace cardon
