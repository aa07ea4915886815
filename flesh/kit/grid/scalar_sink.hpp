// SPDX-License-Identifier: Apache-2.0
// Where block.reduce() sends rows of values.
#pragma once
#include <cardon/thorn/box.hpp>
#include <cardon/thorn/types.hpp>
#include <span>
#include <string_view>

namespace cardon {

/// Collects the rows of declared scalars on one rank; the flesh combines them over ranks.
class ScalarSink {
 public:
  virtual ~ScalarSink() = default;
  /// Values of consecutive points, the first at a global index.
  virtual void add_row(std::string_view thorn, std::string_view scalar, std::span<const Real> row,
                       const Index3& first) = 0;
};

}  // namespace cardon
