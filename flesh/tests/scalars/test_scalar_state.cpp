// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/error.hpp>
#include <cardon/thorn/thorn_builder.hpp>
#include <cmath>
#include <limits>
#include <utility>

#include "scalars/scalar_state.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Scalar state_q{"q", "A state"};

/// q' = q by forward Euler, then doubled after the step; a task of the grid lies between.
Program growing_program() {
  Program program;
  program.scalars = {{.id = 0, .name = "q", .thorn = "T", .start = 1, .is_state = true}};
  program.scalar_slots = 2;
  program.tasks.resize(2);
  for (int id = 0; id < 2; ++id) program.tasks[std::size_t(id)].id = id;
  program.step = {0};
  program.analysis = {1};
  Task rate, euler, twice;
  rate.name = "T::rate";
  rate.function = [](Block& block) { block.set(rhs(state_q), block.value(state_q)); };
  rate.reads_scalars = {{0, 0, "q"}};
  rate.sets = {{1, true, "q"}};
  euler.kind = Task::combine;
  euler.combinations = {{0, {{0, 1, false}, {1, 1, true}}}};
  euler.sets = {{0, false, "q"}};
  twice.name = "T::twice";
  twice.function = [](Block& block) { block.set(state_q, 2 * block.value(state_q)); };
  twice.reads_scalars = {{0, 0, "q"}};
  twice.sets = {{0, false, "q"}};
  program.step_scalars = {{0, rate}, {0, euler}, {1, twice}};
  return program;
}

ReducedValue nothing_reduced(const ScalarRead&) { throw Bug("nothing is reduced"); }

struct StateWalk {
  explicit StateWalk(const Program& program) : state(program, parameters) {}

  void step(long number) {
    const bool initial = number == 0;
    state.begin_step({initial ? 0 : number - 1, 0, 0.5, initial});
    for (const int task : {0, 1, -1})
      while (state.next(task)) state.run_next(nothing_reduced);
  }
  Real read(int version, long step) const { return state.value({0, 0, "q", version}, step).value; }

  const ParameterRegistry registry;
  const ParameterSet parameters{registry};
  ScalarState state;
};

TEST(ScalarState, AdvancesStatesAndKeepsTheVersionsOfEveryStep) {
  const Program program = growing_program();
  StateWalk walk(program);
  for (long n = 0; n <= 2; ++n) walk.step(n);
  EXPECT_EQ(walk.read(0, 1), 1);
  EXPECT_EQ(walk.read(1, 1), 1.5);
  EXPECT_EQ(walk.read(2, 1), 3);
  EXPECT_EQ(walk.read(1, 2), 4.5);
  EXPECT_EQ(walk.read(ScalarRead::last_version, 0), 1);
  EXPECT_EQ(walk.read(ScalarRead::last_version, 2), 9);
  EXPECT_EQ(walk.state.latest(0), 9);
}

/// With a task of the grid that reads q of three steps before.
Program lagging_program() {
  Program program = growing_program();
  program.tasks[0].reads_scalars = {{0, 3, "q"}};
  return program;
}

TEST(ScalarState, RemembersWhatIsReadSomeStepsLater) {
  const Program program = lagging_program();
  StateWalk walk(program);
  const auto lagged = [&](long step) { return walk.state.value({0, 3, "q"}, step).value; };
  for (long n = 0; n <= 70; ++n) walk.step(n);
  walk.state.go_back(68);
  for (long n = 69; n <= 200; ++n) walk.step(n);
  for (const long step : {200, 199, 150})  // of blocks that lag behind
    EXPECT_EQ(lagged(step), walk.read(ScalarRead::last_version, step - 3));
}

TEST(ScalarState, LagsInTheFirstStepsAsInitialLeftIt) {
  const Program program = lagging_program();
  StateWalk walk(program);
  for (long n = 0; n <= 4; ++n) walk.step(n);
  for (const auto& [step, value] : {std::pair{0L, 1.0}, {1L, 1.0}, {3L, 1.0}, {4L, 3.0}})
    EXPECT_EQ(walk.state.value({0, 3, "q"}, step).value, value) << step;
}

TEST(ScalarState, LagsInWhatContinuesFromACheckpoint) {
  const Program program = lagging_program();
  for (const long stop : {0L, 2L, 3L, 10L}) {
    StateWalk walk(program), later(program);
    for (long n = 0; n <= stop; ++n) walk.step(n);
    ASSERT_EQ(walk.state.state().size(), walk.state.state_bytes());
    later.state.restore(walk.state.state(), stop);
    EXPECT_EQ(later.state.state(), walk.state.state());
    for (long n = stop + 1; n <= stop + 5; ++n) {
      for (StateWalk* one : {&walk, &later}) one->step(n);
      EXPECT_EQ(later.state.value({0, 3, "q"}, n).value, walk.state.value({0, 3, "q"}, n).value);
    }
  }
}

TEST(ScalarState, RunsTasksWhereTheyStand) {
  const Program program = growing_program();
  StateWalk walk(program);
  walk.step(0);
  walk.state.begin_step({0, 0, 0.5});
  EXPECT_EQ(walk.state.next(0)->name, "T::rate");
  walk.state.run_next(nothing_reduced);
  walk.state.run_next(nothing_reduced);
  EXPECT_EQ(walk.state.next(0), nullptr);
  EXPECT_EQ(walk.state.next(1)->name, "T::twice");  // of Analysis
}

TEST(ScalarState, GoesBackAndTakesOtherSteps) {
  const Program program = growing_program();
  StateWalk walk(program);
  for (long n = 0; n <= 3; ++n) walk.step(n);
  walk.state.go_back(1);
  EXPECT_EQ(walk.state.latest(0), 3);
  walk.step(2);
  EXPECT_EQ(walk.state.latest(0), 9);
}

TEST(ScalarState, ContinuesFromACheckpoint) {
  const Program program = growing_program();
  StateWalk walk(program), later(program);
  for (long n = 0; n <= 2; ++n) walk.step(n);
  ASSERT_EQ(walk.state.state().size(), walk.state.state_bytes());
  later.state.restore(walk.state.state(), 2);
  for (StateWalk* one : {&walk, &later}) one->step(3);
  EXPECT_EQ(later.state.latest(0), 27);
  EXPECT_EQ(walk.state.latest(0), 27);
}

TEST(ScalarState, LeavesOutTasksThatAreNotDue) {
  Program program = growing_program();
  program.step_scalars[2].task.every = 2;
  StateWalk walk(program);
  for (long n = 0; n <= 2; ++n) walk.step(n);
  EXPECT_EQ(walk.read(2, 2), 4.5);  // the same again
  EXPECT_EQ(walk.read(2, 1), 3);
}

TEST(ScalarState, FindsWhatIsNoNumber) {
  Program program = growing_program();
  program.scalars[0].start = std::numeric_limits<Real>::infinity();
  StateWalk walk(program);
  walk.step(0);
  try {
    walk.state.check_finite();
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_THAT(error.problems()[0].message, HasSubstr("T::q is inf at iteration 0"));
    EXPECT_EQ(error.exit_code(), exit_health);
  }
}

TEST(ScalarState, NamesTheTaskThatMadeIt) {
  Program program = growing_program();
  program.step_scalars[2].task.function = [](Block& block) {
    block.set(state_q, std::log(-block.value(state_q)));
  };
  StateWalk walk(program);
  for (long n = 0; n <= 1; ++n) walk.step(n);
  try {
    walk.state.check_finite();
    FAIL() << "accepted";
  } catch (const Error& error) {
    const Problem& problem = error.problems()[0];
    EXPECT_THAT(problem.message, HasSubstr("T::q is "));
    EXPECT_THAT(problem.notes,
                ElementsAre(HasSubstr("written by  T::twice: q is "), "it read     q = 1.5"));
    EXPECT_THAT(problem.help, HasSubstr("a root or logarithm outside its domain"));
  }
  walk.state.go_back(0);
  EXPECT_NO_THROW(walk.state.check_finite());
}

TEST(ScalarState, TellsWhoLeavesAScalarOut) {
  Program program = growing_program();
  program.step_scalars[2].task.function = [](Block&) {};
  StateWalk walk(program);
  walk.step(0);
  try {
    walk.step(1);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems()[0].slug, "schedule/scalar-not-set");
    EXPECT_THAT(error.problems()[0].message, HasSubstr("T::twice"));
  }
}

}  // namespace
}  // namespace cardon
