// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_agent.hpp>
#include <cardon/kit/balance/placement.hpp>
#include <functional>
#include <memory>

namespace cardon {

/// Runs the agents of all ranks at one place, on a network without delays.
class BalanceRounds {
 public:
  /// What the agents have sent so far.
  struct Traffic {
    long rounds = 0;        ///< rounds done
    double messages = 0,    ///< sent by all agents
        words = 0;          ///< sent, of 8 bytes
    double wide_words = 0;  ///< of these, between sites
    double max_words = 0;   ///< most that a rank received
    double moves = 0;       ///< of blocks; a block may move several times
  };
  /// Makes the agent of one rank.
  using MakeAgent = std::function<std::unique_ptr<BalanceAgent>(int rank)>;

  /// Refers to the problem. `max_rounds`: agents that go on for longer are a Bug.
  BalanceRounds(const BalanceProblem& problem, const MakeAgent& make_agent,
                long max_rounds = 10000);
  BalanceRounds(const BalanceRounds&) = delete;
  BalanceRounds& operator=(const BalanceRounds&) = delete;
  ~BalanceRounds();

  /// Runs one round; returns whether another one is needed.
  bool round();
  /// Runs all rounds.
  std::vector<BlockMove> run();
  /// Where the blocks are now.
  const Placement& placement() const { return placement_; }
  /// So far.
  const Traffic& traffic() const { return traffic_; }
  /// What the agent of a rank sees in its next round.
  const RankView& view(int rank) const { return views_[std::size_t(rank)]; }

 private:
  class Channel;
  struct Letter {
    int from, to;
    std::shared_ptr<const std::vector<double>> words;
  };
  struct Transfer {
    int block, from, to;
  };
  void make_views();
  void deliver();

  const BalanceProblem& problem_;
  long max_rounds_;
  Placement placement_;
  std::vector<RankView> views_;
  std::vector<std::unique_ptr<BalanceAgent>> agents_;
  std::vector<Letter> sent_, arrived_;
  std::vector<Transfer> transfers_;
  std::vector<double> received_;  // words, by rank
  Traffic traffic_;
};

/// Moves from where blocks are to where the agents leave them; on available ranks only.
std::vector<BlockMove> plan_by_agents(const BalanceProblem& problem,
                                      const BalanceRounds::MakeAgent& make_agent);

}  // namespace cardon
