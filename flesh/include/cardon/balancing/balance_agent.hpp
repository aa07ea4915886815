// SPDX-License-Identifier: Apache-2.0
// The part of a distributed balancer that runs on one rank.
#pragma once
#include <memory>
#include <span>
#include <vector>

namespace cardon {

/// A block as the rank that it is on sees it.
struct RankBlock {
  int block = 0;     ///< number of the block
  double work = 0;   ///< s per step on a rank of speed 1
  double bytes = 0;  ///< of its state
  int home = 0;      ///< rank that has its state; another one if it was moved in an earlier round
  bool movable = true;  ///< may go to another rank
};

/// Which of the blocks that wait on a rank go to another one first.
class MigrantChoice {
 public:
  virtual ~MigrantChoice() = default;
  /// Places in `waiting`, which are on one rank, in the order in which they should go to rank `to`.
  virtual std::vector<std::size_t> order(std::span<const RankBlock> waiting, int to) = 0;
};

/// What a rank knows of itself, and of all ranks by one reduction before the agents start.
struct RankView {
  int rank = 0,                   ///< its own number, from 0
      ranks = 1;                  ///< number of ranks
  double speed = 1;               ///< work per s, above 0
  double background = 0;          ///< s per step beside its blocks
  std::vector<RankBlock> blocks;  ///< now: those that were moved here included, in that order
  std::vector<int> neighbours;    ///< other ranks that exchange messages with it, ascending
  /// The site of every rank, which the machine file tells; shared by all agents. Null: one site.
  std::shared_ptr<const std::vector<int>> sites;
  /// Null: the newest first. Only where ranks work while agents balance.
  std::shared_ptr<MigrantChoice> choice;
  double time = 0;          ///< s; only where ranks work while agents balance
  double mean_seconds = 0;  ///< s per step, over ranks; the speeds weigh: all work / all speed
  double max_seconds = 0;   ///< s per step, of the slowest rank

  /// s per step that the rank takes with its present blocks.
  double seconds() const {
    double work = 0;
    for (const RankBlock& block : blocks) work += block.work;
    return background + work / speed;
  }
};

/// What one agent sent to another in the round before.
struct BalanceMessage {
  int from = 0;                   ///< rank of the sender
  std::span<const double> words;  ///< as they were sent
};

/// How agents reach each other. A message or block that is sent in a round is there in the next.
class BalanceChannel {
 public:
  virtual ~BalanceChannel() = default;
  /// Sends the same words to each of these ranks.
  virtual void send(std::span<const int> ranks, std::vector<double> words) = 0;
  /// Block number `block`, which is on this rank, goes to another.
  virtual void move(int block, int rank) = 0;
};

/// One rank's part in rounds. It knows no other rank but by messages, and depends on nothing but
/// its arguments, its seed and earlier rounds: results are the same however long messages take.
class BalanceAgent {
 public:
  virtual ~BalanceAgent() = default;
  /// Called in rounds 0, 1, ... on all ranks with the messages of the round before, by sender in
  /// ascending order. Returns whether it needs another round even if nothing arrives. The agents
  /// have finished when none does and nothing is on its way.
  virtual bool round(const RankView& own, std::span<const BalanceMessage> inbox,
                     BalanceChannel& channel) = 0;
  /// Its rank does no work until a later call of round(); only where ranks work while agents
  /// balance.
  virtual bool suspends() const { return false; }
};

}  // namespace cardon
