// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// A measured number with its standard error; samples 0: not known.
struct Estimate {
  double value = 0;
  double error = 0;
  double samples = 0;

  bool known() const { return samples > 0; }
};

}  // namespace cardon
