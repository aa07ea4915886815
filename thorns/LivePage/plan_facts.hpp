// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/link.hpp>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace cardon {

struct Program;

/// The cycle of operations that blocks repeat with these links: in which steps they exchange what,
/// which tasks are due, and how many layers beyond their own points these compute. As schema.json
/// describes it.
nlohmann::ordered_json plan_json(const Program& program, const std::vector<plan::Link>& links);

}  // namespace cardon
