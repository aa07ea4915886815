// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "window_answer.hpp"

namespace cardon {
namespace {

TEST(WindowAnswer, GoesThroughBytes) {
  const Agreement::Bytes bytes =
      to_bytes(WindowAnswer{.pause = 7, .shares = {1.5, 0.5, 1}, .moves = {{3, 1}, {4, 0}}});
  EXPECT_EQ(bytes.size(), max_answer_bytes(2, 3));
  const WindowAnswer answer = answer_from_bytes(bytes);
  EXPECT_EQ(answer.pause, 7);
  EXPECT_EQ(answer.shares, (std::vector<double>{1.5, 0.5, 1}));
  ASSERT_EQ(answer.moves.size(), 2u);
  EXPECT_EQ(answer.moves[1].block, 4);
  EXPECT_EQ(answer.moves[1].rank, 0);
  EXPECT_EQ(answer_from_bytes({}).pause, 0);
}

// A window of 10 steps of 1 s may take 0.1 s; one that takes 0.2 s is worth 20 steps.
TEST(WindowAnswer, WindowsTakeAHundredthOfTheTime) {
  EXPECT_EQ(pause_after({0.05, 1}, 10).steps, 0);
  EXPECT_EQ(pause_after({0.2, 1}, 10).steps, 10);
  EXPECT_EQ(pause_after({20, 1}, 10).steps, 40);
  EXPECT_EQ(pause_after({0.1, 0}, 10).steps, 40);
}

// Steps of 1 s that grow by 1 % of that per step lose 2 s in 20 steps, and 4.5 s in 30.
TEST(WindowAnswer, PausesAreShorterWhereLoadsDrift) {
  EXPECT_EQ(pause_after({2, 1, 0.01}, 10).steps, 10);
  EXPECT_EQ(pause_after({4.5, 1, 0.01}, 10).steps, 20);
  EXPECT_EQ(pause_after({0.2, 1, 0.0001}, 10).steps, 10) << "hardly";
  EXPECT_EQ(pause_after({2, 1, 0.1}, 10).steps, 0);
  EXPECT_EQ(pause_after({0.1, 0, 0.1}, 10).steps, 40);
}

TEST(WindowAnswer, APauseSaysWhy) {
  EXPECT_EQ(pause_after({0.05, 1}, 10).why, "");
  EXPECT_EQ(pause_after({0.2, 1}, 10).why, "windows take 2 % of the time");
  EXPECT_EQ(pause_after({2, 1}, 10).why, "windows take 20 % of the time; 4 windows at most");
  EXPECT_EQ(pause_after({20, 1}, 10).why,
            "windows take longer than their steps; 4 windows at most");
  EXPECT_EQ(pause_after({2, 1, 0.01}, 10).why,
            "windows take 20 % of the time; loads change by 1 % per step");
}

}  // namespace
}  // namespace cardon
