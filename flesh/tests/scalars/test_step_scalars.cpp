// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "../support/local_transport.hpp"
#include "../support/plain_driver.hpp"
#include "scalars/step_scalars.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

constexpr int total = 0, peak = 1;

/// Tasks 0: reduces both in PostStep; 1: reads `total` in the same step, 2: `peak` two steps later.
Program program_of() {
  Program program;
  program.scalars = {{.id = total, .name = "total", .thorn = "T", .kind = Reduce::sum, .start = 7},
                     {.id = peak, .name = "peak", .thorn = "T", .kind = Reduce::max, .start = -1}};
  Task reduces, reads, lags;
  reduces.scalars = {total, peak};
  reads.reads_scalars = {{total, 0, "total"}};
  lags.reads_scalars = {{peak, 2, "peak"}};
  program.tasks = {reduces, reads, lags};
  for (int id = 0; id < 3; ++id) {
    program.tasks[std::size_t(id)].id = id;
    program.tasks[std::size_t(id)].bin = Bin::post_step;
  }
  return program;
}

/// Whose only block is at the end of what it was given when it is told to finish.
class OneBlockDriver : public PlainDriver, public FieldAccess {
 public:
  explicit OneBlockDriver(int ranks) {
    for (int rank = 0; rank < ranks; ++rank) {
      decomposition_.owned.push_back({{rank, 0, 0}, {rank + 1, 1, 1}});
      decomposition_.rank_of_block.push_back(rank);
    }
  }
  const Decomposition& decomposition() const override { return decomposition_; }
  void finish() override {
    for (const auto& look : std::exchange(looks_, {})) look([](int) { return FieldPiece{}; });
  }
  FieldView view(int, int) override { return {}; }
  void visit_when_current(const std::function<void(const BlockView&)>& look) override {
    looks_.push_back(look);
  }

 private:
  Decomposition decomposition_;
  std::vector<std::function<void(const BlockView&)>> looks_;
};

/// One rank that goes through the steps as a simulation does.
struct Walk {
  Walk(Transport& to, int ranks)
      : program(program_of()), driver(ranks), transport(to), scalars(program, driver, driver, to) {}

  void step(long n, const std::vector<Real>& row) {
    scalars.begin_step(n);
    lagged.push_back(scalars.value(program.tasks[2].reads_scalars[0], n).value);
    EXPECT_FALSE(scalars.must_wait(program.tasks[1]));
    const Index3 first{int(row.size()) * transport.rank(), 0, 0};
    for (const int scalar : {total, peak}) scalars.add_row(scalar, row, first, n);
    scalars.note(program.tasks[0]);
    EXPECT_TRUE(scalars.must_wait(program.tasks[1]));
    EXPECT_FALSE(scalars.must_wait(program.tasks[2]));
    driver.finish();
    scalars.combine(n);
    at_once.push_back(scalars.value(program.tasks[1].reads_scalars[0], n).value);
    scalars.note(program.tasks[1]);
    scalars.end_step(n);
  }

  Program program;
  OneBlockDriver driver;
  Transport& transport;
  StepScalars scalars;
  std::vector<Real> at_once, lagged;
};

TEST(StepScalars, AreTheSameOnAllRanksAtOnceOrLater) {
  for (const int ranks : {1, 2, 3})
    on_ranks(ranks, [&](Transport& transport) {
      Walk walk(transport, ranks);
      for (long n = 1; n < 6; ++n) walk.step(n, {Real(n), Real(10 * n + transport.rank())});
      walk.scalars.settle();
      std::vector<Real> sums, peaks{-1, -1};
      for (long n = 1; n < 6; ++n) {
        sums.push_back(Real(11 * n * ranks + ranks * (ranks - 1) / 2));
        if (n < 4) peaks.push_back(Real(10 * n + ranks - 1));
      }
      EXPECT_EQ(walk.at_once, sums);
      EXPECT_EQ(walk.lagged, peaks);
      EXPECT_EQ(walk.scalars.latest(peak), 50 + ranks - 1);
      const ReducedValue position = walk.scalars.value({peak, 0, ""}, 5);
      EXPECT_EQ(position.position, (Index3{2 * ranks - 1, 0, 0}));
    });
}

TEST(StepScalars, HaveTheValueOfInitialInTheFirstSteps) {
  on_ranks(1, [&](Transport& transport) {
    Walk walk(transport, 1);
    for (long n = 0; n < 5; ++n) walk.step(n, {Real(n)});
    EXPECT_THAT(walk.lagged, ElementsAre(-1, 0, 0, 1, 2));
  });
}

TEST(StepScalars, GoOnFromACheckpoint) {
  for (const int ranks : {1, 3}) {
    std::vector<std::byte> state;
    on_ranks(2, [&](Transport& transport) {
      Walk walk(transport, 2);
      for (long n = 1; n < 6; ++n) walk.step(n, {Real(n)});
      walk.scalars.settle();
      ASSERT_EQ(walk.scalars.state().size(), walk.scalars.state_bytes());
      if (transport.rank() == 0) state = walk.scalars.state();
    });
    on_ranks(ranks, [&](Transport& transport) {
      Walk walk(transport, ranks);
      walk.scalars.restore(state);
      EXPECT_EQ(walk.scalars.latest(total), 10);
      for (long n = 6; n < 9; ++n) walk.step(n, {Real(n)});
      EXPECT_THAT(walk.lagged, ElementsAre(4, 5, 6));
      walk.scalars.settle();
    });
  }
}

TEST(StepScalars, AreNoneWhereAnalysisReducesAll) {
  Program program = program_of();
  program.tasks[0].bin = Bin::analysis;
  on_ranks(1, [&](Transport& transport) {
    OneBlockDriver driver(1);
    const StepScalars scalars(program, driver, driver, transport);
    EXPECT_FALSE(scalars.any());
    EXPECT_EQ(scalars.state_bytes(), 0u);
  });
}

}  // namespace
}  // namespace cardon
