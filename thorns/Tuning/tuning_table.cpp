// SPDX-License-Identifier: Apache-2.0
#include "tuning_table.hpp"

#include <fmt/format.h>

#include <limits>

namespace cardon {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double value(const Estimate& estimate) { return estimate.known() ? estimate.value : unknown; }

}  // namespace

std::string table_header(const std::vector<LinkEnds>& links) {
  std::string text =
      "iteration\twall_s\tstep_s\tstep_error\tefficiency\tpredicted_s\tblocks\toverlap";
  for (const LinkEnds& link : links)
    for (const char* what : {"depth", "ratio", "latency", "bandwidth"})
      text += fmt::format("\t{}:{}", what, link.name);
  return text + "\n";
}

std::string table_row(const TuningWindow& window, double predicted) {
  const DriverSettings& settings = window.settings;
  std::string text = fmt::format(
      "{}\t{:.6g}\t{:.6g}\t{:.3g}\t{:.5f}\t{:.6g}\t{}\t{}", window.last, window.seconds_so_far,
      window.seconds_per_step.value, window.seconds_per_step.error, window.efficiency,
      predicted > 0 ? predicted : unknown, settings.blocks_per_rank, settings.overlap ? 1 : 0);
  for (std::size_t n = 0; n < settings.links.size(); ++n) {
    const LinkEstimate link =
        n < window.machine.links.size() ? window.machine.links[n] : LinkEstimate{};
    text += fmt::format("\t{}\t{:.5g}\t{:.5g}\t{:.5g}", settings.links[n].depth,
                        2 / (1 / link.ratio[0] + 1 / link.ratio[1]), value(link.latency),
                        value(link.bandwidth));
  }
  return text + "\n";
}

}  // namespace cardon
