// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <csignal>
#include <fstream>

#include "run_watch.hpp"
#include "support/local_transport.hpp"
#include "support/scratch_folder.hpp"

namespace cardon {
namespace {

/// The iteration at which each rank is told to stop, 0: never; and why. `before` is done on one
/// rank before each step.
struct Stops {
  std::vector<long> at;
  std::vector<std::string> why;
};
Stops run(int ranks, long steps, const WatchSetup& watch,
          const std::function<void(int rank, long step)>& before,
          const std::function<RunWatch::Facts(int rank, long step)>& facts = {}) {
  Stops stops{std::vector<long>(std::size_t(ranks)), std::vector<std::string>(std::size_t(ranks))};
  on_ranks(ranks, [&](Transport& transport) {
    const auto rank = std::size_t(transport.rank());
    WatchSetup setup = watch;
    setup.last = steps;
    RunWatch run_watch(transport, setup);
    long step = 1;
    for (; step <= steps && stops.at[rank] == 0; ++step) {
      before(int(rank), step);
      if (run_watch.idle(step)) continue;
      const RunWatch::Order order =
          run_watch.after_step(step, facts ? facts(int(rank), step) : RunWatch::Facts{}, [] {});
      if (order.stop.empty()) continue;
      stops.at[rank] = step;
      stops.why[rank] = order.stop;
    }
    run_watch.close();
  });
  return stops;
}

void nap() { std::this_thread::sleep_for(std::chrono::microseconds(200)); }

TEST(RunWatch, IsIdleAtMostSteps) {
  on_ranks(1, [](Transport& transport) {
    RunWatch watch(transport, {.last = 10000});
    long calls = 0;
    for (long step = 1; step <= 10000; ++step) {
      if (watch.idle(step)) continue;
      ++calls;
      watch.after_step(step, {}, [] {});
    }
    EXPECT_GT(calls, 3);
    EXPECT_LT(calls, 100);
  });
}

TEST(RunWatch, NobodyStopsWithoutReason) {
  const Stops stops = run(3, 500, {}, [](int, long) {});
  EXPECT_THAT(stops.at, ::testing::Each(0));
}

TEST(RunWatch, AllRanksStopAtTheSameStepForASignal) {
  const Stops stops = run(
      4, 100000, {},
      [](int rank, long) {
        if (rank == 1) nap();  // ranks go at different speeds
      },
      [](int rank, long step) {
        return RunWatch::Facts{.signal = rank == 2 && step >= 30 ? SIGUSR1 : 0};
      });
  EXPECT_GT(stops.at[0], 29);
  EXPECT_THAT(stops.at, ::testing::Each(stops.at[0]));
  EXPECT_THAT(stops.why, ::testing::Each("SIGUSR1"));
}

TEST(RunWatch, AFileStopsTheRun) {
  const ScratchFolder folder;
  WatchSetup setup;
  setup.stop_file = folder.path / "stop";
  const Stops stops = run(2, 100000, setup, [&](int rank, long step) {
    if (rank == 0 && step == 20) folder.write("stop", "");
    nap();
  });
  EXPECT_GT(stops.at[0], 19);
  EXPECT_THAT(stops.at, ::testing::Each(stops.at[0]));
  EXPECT_THAT(stops.why, ::testing::Each("the file stop"));
}

/// Goes on by the steps, which the ranks do together, so that no test depends on how busy the
/// machine is.
struct StepClock {
  explicit StepClock(int ranks) : together(ranks) {}
  std::barrier<> together;
  std::atomic<double> now = 100;  // s
  void wind(int rank, double seconds) {
    together.arrive_and_wait();
    if (rank == 0) now = now + seconds;
    together.arrive_and_wait();
  }
  WatchSetup setup(double wall) {
    WatchSetup watch;
    watch.clock = [this] { return now.load(); };
    watch.started = now;
    watch.wall = wall;
    return watch;
  }
};

TEST(RunWatch, TheClockStopsTheRunBeforeItsLimit) {
  StepClock clock(2);
  const WatchSetup setup = clock.setup(2);
  const Stops stops = run(2, 100000, setup, [&](int rank, long) { clock.wind(rank, 200e-6); });
  EXPECT_LT(clock.now, setup.started + setup.wall);
  EXPECT_GT(clock.now, setup.started + setup.wall / 2);
  EXPECT_THAT(stops.at, ::testing::Each(stops.at[0]));
}

// Initial outputs belong to it.
TEST(RunWatch, ALongFirstStepDoesNotEndTheRun) {
  StepClock clock(2);
  const double start = clock.now;
  const Stops stops = run(2, 100000, clock.setup(9),
                          [&](int rank, long step) { clock.wind(rank, step == 1 ? 0.5 : 0.002); });
  EXPECT_THAT(stops.at, ::testing::Each(stops.at[0]));
  EXPECT_GT(clock.now - start, 6);  // 1.8 s for a talk that is late at the end, too
  EXPECT_LT(clock.now - start, 9);
}

TEST(RunWatch, TheClockStopsTheRunInTimeWhereStepsBecomeSlower) {
  StepClock clock(2);
  const WatchSetup setup = clock.setup(3);
  const Stops stops = run(2, 100000, setup, [&](int rank, long) {
    clock.wind(rank, clock.now > setup.started + 2 ? 600e-6 : 200e-6);
  });
  EXPECT_LT(clock.now, setup.started + setup.wall);
  EXPECT_GT(clock.now, setup.started + 2);
  EXPECT_THAT(stops.at, ::testing::Each(stops.at[0]));
}

TEST(RunWatch, CheckpointsComeAsOftenAsTheClockCallsForThem) {
  StepClock clock(1);
  WatchSetup setup = clock.setup(0);
  setup.checkpoint_wall = 0.2;
  setup.last = 100000;
  long checkpoints = 0;
  on_ranks(1, [&](Transport& transport) {
    RunWatch watch(transport, setup);
    for (long step = 1; clock.now < setup.started + 2; ++step) {
      clock.wind(0, 200e-6);
      checkpoints += watch.after_step(step, {}, [] {}).checkpoint;
    }
    watch.close();
  });
  EXPECT_GE(checkpoints, 7);
  EXPECT_LE(checkpoints, 10);
}

TEST(RunWatch, AllRanksStopForAnOutputOfOne) {
  std::vector<std::string> why(3);
  on_ranks(3, [&](Transport& transport) {
    WatchSetup setup;
    setup.last = 100000;
    RunWatch watch(transport, setup);
    std::string& reason = why[std::size_t(transport.rank())];
    for (long step = 1; step <= setup.last && reason.empty(); ++step) {
      const bool failed = transport.rank() == 1 && step >= 30;
      reason = watch.after_step(step, {.output_failed = failed}, [] {}).stop;
    }
    watch.close();
  });
  EXPECT_THAT(why, ::testing::Each("an output could not be written"));
}

/// What each rank was told, with the step: "12 hello".
std::vector<std::vector<std::string>> told(int ranks, long steps, const WatchSetup& watch) {
  std::vector<std::vector<std::string>> all(static_cast<std::size_t>(ranks));
  on_ranks(ranks, [&](Transport& transport) {
    WatchSetup setup = watch;
    setup.last = steps;
    RunWatch run_watch(transport, setup);
    std::vector<std::string>& mine = all[std::size_t(transport.rank())];
    for (long step = 1; step <= steps; ++step) {
      const RunWatch::Order order = run_watch.after_step(step, {}, [] {});
      if (!order.requests.empty()) mine.push_back(fmt::format("{} {}", step, order.requests));
    }
    run_watch.close();
  });
  return all;
}

TEST(RunWatch, RequestsGetToAllRanksAtTheSameStep) {
  WatchSetup setup;
  int asked = 0;
  setup.requests = [&asked] { return ++asked == 3 ? "hello" : ""; };
  const auto all = told(3, 2000, setup);
  ASSERT_THAT(all[0], ::testing::SizeIs(1));
  EXPECT_THAT(all[0][0], ::testing::EndsWith(" hello"));
  EXPECT_THAT(all, ::testing::Each(all[0]));
}

TEST(RunWatch, RanksTalkWhileTheyPauseAndGoOnAfterwards) {
  WatchSetup setup;
  std::atomic<int> asked = 0;
  setup.requests = [&asked] { return fmt::format("{}", ++asked); };
  std::vector<std::string> held(3);
  on_ranks(3, [&](Transport& transport) {
    WatchSetup own = setup;
    own.last = 400;
    RunWatch run_watch(transport, own);
    std::string& mine = held[std::size_t(transport.rank())];
    for (long step = 1; step <= 400; ++step) {
      mine += run_watch.after_step(step, {}, [] {}).requests + ".";
      for (int round = 0; step == 100 && round < 3; ++round)
        mine += "[" + run_watch.hold(step, {}, [] {}).requests + "]";
    }
    run_watch.close();
  });
  EXPECT_THAT(held, ::testing::Each(held[0]));
  EXPECT_EQ(std::count(held[0].begin(), held[0].end(), '['), 3);
  EXPECT_EQ(held[0].find("[]"), std::string::npos) << "every round has an answer";
  EXPECT_GT(asked, 4) << "rounds go on after the pause";
}

TEST(RunWatch, ASignalIsSeenInAPause) {
  std::vector<std::string> stops(2);
  on_ranks(2, [&](Transport& transport) {
    WatchSetup setup;
    setup.last = 100;
    RunWatch run_watch(transport, setup);
    const int signal = transport.rank() == 1 ? SIGTERM : 0;
    stops[std::size_t(transport.rank())] = run_watch.hold(0, {.signal = signal}, [] {}).stop;
    run_watch.close();
  });
  EXPECT_THAT(stops, ::testing::Each("SIGTERM"));
}

TEST(RunWatch, RanksTalkAgainWhereTheEndIsPutOff) {
  WatchSetup setup;
  std::atomic<int> asked = 0;
  setup.requests = [&asked]() -> std::string { return ++asked > 0 ? "x" : ""; };
  std::vector<int> later(2);
  on_ranks(2, [&](Transport& transport) {
    WatchSetup own = setup;
    own.last = 60;
    RunWatch run_watch(transport, own);
    for (long step = 1; step <= 300; ++step) {
      const bool told = !run_watch.after_step(step, {}, [] {}).requests.empty();
      later[std::size_t(transport.rank())] += told && step > 60;
      if (step == 59) run_watch.change_last(300, step);
    }
    run_watch.close();
  });
  EXPECT_THAT(later, ::testing::Each(::testing::Gt(0)));
}

}  // namespace
}  // namespace cardon
