// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/balance/balance_rounds.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon {
namespace {

BalanceProblem one_block_each(int ranks) {
  BalanceProblem problem;
  problem.ranks.resize(std::size_t(ranks));
  for (int r = 0; r < ranks; ++r) problem.blocks.push_back({.rank = r, .work = 1.0 + r});
  return problem;
}

// Sends its number to the right for as many rounds as there are ranks, and its first block once.
class Ring : public BalanceAgent {
 public:
  explicit Ring(std::vector<double>& seen) : seen_(seen) {}
  bool round(const RankView& own, std::span<const BalanceMessage> inbox,
             BalanceChannel& channel) override {
    const int right = (own.rank + 1) % own.ranks;
    if (round_ == 0) channel.move(own.blocks.front().block, right);
    if (round_ == 1) {
      EXPECT_EQ(own.blocks.size(), 1u);
      EXPECT_EQ(own.blocks.front().home, (own.rank + own.ranks - 1) % own.ranks);
    }
    for (const BalanceMessage& message : inbox) {
      EXPECT_EQ(message.from, (own.rank + own.ranks - 1) % own.ranks);
      seen_[std::size_t(own.rank)] += message.words[0];
    }
    if (++round_ < own.ranks) channel.send(std::array{right}, {double(own.rank)});
    return round_ < own.ranks;
  }

 private:
  std::vector<double>& seen_;
  int round_ = 0;
};

TEST(BalanceRounds, MessagesAndBlocksArriveInTheNextRound) {
  const BalanceProblem problem = one_block_each(4);
  std::vector<double> seen(4, 0.0);
  BalanceRounds rounds(problem, [&](int) { return std::make_unique<Ring>(seen); });
  const std::vector<BlockMove> moves = rounds.run();
  EXPECT_EQ(moves, (std::vector<BlockMove>{{0, 1}, {1, 2}, {2, 3}, {3, 0}}));
  EXPECT_EQ(seen, (std::vector<double>{9, 0, 3, 6}));
  EXPECT_EQ(rounds.traffic().messages, 12);
  EXPECT_EQ(rounds.traffic().words, 12);
  EXPECT_EQ(rounds.traffic().moves, 4);
  EXPECT_EQ(rounds.traffic().max_words, 3);
}

class Restless : public BalanceAgent {
  bool round(const RankView&, std::span<const BalanceMessage>, BalanceChannel&) override {
    return true;
  }
};

TEST(BalanceRounds, AgentsThatNeverStopAreABug) {
  const BalanceProblem problem = one_block_each(2);
  BalanceRounds rounds(
      problem, [](int) { return std::make_unique<Restless>(); }, 100);
  EXPECT_THROW(rounds.run(), Bug);
}

class Idle : public BalanceAgent {
  bool round(const RankView&, std::span<const BalanceMessage>, BalanceChannel&) override {
    return false;
  }
};

TEST(BalanceRounds, RanksThatAreGoneAreEmptied) {
  BalanceProblem problem = one_block_each(4);
  problem.ranks[3].available = false;
  problem.ranks[1].available = false;
  problem.blocks.push_back({.rank = 3, .work = 1, .movable = false});
  const auto moves = plan_by_agents(problem, [](int) { return std::make_unique<Idle>(); });
  // The heavier block to the rank with less work.
  EXPECT_EQ(moves, (std::vector<BlockMove>{{1, 2}, {3, 0}}));
}

}  // namespace
}  // namespace cardon
