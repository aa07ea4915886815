// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/thorn_declaration.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace cardon {

/// By name of the thorn its `authors` and `works` to cite; thorns without either are left out.
nlohmann::ordered_json citations_json(const std::vector<ThornDeclaration>& thorns);

/// The same as text for people; empty if no thorn has any.
std::string citations_text(const std::vector<ThornDeclaration>& thorns);

}  // namespace cardon
