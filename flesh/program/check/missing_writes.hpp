// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>

namespace cardon {

/// What a run would not notice by itself: throws Error schedule/unwritten for tasks that declare to
/// write a right-hand side or next level and write it at none of the points tried, with private
/// values. Tasks that throw with these are passed over. Kokkos must be initialised.
void require_writes(const Program& program, const ParameterSet& parameters);

}  // namespace cardon
