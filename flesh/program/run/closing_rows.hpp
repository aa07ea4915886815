// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <vector>

#include "loop/simulation.hpp"
#include "run/closing_table.hpp"
#include "run/summary.hpp"

namespace cardon {

/// The rows of the closing table: tasks, what services took, and what is left. Collective.
std::vector<TimeRow> closing_rows(Simulation& simulation, const Program& program,
                                  const RunFigures& figures,
                                  const std::vector<StepServices::Report>& services,
                                  Transport& transport);

}  // namespace cardon
