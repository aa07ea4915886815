// SPDX-License-Identifier: Apache-2.0
// Where a run came from: program, modules, parameters, machine.
#pragma once
#include <map>
#include <string>

#include "cardon/services/transport.hpp"
#include "startup/setup.hpp"

namespace cardon {

/// The text of provenance.json, the same on all ranks; its keys are explained in outputs.md.
/// `build` says how the program was built ("libraries": names with versions, separated by
/// semicolons), `losses` is that of losses_text. ASCII only. Collective.
std::string provenance_json(const Setup& setup, const std::map<std::string, std::string>& build,
                            Transport& transport, const std::string& losses);

}  // namespace cardon
