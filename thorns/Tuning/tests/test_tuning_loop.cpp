// SPDX-License-Identifier: Apache-2.0
// The loop with a driver that only notes what it is told.
#include <gtest/gtest.h>

#include <cardon/services/program.hpp>
#include <chrono>
#include <mutex>
#include <thread>

#include "support/local_transport.hpp"
#include "tuning_loop.hpp"

namespace cardon {
namespace {

class NotingDriver : public Driver, public Tunable {
 public:
  NotingDriver() {
    settings_.links.resize(1);
    settings_.links[0].depth = 1;
    freedom_ = {{true}, {true}, true, true, true};
    timings_.links = {{.name = "intra"}, {.name = "a-b"}};
    decomposition_.owned = {Box{{0, 0, 0}, {4, 1, 1}}, Box{{4, 0, 0}, {8, 1, 1}}};
    decomposition_.rank_of_block = {0, 1};
  }
  void setup(const DriverSetup&, Transport&) override {}
  const Decomposition& decomposition() const override { return decomposition_; }
  std::vector<plan::Link> links() const override { return {}; }
  void execute(std::span<const plan::Operation>, const StepState&) override {}
  void finish() override { ++finished_; }
  const Timings& timings() const override { return timings_; }
  const DriverSettings& settings() const override { return settings_; }
  const TunableSet& freedom() const override { return freedom_; }
  void apply(const DriverSettings& settings) override {
    if (settings.links[0].depth > 4) throw Error(Problem{.slug = "driver/ghost-depth"});
    settings_ = settings;
  }
  void try_codecs(const std::vector<CodecNames>& chains) override {
    tried_.push_back(chains.size());
  }
  SensorReadings take_readings() override { return {.delays = {{}}}; }
  /// As a balancer does that divides the grid among sites.
  void divide(std::vector<double> speeds) {
    settings_.speeds = std::move(speeds);
    freedom_.weights = false;
  }

  int finished_ = 0;
  std::vector<std::size_t> tried_;

 protected:
  Timings timings_;

 private:
  DriverSettings settings_;
  TunableSet freedom_;
  Decomposition decomposition_;
};

// Keeps steps back until the exchange of every fourth; finish() computes what is kept.
class GatheringDriver : public NotingDriver {
 public:
  GatheringDriver() { timings_.tasks.resize(1); }
  void take_step(long iteration) {
    ++kept_;
    if (iteration % 4 == 0) compute();
  }
  SensorReadings take_readings() override {
    return {.delays = {{}}, .steps_behind = double(kept_)};
  }
  void finish() override {
    NotingDriver::finish();
    compute();
  }
  double seconds() const { return timings_.tasks[0].compute; }

 private:
  void compute() {
    TaskTimings& task = timings_.tasks[0];
    task.points += 100 * kept_;
    task.needed_points += 100 * kept_;
    task.compute += 0.01 * kept_;
    kept_ = 0;
  }
  int kept_ = 0;
};

// Goes one layer deeper after every window, or leaves all as it is.
class DeeperTuner : public Tuner {
 public:
  Decision start(const TunerSetup& setup) override {
    Decision first{.settings = setup.start, .steps = 6};
    first.trials = {codec_names({"zlib"})};
    return first;
  }
  Decision decide(const TuningWindow& window) override {
    windows.push_back({window.first, window.last});
    depths.push_back(window.settings.links[0].depth);
    seconds.push_back(window.seconds_per_step.value);
    efficiencies.push_back(window.efficiency);
    std::this_thread::sleep_for(thinks);
    Decision next{.settings = window.settings, .steps = 6};
    if (goes_deeper) ++next.settings.links[0].depth;
    return next;
  }
  std::vector<std::pair<long, long>> windows;
  std::vector<int> depths;
  std::vector<double> seconds, efficiencies;
  bool goes_deeper = true;
  std::chrono::milliseconds thinks{0};
};

struct World {
  World() {
    machine.sites = {Site{.name = "a", .ranks = {0}}, Site{.name = "b", .ranks = {1}}};
    machine.links = {SiteLink{.name = "a-b", .sites = {0, 1}}};
  }
  TuningSetup setup(long last) {
    TuningSetup s;
    s.tuner_name = "deeper";
    s.service = tuner;
    s.last_iteration = last;
    s.tuner.program = &program;
    s.tuner.machine = &machine;
    s.tuner.start.links.resize(1);
    s.tuner.start.links[0].depth = 1;
    s.tuner.links = {{"a-b", "a", "b"}};
    return s;
  }
  Program program;
  Machine machine;
  std::shared_ptr<DeeperTuner> tuner = std::make_shared<DeeperTuner>();
};

// Iterations at which each rank changed.
std::vector<std::vector<long>> changes(World& world, long last, long stop) {
  std::vector<std::vector<long>> at(2);
  on_ranks(2, [&](Transport& transport) {
    NotingDriver driver;
    TuningLoop loop(world.setup(last), driver, driver, transport);
    for (long iteration = 0; iteration <= stop; ++iteration)
      if (loop.after_step(iteration, 0.01 * double(iteration)) && loop.carry_out())
        at[std::size_t(transport.rank())].push_back(iteration);
    loop.close();
    EXPECT_GE(std::size_t(driver.finished_), at[std::size_t(transport.rank())].size());
    EXPECT_EQ(driver.tried_.front(), 1u);
    EXPECT_EQ(loop.journal() != nullptr, transport.rank() == 0);
  });
  return at;
}

TEST(TuningLoop, ChangesAtTheSameStepEverywhere) {
  World world;
  const auto at = changes(world, 100, 100);
  EXPECT_EQ(at[0], at[1]);
  ASSERT_GE(at[0].size(), 3u);
  // A window begins behind the change before it, when its first exchanges are through.
  for (std::size_t n = 0; n < at[0].size(); ++n) {
    EXPECT_GT(at[0][n], world.tuner->windows[n].second);
    if (n + 1 < at[0].size()) {
      EXPECT_GT(world.tuner->windows[n + 1].first, at[0][n]);
    }
  }
  for (const auto& [first, last] : world.tuner->windows) EXPECT_EQ(last - first, 6);
}

TEST(TuningLoop, MeasuresWindowsThatFollowEachOther) {
  World world;
  world.tuner->goes_deeper = false;
  EXPECT_TRUE(changes(world, 200, 200)[0].empty());
  ASSERT_GE(world.tuner->seconds.size(), 5u);
  for (const double seconds : world.tuner->seconds) EXPECT_NEAR(seconds, 0.01, 1e-12);
}

TEST(TuningLoop, CountsTheSameStepsAsSecondsAndAsPoints) {
  World world;
  world.program.tasks.resize(1);
  world.tuner->goes_deeper = false;
  world.tuner->thinks = std::chrono::milliseconds(10);  // so the driver finishes what it keeps
  on_ranks(2, [&](Transport& transport) {
    GatheringDriver driver;
    TuningLoop loop(world.setup(200), driver, driver, transport);
    for (long iteration = 0; iteration <= 200; ++iteration) {
      if (iteration > 0) driver.take_step(iteration);
      if (loop.after_step(iteration, driver.seconds())) loop.carry_out();
    }
    loop.close();
  });
  ASSERT_GE(world.tuner->seconds.size(), 5u);
  for (const double seconds : world.tuner->seconds) EXPECT_NEAR(seconds, 0.01, 1e-12);
  for (const double efficiency : world.tuner->efficiencies) EXPECT_NEAR(efficiency, 1, 1e-12);
}

TEST(TuningLoop, TellsTheTunerWhenSettingsWereNotPossible) {
  World world;
  changes(world, 200, 200);
  EXPECT_EQ(std::vector<int>(world.tuner->depths.begin(), world.tuner->depths.begin() + 6),
            (std::vector<int>{1, 2, 3, 4, 4, 4}));
}

// Within a window, between it and the decision, and behind that.
TEST(TuningLoop, LeavesTheGridAsABalancerHasDividedIt) {
  for (long divided = 4; divided < 24; ++divided) {
    World world;
    std::vector<DriverSettings> last(2);
    on_ranks(2, [&](Transport& transport) {
      NotingDriver driver;
      driver.divide({});
      TuningLoop loop(world.setup(100), driver, driver, transport);
      for (long iteration = 0; iteration <= 100; ++iteration) {
        if (loop.after_step(iteration, 0.01 * double(iteration))) loop.carry_out();
        if (iteration == divided) driver.divide({1, 2});
      }
      loop.close();
      last[std::size_t(transport.rank())] = driver.settings();
    });
    for (const DriverSettings& settings : last) {
      EXPECT_EQ(settings.speeds, (std::vector<double>{1, 2})) << divided;
      EXPECT_EQ(settings.links[0].depth, 4) << divided;
    }
    for (const auto& [first, end] : world.tuner->windows)
      EXPECT_FALSE(first < divided && divided < end) << divided;
  }
}

TEST(TuningLoop, BeginsNothingThatTheRunDoesNotSee) {
  World world;
  EXPECT_TRUE(changes(world, 8, 8)[0].empty());
  EXPECT_TRUE(world.tuner->windows.empty());
}

// Adaptive steps may become much shorter than the first one, by which the end is estimated.
TEST(TuningLoop, GoesOnWhereARunIsLongerThanForeseen) {
  for (long foreseen = 0; foreseen < 40; ++foreseen) {
    World world;
    std::vector<std::vector<long>> at(2);
    on_ranks(2, [&](Transport& transport) {
      NotingDriver driver;
      TuningLoop loop(world.setup(foreseen), driver, driver, transport);
      for (long iteration = 0; iteration <= 200; ++iteration) {
        if (iteration == std::max(foreseen, 1L)) loop.change_last(200, iteration);
        if (loop.after_step(iteration, 0.01 * double(iteration)) && loop.carry_out())
          at[std::size_t(transport.rank())].push_back(iteration);
      }
      loop.close();
    });
    EXPECT_EQ(at[0], at[1]) << foreseen;
    EXPECT_EQ(at[0].size(), 3u) << foreseen;  // 4 layers are as many as the driver can have
    for (const auto& [first, last] : world.tuner->windows) EXPECT_EQ(last - first, 6) << foreseen;
  }
}

// A run that the health check ends in the middle of a window or behind it.
TEST(TuningLoop, EndsWhereARunIsStopped) {
  for (long stop = 0; stop < 30; ++stop) {
    World world;
    const auto at = changes(world, 100, stop);
    EXPECT_EQ(at[0], at[1]) << stop;
  }
}

}  // namespace
}  // namespace cardon
