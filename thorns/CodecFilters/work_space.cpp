// SPDX-License-Identifier: Apache-2.0
#include "work_space.hpp"

#include <vector>

namespace cardon::filters {
namespace {

// A cache line, on which the first value of each array starts.
struct alignas(64) Line {
  double values[8];
};

}  // namespace

WorkSpace work_space(CodecRows rows) {
  static thread_local std::vector<Line> lines;
  const std::size_t each = work_doubles(rows) / 8 + 1;
  if (lines.size() < 3 * each) lines.resize(3 * each);
  return {lines[0].values, lines[each].values,
          reinterpret_cast<std::byte*>(lines[2 * each].values)};
}

}  // namespace cardon::filters
