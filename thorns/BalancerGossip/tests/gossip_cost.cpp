// SPDX-License-Identifier: Apache-2.0
#include "gossip_cost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace cardon {
namespace {

// Messages that a rank receives in rounds of doubling.
double received(double ranks, double share) { return 2 * (std::pow(ranks, share) - 1); }

}  // namespace

double gossip_seconds(const GossipNetwork& network, double ranks, double share) {
  return share * std::log2(ranks) * network.latency +
         received(ranks, share) * network.message_bytes * network.seconds_per_byte;
}

double gossip_seconds_bisection(const GossipNetwork& network, double ranks, double share) {
  // Half of the messages of all ranks cross it.
  return share * std::log2(ranks) * network.latency +
         ranks * received(ranks, share) / 2 * network.message_bytes * network.seconds_per_byte;
}

double migration_seconds(const GossipNetwork& network, double block_bytes, double blocks) {
  return network.latency + network.seconds_per_byte * block_bytes * blocks;
}

double max_load_probability(std::span<const double> loads, std::span<const double> probabilities,
                            double transfers, double limit) {
  double failures = 0;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const double p = probabilities[i], q = (limit - loads[i]) / transfers;
    if (p <= 0 && q >= 0) continue;
    if (q <= p) return -std::numeric_limits<double>::infinity();
    if (q >= 1) continue;
    const double divergence = q * std::log(q / p) + (1 - q) * std::log((1 - q) / (1 - p));
    failures += std::exp(-transfers * divergence) /
                std::max(2.0, std::sqrt(4 * std::numbers::pi * transfers * divergence));
  }
  return 1 - failures;
}

}  // namespace cardon
