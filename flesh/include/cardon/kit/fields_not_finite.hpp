// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <utility>

namespace cardon {

/// A check found NaN or infinity in fields. The same on all ranks.
class FieldsNotFinite : public Error {
 public:
  /// `problem` names the first field and point, or the scalar; `iteration` is that of the fields.
  FieldsNotFinite(Problem problem, long iteration, bool in_scalar = false)
      : Error(std::move(problem), exit_health), iteration_(iteration), in_scalar_(in_scalar) {}
  /// Iteration of the fields that were checked.
  long iteration() const { return iteration_; }
  /// A scalar that is a state was seen first. It may have read fields that held NaN before.
  bool is_in_scalar() const { return in_scalar_; }

 private:
  long iteration_;
  bool in_scalar_;
};

}  // namespace cardon
