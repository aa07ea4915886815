// SPDX-License-Identifier: Apache-2.0
// Statistics that a few outliers do not spoil.
#pragma once
#include <cardon/kit/median.hpp>
#include <cardon/tuning/estimate.hpp>
#include <vector>

namespace cardon {

/// 1.4826 times the median distance from the median: the standard deviation of normal noise.
double robust_deviation(const std::vector<double>& values);
/// The median with its standard error 1.2533 s / sqrt(n), s the robust deviation and at least a
/// tenth of the median.
Estimate robust_mean(const std::vector<double>& values);

}  // namespace cardon
