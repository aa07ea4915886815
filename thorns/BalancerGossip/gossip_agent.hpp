// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_agent.hpp>
#include <optional>
#include <set>

#include "load_transfer.hpp"

namespace cardon {

/// GrapevineLB, and with negotiation Grapevine+ (H. Menon, dissertation, University of Illinois,
/// 2016, chapter 3): underloaded ranks make themselves known by gossip, then overloaded ones give
/// them blocks. What fits is measured in work, so that speeds count: speed * (threshold * mean time
/// - own time). A rank with a single block keeps it.
class GossipAgent : public BalanceAgent {
 public:
  /// `negotiates`: blocks are offered before they move, and refused by ranks that have no room
  /// left.
  GossipAgent(const GossipOptions& options, unsigned seed, int rank, bool negotiates);
  bool round(const RankView& own, std::span<const BalanceMessage> inbox,
             BalanceChannel& channel) override;

  /// Offers of this rank that were refused.
  long refusals() const { return refusals_; }

 private:
  void tell(const RankView& own, BalanceChannel& channel);
  void begin_transfer(const RankView& own);
  void give(const RankView& own, BalanceChannel& channel);
  void offer(const RankView& own, BalanceChannel& channel);
  void answer(const RankView& own, const BalanceMessage& message, BalanceChannel& channel);
  void conclude(const BalanceMessage& message, BalanceChannel& channel);

  GossipOptions options_;
  bool negotiates_;
  Gossip gossip_;
  long round_ = 0;
  std::optional<LoadTransfer> transfer_;
  std::vector<RankBlock> blocks_;  // that may still go, the lightest last
  double surplus_ = 0;             // work to give away
  double promised_ = -1;           // own work and what was accepted; negative: nothing was offered
  int offers_ = 0, open_ = 0;      // rounds of offers; ranks that have not answered
  long refusals_ = 0;
};

}  // namespace cardon
