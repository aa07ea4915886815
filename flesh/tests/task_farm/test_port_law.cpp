// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "task_farm/farm_decision.hpp"

namespace cardon {
namespace {

using Action = FarmDecision::Action;

// Rounds of 48 times of a grain on the port; other groups are four times as slow.
std::vector<WorkerGroup> three_groups(int third) {
  return {{.workers = 16, .compute = 48, .port = 1},
          {.workers = 40, .compute = 192, .port = 1},
          {.workers = third, .compute = 192, .port = 1}};
}

TEST(PortLaw, SlowWorkersNeedThePortLessOften) {
  // The printed rule refuses the third group; there is time for 88 of it.
  EXPECT_EQ(served_workers(three_groups(100)), (std::vector<int>{16, 40, 88}));
  EXPECT_LE(port_load(three_groups(88)), 1);
  EXPECT_GT(port_load(three_groups(89)), 1);
  EXPECT_DOUBLE_EQ(three_groups(1)[0].knee(), 48);
}

// E8: 2 fast workers, 2 at a quarter of the speed, and 2 more.
TEST(PortLaw, KeepsAsManyWorkersAsThePortCanServe) {
  const std::vector<WorkerGroup> groups{{.workers = 2, .compute = 10, .port = 4},
                                        {.workers = 2, .compute = 40, .port = 4},
                                        {.workers = 2, .compute = 40, .port = 4}};
  EXPECT_EQ(served_workers(groups), (std::vector<int>{2, 2, 0}));
  const std::vector<WorkerGroup> kept(groups.begin(), groups.begin() + 2);
  EXPECT_LE(port_load(kept), 1 + 1e-12);
}

TEST(PortLaw, APortOfAManagerCountsForItsOwnWorkers) {
  const std::vector<WorkerGroup> groups{{.workers = 3, .compute = 18, .port = 3},
                                        {.workers = 3, .compute = 18, .port = 3, .own_port = 12}};
  EXPECT_DOUBLE_EQ(port_load(groups), 2);
  EXPECT_EQ(served_workers(groups), (std::vector<int>{3, 1}));
}

TEST(FarmDecision, CoarsensBeforeItReleases) {
  FarmState state{.groups = {{.workers = 8, .compute = 6, .port = 1}}, .coarser = true};
  EXPECT_EQ(decide(state).action, Action::coarsen);
  state.coarser = false;
  EXPECT_EQ(decide(state).action, Action::keep);  // nobody says what that would cost
  state.remaining = [](const std::vector<int>& workers) { return workers[0] < 8 ? 102 : 100; };
  EXPECT_EQ(decide(state).action, Action::release);
  EXPECT_EQ(decide(state).workers, std::vector<int>{6});
  state.remaining = [](const std::vector<int>& workers) { return workers[0] < 8 ? 104 : 100; };
  EXPECT_EQ(decide(state).action, Action::keep);
  EXPECT_NE(decide(state).reason.find("104 s instead of 100 s"), std::string::npos);
}

TEST(FarmDecision, AddsWorkersUpToTheKneesOfPortAndProcessors) {
  FarmState state{.groups = {{.workers = 2, .compute = 10, .port = 1}}, .obtainable = 20};
  EXPECT_EQ(decide(state).workers, std::vector<int>{10});
  state.cores = 4;
  state.cores_per_worker = 0.5;  // members that wait half of their time
  EXPECT_EQ(decide(state).workers, std::vector<int>{8});
  state.cores_per_worker = 1;
  EXPECT_EQ(decide(state).workers, std::vector<int>{4});
  state.groups[0].workers = 4;
  state.finer = {{.workers = 4, .compute = 5, .port = 1}};
  EXPECT_EQ(decide(state).action, Action::refine);
  state.finer[0].compute = 3;
  EXPECT_EQ(decide(state).action, Action::keep);
}

TEST(FarmDecision, GrainsHideTheLatencyOfALink) {
  FarmState state{.groups = {{.workers = 4, .compute = 1, .port = 0.1, .latency = 0.2}}};
  EXPECT_EQ(decide(state).action, Action::keep);
  state.coarser = true;
  EXPECT_EQ(decide(state).action, Action::keep);
  state.groups[0].shares = true;  // a grain is divided by a manager: it lasts a quarter as long
  EXPECT_EQ(decide(state).action, Action::coarsen);
  state.groups[0].compute = 4;
  state.finer = {state.groups[0]};
  state.finer[0].compute = 1.9;
  EXPECT_EQ(decide(state).action, Action::keep);
}

}  // namespace
}  // namespace cardon
