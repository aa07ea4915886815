// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/speed_samples.hpp>
#include <vector>

namespace cardon::grid_driver {

/// The speeds by which the grid is cut. Ranks whose speeds do not differ by more than they are
/// uncertain by form a group, and all have its median: equal cores get equal shares, also where
/// sites have different processors. Empty if some rank computes nothing.
std::vector<double> speeds_to_cut_by(const std::vector<SpeedEstimate>& ranks);

}  // namespace cardon::grid_driver
