// SPDX-License-Identifier: Apache-2.0
// Messages as runs of three-dimensional applications send them.
#pragma once
#include "codec_data.hpp"

namespace cardon::performance {

/// Three layers across z of all evolved fields, in the middle of a run in which every field varies
/// in all three directions: EinsteinVacuum (25 fields, a gravitational wave), Euler (5, a blast),
/// GrayScott (2) and WaveToy (1). The applications must be among the thorns that are found.
std::vector<Series> run_series();

}  // namespace cardon::performance
