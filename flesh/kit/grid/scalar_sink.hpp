// SPDX-License-Identifier: Apache-2.0
// Where block.reduce() sends rows of values.
#pragma once
#include <cardon/services/program.hpp>
#include <cardon/thorn/block.hpp>
#include <cardon/thorn/box.hpp>
#include <cardon/thorn/types.hpp>
#include <span>
#include <string_view>

namespace cardon {

/// Collects the rows of declared scalars on one rank; the flesh combines them over ranks, and tasks
/// read what came out.
class ScalarSink {
 public:
  virtual ~ScalarSink() = default;
  /// Values of consecutive points, the first at a global index, in a call of a task of `step`
  /// (BlockContext::step).
  virtual void add_row(std::string_view thorn, std::string_view scalar, std::span<const Real> row,
                       const Index3& first, long step) = 0;
  /// What a task of `step` reads; 1 where nothing is ever reduced, as in trials of tasks.
  virtual ReducedValue value(const ScalarRead& /*read*/, long /*step*/) const { return {}; }
};

}  // namespace cardon
