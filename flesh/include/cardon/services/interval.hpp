// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/types.hpp>
#include <string>

namespace cardon {

/// How often something happens: every so many iterations (`every: 10`) or every so much simulated
/// time (`every: 0.2 s`). Exactly one of the two is above zero.
struct Interval {
  long iterations = 0;     ///< every so many iterations; 0: by time
  Real time = 0;           ///< every so much time, in `unit`; 0: by iterations
  std::string unit = "s";  ///< of the time; empty: none
  /// Whether it counts iterations, not time.
  bool in_iterations() const { return iterations > 0; }
  /// Whether iterations, time and unit are the same.
  bool operator==(const Interval&) const = default;
};

}  // namespace cardon
