// SPDX-License-Identifier: Apache-2.0
#include "console/figure_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace cardon {

std::string duration_text(double seconds) {
  const long s = std::lround(seconds);
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} m {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} m", s / 3600, s % 3600 / 60);
}

std::string bytes_text(double bytes) {
  static const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
  int u = 0;
  for (; bytes >= 1000 && u < 4; ++u) bytes /= 1000;
  return u == 0 ? fmt::format("{:.0f} B", bytes) : fmt::format("{:.1f} {}", bytes, units[u]);
}

}  // namespace cardon
