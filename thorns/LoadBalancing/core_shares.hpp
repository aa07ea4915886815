// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>
#include <vector>

#include "load_report.hpp"

namespace cardon {

/// Which shares of their cores ranks have, as far as that lasts: another program that runs for a
/// while is no reason to move blocks, one that stays is.
class CoreShares {
 public:
  /// What all ranks measured in one more window.
  void measured(const std::vector<LoadReport>& ranks);
  /// By rank: the largest share of the last windows, 1 if it is not much less, and 0.25 at least.
  /// Empty: too few windows.
  std::vector<double> lasting() const;

 private:
  std::deque<std::vector<double>> windows_;
};

}  // namespace cardon
