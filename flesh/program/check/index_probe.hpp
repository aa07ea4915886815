// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>

namespace cardon {

/// Whether the result of a task at a place depends on the number of the point there, as it does
/// with `p.i() % 2`: seen by giving the points of the grid other numbers, in the directions that
/// have at least 16 points. Comparisons with a few indices, as at faces, do not count, nor do
/// random numbers, which depend on indices by their nature. Kokkos must be initialised.
bool depends_on_index(const Program& program, const ParameterSet& parameters, const Task& task);

}  // namespace cardon
