// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/boundary.hpp>

namespace cardon::boundaries {

/// Fills every layer with `factor` times the mirror image. Depths count inwards from the outermost
/// grid point (0); the depths of a point and of its image add up to `sum`: -1 mirrors at the face
/// of a cell, 0 at the outermost point, 1 half a spacing further inside.
void mirror(const FaceFill& face, int sum, Real factor);

}  // namespace cardon::boundaries
