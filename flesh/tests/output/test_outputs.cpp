// SPDX-License-Identifier: Apache-2.0
// Which outputs of a run are written when, and what is known of those that could not be.
#include <gmock/gmock.h>

#include "../support/local_transport.hpp"
#include "../support/plain_driver.hpp"
#include "../support/sample_fields.hpp"
#include "diary.hpp"
#include "output/outputs.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

/// Outputs every 2 and every 3 steps and every 0.25 s of a run with steps of 0.1 s.
struct RunOutputs : ::testing::Test {
  RunOutputs() {
    for (const auto& [diary, every] : {std::pair(&a, Interval{2, 0}), std::pair(&b, Interval{3, 0}),
                                       std::pair(&c, Interval{0, 0.25})}) {
      OutputEntry& entry = entries.emplace_back();
      entry.setup.section = "output." + diary->name;
      entry.service = std::shared_ptr<Output>(diary, [](Output*) {});
      entry.cadence = Cadence(every, 0.1);
    }
    entries[1].setup.section = entries[2].setup.section;
    entries[2].setup.instance = 1;
    machine.sites.push_back({.name = "here", .ranks = {0}});
    program.scalars = {{.id = 0, .name = "total", .thorn = "Wave"}};
  }
  void open(const std::string& options = "{background: never}") {
    parameters = std::make_unique<SampleParameters>(output_section(), "output: " + options);
    scalars = std::make_unique<ScalarReductions>(program.scalars);
    outputs = std::make_unique<Outputs>(
        entries, Outputs::Sources{program, *parameters->values, machine, transport, driver, fields,
                                  *scalars, clock});
    const RunFolder run(folder.path / "run", "run", machine.sites, transport);
    outputs->open(run, "{}", {});
  }
  /// Iterations at which something was written, of those up to `last`.
  std::vector<long> walk(long last) {
    std::vector<long> written;
    for (; clock.iteration() <= last; clock.choose(), clock.advance()) {
      const Real one = 1;
      scalars->add_row("Wave", "total", {&one, 1}, {0, 0, 0});
      const bool due = outputs->due(clock.iteration());
      EXPECT_EQ(outputs->write_due(clock.iteration(), clock.iteration() == last), due);
      if (due) written.push_back(clock.iteration());
    }
    return written;
  }

  const ScratchFolder folder;
  std::vector<std::string> calls;
  Diary a{"a", calls}, b{"b", calls}, c{"c", calls};
  std::vector<OutputEntry> entries;
  Program program;
  Machine machine;
  LocalWorld world{1};
  LocalTransport transport{world, 0};
  PlainDriver driver;
  NoFields fields;
  StepClock clock{0, 0.1};
  std::unique_ptr<SampleParameters> parameters;
  std::unique_ptr<ScalarReductions> scalars;
  std::unique_ptr<Outputs> outputs;
};

TEST_F(RunOutputs, DueOnesAreWrittenInTheirOrder) {
  open();
  EXPECT_THAT(walk(8), ElementsAre(0, 2, 3, 4, 5, 6, 8));
  outputs->close();
  EXPECT_THAT(calls, ElementsAre("a 0", "b 0", "c 0", "a 2", "b 3", "c 3", "a 4", "c 5", "a 6",
                                 "b 6", "a 8", "c 8", "a closed", "b closed", "c closed"));
  EXPECT_EQ(a.times.back(), clock.time_at(8));
  EXPECT_FALSE(outputs->failed());
  EXPECT_EQ(outputs->losses()[0].tries, 5);
  EXPECT_EQ(outputs->losses()[0].output, "output.a");
  EXPECT_EQ(outputs->losses()[1].output, "output.c[0]");
  EXPECT_EQ(outputs->losses()[2].output, "output.c[1]");
  EXPECT_EQ(outputs->bytes_written(), 300u);
}

TEST_F(RunOutputs, StepsThatHitTimesAreThoseOfOutputsByTime) {
  clock.aim_at({1.0, {0.25}});
  open();
  walk(*clock.last_iteration());
  EXPECT_THAT(c.times, ElementsAre(0, 0.25, 0.5, 0.75, 1));
}

TEST_F(RunOutputs, LostOnesAreCountedWhereverTheyAreWritten) {
  for (const char* options :
       {"{background: never}", "{background: always, on_failure: continue}"}) {
    a.failing = {2, 6};
    clock = StepClock(0, 0.1);
    std::filesystem::remove_all(folder.path / "run");
    calls.clear();
    open(options);
    walk(8);
    outputs->settle();
    EXPECT_TRUE(outputs->failed());
    EXPECT_EQ(calls.size(), 12u) << "the next ones are tried";
    const OutputLoss& loss = outputs->losses()[0];
    EXPECT_EQ(std::tie(loss.tries, loss.lost, loss.first, loss.last, loss.failed_at),
              std::tuple(5, 2, 2, 6, 2));
    EXPECT_EQ(loss.error->problems().front().message, "no room");
    EXPECT_EQ(outputs->losses()[1].lost + outputs->losses()[2].lost, 0);
  }
  EXPECT_FALSE(outputs->stops());
}

TEST_F(RunOutputs, OtherFailuresEndTheRun) {
  for (const char* options : {"{background: never}", "{background: always}"}) {
    b.failing = {3};
    b.slug = "driver/message";
    clock = StepClock(0, 0.1);
    std::filesystem::remove_all(folder.path / "run");
    open(options);
    EXPECT_TRUE(outputs->stops());
    EXPECT_THROW((walk(3), outputs->settle()), Error);
    EXPECT_FALSE(outputs->failed());
  }
}

TEST_F(RunOutputs, AFailureAtTheEndIsNoLostOutput) {
  a.fails_at_end = true;
  open();
  walk(4);
  outputs->close();
  EXPECT_EQ(calls.back(), "c closed");
  EXPECT_EQ(outputs->losses()[0].failures, 1);
  EXPECT_EQ(outputs->losses()[0].lost, 0);
  EXPECT_EQ(outputs->losses()[0].failed_at, 4);
}

TEST_F(RunOutputs, SteeringChangesWhatIsDue) {
  open("{background: always}");
  a.failing = {0};
  walk(0);
  outputs->change({Cadence({5, 0}, 0.1), Cadence({4, 0}, 0.1), Cadence({4, 0}, 0.1)});
  EXPECT_TRUE(outputs->failed()) << "what was due before is settled";
  EXPECT_THAT(walk(5), ElementsAre(4, 5));
  EXPECT_THAT(calls, ElementsAre("a 0", "b 0", "c 0", "a steered", "b steered", "c steered", "b 4",
                                 "c 4", "a 5"));
}

TEST_F(RunOutputs, ScalarsAreReducedBetweenOutputsThatShowThem) {
  for (const std::size_t n : {1u, 2u}) entries[n].setup.scalars = {&program.scalars[0]};
  open();
  walk(6);
  EXPECT_THAT(b.scalars, ElementsAre(1, 3, 1));  // at 0, 3 and, after 5, at 6
  EXPECT_THAT(c.scalars, ElementsAre(1, 3, 2));
  EXPECT_TRUE(a.scalars.empty());
}

}  // namespace
}  // namespace cardon
