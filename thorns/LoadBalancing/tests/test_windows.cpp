// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "balanced_steps.hpp"
#include "support/scratch_folder.hpp"

namespace cardon {
namespace {

using ::testing::Contains;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

std::vector<nlohmann::json> plans_in(const std::filesystem::path& folder) {
  std::ifstream journal(folder / "balance.jsonl");
  std::vector<nlohmann::json> plans;
  for (std::string line; std::getline(journal, line);) plans.push_back(nlohmann::json::parse(line));
  return plans;
}

// Three windows show that loads shift by 0.02 s per step. A plan is read two steps behind its
// window of eight, and holds for ten: on average for the loads eleven steps behind the middle of
// the window.
TEST(Balancing, PlansAreForLoadsAsTheyWillBe) {
  const ScratchFolder folder;
  Events events;
  events.folder = folder.path;
  run(events, false, "{balancer: x, every: 8, min_gain: 1}", [](long step, FakeDriver& driver) {
    if (step == 0) driver.let_the_load_shift(0.02);
  });
  std::vector<double> trends, off;
  for (const auto& plan : plans_in(folder.path)) {
    const double foreseen = plan["predicted"]["before"]["seconds_per_step"];
    trends.push_back(plan["predicted"]["trend"]);
    off.push_back(foreseen - plan["measured"]["seconds_per_step"].get<double>());
  }
  EXPECT_THAT(trends, ElementsAre(0, 0, 1));
  EXPECT_THAT(off, ElementsAre(DoubleNear(0, 1e-9), DoubleNear(0, 1e-9), DoubleNear(-0.22, 1e-9)));
}

// A window of 4 steps and one to read the plan.
TEST(Balancing, AutoDoesNotPauseWhereWindowsAreCheap) {
  Events events;
  run(events, false, "{every: 4}");
  EXPECT_THAT(events.begins, ElementsAre(2, 8, 14, 20, 26, 32));
}

// The first window moves a block. A pause is four windows and their plans at most.
TEST(Balancing, AutoPausesWhereWindowsAreExpensiveAndNothingIsToBeGained) {
  const ScratchFolder folder;
  Events events;
  events.folder = folder.path;
  run(events, false, "{every: 4}", [](long n, FakeDriver& driver) {
    if (n == 0) driver.make_steps_short();
  });
  EXPECT_THAT(events.owners[0], ElementsAre(0, 1, 1, 1));
  EXPECT_THAT(events.begins, ElementsAre(2, 8, 34));
  std::vector<nlohmann::json> pauses;
  for (const auto& plan : plans_in(folder.path)) pauses.push_back(plan["pause"]);
  ASSERT_EQ(pauses.size(), 3u);
  EXPECT_EQ(pauses[0], nullptr) << "a block moves";
  EXPECT_EQ(pauses[1]["steps"], 20);
  EXPECT_THAT(pauses[1]["why"].get<std::string>(), EndsWith("; 4 windows at most"));
}

// So does a balancer that is named, also by trend, unless all its plans are carried out.
TEST(Balancing, ANamedBalancerPausesWhereItsPlansGainNothing) {
  for (const std::string how : {"", ", when: trend", ", accept: all"}) {
    Events events;
    run(events, false, "{balancer: one_move, every: 4" + how + "}", [](long n, FakeDriver& driver) {
      if (n == 0) driver.make_steps_short();
    });
    EXPECT_THAT(events.owners[0], ElementsAre(0, 1, 1, 1)) << how;
    EXPECT_EQ(events.begins, how == ", accept: all" ? (std::vector<long>{2, 8, 14, 20, 26, 32})
                                                    : (std::vector<long>{2, 8, 34}))
        << how;
  }
}

// Where loads have not changed, nobody plans again, and where they have, somebody does at once.
TEST(Balancing, AutoPlansAgainWhenLoadsHaveChanged) {
  Events calm, moving;
  run(calm, false, "{every: 4}");
  EXPECT_THAT(calm.lines.back(), HasSubstr("1 of 2 plans"));
  run(moving, false, "{every: 4}", [](long n, FakeDriver& driver) {
    if (n == 20) driver.let_the_load_move();
  });
  EXPECT_THAT(moving.lines,
              Contains(HasSubstr("steps are shorter where blocks were at first; return moves 1")));
  EXPECT_THAT(moving.owners[0], ElementsAre(0, 0, 1, 1));
}

TEST(Balancing, ByTheTrendAutoDoesNotPauseWhereWindowsAreCheap) {
  Events events;
  run(events, false, "{every: 4, when: trend}");
  EXPECT_THAT(events.begins, ElementsAre(2, 8, 14, 20, 26, 32));
  EXPECT_THAT(events.owners[0], ElementsAre(0, 1, 1, 1));
}

}  // namespace
}  // namespace cardon
