// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/timings.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Why the result is not that of a run without compression: "zfp-1e-6 on link a-b"; empty: it is.
std::string losses_text(const std::vector<LinkTimings>& links);

}  // namespace cardon
