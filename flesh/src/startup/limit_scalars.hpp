// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>
#include <vector>

namespace cardon {

/// The scalars, by id, that thorns name as step limits in place of a function. Each has to be of
/// Reduce::min, and of fields the task that reduces it may only read current levels of evolved and
/// auxiliary ones at the point, which hold something between all steps; otherwise there are
/// problems (schedule/step-limit).
std::vector<int> limit_scalars(const Program& program, const std::vector<ThornDeclaration>& thorns,
                               std::vector<Problem>& problems);

}  // namespace cardon
