// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>
#include <vector>

namespace cardon {

/// The tasks of program.analysis, in their order, that must run before the given fields and scalars
/// can be put out: those that write or reduce them, those that write what these read, and so on,
/// with their boundary tasks.
std::vector<int> analysis_tasks(const Program& program,
                                const std::vector<const GridFunction*>& fields,
                                const std::vector<const ScalarInfo*>& scalars);

/// What runs at the end of a run: the tasks of program.terminate, after those of Analysis that
/// write what they read.
std::vector<int> last_tasks(const Program& program);

}  // namespace cardon
