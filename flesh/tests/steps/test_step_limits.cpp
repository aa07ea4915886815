// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/block.hpp>
#include <cmath>
#include <limits>

#include "steps/step_limits.hpp"

namespace cardon {
namespace {

const Real no_number = std::numeric_limits<Real>::quiet_NaN();
const Real unlimited = std::numeric_limits<Real>::infinity();

// A total order: whatever ranks and blocks are merged in, the same limit comes out.
TEST(LimitAtPoint, OneOfTwoAlwaysCounts) {
  const std::vector<LimitAtPoint> in_order = {
      {-1, 0, {5, 0, 0}},
      {no_number, 0, {0, 1, 0}},
      {0, 0, {0, 0, 1}},
      {no_number, 1, {0, 0, 0}},
      {std::nextafter(0.5, 0), 1, {7, 7, 7}},
      {0.5, 0, {3, 0, 0}},
      {0.5, 0, {0, 1, 0}},
      {0.5, 0, {0, 0, 1}},
      {0.5, 1, {0, 0, 0}},
      {2, 0, {0, 0, 0}},
      {unlimited, 0, {0, 0, 0}},
      {},
  };
  for (std::size_t a = 0; a < in_order.size(); ++a)
    for (std::size_t b = 0; b < in_order.size(); ++b)
      EXPECT_EQ(in_order[a].precedes(in_order[b]), a < b) << a << ' ' << b;
}

constexpr Field sound{"sound", "Travel time between two points"};
constexpr Scalar travel{"travel", "Step limit", Reduce::min};
constexpr Scalar mass{"mass", "No limit", Reduce::sum};
constexpr Scalar factor{"factor", "Of the step before", Reduce::max};

// The values of the field are limits; those of the mass would be shorter ones.
void reduce_travel(Block& block) {
  const FieldReader s = block.read(sound);
  block.reduce(mass, [&](const Point& p) { return s(p) - 100; });
  block.reduce(travel, [&](const Point& p) { return s(p); });
}

void reduce_surroundings(Block& block) {
  block.reduce(travel, [&](const Point&) {
    return 100 * block.value(lagged(factor)) + 10 * Real(block.iteration()) + block.time();
  });
}

void must_not_run(Block&) { ADD_FAILURE() << "a task was called that reduces no limit"; }

/// What tasks read: the step that they ask for, and the lag.
class AskedStep : public ScalarSink {
 public:
  void add_row(std::string_view, std::string_view, std::span<const Real>, const Index3&,
               long) override {
    ADD_FAILURE() << "a trial between steps reached the scalars of the run";
  }
  ReducedValue value(const ScalarRead& read, long step) const override {
    return {.value = Real(step - read.lag)};
  }
};

/// Eight points in x. The thorns T and U both call their limit "travel".
struct StepLimitsTest : ::testing::Test {
  StepLimitsTest() {
    program.grid.dimensions = 1;
    program.grid.points = {8, 1, 1};
    program.scalars = {{.id = 0, .name = "mass", .thorn = "T"},
                       {.id = 1, .name = "travel", .thorn = "T", .kind = Reduce::min},
                       {.id = 2, .name = "travel", .thorn = "U", .kind = Reduce::min},
                       {.id = 3, .name = "factor", .thorn = "T", .kind = Reduce::max}};
    add_task("T", must_not_run, {0});
  }
  void add_task(const std::string& thorn, TaskFunction function, std::vector<int> reduces) {
    Task task;
    task.id = int(program.tasks.size());
    task.name = thorn + "::task";
    task.thorn = thorn;
    task.function = function;
    task.scalars = std::move(reduces);
    task.bindings = {{.field = 0, .reads = true, .declared = "sound"}};
    task.reads_scalars = {{.scalar = 3, .lag = 1, .declared = "factor"}};
    program.analysis.push_back(task.id);
    program.tasks.push_back(task);
  }
  /// The owned points of a block, from `first` on.
  void look(StepLimits& limits, int first, const std::vector<Real>& values, long iteration = 0,
            Real time = 0) {
    const Box box{{first, 0, 0}, {first + int(values.size()), 1, 1}};
    limits.look_at([&](int) { return FieldPiece{box, values.data() - first}; }, iteration, time);
  }
  StepLimits limits_by(const std::vector<int>& scalars) {
    return {program, parameters, scalars, values};
  }

  Program program;
  ParameterRegistry registry;
  ParameterSet parameters{registry};
  AskedStep values;
};

void expect_same(const LimitAtPoint& found, Real limit, int scalar, int i) {
  EXPECT_EQ(found.limit, limit);
  EXPECT_EQ(found.scalar, scalar);
  EXPECT_EQ(found.position, (Index3{i, 0, 0}));
}

TEST_F(StepLimitsTest, AreTheSmallestOverBlocksInAnyOrder) {
  add_task("T", reduce_travel, {0, 1});
  const std::vector<int> of_t = {1};
  StepLimits limits = limits_by(of_t);
  look(limits, 0, {7, 3, 7});
  look(limits, 3, {7, 7, 3, 3, 9});
  expect_same(limits.smallest(), 3, 1, 1);
  limits.clear();
  EXPECT_EQ(limits.smallest().scalar, -1);
  look(limits, 3, {7, 7, 3, 3, 9});
  expect_same(limits.smallest(), 3, 1, 5);
  look(limits, 0, {7, 3, 7});
  expect_same(limits.smallest(), 3, 1, 1);
}

TEST_F(StepLimitsTest, BelongToTheThornWhoseTaskFoundThem) {
  add_task("U", reduce_travel, {0, 2});
  const std::vector<int> of_both = {1, 2}, of_t = {1};
  StepLimits both = limits_by(of_both), one = limits_by(of_t);
  look(both, 0, {4, 2});
  expect_same(both.smallest(), 2, 2, 1);
  look(one, 0, {4, 2});
  EXPECT_EQ(one.smallest().scalar, -1) << "the limit of the other thorn does not count";
}

TEST_F(StepLimitsTest, ThatAreNoNumbersAreFound) {
  add_task("T", reduce_travel, {0, 1});
  const std::vector<int> of_t = {1};
  StepLimits limits = limits_by(of_t);
  look(limits, 0, {1e-300, 5, no_number, 0});
  EXPECT_TRUE(std::isnan(limits.smallest().limit));
  EXPECT_FALSE(limits.smallest().is_valid());
  EXPECT_EQ(limits.smallest().position[0], 2);
}

TEST_F(StepLimitsTest, AreThoseOfTheStepThatIsLookedAt) {
  add_task("T", reduce_surroundings, {1});
  const std::vector<int> of_t = {1};
  StepLimits limits = limits_by(of_t);
  look(limits, 0, {0, 0}, 6, 0.25);
  EXPECT_EQ(limits.smallest().limit, 100 * 5 + 10 * 6 + 0.25);
}

}  // namespace
}  // namespace cardon
