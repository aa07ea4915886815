// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "../support/block_driver.hpp"
#include "../support/local_transport.hpp"
#include "diagnosis/not_finite_search.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Cause = NotFiniteOrigin::Cause;

constexpr double infinity = std::numeric_limits<double>::infinity();

// phi (0) and pi (1) on 8 x 6 points; task 0 writes pi from phi with a stencil, task 1 phi from pi
// at the point.
struct TwoTasks : SampleFields {
  TwoTasks() : SampleFields({8, 6, 1}) {
    program.tasks = {task(0, 0, {1, 1, 0}, 1), task(1, 1, {0, 0, 0}, 0)};
  }
  static Task task(int id, int reads, const Index3& radius, int writes) {
    Task made;
    made.id = id;
    made.name = id == 0 ? "Wave::first" : "Wave::second";
    Binding in, out;
    in.field = reads;
    in.radius = radius;
    in.reads = true;
    out.field = writes;
    out.writes = true;
    made.bindings = {in, out};
    return made;
  }
};

// One rank of a run whose fields are finite at the start.
struct Searched {
  explicit Searched(TwoTasks& run, Transport& transport)
      : blocks(run, transport),
        search(run.program, blocks, transport, [](const ScalarRead&) { return ReducedValue{}; }) {
    blocks.fill(1);
  }
  Real& at(int field, int i, int j) {
    return blocks.storages().begin()->second->array(field, 0).row(j, 0)[i];
  }
  bool owns(int j) const { return j >= blocks.box().lo[1] && j < blocks.box().hi[1]; }
  void after(int task) {
    plan::Operation operation;
    operation.task = task;
    search.look_at(operation);
  }
  void exchange() {
    plan::Operation operation;
    operation.kind = plan::Operation::Kind::exchange;
    search.look_at(operation);
  }
  BlockDriver blocks;
  NotFiniteSearch search;
};

TEST(NotFiniteSearch, FindsNothingWhereAllIsFinite) {
  TwoTasks run;
  on_ranks(2, [&](Transport& transport) {
    Searched s(run, transport);
    s.after(0);
    s.after(1);
    EXPECT_FALSE(s.search.conclude());
  });
}

TEST(NotFiniteSearch, NamesTheTaskThePointAndWhatItRead) {
  TwoTasks run;
  on_ranks(2, [&](Transport& transport) {
    Searched s(run, transport);
    if (s.owns(4)) s.at(1, 3, 4) = infinity;
    s.after(0);
    const auto found = s.search.conclude();
    ASSERT_TRUE(found);
    EXPECT_EQ(found->rank, 1);
    EXPECT_EQ(found->task, 0);
    EXPECT_EQ(found->field, 1);
    EXPECT_EQ(found->index, (Index3{3, 4, 0}));
    EXPECT_TRUE(std::isinf(found->value));
    EXPECT_EQ(found->cause, Cause::formula);
    EXPECT_THAT(found->reads, ElementsAre("phi = 404"));
  });
}

TEST(NotFiniteSearch, OfSeveralRanksTheFirstOperationThenTheFirstPoint) {
  TwoTasks run;
  on_ranks(3, [&](Transport& transport) {
    Searched s(run, transport);
    if (s.owns(5)) s.at(1, 0, 5) = std::nan("");  // after the first task
    s.after(0);
    if (s.owns(0)) s.at(0, 0, 0) = std::nan("");  // after the second one
    s.after(1);
    const auto first = s.search.conclude();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->task, 0);
    EXPECT_EQ(first->index, (Index3{0, 5, 0}));
  });
  on_ranks(3, [&](Transport& transport) {
    Searched s(run, transport);
    for (const int j : {1, 3, 5})
      if (s.owns(j)) s.at(1, 7 - j, j) = std::nan("");
    s.after(0);
    const auto first = s.search.conclude();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->index, (Index3{6, 1, 0})) << "x fastest";
    EXPECT_EQ(first->rank, 0);
  });
}

// Whoever reads NaN writes NaN: the formula is not to blame.
TEST(NotFiniteSearch, WhatWasReadWithoutBeingWrittenIsTheCause) {
  TwoTasks run;
  on_ranks(1, [&](Transport& transport) {
    Searched s(run, transport);
    s.at(0, 2, 2) = std::nan("");
    s.at(1, 3, 2) = std::nan("");
    s.after(0);
    const auto found = s.search.conclude();
    ASSERT_TRUE(found);
    EXPECT_EQ(found->cause, Cause::unwritten);
    EXPECT_THAT(found->reads, ElementsAre("phi is nan at point (2, 2, 0)"));
  });
}

TEST(NotFiniteSearch, HugeValuesGrewBefore) {
  TwoTasks run;
  on_ranks(1, [&](Transport& transport) {
    Searched s(run, transport);
    s.at(0, 4, 2) = -1e200;  // a neighbour of the point
    s.at(1, 3, 2) = infinity;
    s.after(0);
    const auto found = s.search.conclude();
    ASSERT_TRUE(found);
    EXPECT_EQ(found->cause, Cause::growth);
    EXPECT_THAT(found->reads, ElementsAre("phi = 204"));
  });
}

TEST(NotFiniteSearch, BeginsEachStepWithoutTheLastOne) {
  TwoTasks run;
  on_ranks(1, [&](Transport& transport) {
    Searched s(run, transport);
    s.at(1, 3, 2) = infinity;
    s.after(0);
    EXPECT_TRUE(s.search.conclude());
    s.at(1, 3, 2) = 0;
    s.after(0);
    EXPECT_FALSE(s.search.conclude());
  });
}

TEST(NotFiniteSearch, AScalarThatCameFirstIsNotThatOfATask) {
  TwoTasks run;
  on_ranks(2, [&](Transport& transport) {
    Searched s(run, transport);
    s.after(0);
    s.search.note_scalar();
    if (s.owns(0)) s.at(0, 1, 0) = std::nan("");
    s.after(1);
    EXPECT_FALSE(s.search.conclude());
    s.after(0);
    if (s.owns(0)) s.at(0, 1, 0) = std::nan("");
    s.after(1);
    s.exchange();
    s.search.note_scalar();
    EXPECT_TRUE(s.search.conclude()) << "the scalar came later";
  });
}

// A boundary task writes on its faces only.
TEST(NotFiniteSearch, OfABoundaryOnlyItsFacesCount) {
  TwoTasks run;
  Task boundary;
  boundary.id = 2;
  boundary.kind = Task::boundary;
  boundary.fields = {0};
  boundary.faces[0][1] = true;
  run.program.tasks.push_back(boundary);
  run.program.grid.faces[0][1].owned_layers = 2;
  on_ranks(1, [&](Transport& transport) {
    Searched s(run, transport);
    s.at(0, 5, 3) = std::nan("");  // beside the two layers
    plan::Operation operation;
    operation.kind = plan::Operation::Kind::boundary;
    operation.task = 2;
    s.search.look_at(operation);
    EXPECT_FALSE(s.search.conclude());
    s.at(0, 6, 3) = std::nan("");
    s.search.look_at(operation);
    const auto found = s.search.conclude();
    ASSERT_TRUE(found);
    EXPECT_EQ(found->index, (Index3{6, 3, 0}));
    EXPECT_EQ(found->task, 2);
  });
}

}  // namespace
}  // namespace cardon
