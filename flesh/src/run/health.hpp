// SPDX-License-Identifier: Apache-2.0
// Stopping a run whose fields are no longer numbers.
#pragma once
#include <optional>
#include <vector>

#include "cardon/program.hpp"
#include "cardon/services/driver.hpp"

namespace cardon {

/// Looks for NaN and infinities in the evolved fields every few steps.
class Health {
 public:
  /// `every` = 0 switches it off.
  Health(const Program& program, Driver& driver, Transport& transport, long every);

  bool due(long iteration, bool last) const {
    return every_ > 0 && (last || iteration % every_ == 0);
  }
  /// Collective. Throws Error (health/not-finite, exit_health) on every rank if any rank found
  /// something: the first point in the order of fields, then x fastest.
  void check(long iteration, Real time);

 private:
  struct Finding {
    int field;
    int rank;
    Index3 index;
    Real value;
  };
  std::optional<Finding> look() const;
  std::optional<Finding> agree(const std::optional<Finding>& mine) const;
  [[noreturn]] void stop(const Finding& finding, long iteration, Real time) const;
  const Task* last_writer(const Finding& finding, long iteration) const;

  const Program& program_;
  Driver& driver_;
  Transport& transport_;
  long every_;
  long last_good_ = -1;
};

}  // namespace cardon
