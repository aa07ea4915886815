// SPDX-License-Identifier: Apache-2.0
#include "probe/figures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cardon {
namespace {

// Four digits need no power of ten up to here.
constexpr Real first_of_five_digits = 9999.5, first_of_four_digits = 999.5;

}  // namespace

std::string latency_text(Real seconds) {
  if (1e6 * seconds < first_of_four_digits) return fmt::format("{:.3g} us", 1e6 * seconds);
  return 1e3 * seconds < first_of_five_digits ? fmt::format("{:.4g} ms", 1e3 * seconds)
                                              : fmt::format("{:.4g} s", seconds);
}

std::string bandwidth_text(Real bytes) {
  if (1e-6 * bytes < first_of_four_digits) return fmt::format("{:.4g} MB/s", 1e-6 * bytes);
  return 1e-9 * bytes < first_of_four_digits ? fmt::format("{:.3g} GB/s", 1e-9 * bytes)
                                             : fmt::format("{:.3g} TB/s", 1e-12 * bytes);
}

std::string ranks_text(const std::vector<int>& ranks) {
  constexpr std::size_t max_ranks = 8;
  const std::vector<int> few(ranks.begin(),
                             ranks.begin() + long(std::min(max_ranks, ranks.size())));
  const std::string text = fmt::format("{}", fmt::join(few, ", "));
  return ranks.size() <= max_ranks ? text : fmt::format("{}, ... ({} ranks)", text, ranks.size());
}

}  // namespace cardon
