// SPDX-License-Identifier: Apache-2.0
// The side of a driver by which simulated processors slow its ranks down.
#pragma once

namespace cardon {

/// A driver that can make this rank as slow as a lower frequency of its processor would. It answers
/// with the same values of fields, later.
class LimitedSpeed {
 public:
  virtual ~LimitedSpeed() = default;
  /// From the next piece of work on, this rank computes at this share of its speed, at most 1.
  /// Between two steps. False: the run has no emulator that could slow it down.
  virtual bool limit_speed(double share) = 0;
};

}  // namespace cardon
