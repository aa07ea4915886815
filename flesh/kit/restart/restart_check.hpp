// SPDX-License-Identifier: Apache-2.0
// Whether a run can continue from a checkpoint.
#pragma once
#include <cardon/services/program.hpp>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "restart/restart_choice.hpp"

namespace cardon {

/// A grid as a manifest describes it.
nlohmann::json grid_json(const Grid& grid);

/// Problems restart/missing-field, restart/other-field and restart/nothing-left; where the
/// parameters are the `same`, restart/other-grid and restart/other-step, too.
void check_restart(const RestartChoice& choice, const Program& program, long last_iteration,
                   bool same, std::vector<Problem>& problems);

}  // namespace cardon
