// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/parameter.hpp>

namespace cardon {

struct GossipOptions {
  int fan_out = 2;                ///< ranks that a rank tells in a round
  bool adaptive = false;          ///< one more rank from round 6 on, and another from round 8 on
  double rounds_share = 0.75;     ///< rounds as a share of log2 of the number of ranks
  int entries = 100;              ///< most entries of a message; 0: no limit
  bool informed_peers = true;     ///< ranks that are known to be underloaded are not told
  bool informed_transfer = true;  ///< ranks with more room receive more
  bool near_peers = true;         ///< from the third round on, ranks of the own site are told only
  double threshold = 1.05;  ///< of the mean time: who is above gives, and nobody receives more
  int negotiations = 20;    ///< grapevine_plus: offers that are refused are made so often
};

namespace gossip_parameters {

inline constexpr const char* section = "BalancerGossip";
inline constexpr Parameter fan_out{"fan_out", 2, "Ranks informed per round", between(1.0, 64.0)};
inline constexpr Parameter rounds{"rounds", 0.75,
                                  "Rounds of gossip, as a multiple of log2 of the number of ranks; "
                                  "at least 7 where there are 128 ranks or more",
                                  positive};
inline constexpr Parameter entries{
    "entries", 100, "Maximum number of entries of a message; 0: unlimited", non_negative};
inline constexpr Parameter threshold{
    "threshold", 1.05, "Ranks above this multiple of the mean time give blocks to ranks below it",
    at_least(1.0)};
inline constexpr Parameter near_peers{"near_peers", true,
                                      "From the third round on, gossip stays within a site"};

}  // namespace gossip_parameters
}  // namespace cardon
