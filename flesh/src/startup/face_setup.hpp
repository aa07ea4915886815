// SPDX-License-Identifier: Apache-2.0
// From `grid.boundary` to boundary services with their formulas.
#pragma once
#include <vector>

#include "startup/boundary_reader.hpp"
#include "startup/setup.hpp"

namespace cardon {

/// Makes the services of setup.faces, one per name, and compiles the formulas given with them.
/// Appends to `problems`, also where a boundary that takes no value has one, or one that needs a
/// value has none.
BoundarySpecs read_faces(Setup& setup, std::vector<Problem>& problems);

/// Values given by field must name fields, and every evolved field with a boundary must have one.
/// Appends to `problems`.
void check_boundary_values(const Setup& setup, const BoundarySpecs& specs,
                           std::vector<Problem>& problems);

}  // namespace cardon
