// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/field_access.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <cstdint>
#include <limits>
#include <vector>

#include "grid/scalar_sink.hpp"

namespace cardon {

/// A step limit at a point, s.
struct LimitAtPoint {
  Real limit = std::numeric_limits<Real>::infinity();
  int scalar = -1;  ///< id; -1: there is no limit
  Index3 position{0, 0, 0};

  /// A number above 0, or infinite.
  bool is_valid() const { return limit > 0; }
  /// Whether it counts rather than the other one: what is not valid before what is, then the
  /// smaller one, then the first in the order of scalars and points. So a minimum over the grid is
  /// the same for every decomposition.
  bool precedes(const LimitAtPoint& other) const;
};

/// The limits of the step by the fields of this rank: the tasks that reduce certain scalars,
/// called between steps.
class StepLimits : private ScalarSink {
 public:
  /// Everything is referred to. `values`: of scalars that these tasks read.
  StepLimits(const Program& program, const ParameterSet& parameters,
             const std::vector<int>& scalars, const ScalarSink& values);
  /// Forgets what was found.
  void clear() {
    smallest_ = {};
    reduced_ = 0;
  }
  /// Computes the limits at the owned points of a block. `time`: s, of its fields.
  void look_at(const FieldAccess::BlockView& block, long iteration, Real time);
  const LimitAtPoint& smallest() const { return smallest_; }
  /// Which of the scalars have been reduced, one bit for each of the first 64.
  std::uint64_t reduced() const { return reduced_; }

 private:
  void add_row(std::string_view thorn, std::string_view scalar, std::span<const Real> row,
               const Index3& first, long step) override;

  const Program& program_;
  const ParameterSet& parameters_;
  const std::vector<int>& scalars_;
  const ScalarSink& values_;
  std::vector<const Task*> tasks_;
  LimitAtPoint smallest_;
  std::uint64_t reduced_ = 0;
};

}  // namespace cardon
