// SPDX-License-Identifier: Apache-2.0
#include "parameters/renamed.hpp"

namespace cardon {
namespace {

struct Renamed {
  std::string_view section, before, now;
};

constexpr Renamed renamed[] = {
    {"transport", "give_up_after", "timeout"},
    {"tuning", "deepest", "max_depth"},
};

}  // namespace

std::string_view renamed_parameter(std::string_view section, std::string_view name) {
  for (const Renamed& one : renamed)
    if (one.section == section && one.before == name) return one.now;
  return {};
}

}  // namespace cardon
