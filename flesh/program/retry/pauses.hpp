// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// How long to wait before a run is started again: what fails at once, such as a launcher that is
/// not to be reached, may be repaired in minutes.
class Pauses {
 public:
  explicit Pauses(double first) : first_(first) {}

  /// s; each twice as long as the one before, up to `longest`. After an attempt that got further
  /// than the ones before it, as short as the first one.
  double next(bool got_further);

  static constexpr double longest = 300;  ///< s

 private:
  double first_;
  double next_ = 0;
};

}  // namespace cardon
