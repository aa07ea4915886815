// SPDX-License-Identifier: Apache-2.0
// cardon list runs
#pragma once
#include <string>
#include <vector>

#include "table.hpp"

namespace cardon::cli {

/// The runs at or below folders (runs/NAME/0001 at most two levels down; default: runs) that fulfil
/// all conditions, by name of the folder. `words` are folders and conditions such as
/// "WaveToy.width=0.2", "grid.points!=[32]", "time.courant<=0.5", "status=finished"; parameters
/// in conditions get a column. Numbers are compared as numbers. Throws Error "cli/no-run" for a
/// folder without runs, "cli/unknown-name" for a condition on a name that none of the runs has.
Table runs_table(const std::vector<std::string>& words);

}  // namespace cardon::cli
