// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// A measured number with its standard error; samples 0: not known.
struct Estimate {
  double value = 0;    ///< the number
  double error = 0;    ///< standard error, in the unit of the number
  double samples = 0;  ///< measurements that it is made of; 0: not known

  /// Whether it was measured.
  bool known() const { return samples > 0; }
};

}  // namespace cardon
