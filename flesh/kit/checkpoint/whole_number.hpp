// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/checkpoint/checksummed_json.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace cardon {

/// A number of the file `name` that must be whole and fit into T; the JSON library would cut it
/// into shape. Throws CheckpointDamage.
template <class T>
T whole_number(const nlohmann::json& json, const std::string& name) {
  if (json.is_number_unsigned()) {
    if (const auto number = json.get<std::uint64_t>(); std::in_range<T>(number)) return T(number);
  } else if (json.is_number_integer()) {
    if (const auto number = json.get<std::int64_t>(); std::in_range<T>(number)) return T(number);
  }
  throw CheckpointDamage{name + " contains an invalid number: " + json.dump()};
}

}  // namespace cardon
