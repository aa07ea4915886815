// SPDX-License-Identifier: Apache-2.0
// From `grid.boundary` to boundary services with their formulas.
#pragma once
#include <cardon/services/driver.hpp>
#include <cardon/services/parameter_set.hpp>
#include <vector>

#include "registry/thorn_library.hpp"
#include "schedule/absent_quantities.hpp"
#include "startup/boundary_reader.hpp"

namespace cardon {

/// Makes the services of the faces, one per name, and compiles the formulas given with them.
/// Appends to `problems`, also where a boundary that takes no value has one, or one that needs a
/// value has none.
BoundarySpecs read_faces(const ParameterSet& parameters, const ThornLibrary& library,
                         FaceBoundary (&faces)[3][2], std::vector<Problem>& problems);

/// Values given by field must name fields, and every evolved field with a boundary must have one.
/// Boundaries of thorns must fill all evolved fields that have a boundary. `absent`: what exists
/// only with other parameters.
/// Appends to `problems`.
void check_boundary_values(const BoundarySpecs& specs, const Program& program,
                           std::vector<Problem>& problems,
                           const std::vector<AbsentQuantity>& absent = {});

}  // namespace cardon
