// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <numeric>

#include "task_farm/member_queues.hpp"

namespace cardon {
namespace {

std::vector<int> numbers(int count) {
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// Moves every second member of the longest queue to the ranks that have none.
class Halving final : public Balancer {
 public:
  explicit Halving(bool active) : active_(active) {}
  void open(const BalancerSetup&) override {}
  std::vector<BlockMove> plan(const BalanceProblem& problem) override {
    std::vector<int> count(problem.ranks.size());
    for (const BlockLoad& block : problem.blocks) ++count[std::size_t(block.rank)];
    std::vector<BlockMove> moves;
    for (std::size_t b = 0; active_ && b < problem.blocks.size(); b += 2)
      for (std::size_t r = 0; r < count.size(); ++r)
        if (problem.ranks[r].available && count[r] == 0) moves.push_back({int(b), int(r)});
    return moves;
  }

 private:
  bool active_;
};

TEST(MemberQueues, AllTakeFromOneQueue) {
  MemberQueues queues;
  queues.set_workers({1, 1});
  queues.add(numbers(5));
  EXPECT_EQ(queues.take(1, 2), (std::vector<int>{0, 1}));
  queues.add({7, 8}, true);  // what a lost worker had
  EXPECT_EQ(queues.take(0, 3), (std::vector<int>{7, 8, 2}));
  EXPECT_EQ(queues.take(0, 9), (std::vector<int>{3, 4}));
  EXPECT_TRUE(queues.take(0, 1).empty());
}

TEST(MemberQueues, ABalancerMovesMembersWhenAWorkerHasNone) {
  MemberQueues queues(std::make_shared<Halving>(true));
  queues.set_workers({1, 3});
  queues.add(numbers(8));  // two and six, by speed
  EXPECT_EQ(queues.take(0, 9).size(), 2u);
  EXPECT_EQ(queues.moved(), 0);
  EXPECT_EQ(queues.take(0, 9).size(), 3u);
  EXPECT_EQ(queues.moved(), 3);
  EXPECT_EQ(queues.take(1, 9).size(), 3u);
  EXPECT_EQ(queues.waiting(), 0);
}

TEST(MemberQueues, MembersStayWhereNothingMovesThemUnlessTheirWorkerIsGone) {
  MemberQueues queues(std::make_shared<Halving>(false));
  queues.set_workers({1, 1});
  queues.add(numbers(4));
  EXPECT_EQ(queues.take(0, 9).size(), 2u);
  EXPECT_TRUE(queues.take(0, 9).empty());
  queues.set_workers({1, 0});
  EXPECT_EQ(queues.take(0, 9).size(), 2u);
}

}  // namespace
}  // namespace cardon
