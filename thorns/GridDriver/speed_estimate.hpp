// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

namespace cardon::grid_driver {

/// Points per second of a rank, and the relative error. Speed 0: it computes nothing.
struct SpeedEstimate {
  double speed = 0, error = 0;
};

/// Speed from repeated samples. The median counts, so that single samples which something disturbed
/// do not.
class SpeedSamples {
 public:
  void add(double points, double seconds);
  /// The error is small enough to stop.
  bool settled() const;
  SpeedEstimate estimate() const;

 private:
  std::vector<double> seconds_per_point_;  // ascending
};

/// The speeds by which the grid is cut. A rank whose difference from the median is not larger than
/// what its estimate is uncertain by has that of the median: equal cores get equal shares. Empty if
/// some rank computes nothing.
std::vector<double> speeds_to_cut_by(const std::vector<SpeedEstimate>& ranks);

}  // namespace cardon::grid_driver
