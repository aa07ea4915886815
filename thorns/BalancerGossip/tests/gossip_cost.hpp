// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

namespace cardon {

/// Models of H. Menon's dissertation (University of Illinois, 2016), section 3.4, with every rumour
/// counted separately; BalanceRounds counts what is really sent.
struct GossipNetwork {
  double latency = 0;           ///< alpha, s
  double seconds_per_byte = 0;  ///< beta, s per byte: of a rank, or of the bisection
  double message_bytes = 1600;  ///< n: 100 entries of 16 bytes
};

/// s of gossip over `share` * log2(ranks) rounds: equations 3.17 and 3.18.
double gossip_seconds(const GossipNetwork& network, double ranks, double share);
/// The same where all messages cross the bisection of the machine, whose seconds_per_byte it is:
/// equations 3.19 and 3.20.
double gossip_seconds_bisection(const GossipNetwork& network, double ranks, double share);
/// s to receive so many blocks.
double migration_seconds(const GossipNetwork& network, double block_bytes, double blocks);

/// Lower bound of the probability that no rank exceeds `limit` after `transfers` blocks of work 1
/// were each given to rank i with probability probabilities[i]: equations 3.10 to 3.15. May be
/// negative. loads[i]: before.
double max_load_probability(std::span<const double> loads, std::span<const double> probabilities,
                            double transfers, double limit);

}  // namespace cardon
