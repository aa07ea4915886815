// SPDX-License-Identifier: Apache-2.0
// Which outputs see the points of a step while they are computed, and what they are told.
#include <gmock/gmock.h>

#include "../support/local_transport.hpp"
#include "../support/plain_driver.hpp"
#include "../support/sample_fields.hpp"
#include "diary.hpp"
#include "output/outputs.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Keeps what it was told to watch, as of the last step, and tells how often that was.
class ShowingDriver : public PlainDriver, public RowWatching {
 public:
  void watch(const RowWatch* watch) override {
    now = watch;
    if (watch == nullptr) return;
    ++steps;
    fields.clear();
    for (const WatchedField& field : watch->fields) fields.push_back(field.field);
  }
  int watching_threads() const override { return 3; }
  double watching_seconds() const override { return 0.5; }

  const RowWatch* now = nullptr;
  int steps = 0;
  std::vector<int> fields;
};

/// An output that sees points, or one that does not.
struct Reader : Diary, RowReader {
  using Diary::Diary;
  RowReader* row_reader() override { return sees ? this : nullptr; }
  void begin_rows(long iteration, int threads) override {
    EXPECT_EQ(threads, 3);
    begun.push_back(iteration);
  }
  void see(int thread, std::size_t field, const FieldPiece& piece) override {
    seen.emplace_back(thread, int(field), piece.box.lo[0]);
  }

  bool sees = true;
  std::vector<long> begun;
  std::vector<std::tuple<int, int, int>> seen;  // thread, field of the output, first point
};

Binding writes(int field) { return {.field = field, .writes = true}; }

/// Three fields: a step of two tasks writes u and v and not w. Output a shows v, w and u every 2
/// steps, b shows u every 3 steps.
struct WatchedOutputs : ::testing::Test {
  WatchedOutputs() {
    program.grid.dimensions = 1;
    program.fields = {{.id = 0, .name = "u"}, {.id = 1, .name = "v"}, {.id = 2, .name = "w"}};
    program.tasks = {{.id = 0, .bindings = {writes(0)}}, {.id = 1, .bindings = {writes(1)}}};
    program.step = {0, 1};
    add(a, {2, 0}, {1, 2, 0});
    add(b, {3, 0}, {0});
    machine.sites.push_back({.name = "here", .ranks = {0}});
  }
  void add(Reader& reader, const Interval& every, const std::vector<int>& fields) {
    OutputEntry& entry = entries.emplace_back();
    entry.setup.section = "output." + reader.name;
    for (const int field : fields)
      entry.setup.fields.push_back(&program.fields[std::size_t(field)]);
    entry.service = std::shared_ptr<Output>(&reader, [](Output*) {});
    entry.cadence = Cadence(every, 0.1);
  }
  Outputs outputs_of(Driver& from) {
    return {entries,
            {program, *parameters.values, machine, transport, from, fields, scalars, clock}};
  }
  /// The step that ends at the iteration, with points that the driver shows in it.
  void step(
      Outputs& outputs, long iteration, const std::function<void()>& show = [] {}) {
    outputs.begin_step(iteration, program.step);
    show();
    outputs.end_step();
  }

  std::vector<std::string> calls;
  Reader a{"a", calls}, b{"b", calls};
  std::vector<OutputEntry> entries;
  Program program;
  Machine machine;
  LocalWorld world{1};
  LocalTransport transport{world, 0};
  ShowingDriver driver;
  NoFields fields;
  StepClock clock{0, 0.1};
  SampleParameters parameters{output_section(), "output: {background: never}"};
  ScalarReductions scalars{{}};
};

TEST_F(WatchedOutputs, OnlyStepsOfDueOnesAreWatched) {
  Outputs outputs = outputs_of(driver);
  for (long iteration = 0; iteration <= 6; ++iteration) step(outputs, iteration);
  EXPECT_THAT(a.begun, ElementsAre(2, 4, 6)) << "the initial state is computed by no step";
  EXPECT_THAT(b.begun, ElementsAre(3, 6));
  EXPECT_EQ(driver.steps, 4);
  EXPECT_EQ(driver.now, nullptr) << "after a step nothing is watched";
}

TEST_F(WatchedOutputs, TheDriverIsToldWhatTheStepWrites) {
  Outputs outputs = outputs_of(driver);
  step(outputs, 2, [&] {
    ASSERT_NE(driver.now, nullptr);
    EXPECT_EQ(driver.now->iteration, 1) << "at the beginning of the step";
    EXPECT_THAT(driver.fields, ElementsAre(1, 0)) << "w is not written";
    EXPECT_EQ(driver.now->fields[0].task, 1);
  });
  step(outputs, 3);
  EXPECT_THAT(driver.fields, ElementsAre(0)) << "nothing is left of the step before";
  step(outputs, 6);
  EXPECT_THAT(driver.fields, ElementsAre(1, 0, 0)) << "of a, then of b";
}

TEST_F(WatchedOutputs, PointsGoToTheirReaderByItsOwnNumbers) {
  Outputs outputs = outputs_of(driver);
  step(outputs, 6, [&] {
    for (int n = 0; n < 3; ++n) driver.now->see(2 - n, std::size_t(n), {.box = {{10 + n, 0, 0}}});
  });
  EXPECT_THAT(a.seen, ElementsAre(std::tuple(2, 0, 10), std::tuple(1, 2, 11)));
  EXPECT_THAT(b.seen, ElementsAre(std::tuple(0, 0, 12)));
}

TEST_F(WatchedOutputs, AStepThatIsRepeatedIsSeenAnew) {
  Outputs outputs = outputs_of(driver);
  step(outputs, 2);
  step(outputs, 2);
  EXPECT_THAT(a.begun, ElementsAre(2, 2));
  EXPECT_THAT(driver.fields, ElementsAre(1, 0));
}

TEST_F(WatchedOutputs, ThoseThatSeeNoPointsAreLeftAlone) {
  a.sees = false;
  Outputs outputs = outputs_of(driver);
  step(outputs, 2);
  EXPECT_EQ(driver.steps, 0);
  step(outputs, 6);
  EXPECT_THAT(driver.fields, ElementsAre(0)) << "of b";
  EXPECT_THAT(a.begun, IsEmpty());
}

TEST_F(WatchedOutputs, AReaderOfFieldsThatNoTaskWritesIsToldOfItsStep) {
  b.sees = false;
  Outputs outputs = outputs_of(driver);
  outputs.begin_step(2, {});
  EXPECT_EQ(driver.now, nullptr);
  EXPECT_THAT(a.begun, ElementsAre(2)) << "what it saw of earlier steps is void";
}

TEST_F(WatchedOutputs, DriversNeedNotShowPoints) {
  PlainDriver plain;
  Outputs outputs = outputs_of(plain);
  step(outputs, 6);
  EXPECT_THAT(a.begun, IsEmpty());
  EXPECT_EQ(outputs.watching_seconds(), 0);
  EXPECT_EQ(outputs_of(driver).watching_seconds(), 0.5);
}

}  // namespace
}  // namespace cardon
