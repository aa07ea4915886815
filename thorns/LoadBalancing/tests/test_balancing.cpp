// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "balanced_steps.hpp"

namespace cardon {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

TEST(Balancing, AllRanksMoveBlocksAtTheSameStep) {
  for (const bool late : {false, true}) {
    Events events;
    run(events, late, "{balancer: x, every: 8}");
    // Measured from step 2 to 10, read two steps later.
    for (const int rank : {0, 1}) {
      EXPECT_THAT(events.replans[rank], ElementsAre(12)) << late;
      EXPECT_THAT(events.owners[rank], ElementsAre(0, 1, 1, 1));
    }
    ASSERT_EQ(events.lines.size(), 3u);
    EXPECT_THAT(events.lines[0], HasSubstr("at step 10: x moves 1 block"));
    EXPECT_THAT(events.lines[0], HasSubstr("imbalance 1.33 -> 1.00, 4000 -> 3000 ms"));
    EXPECT_THAT(events.lines[1], HasSubstr("now takes 3000 ms per step (before 4000"));
    EXPECT_THAT(events.lines[2],
                MatchesRegex(
                    ".*: 1 of 3 plans carried out, planning took .* s; blocks moved 1 time in .*"));
  }
}

// 3.15 s per step become 3. The second window is from step 13 to 21.
TEST(Balancing, ASmallGainMustShowInTwoWindows) {
  const auto replans = [](const std::string& input) {
    Events events;
    run(events, false, input, [](long n, FakeDriver& driver) {
      if (n == 0) driver.make_heavy_block_cost(2.15);
    });
    return events.replans[0];
  };
  EXPECT_THAT(replans("{balancer: x, every: 8}"), ElementsAre(23));
  EXPECT_THAT(replans("{balancer: x, every: 8, accept: all}"), ElementsAre(12));
}

// Measured from step 2 to 10, read eight steps later: the way to another site and back is long.
TEST(Balancing, PlansHaveTimeToCrossSlowLinks) {
  Events events;
  run(events, true, "{balancer: x, every: 8, between_sites: always}", {}, {}, 2);
  for (const int rank : {0, 1}) EXPECT_THAT(events.replans[rank], ElementsAre(18));
}

// Adaptive steps may become much shorter than the first one, by which the end is estimated.
TEST(Balancing, RunsThatTakeMoreStepsThanForeseenAreBalanced) {
  Events events;
  run(events, false, "{balancer: x, every: 8}", {}, {}, 1, 6);
  for (const int rank : {0, 1}) EXPECT_THAT(events.owners[rank], ElementsAre(0, 1, 1, 1));
}

// A plan for boxes that no longer exist is not carried out, whenever the grid was decomposed again.
TEST(Balancing, PlansForOtherBoxesAreForgotten) {
  for (const long when : {4L, 10L, 11L, 12L}) {
    Events events;
    run(events, true, "{balancer: x, every: 8}", [when](long n, FakeDriver& driver) {
      if (n == when) driver.redecompose();
    });
    for (const int rank : {0, 1}) {
      ASSERT_EQ(events.replans[rank].size(), 1u);
      EXPECT_GT(events.replans[rank][0], 18);
      EXPECT_EQ(events.replans[rank], events.replans[0]);
    }
  }
}

TEST(Balancing, AMigrationThatMakesStepsLongerIsUndone) {
  Events events;
  run(events, false, "{balancer: x, every: 8}", [](long n, FakeDriver& driver) {
    if (n == 0) driver.make_rank_1_bad_for_block_1();
  });
  for (const int rank : {0, 1}) {
    EXPECT_THAT(events.replans[rank], ElementsAre(12, 23));
    EXPECT_THAT(events.owners[rank], ElementsAre(0, 0, 1, 1));
  }
  EXPECT_THAT(events.lines, Contains(HasSubstr("steps became longer; undo moves 1 block")));
}

// The balancer would leave block 1 where it is.
TEST(Balancing, BlocksGoBackWhereTheLoadHasMovedOn) {
  Events events;
  run(events, false, "{balancer: x, every: 8}", [](long n, FakeDriver& driver) {
    if (n == 22) driver.let_the_load_move();
  });
  // 3 and 3 s, then 1 and 5 s, and 2 and 4 s from step 34 on.
  for (const int rank : {0, 1}) {
    EXPECT_THAT(events.replans[rank], ElementsAre(12, 34));
    EXPECT_THAT(events.owners[rank], ElementsAre(0, 0, 1, 1));
  }
  EXPECT_THAT(events.lines,
              Contains(HasSubstr("steps are shorter where blocks were at first; return moves 1")));
}

// Home is where they would be without plans, not where the checkpoint has them.
TEST(Balancing, BlocksGoBackAlsoAfterARestart) {
  Events first;
  run(first, false, "{balancer: x, every: 8}");
  Events second;
  run(
      second, false, "{balancer: x, every: 8}",
      [](long n, FakeDriver& driver) {
        if (n == 22) driver.let_the_load_move();
      },
      first.state);
  for (const int rank : {0, 1}) {
    EXPECT_THAT(second.replans[rank], ElementsAre(0, 34));
    EXPECT_THAT(second.owners[rank], ElementsAre(0, 0, 1, 1));
  }
  EXPECT_THAT(second.lines,
              Contains(HasSubstr("steps are shorter where blocks were at first; return moves 1")));
}

TEST(Balancing, ARestartPutsBlocksWhereTheyWere) {
  Events first;
  run(first, false, "{balancer: x, every: 8}");
  Events second;
  run(second, false, "{balancer: x, every: 8}", {}, first.state);
  for (const int rank : {0, 1}) {
    EXPECT_THAT(second.replans[rank], ElementsAre(0));
    EXPECT_THAT(second.owners[rank], ElementsAre(0, 1, 1, 1));
  }
  EXPECT_THAT(second.lines, Contains(HasSubstr("1 block moved to their ranks in the checkpoint")));
}

// Blocks return to their ranks in the checkpoint, and those of idle ranks leave these.
TEST(Balancing, IdleRanksGiveAwayWhatARestartGaveThem) {
  Events first;
  run(first, false, "{balancer: x, every: 8}");
  Events second;
  run(second, false, "{balancer: x, every: 8, idle_ranks: [0]}", {}, first.state);
  for (const int rank : {0, 1}) {
    EXPECT_THAT(second.replans[rank], ElementsAre(0));
    EXPECT_THAT(second.owners[rank], ElementsAre(1, 1, 1, 1));
  }
  EXPECT_THAT(second.lines, Contains(HasSubstr("1 block moved to their ranks in the checkpoint")));
  EXPECT_THAT(second.lines, Contains(HasSubstr("1 block left the idle ranks 0")));
}

// On several sites the grid is divided again before the idle ranks give away their blocks.
TEST(Balancing, SitesShareTheGridByTheRanksThatAreNotIdle) {
  Events events;
  std::vector<std::vector<int>> left;
  run(events, false, "{balancer: x, every: 8, idle_ranks: [0]}",
      [&](long step, FakeDriver& driver) {
        if (step == 0) driver.divide_by_idle_ranks();
        const std::lock_guard lock(events.mutex);
        if (step == 3) left = driver.left();
      });
  EXPECT_THAT(left, ElementsAre(ElementsAre(0)));
  EXPECT_THAT(events.owners[0], ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(events.lines,
              Contains(HasSubstr("sites share the grid by their ranks that are not idle")));
}

TEST(Balancing, SitesKeepTheirSharesWhereTheGridCannotBeCutSo) {
  Events events;
  run(events, false, "{balancer: x, every: 8, idle_ranks: [0]}",
      [&](long step, FakeDriver& driver) {
        if (step == 0) driver.refuse_to_divide();
      });
  EXPECT_THAT(events.owners[0], ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(events.lines, Contains(HasSubstr("sites keep their shares of the grid: too thin")));
}

// A plan is carried out, all blocks leave rank 1, the load moves, and rank 1 comes back. By the new
// loads that plan would make steps longer, which says nothing of the next one.
TEST(Balancing, RanksThatComeBackFromBeingIdleGetBlocks) {
  Events events;
  events.steered = {{14, "{every: 8, idle_ranks: [1]}"}, {26, "{every: 8}"}};
  run(events, false, "{balancer: x, every: 8}", [](long n, FakeDriver& driver) {
    if (n == 14) driver.let_the_load_move(1);
  });
  for (const int rank : {0, 1}) {
    EXPECT_THAT(events.replans[rank], ElementsAre(12, 15, 38));
    EXPECT_THAT(events.owners[rank], ElementsAre(0, 1, 0, 0));
  }
  EXPECT_THAT(events.lines, Contains(HasSubstr("3 blocks left the idle ranks 1")));
}

TEST(Balancing, ValuesAreCheckedForTheRanksOfARun) {
  Machine machine;
  machine.sites.push_back({.name = "a", .ranks = {0, 1}});
  FakeDriver driver(0, false);
  const auto mistake = [&](const std::string& input) {
    const SampleParameters values(
        {.path = "balance",
         .parameters = {declare(Balancing::balancer), declare(Balancing::between_sites),
                        declare(Balancing::idle_ranks)}},
        "balance: " + input);
    const auto problems =
        Balancing().check_placement(*values.values, {.machine = &machine,
                                                     .ranks = 2,
                                                     .decomposition = &driver.decomposition(),
                                                     .driver = &driver});
    return problems.empty() ? std::string() : problems.at(0).message;
  };
  EXPECT_EQ(mistake("{balancer: greedy, idle_ranks: [1]}"), "");
  EXPECT_EQ(mistake("{balancer: none}"), "");
  EXPECT_EQ(mistake("{idle_ranks: [1]}"), "");  // with_blocks: two blocks per rank
  EXPECT_EQ(mistake("{balancer: greedy, idle_ranks: [2]}"),
            "balance.idle_ranks: there is no rank 2; ranks are 0 to 1");
  EXPECT_EQ(mistake("{balancer: greedy, idle_ranks: [0, 1]}"),
            "balance.idle_ranks: no rank would be left to hold blocks");
  EXPECT_EQ(mistake("{balancer: none, idle_ranks: [1]}"),
            "balance.idle_ranks: nothing moves blocks in this run");
  machine.sites = {{.name = "a", .ranks = {0}}, {.name = "b", .ranks = {1}}};
  EXPECT_EQ(mistake("{balancer: greedy, idle_ranks: [1]}"),
            "balance.idle_ranks: no rank of site b would be left to hold its blocks");
  EXPECT_EQ(mistake("{balancer: greedy, between_sites: always, idle_ranks: [1]}"), "");
}

TEST(Balancing, NoneDoesNothing) {
  Events events;
  run(events, false, "{balancer: none}");
  EXPECT_THAT(events.lines, IsEmpty());
  EXPECT_THAT(events.owners[0], ElementsAre(0, 0, 1, 1));
}

TEST(Balancing, RanksOfOneSiteWithSeveralBlocksAreBalancedUnaskedFor) {
  Events events;
  run(events, false, "{every: 8}");
  EXPECT_THAT(events.owners[0], ElementsAre(0, 1, 1, 1));
  EXPECT_THAT(events.lines.back(), HasSubstr("balancing (auto): 1 of 2 plans"));
}

TEST(Balancing, SeveralSitesAreBalancedIfAskedFor) {
  Events events;
  run(events, false, "{}", {}, {}, 2);
  EXPECT_THAT(events.lines, IsEmpty());
  EXPECT_THAT(events.owners[0], ElementsAre(0, 0, 1, 1));
}

TEST(Balancing, BlocksGoToOtherSitesIfTheyMay) {
  Events staying;
  run(staying, false, "{balancer: x, every: 8}", {}, {}, 2);
  EXPECT_THAT(staying.owners[0], ElementsAre(0, 0, 1, 1));
  Events going;
  run(going, false, "{balancer: x, every: 8, between_sites: always}", {}, {}, 2);
  EXPECT_THAT(going.owners[0], ElementsAre(0, 1, 1, 1));
  // Also in a restart, and away from idle ranks.
  Events restarted;
  run(restarted, false, "{balancer: x, every: 8, between_sites: always}", {}, going.state, 2);
  EXPECT_THAT(restarted.replans[0], ElementsAre(0));
  Events idle;
  run(idle, false, "{balancer: x, every: 8, between_sites: always, idle_ranks: [0]}", {}, {}, 2);
  EXPECT_THAT(idle.owners[0], ElementsAre(1, 1, 1, 1));
}

TEST(Balancing, ARunBeginsWithTheMapThatTheUserNames) {
  Events events;
  run(events, false, "{balancer: x, every: 8, horizon: 1, min_gain: 0.9, start: naive}");
  EXPECT_THAT(events.owners[0], ElementsAre(0, 1, 0, 1));
  EXPECT_THAT(events.replans[0], ElementsAre(0));
  EXPECT_THAT(events.lines, Contains(HasSubstr("2 blocks moved to their ranks by balance.start")));
  // A restart begins where blocks were, and idle ranks get none.
  Events restarted;
  run(restarted, false, "{balancer: x, every: 8, min_gain: 0.9, start: naive}", {}, events.state);
  EXPECT_THAT(restarted.lines, Contains(HasSubstr("moved to their ranks in the checkpoint")));
  Events idle;
  run(idle, false, "{balancer: x, every: 8, start: naive, idle_ranks: [0]}");
  EXPECT_THAT(idle.owners[0], ElementsAre(1, 1, 1, 1));
}

TEST(Balancing, SmallGainsAreRefused) {
  Events events;
  run(events, false, "{balancer: x, every: 8, min_gain: 0.3}");
  EXPECT_THAT(events.lines, ElementsAre(HasSubstr("0 of 3 plans carried out")));
  EXPECT_THAT(events.owners[0], ElementsAre(0, 0, 1, 1));
}

}  // namespace
}  // namespace cardon
