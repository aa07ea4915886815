// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <utility>

namespace cardon {

/// A check found NaN or infinity in fields. The same on all ranks.
class FieldsNotFinite : public Error {
 public:
  /// `problem` names the first field and point; `iteration` is that of the fields.
  FieldsNotFinite(Problem problem, long iteration)
      : Error(std::move(problem), exit_health), iteration_(iteration) {}
  /// Iteration of the fields that were checked.
  long iteration() const { return iteration_; }

 private:
  long iteration_;
};

}  // namespace cardon
