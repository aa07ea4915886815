// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/error.hpp>
#include <limits>

#include "health.hpp"
#include "support/local_transport.hpp"
#include "support/sample_fields.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;

constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();

/// A slab of the sample fields per rank. With `late`, a look at fields waits until finish().
class SlabDriver : public Driver, public FieldAccess {
 public:
  SlabDriver(const SampleFields& run, Transport& transport, bool late)
      : local_(run.local(transport, 0)), late_(late) {}

  void setup(const DriverSetup&, Transport&) override {}
  const Decomposition& decomposition() const override { return local_->decomposition; }
  std::vector<plan::Link> links() const override { return {}; }
  void execute(std::span<const plan::Operation>, const StepState&) override {}
  FieldView view(int field, int) override { return local_->snapshot.fields[std::size_t(field)]; }
  void visit_when_current(const std::function<void(const BlockView&)>& look) override {
    look_ = look;
    if (!late_) finish();
  }
  void finish() override {
    if (const auto look = std::exchange(look_, {}))
      look([this](int field) { return view(field, 0).pieces[0]; });
  }
  const Timings& timings() const override { return timings_; }

 private:
  std::unique_ptr<SampleFields::Local> local_;
  bool late_;
  std::function<void(const BlockView&)> look_;
  Timings timings_;
};

SampleFields fields_with(Index3 bad) {
  SampleFields run({4, 6, 1},
                   [bad](int i, int j, int) { return i == bad[0] && j == bad[1] ? nan : i + j; });
  for (GridFunction& field : run.program.fields) field.role = Role::evolved;
  return run;
}

/// As a run does it.
void after_step(Health& health, const StepView& step) {
  if (!health.idle(step)) health.after_step(step);
}

/// Steps to `last` on so many ranks; what ends the run, the same on all ranks, or an empty text.
std::string what_ends(const SampleFields& run, int ranks, long last, bool late,
                      const std::string& every = "3", long checkpoint = -1) {
  const SampleParameters values({.path = "health", .parameters = {declare(Health::every)}},
                                "health: {every: " + every + "}");
  std::mutex mutex;
  std::vector<std::string> ends;
  on_ranks(ranks, [&](Transport& transport) {
    SlabDriver driver(run, transport, late);
    Health health;
    std::string end;
    try {
      health.open({run.program, *values.values, driver, driver, transport, 940, 0, last});
      for (long n = 0; n <= last; ++n) {
        after_step(health, {n, 0.5 * double(n), n == last});
        if (n == checkpoint) health.before_checkpoint({n, 0.5 * double(n), n == last});
      }
      health.conclude();
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), exit_health);
      end = format_problems(error.problems(), "");
    }
    const std::lock_guard lock(mutex);
    ends.push_back(end);
  });
  for (const std::string& end : ends) EXPECT_EQ(end, ends.front());
  return ends.front();
}

TEST(Health, LetsFiniteFieldsPass) {
  for (const int ranks : {1, 3})
    for (const bool late : {false, true})
      EXPECT_EQ(what_ends(fields_with({-1, -1, 0}), ranks, 10, late), "");
}

TEST(Health, NamesTheFirstPointOnAllRanks) {
  for (const int ranks : {1, 2, 3})
    for (const bool late : {false, true}) {
      const std::string end = what_ends(fields_with({2, 5, 0}), ranks, 10, late);
      EXPECT_THAT(end, HasSubstr("NaN in Wave::phi at iteration 0, time 0 s"));
      EXPECT_THAT(end, HasSubstr("point (2, 5)"));
      EXPECT_THAT(end, HasSubstr("rank " + std::to_string(ranks - 1)));
    }
}

TEST(Health, LooksAtEvolvedFieldsOnly) {
  SampleFields run = fields_with({2, 5, 0});
  run.program.fields[0].role = Role::auxiliary;
  EXPECT_EQ(what_ends(run, 2, 10, false), "");
}

TEST(Health, EveryZeroSwitchesItOff) {
  EXPECT_EQ(what_ends(fields_with({2, 5, 0}), 2, 10, false, "0", 4), "");
}

/// Becomes NaN at iteration 4 of 10.
class LateNan : public ::testing::TestWithParam<int> {};

TEST_P(LateNan, IsFoundAtTheNextLook) {
  const SampleFields good = fields_with({-1, -1, 0}), bad = fields_with({1, 1, 0});
  const SampleParameters values({.path = "health", .parameters = {declare(Health::every)}},
                                "health: {every: 3}");
  on_ranks(GetParam(), [&](Transport& transport) {
    SlabDriver before(good, transport, false), after(bad, transport, false);
    struct Switch : SlabDriver {
      Switch(const SampleFields& run, Transport& transport) : SlabDriver(run, transport, false) {}
      FieldView view(int field, int level) override { return now->SlabDriver::view(field, level); }
      SlabDriver* now = nullptr;
    } driver(good, transport);
    driver.now = &before;
    Health health;
    health.open({good.program, *values.values, driver, driver, transport, 940, 0, 10});
    const auto step = [&](long n) { after_step(health, {n, 0.5 * double(n), n == 10}); };
    for (long n = 0; n < 4; ++n) step(n);
    driver.now = &after;
    // The look of iteration 6 finds it, and all ranks read the verdict at that of iteration 9.
    for (long n = 4; n < 9; ++n) step(n);
    try {
      step(9);
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("at iteration 6, time 3 s"));
      EXPECT_THAT(format_problems(error.problems(), ""), HasSubstr("last good   iteration 3"));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Ranks, LateNan, ::testing::Values(1, 3));

TEST(Health, IsIdleBetweenChecks) {
  const SampleParameters values({.path = "health", .parameters = {declare(Health::every)}},
                                "health: {every: 4}");
  const SampleFields good = fields_with({-1, -1, 0});
  on_ranks(1, [&](Transport& transport) {
    SlabDriver driver(good, transport, false);
    Health health;
    health.open({good.program, *values.values, driver, driver, transport, 940, 0, 10});
    std::string idle;
    for (long n = 0; n <= 10; ++n) {
      const StepView step{n, 0.5 * double(n), n == 10};
      idle += health.idle(step) ? "i" : ".";
      after_step(health, step);
    }
    EXPECT_EQ(idle, ".iii.iii.i.");
    EXPECT_FALSE(health.idle({.iteration = 11, .rejected = 1}));
  });
}

TEST(Health, NothingBadGetsIntoACheckpoint) {
  const SampleParameters values({.path = "health", .parameters = {declare(Health::every)}},
                                "health: {every: 100}");
  const SampleFields bad = fields_with({1, 1, 0});
  on_ranks(2, [&](Transport& transport) {
    SlabDriver driver(bad, transport, true);
    Health health;
    health.open({bad.program, *values.values, driver, driver, transport, 940, 0, 1000});
    EXPECT_EQ(health.after_step({7, 3.5, false}).stop, "");
    EXPECT_THROW(health.before_checkpoint({7, 3.5, false}), Error);
  });
}

}  // namespace
}  // namespace cardon
