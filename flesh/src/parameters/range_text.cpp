// SPDX-License-Identifier: Apache-2.0
#include "parameters/range_text.hpp"

#include <limits>

#include "parameters/yaml_text.hpp"

namespace cardon {

std::string range_text(const Range& range, const std::string& unit) {
  const bool lower = range.bounded_below() && range.lower > std::numeric_limits<int>::min();
  const bool upper = range.bounded_above() && range.upper < std::numeric_limits<int>::max();
  const std::string tail = unit.empty() ? "" : " " + unit;
  if (!lower && !upper) return "";
  if (lower && upper && !range.lower_open && !range.upper_open)
    return "from " + real_text(range.lower) + " to " + real_text(range.upper) + tail;
  std::string text;
  if (lower) text = (range.lower_open ? "above " : "at least ") + real_text(range.lower);
  if (lower && upper) text += " and ";
  if (upper) text += (range.upper_open ? "below " : "at most ") + real_text(range.upper);
  return text + tail;
}

}  // namespace cardon
