// SPDX-License-Identifier: Apache-2.0
// A formula of the parameter file, ready to be evaluated at points.
#pragma once
#include <cardon/thorn/point.hpp>
#include <memory>
#include <optional>

namespace cardon {

class ExpressionFunction;

/// f(p) evaluates the formula at the coordinates of p and the time it was taken for. Each copy may
/// be used by one thread at a time.
class ExpressionValue {
 public:
  /// `time` is what t stands for in the formula.
  ExpressionValue(std::shared_ptr<const ExpressionFunction> function, Real time)
      : function_(std::move(function)), time_(time) {}
  /// Value at the coordinates of p.
  Real operator()(const Point& p) const;
  bool uses_time() const;  ///< has t in it
  /// The value of a formula that is the same everywhere and always; none: it is not.
  std::optional<Real> constant() const;
  /// Returns the formula at another time, such as that of a past level.
  ExpressionValue at_time(Real time) const { return {function_, time}; }

 private:
  std::shared_ptr<const ExpressionFunction> function_;
  Real time_;
};

}  // namespace cardon
