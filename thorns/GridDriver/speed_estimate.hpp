// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/speed_samples.hpp>
#include <vector>

namespace cardon::grid_driver {

/// The speeds by which the grid is cut. A rank whose difference from the median is not larger than
/// what its estimate is uncertain by has that of the median: equal cores get equal shares. Empty if
/// some rank computes nothing.
std::vector<double> speeds_to_cut_by(const std::vector<SpeedEstimate>& ranks);

}  // namespace cardon::grid_driver
