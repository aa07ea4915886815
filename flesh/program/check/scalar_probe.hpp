// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>

#include "check/stencil_probe.hpp"

namespace cardon {

/// Calls every task of scalars with private values. Appends problems: what a task throws
/// (schedule/undeclared, schedule/scalar-not-set), schedule/impure; and warnings: scalars that are
/// declared to be read and never used (schedule/unused).
void probe_scalar_tasks(const Program& program, const ParameterSet& parameters,
                        StencilProbe& result);

}  // namespace cardon
