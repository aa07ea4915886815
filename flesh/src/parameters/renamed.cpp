// SPDX-License-Identifier: Apache-2.0
#include "parameters/renamed.hpp"

namespace cardon {
namespace {

struct Renamed {
  std::string_view section, before, now;
};

// Where a parameter has moved to another section, its whole name.
constexpr Renamed renamed[] = {
    {"driver", "padded_by", "emulated_compute.by"},
    {"driver", "padded_changes", "emulated_compute.changes"},
    {"driver", "padded_compute", "emulated_compute.per_point"},
    {"driver", "padded_slowdown", "emulated_compute.slowdown"},
    {"driver", "padded_speeds", "emulated_compute.speeds"},
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
