// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cardon/kit/balance/small_random.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Loads of a grid of blocks over time.
class LoadCourse {
 public:
  /// Draws what is open. Kinds: uniform, lognormal, spot (a heavy ball that wanders), front (a
  /// heavy plane that wanders), growing (a spot whose work grows); pareto (few blocks have most of
  /// the work), mixed (light and heavy blocks), ramp (work grows along a direction) and two_spots.
  LoadCourse(std::string kind, std::array<int, 3> blocks, SmallRandom& random);

  /// Relative work of all blocks; the first direction of `blocks` is the row.
  std::vector<double> at(double step) const;
  const std::string& kind() const { return kind_; }

 private:
  double shape(double x, double y, double z, double step) const;

  std::string kind_;
  std::array<int, 3> blocks_;
  std::vector<double> base_, other_;       // by block: the texture, and the one into which it turns
  double height_ = 0, width_ = 0;          // of spots and fronts
  std::array<double, 3> place_{}, way_{};  // in units of the grid; way per step
  double growth_ = 0;                      // per step
  double turn_ = 0;                        // of textures, radian per step
};

}  // namespace cardon
