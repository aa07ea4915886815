// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>
#include <vector>

namespace cardon {

/// The tasks of a list, such as Program::step, with those of scalars at their places among them.
std::vector<const Task*> tasks_in_order(const Program& program, const std::vector<int>& list,
                                        const std::vector<ScalarTask>& scalars);

}  // namespace cardon
