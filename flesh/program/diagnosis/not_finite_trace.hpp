// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/fields_not_finite.hpp>

#include "startup/placed_run.hpp"

namespace cardon {

/// What is told of NaN in fields: repeats the run, from where it began, to find the task that made
/// it, and adds its name, the field, the point, what it had read there, and advice that fits. The
/// problem remains as it was, with the reason, where that would take longer than health.trace
/// allows, as the run has taken `seconds` so far, or where no such task is found. Needs the memory
/// of a run. Collective, on ranks that have nothing under way; `seconds` the same on all.
Problem traced(const PlacedRun& placed, const FieldsNotFinite& found, double seconds);

}  // namespace cardon
