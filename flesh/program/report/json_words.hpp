// SPDX-License-Identifier: Apache-2.0
// JSON as words, whatever it holds.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace cardon {

/// A string as it is, the items of a list with commas between, anything else as JSON.
std::string json_words(const nlohmann::json& value);
/// A member of an object as words; `fallback` if there is none.
std::string member_words(const nlohmann::json& map, const std::string& name,
                         const std::string& fallback = "");

}  // namespace cardon
