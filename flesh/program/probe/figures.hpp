// SPDX-License-Identifier: Apache-2.0
// What probes measure, in words.
#pragma once
#include <cardon/thorn/types.hpp>
#include <string>
#include <vector>

namespace cardon {

/// "85.2 us", "12.5 ms", with three or four digits; `seconds` as measured.
std::string latency_text(Real seconds);
/// "95.4 MB/s", "12.3 GB/s", with at most four digits; `bytes` per second.
std::string bandwidth_text(Real bytes);
/// "0, 1, 2"; of more than eight ranks the first ones, and how many there are.
std::string ranks_text(const std::vector<int>& ranks);

}  // namespace cardon
