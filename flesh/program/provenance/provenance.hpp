// SPDX-License-Identifier: Apache-2.0
// Where a run came from: program, modules, parameters, machine.
#pragma once
#include <map>
#include <string>

#include "restart/restored_run.hpp"
#include "startup/placed_run.hpp"

namespace cardon {

/// The text of provenance.json, the same on all ranks; its keys are explained in outputs.md.
/// `build` says how the program was built ("libraries": names with versions, separated by
/// semicolons), `losses` is that of losses_text; `restored` is null for a new run. ASCII only.
/// Collective.
std::string provenance_json(const PlacedRun& placed, const RestoredRun* restored,
                            const std::map<std::string, std::string>& build,
                            const std::string& losses);

}  // namespace cardon
