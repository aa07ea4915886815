// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// What a rank believes of the mean load of all, in jobs, and the loads beyond which it acts.
struct SbnThresholds {
  double mean = 0;  ///< SysLL
  double min = 0;   ///< MinTh: below it a rank asks for work
  double max = 0;   ///< MaxTh: above it a rank gives work away
};

/// UpdateLoad of D. J. Harvey's dissertation, section 3.2.3, with K = 2. The text has the increment
/// of MaxTh as 2^floor(SysLL / K); four of its five examples agree.
SbnThresholds sbn_thresholds(double total, int ranks);

}  // namespace cardon
