// SPDX-License-Identifier: Apache-2.0
// Where a run came from: version, build, hosts, thorns.
#pragma once
#include <map>
#include <string>

#include "cardon/services/transport.hpp"
#include "run/setup.hpp"

namespace cardon {

/// The text of provenance.json; `build` says how the program was built, `losses` is that of
/// losses_text. Collective.
std::string provenance_json(const Setup& setup, const std::map<std::string, std::string>& build,
                            Transport& transport, const std::string& losses);

}  // namespace cardon
