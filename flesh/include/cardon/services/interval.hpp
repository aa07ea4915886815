// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "cardon/thorn/types.hpp"

namespace cardon {

/// How often something happens: every so many iterations (`every: 10`) or every so much simulated
/// time (`every: 0.2 s`). Exactly one of the two is above zero.
struct Interval {
  long iterations = 0;
  Real time = 0;
  std::string unit = "s";  ///< of the time; empty: none
  bool in_iterations() const { return iterations > 0; }
  bool operator==(const Interval&) const = default;
};

}  // namespace cardon
