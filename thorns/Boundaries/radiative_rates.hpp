// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/boundary.hpp>

namespace cardon::boundaries {

/// The right-hand sides of a field f0 + u(r - v t) / r at the points of a face,
///   d f/dt = -(v / r) (x . grad f + f - f0),
/// with second-order differences: one-sided across the layers of faces that radiate, else centred.
/// With GridFunction::decay n > 0 is added what the right-hand side at the next point inside has
/// besides, by the same differences, times (its r / r)^n. M. Alcubierre et al., Phys. Rev. D 67,
/// 084023, 2003, section VI.A.
void fill_radiative_rates(const FaceFill& face);

}  // namespace cardon::boundaries
