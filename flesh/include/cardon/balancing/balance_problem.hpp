// SPDX-License-Identifier: Apache-2.0
// What a balancer is told of blocks, ranks and machine.
#pragma once
#include <vector>

namespace cardon {

/// A block, which migrates as a whole.
struct BlockLoad {
  int rank = 0;      ///< that owns it now
  double work = 0;   ///< s per step on a rank of speed 1: measured seconds times the rank's speed
  double bytes = 0;  ///< of its state, which travels when it migrates
  bool movable = true;  ///< false: the block stays where it is
};

/// Messages that block `from` sends to block `to` in a step; both directions have an entry.
struct BlockEdge {
  int from = 0,         ///< block that sends
      to = 0;           ///< block that receives
  double messages = 1,  ///< per step, above 0; need not be whole
      bytes = 0;        ///< per step
};

/// A rank and what it can do.
struct RankLoad {
  int site = 0;           ///< that the rank belongs to
  int host = 0;           ///< ranks of one host share memory
  double speed = 1;       ///< work per s, above 0
  double background = 0;  ///< s per step that are not spent on blocks
  bool available = true;  ///< false: all blocks that can move are to leave it
};

/// A message between two ranks of these sites takes latency + bytes * seconds_per_byte.
struct PairCost {
  double latency = 0;           ///< s, one way
  double seconds_per_byte = 0;  ///< 1 / bandwidth
};

/// Blocks that ranks own, and what steps cost. Indices of blocks, ranks and sites count from 0.
struct BalanceProblem {
  std::vector<BlockLoad> blocks;  ///< by number of the block
  std::vector<BlockEdge> edges;   ///< in any order, between different blocks
  std::vector<RankLoad> ranks;    ///< by number of the rank
  int sites = 1;                  ///< number of sites
  /// sites * sites entries, row a column b: from site a to site b; between ranks of one site on
  /// the diagonal. Empty: messages cost nothing.
  std::vector<PairCost> links;
  double message_seconds = 0;  ///< processor time at each end of a message between ranks, s
  double packing_seconds = 0;  ///< processor time at each end of such a message, s per byte
  bool overlap = true;         ///< ranks compute blocks while messages for others are on their way
  double horizon = 100;        ///< steps for which the loads are expected to hold

  /// What messages from site a to site b cost.
  PairCost link(int a, int b) const {
    return links.empty() ? PairCost{} : links[std::size_t(a * sites + b)];
  }
};

/// Block number `block` migrates to rank `rank`.
struct BlockMove {
  int block = 0,  ///< that moves
      rank = 0;   ///< that gets it
  /// Whether block and rank are the same.
  bool operator==(const BlockMove&) const = default;
};

}  // namespace cardon
