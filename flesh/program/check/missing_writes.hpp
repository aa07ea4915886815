// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>
#include <vector>

namespace cardon {

/// What a run would not notice by itself: throws Error schedule/unwritten for tasks that declare to
/// write a field and write it at none of the points tried, with private values; and for boundaries,
/// as append_unfilled() does. Tasks that throw with these values are passed over, and those of
/// Initial. Kokkos must be initialised.
void require_writes(const Program& program, const ParameterSet& parameters);

/// Appends the errors of boundaries that declare to write a field and write it at none of the
/// points tried: in all layers of their faces, at the time of the first step and later. Warnings
/// are those about components of which others are written, and about boundaries that read scalars,
/// whose values are not known yet.
void append_unfilled(const Program& program, const ParameterSet& parameters,
                     std::vector<Problem>& errors, std::vector<Problem>& warnings);

}  // namespace cardon
