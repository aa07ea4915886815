// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace cardon {

/// All of a provenance as lines for people, in an order of our own; what is unknown comes last.
std::string provenance_text(const nlohmann::json& provenance);

}  // namespace cardon
