// SPDX-License-Identifier: Apache-2.0
#include "parameters/renamed.hpp"

namespace cardon {
namespace {

struct Moved {
  std::string_view section, before, now;
};

constexpr Moved moved[] = {
    {"driver", "padded_by", "emulated_compute.by"},
    {"driver", "padded_changes", "emulated_compute.changes"},
    {"driver", "padded_compute", "emulated_compute.per_point"},
    {"driver", "padded_slowdown", "emulated_compute.slowdown"},
    {"driver", "padded_speeds", "emulated_compute.speeds"},
};

}  // namespace

std::string_view moved_parameter(std::string_view section, std::string_view name) {
  for (const Moved& one : moved)
    if (one.section == section && one.before == name) return one.now;
  return {};
}

}  // namespace cardon
