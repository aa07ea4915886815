// SPDX-License-Identifier: Apache-2.0
// Linear combinations of fields, as integrators make them.
#include <gmock/gmock.h>

#include <cardon/kit/grid/task_runner.hpp>

#include "grid/combine.hpp"
#include "random_site_layout.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

Combination combination(int target, std::vector<Combination::Term> terms) {
  return {.target = target, .terms = std::move(terms)};
}

TEST(Combine, AddsAnyNumberOfTermsInOrder) {
  const Box box{{0, 0, 0}, {9, 2, 2}};
  const Grid grid;
  const std::vector<GridFunction> fields(20);
  const BlockStorage storage(grid, box, box, fields);
  const auto fill = [&] {
    for (int f = 0; f < 20; ++f)
      for (int k = 0; k < 2; ++k)
        for (int j = 0; j < 2; ++j)
          for (int i = 0; i < 9; ++i)
            storage.array(f, 0).row(j, k)[i] = 1.0 / (1 + f + i + 10 * j + 20 * k);
  };
  BlockContext context;
  context.dt = 0.3;
  context.pieces = {{box, grid.frame({0, 0, 0})}};
  for (int terms = 1; terms <= max_terms; ++terms) {
    fill();
    Combination combination;
    for (int n = 0; n < terms; ++n)
      combination.terms.push_back({n, 0.7 + n, n % 2 == 1});  // the target is the first source
    Real wanted = 0.7 * storage.array(0, 0).row(1, 1)[8];
    for (int n = 1; n < terms; ++n)
      wanted += (0.7 + n) * (n % 2 == 1 ? 0.3 : 1.0) * storage.array(n, 0).row(1, 1)[8];
    BoundCombination bound;
    bind(bound, combination, storage);
    combine(context, bound);
    EXPECT_EQ(storage.array(0, 0).row(1, 1)[8], wanted) << terms;
  }
  Combination endless;
  endless.terms.resize(max_terms + 1);
  BoundCombination bound;
  bind(bound, endless, storage);
  EXPECT_THROW(combine(context, bound), Bug);
}

// Stages of integrators, and combinations that need what those before them set.
TEST(Combine, GivesTheSameBitsInOneLoopAsOneAfterTheOther) {
  const Box box{{0, 0, 0}, {19, 2, 2}};
  const Grid grid;
  const std::vector<std::vector<Combination>> stages{
      {combination(1, {{0, 1, false}}), combination(2, {{0, 1, false}, {3, 0.1, true}}),
       combination(0, {{0, 1, false}, {3, 0.5, true}})},
      {combination(2, {{2, 1, false}, {3, 0.3, true}}),
       combination(0, {{1, 1, false}, {3, 0.7, true}})},
      {combination(0, {{1, 1, false}, {3, 0.7, true}}),
       combination(1, {{0, 1, false}, {3, 0.7, true}}), combination(2, {{1, 3, false}})},
      {combination(1, {{0, 3, false}}), combination(0, {{1, 1, false}, {3, 0.7, true}}),
       combination(4, {{5, 1, false}, {3, 0.2, true}}),
       combination(5, {{2, 1, false}, {3, 0.3, true}}),
       combination(2, {{2, 1, false}, {3, 0.3, true}})}};
  BlockContext context;
  context.dt = 0.3;
  context.pieces = {{box, grid.frame({0, 0, 0})}};
  for (const std::vector<Combination>& stage : stages) {
    std::vector<std::vector<Real>> results;
    for (const bool together : {false, true}) {
      const BlockStorage storage(grid, box, box, std::vector<GridFunction>(6));
      std::vector<BoundCombination> bound(stage.size());
      for (int f = 0; f < 6; ++f)
        for_points(box, [&](const Index3& p) {
          storage.array(f, 0).row(p[1], p[2])[p[0]] = 1.0 / (1 + f + p[0] + 10 * p[1] + 20 * p[2]);
        });
      for (std::size_t n = 0; n < stage.size(); ++n) bind(bound[n], stage[n], storage);
      if (together) combine(context, bound);
      for (std::size_t n = 0; n < stage.size() && !together; ++n) combine(context, bound[n]);
      results.emplace_back();
      for (int f = 0; f < 6; ++f)
        for_points(box, [&](const Index3& p) {
          results.back().push_back(storage.array(f, 0).row(p[1], p[2])[p[0]]);
        });
    }
    EXPECT_EQ(results[0], results[1]);
  }
}

TEST(Combine, GroupsCombinationsThatShareSources) {
  const std::vector<Combination> combinations{combination(2, {{0, 1, false}, {1, 0.5, true}}),
                                              combination(3, {{0, 1, false}, {1, 1, true}}),
                                              combination(6, {{4, 1, false}, {5, 0.5, true}}),
                                              combination(4, {{6, 1, false}})};
  std::vector<std::array<std::size_t, 3>> groups;
  for (const CombinationGroup& group : groups_of(combinations))
    groups.push_back({group.first, group.last, std::size_t(group.arrays)});
  EXPECT_THAT(groups,
              ElementsAre(ElementsAre(0, 2, 4), ElementsAre(2, 3, 3), ElementsAre(3, 4, 2)));
}

// The box is computed in several parts, each with all combinations.
TEST(Combine, ComputesEveryPointOfALargeBoxOnce) {
  Program program;
  program.grid.points = {64, 40, 40};
  program.fields.resize(4);
  for (int n = 0; n < 4; ++n) program.fields[std::size_t(n)].id = n;
  Task task;
  task.kind = Task::combine;
  task.combinations = {combination(2, {{0, 1, false}, {1, 0.5, true}}),
                       combination(0, {{0, 1, false}, {1, 0.25, true}, {3, 1, false}})};
  task.bindings.resize(4);
  for (int n = 0; n < 4; ++n) task.bindings[std::size_t(n)].field = n;
  DriverSetup setup;
  setup.program = &program;
  Decomposition decomposition;
  decomposition.owned = {program.grid.domain()};
  decomposition.rank_of_block = {0};
  const Layout layout(program.grid, decomposition);
  const Box box = program.grid.domain();
  const BlockStorage storage(program.grid, box, box, program.fields);
  const auto at = [&](int field, const Index3& p) -> Real& {
    return storage.array(field, 0).row(p[1], p[2])[p[0]];
  };
  const auto start = [](int field, const Index3& p) {
    return 1.0 / (1 + field + p[0] + 7 * p[1] + 11 * p[2]);
  };
  for_points(box, [&](const Index3& p) {
    for (int field = 0; field < 4; ++field) at(field, p) = start(field, p);
  });
  TaskRunner runner(setup, task, layout, 0, storage);
  StepState state;
  state.dt = 0.125;
  runner.begin(state);
  runner.run(box);
  long wrong = 0;
  for_points(box, [&](const Index3& p) {
    const Real u = start(0, p), k = start(1, p);
    const bool right =
        at(2, p) == u + (0.5 * 0.125) * k && at(0, p) == (u + (0.25 * 0.125) * k) + start(3, p);
    wrong += right ? 0 : 1;
  });
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace cardon
