// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cardon/kit/balance/balance_features.hpp>
#include <vector>

namespace cardon {

/// How loads go on if what two windows show continues: a pattern that travels over the array of
/// blocks at constant speed, and whose excess over the lightest blocks grows or shrinks by an equal
/// amount per step. What leaves the array at one side returns at the other. Where blocks form no
/// array, or only one window was measured, loads stay.
///
/// Per direction, sums over the two other directions are compared, so that differences between
/// single blocks and errors of measurement hardly count. A direction in which travelling does not
/// explain most of the change has none.
class LoadForecast {
 public:
  /// `problem` has the loads of the last window, `change` says how they differ from the one before.
  LoadForecast(const BalanceProblem& problem, const LoadChange& change);

  /// Work of the blocks so many steps behind the last window.
  std::vector<double> work(double steps) const;
  /// How far the pattern travels in each direction: blocks per step.
  const std::array<double, 3>& travel() const { return travel_; }
  /// How fast the excess grows: its change per step, relative to that of the last window.
  double growth() const { return growth_; }

 private:
  std::vector<double> profile(const std::vector<double>& work, int direction) const;
  void fit(const std::vector<double>& before, double steps);

  std::size_t place(std::size_t block) const {
    return array_.places.empty() ? block : std::size_t(array_.places[block]);
  }

  BlockArray array_;
  std::vector<double> now_;  // by place
  std::array<double, 3> travel_{};
  double growth_ = 0, lightest_ = 0;
};

}  // namespace cardon
