// SPDX-License-Identifier: Apache-2.0
#include "link_estimator.hpp"

#include <algorithm>
#include <cardon/kit/tuning/robust.hpp>
#include <cmath>

#include "busy_periods.hpp"

namespace cardon {
namespace {

constexpr std::size_t min_periods = 3;
constexpr double max_deviation = 0.5;
constexpr double clock_error = 2e-6;  // s

using Pairs = std::vector<HostPair>;

// Now and then noise looks like a link that is busy; so most periods must.
Estimate rate(const BusyPeriods& periods) {
  const std::vector<double>& seconds_per_byte = periods.seconds_per_byte;
  if (seconds_per_byte.size() < std::max(min_periods, periods.free + 1)) return {};
  const Estimate inverse = robust_mean(seconds_per_byte);
  if (robust_deviation(seconds_per_byte) > max_deviation * inverse.value) return {};
  return {1 / inverse.value, inverse.error / (inverse.value * inverse.value), inverse.samples};
}

void append(std::vector<double>& all, const std::vector<double>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

// Hosts of a site send at the same time, and share the link.
Estimate sum_of_rates(const Pairs& pairs) {
  Estimate sum;
  for (const HostPair& pair : pairs) {
    const Estimate one = rate(busy_periods(pair));
    if (!one.known()) return {};
    sum = {sum.value + one.value, std::hypot(sum.error, one.error), sum.samples + one.samples};
  }
  return sum;
}

Estimate bandwidth(const Pairs (&pairs)[2]) {
  if (pairs[0].size() <= 1 && pairs[1].size() <= 1) {
    BusyPeriods periods;
    for (const Pairs& direction : pairs)
      for (const HostPair& pair : direction) {
        const BusyPeriods more = busy_periods(pair);
        append(periods.seconds_per_byte, more.seconds_per_byte);
        periods.free += more.free;
      }
    return rate(periods);
  }
  const Estimate sums[2] = {sum_of_rates(pairs[0]), sum_of_rates(pairs[1])};
  if (!sums[0].known() || !sums[1].known()) return sums[0].known() ? sums[0] : sums[1];
  return {(sums[0].value + sums[1].value) / 2, std::hypot(sums[0].error, sums[1].error) / 2,
          sums[0].samples + sums[1].samples};
}

Estimate latency(const HostPair& forth, const HostPair& back, const Estimate& bandwidth) {
  double delay = forth.min_delay + back.min_delay, error = std::hypot(forth.spacing, back.spacing);
  if (bandwidth.known()) {
    const double passing = (forth.bytes + back.bytes) / bandwidth.value;
    delay -= passing;
    error = std::hypot(error, passing * bandwidth.error / bandwidth.value);
  }
  if (delay < 0) return {};
  return {delay / 2, std::max(error / 2, clock_error), forth.pieces + back.pieces};
}

bool have_ranks_in_common(const HostPair& forth, const HostPair& back) {
  return std::any_of(forth.ranks.begin(), forth.ranks.end(), [&](const auto& ranks) {
    return back.ranks.count({ranks.second, ranks.first}) > 0;
  });
}

Estimate latency(const Pairs (&pairs)[2], const Estimate& bandwidth) {
  const bool one_clock = pairs[0].size() == 1 && pairs[1].size() == 1;
  Estimate best;
  for (const HostPair& forth : pairs[0])
    for (const HostPair& back : pairs[1]) {
      if (!one_clock && !have_ranks_in_common(forth, back)) continue;
      const Estimate one = latency(forth, back, bandwidth);
      if (one.known() && (!best.known() || one.value < best.value)) best = one;
    }
  return best;
}

}  // namespace

void estimate_link(const std::vector<RankWindow>& ranks, std::size_t link,
                   const std::vector<int> (&sites)[2], LinkEstimate& estimate) {
  const Pairs pairs[2] = {host_pairs(ranks, link, sites[1]), host_pairs(ranks, link, sites[0])};
  estimate.bandwidth = bandwidth(pairs);
  estimate.latency = latency(pairs, estimate.bandwidth);
  std::vector<double> spans;
  for (const Pairs& direction : pairs)
    for (const HostPair& pair : direction) append(spans, busy_periods(pair).spans);
  estimate.queueing = robust_mean(spans);
}

}  // namespace cardon
