// SPDX-License-Identifier: Apache-2.0
// Where a run came from: version, build, hosts, thorns.
#pragma once
#include <string>

#include "cardon/services/transport.hpp"
#include "run/setup.hpp"

namespace cardon {

/// The text of provenance.json. Collective.
std::string provenance_json(const Setup& setup, Transport& transport);

}  // namespace cardon
