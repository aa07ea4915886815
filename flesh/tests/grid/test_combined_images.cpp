// SPDX-License-Identifier: Apache-2.0
// Images of fields that combinations set, group by group.
#include <gtest/gtest.h>

#include <cardon/kit/grid/block_executor.hpp>

#include "random_site_layout.hpp"

namespace cardon {
namespace {

constexpr int fields = 5;

Binding access(int field, bool writes, const Index3& radius = {0, 0, 0}) {
  Binding binding;
  binding.field = field;
  binding.reads = !writes;
  binding.writes = writes;
  binding.radius = radius;
  return binding;
}

/// A stage of an integrator in a periodic box. The last combination sets field 1 once more, from
/// what the groups before it have set. Another task reads all fields with a stencil.
struct Stage {
  Stage() {
    program.grid.dimensions = 3;
    program.grid.points = {12, 7, 9};
    program.grid.radius = {2, 3, 1};
    for (bool& periodic : program.grid.periodic) periodic = true;
    for (int n = 0; n < fields; ++n) {
      GridFunction& field = program.fields.emplace_back();
      field.id = n;
      field.name = field.group = std::string("u") + std::to_string(n);
    }
    Task& stage = program.tasks.emplace_back();
    stage.name = "stage";
    stage.kind = Task::combine;
    stage.combinations = {{.target = 1, .terms = {{0, 1, false}, {4, 0.5, true}}},
                          {.target = 2, .terms = {{3, 2, false}}},
                          {.target = 1, .terms = {{1, 1, false}, {2, 0.25, false}}}};
    for (const int field : {1, 2}) stage.bindings.push_back(access(field, true));
    for (int field = 0; field < fields; ++field) stage.bindings.push_back(access(field, false));
    Task& look = program.tasks.emplace_back();
    look.id = 1;
    look.name = "look";
    for (int field = 0; field < fields; ++field)
      look.bindings.push_back(access(field, false, {2, 3, 1}));
    setup.program = &program;
  }
  Program program;
  DriverSetup setup;
};

Index3 inside(const Grid& grid, Index3 at) {
  for (std::size_t d = 0; d < 3; ++d) at[d] = (at[d] + grid.points[d]) % grid.points[d];
  return at;
}

Real start(int field, const Index3& p) { return 1.0 / (1 + field + p[0] + 7 * p[1] + 11 * p[2]); }

/// Runs the stage; returns how many points, images included, have other values than they should.
long wrong_points(ThreadTeam* team) {
  Stage stage;
  stage.setup.team = team;
  const Grid& grid = stage.program.grid;
  const Layout layout(grid, {.owned = {grid.domain()}, .rank_of_block = {0}});
  Timings timings;
  double seconds = 0;
  BlockExecutor block(stage.setup, layout, 0, 0, timings, seconds);
  const auto at = [&](int field, const Index3& p) -> Real& {
    return block.storage().array(field, 0).row(p[1], p[2])[p[0]];
  };
  for_points(grid.domain(), [&](const Index3& p) {
    for (int field = 0; field < fields; ++field) at(field, p) = start(field, p);
  });
  StepState state;
  state.dt = 0.125;
  block.begin({0, {}}, {}, state, {}, 3);
  while (!block.done()) block.advance(seconds_now());
  long wrong = 0;
  for_points({{-2, -3, -1}, {14, 10, 10}}, [&](const Index3& p) {
    const Index3 own = inside(grid, p);
    const Real second = 2 * start(3, own),
               first = (start(0, own) + (0.5 * 0.125) * start(4, own)) + 0.25 * second;
    wrong += at(1, p) == first && at(2, p) == second ? 0 : 1;
  });
  return wrong;
}

TEST(CombinedImages, AreThoseOfTheLastGroupThatSetsAField) { EXPECT_EQ(wrong_points(nullptr), 0); }

TEST(CombinedImages, AreThoseWithThreadsToo) {
  ThreadTeam team(3);
  EXPECT_EQ(wrong_points(&team), 0);
}

}  // namespace
}  // namespace cardon
