// SPDX-License-Identifier: Apache-2.0
// Tasks computed tile by tile while ghost points are still on their way, against one block that has
// the whole grid.
#include <gtest/gtest.h>

#include <cardon/kit/grid/block_executor.hpp>
#include <cardon/thorn/block.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <optional>

#include "random_site_layout.hpp"

namespace cardon {
namespace {

constexpr Field source("source", "What the task reads");
constexpr Field result("result", "What it writes");
constexpr Field visits("visits", "How often it came");
constexpr Real nothing = std::numeric_limits<Real>::quiet_NaN();

template <int radius>
void sum_neighbours(Block& block) {
  const auto from = block.read(source), before = block.read(visits);
  const auto to = block.write(result), after = block.write(visits);
  block.for_each("sum", [=](const Point& p) {
    Real sum = from(p, -radius, radius, -radius) + 0.5 * from(p, radius, -radius, radius);
    for (int n = 1; n <= radius; ++n)
      sum += n * (from(p, -n, 0, 0) + from(p, 0, -n, 0) + from(p, 0, 0, -n) - from(p, n, 0, 0) -
                  from(p, 0, n, 0) - from(p, 0, 0, n));
    to(p) = sum + 0.25 * p.i() + 0.125 * p.y();
    after(p) = before(p) + 1;
  });
}

/// Continues a field outwards from the two points behind the face.
class Outwards : public Boundary {
 public:
  int owned_layers(const Grid& grid, int d, bool upper, int) const override {
    return grid.faces[d][upper].owned_layers;
  }
  int reach(int) const override { return 2; }
  void fill(const FaceFill& face) const override {
    const auto d = std::size_t(face.direction);
    const int inwards = face.upper ? -1 : 1;
    for (int layer = face.owned_layers - 1; layer >= -face.exterior_layers; --layer) {
      Box plane = face.box;
      plane.lo[d] = face.upper ? face.grid->points[d] - 1 - layer : layer;
      plane.hi[d] = plane.lo[d] + 1;
      const std::ptrdiff_t step = inwards * (d == 0 ? 1 : d == 1 ? face.sy : face.sz);
      for_points(plane, [&](const Index3& at) {
        Real* here = face.values + at[0] + at[1] * face.sy + at[2] * face.sz;
        *here = 0.5 * here[step] + 0.25 * here[2 * step] + Real(d) + face.upper;
      });
    }
  }
};

GridFunction field(int id, const char* name) {
  GridFunction f;
  f.id = id;
  f.name = f.group = name;
  f.thorn = "Test";
  f.role = Role::evolved;
  return f;
}

Binding binding(int field, const char* name, bool writes, const Index3& radius = {0, 0, 0}) {
  Binding b;
  b.field = field;
  b.declared = name;
  b.reads = !writes;
  b.writes = writes;
  b.radius = radius;
  return b;
}

/// One task, one boundary, and one task that looks at the result with a stencil and never runs.
class Example {
 public:
  Example(const Grid& grid, int radius) {
    program.grid = grid;
    program.grid.spacing = {0.5, 0.5, 0.5};
    program.fields = {field(0, "source"), field(1, "result"), field(2, "visits")};
    program.tasks.resize(3);
    Index3 reach{0, 0, 0};
    std::fill_n(reach.begin(), grid.dimensions, radius);
    Task& sum = program.tasks[0];
    sum.name = "Test::sum";
    sum.function = radius == 0   ? sum_neighbours<0>
                   : radius == 1 ? sum_neighbours<1>
                                 : sum_neighbours<2>;
    sum.region = Region::interior;
    sum.bindings = {binding(0, "source", false, reach), binding(1, "result", true),
                    binding(2, "visits", false), binding(2, "visits", true)};
    Task& fill = program.tasks[1];
    fill.name = "boundary";
    fill.kind = Task::boundary;
    fill.fields = {1};
    fill.bindings = {binding(1, "", true)};
    for (int d = 0; d < grid.dimensions; ++d)
      for (bool& face : fill.faces[d]) face = !grid.periodic[d];
    program.tasks[2].name = "Test::look";
    program.tasks[2].bindings = {binding(1, "result", false, program.grid.radius)};
    setup.program = &program;
    for (int d = 0; d < grid.dimensions; ++d)
      for (FaceBoundary& face : setup.faces[d])
        if (!grid.periodic[d]) face.service = std::make_shared<Outwards>();
  }
  Example(const Example&) = delete;

  Program program;
  DriverSetup setup;
};

Real seed(const Index3& at) {
  return Real((at[0] * 7 + at[1] * 13 + at[2] * 29) % 31) + 0.125 * at[1];
}

/// An executor of one block, and its arrays by point.
class BlockRun {
 public:
  BlockRun(const Example& example, const Layout& layout, int block, int depth)
      : layout_(layout),
        block_(block),
        executor_(example.setup, layout, block, depth, timings_, images_) {
    for_points(executor_.storage().stored(), [&](const Index3& at) {
      value(0, at) = value(1, at) = nothing;
      value(2, at) = 0;
    });
  }
  BlockExecutor& executor() { return executor_; }
  const Timings& timings() const { return timings_; }
  Real& value(int field, const Index3& at) {
    return executor_.storage().array(field, 0).row(at[1], at[2])[at[0]];
  }
  void give(const Box& box) {
    for_points(box, [&](const Index3& at) { value(0, at) = seed(original(layout_, at)); });
  }
  /// All points that the block may ever know, but for those on their way.
  void give_known(const Growth& growth, const Pending& pending) {
    const Box own = layout_.with_exterior(layout_.tile(block_));
    const Box all = layout_.grown(block_, growth);
    for_points(all, [&](const Index3& at) {
      if (is_pending(own, at, pending)) return;
      value(0, at) = seed(original(layout_, at));
    });
  }
  bool is_pending(const Box& own, const Index3& at, const Pending& pending) const {
    if (pending.block && !own.contains(at)) return true;
    if (!layout_.has_sites()) return false;
    const auto d = std::size_t(layout_.axis());
    const Slab& site = layout_.slab(layout_.slab_of(block_));
    return (pending.lower && site.links[0] >= 0 && at[d] < site.core.lo[d]) ||
           (pending.upper && site.links[1] >= 0 && at[d] >= site.core.hi[d]);
  }

 private:
  const Layout& layout_;
  int block_;
  Timings timings_;
  double images_ = 0;
  BlockExecutor executor_;
};

// What the task and its boundary make on the whole grid.
std::unique_ptr<BlockRun> reference(const Example& example, const Layout& layout) {
  auto run = std::make_unique<BlockRun>(example, layout, 0, 0);
  run->give(layout.with_exterior(layout.grid().domain()));
  run->executor().begin({0, 0}, {{1, 0}}, {}, {}, 1);
  while (!run->executor().done()) run->executor().advance(0);
  return run;
}

Layout one_block(const Grid& grid) {
  Decomposition decomposition;
  decomposition.owned = {grid.domain()};
  decomposition.rank_of_block = {0};
  return Layout(grid, decomposition);
}

Pending any_pending(RandomSiteLayout& cases, const Layout& layout, int block) {
  Pending pending{.block = cases.pick(0, 1) == 1};
  if (!layout.has_sites()) return pending;
  const Slab& site = layout.slab(layout.slab_of(block));
  pending.lower = site.links[0] >= 0 && cases.pick(0, 1) == 1;
  pending.upper = site.links[1] >= 0 && cases.pick(0, 1) == 1;
  return pending;
}

// One task on one block of a random layout while some exchanges are pending.
struct Trial {
  Layout layout;
  int block, radius;
  Growth known;   // layers that are right once nothing is pending
  Growth growth;  // layers to which the task is computed
  Pending pending;
};

std::optional<Trial> any_trial(RandomSiteLayout& cases) {
  Layout layout = cases.next();
  const int block = cases.pick(0, layout.blocks() - 1), radius = cases.pick(0, 2);
  const Growth known = cases.growth(layout, block, 3);
  const Slab* site = layout.has_sites() ? &layout.slab(layout.slab_of(block)) : nullptr;
  const auto layers = [&](int side) { return site && site->links[side] >= 0 ? radius : 0; };
  if (!Growth(radius, layers(0), layers(1)).within(known)) return std::nullopt;
  for (int d = 0; d < layout.grid().dimensions; ++d)
    if (layout.grid().radius[std::size_t(d)] < radius) return std::nullopt;
  const Growth growth(known.block - radius, known.lower - layers(0), known.upper - layers(1));
  const Pending pending = any_pending(cases, layout, block);
  return Trial{std::move(layout), block, radius, known, growth, pending};
}

// Returns the points of the core.
long run_core(const Trial& trial, BlockRun& run) {
  long points = 0;
  for (; run.executor().core_left(); run.executor().advance(0))
    points += run.executor().next_points();
  const Box own = trial.layout.with_exterior(trial.layout.tile(trial.block));
  for_points(run.executor().storage().stored(), [&](const Index3& at) {
    const bool visited = run.value(2, at) > 0;
    EXPECT_FALSE(visited && run.is_pending(own, at, trial.pending));
    EXPECT_FALSE(visited && !std::isfinite(run.value(1, at)));
  });
  return points;
}

void expect_done(const Trial& trial, const Example& example, BlockRun& run) {
  const Box region = trial.layout.computed(trial.block, trial.growth, Region::interior);
  for_points(run.executor().storage().stored(),
             [&](const Index3& at) { EXPECT_EQ(run.value(2, at), region.contains(at) ? 1 : 0); });
  const Layout whole = one_block(trial.layout.grid());
  const auto wanted = reference(example, whole);
  for_points(trial.layout.grown(trial.block, trial.growth), [&](const Index3& at) {
    EXPECT_EQ(run.value(1, at), wanted->value(1, original(whole, at)));
  });
  const TaskTimings& timing = run.timings().tasks.at(0);
  EXPECT_EQ(timing.points, region.points());
  EXPECT_EQ(timing.needed_points, intersect(region, trial.layout.owned(trial.block)).points());
}

class Watcher {
 public:
  explicit Watcher(const WatchedField& field) : watch_{.fields = {field}} {
    watch_.see = [this](int, std::size_t, const FieldPiece& piece) {
      const std::lock_guard lock(mutex_);
      for_points(piece.box, [&](const Index3& at) {
        EXPECT_TRUE(seen_.emplace(at, piece.row(at[1], at[2])[at[0]]).second) << "twice";
      });
    };
  }
  const RowWatch* rows() const { return &watch_; }
  long count() const { return long(seen_.size()); }
  void expect_all(BlockRun& run, const Box& owned) const {
    EXPECT_EQ(count(), owned.points());
    for (const auto& [at, value] : seen_) EXPECT_EQ(value, run.value(1, at));
  }

 private:
  RowWatch watch_;
  std::mutex mutex_;
  std::map<Index3, Real> seen_;
};

void leave_alone_what_is_on_its_way(ThreadTeam* team) {
  RandomSiteLayout cases(21);
  long trials = 0, core_points = 0;
  for (int n = 0; n < 600; ++n) {
    const auto trial = any_trial(cases);
    if (!trial) continue;
    ++trials;
    Example example(trial->layout.grid(), trial->radius);
    example.setup.team = team;
    BlockRun run(example, trial->layout, trial->block, 3);
    run.give_known(trial->known, trial->pending);
    const Watcher watcher({.field = 1, .boundaries = {1}});
    run.executor().watched().watch = watcher.rows();
    run.executor().begin({0, trial->growth}, {{1, trial->growth}}, {}, trial->pending,
                         cases.pick(1, 4));
    core_points += run_core(*trial, run);
    run.give_known(trial->known, {});
    while (!run.executor().done()) run.executor().advance(0);
    expect_done(*trial, example, run);
    watcher.expect_all(run, trial->layout.owned(trial->block));
  }
  EXPECT_GT(trials, 100);
  EXPECT_GT(core_points, 10000);
}

TEST(BlockExecutor, LeavesAlonePointsThatAreOnTheirWay) { leave_alone_what_is_on_its_way(nullptr); }

TEST(BlockExecutor, ThreadsLeaveThemAloneToo) {
  ThreadTeam team(3);
  leave_alone_what_is_on_its_way(&team);
}

// The whole of what threads do at once: a boundary on all faces or images, in rounds.
TEST(BlockExecutor, ThreadsComputeWhatOneDoes) {
  ThreadTeam team(3);
  for (const bool periodic : {false, true})
    for (const int rounds : {1, 3}) {
      Grid grid;
      grid.points = {20, 18, 25};
      grid.radius = {2, 2, 2};
      for (int d = 0; d < 3; ++d) {
        grid.periodic[d] = periodic;
        if (!periodic) grid.faces[d][0] = grid.faces[d][1] = Face{"outwards", 1, 1};
      }
      Example example(grid, 2);
      const Layout layout = one_block(example.program.grid);
      const auto wanted = reference(example, layout);
      example.setup.team = &team;
      BlockRun run(example, layout, 0, 0);
      run.give(layout.with_exterior(grid.domain()));
      run.executor().begin({0, 0}, {{1, 0}}, {}, {}, rounds);
      int count = 0;
      for (; !run.executor().done(); ++count) run.executor().advance(0);
      EXPECT_EQ(count, rounds);
      for_points(run.executor().storage().stored(), [&](const Index3& at) {
        const Real mine = run.value(1, at), theirs = wanted->value(1, at);
        EXPECT_TRUE(mine == theirs || (std::isnan(mine) && std::isnan(theirs)));
        EXPECT_EQ(run.value(2, at), wanted->value(2, at));
      });
    }
}

TEST(BlockExecutor, ShowsOnlyWhatIsFinalInTheWatchedStep) {
  Grid grid;
  grid.points = {6, 6, 9};
  grid.radius = {1, 1, 1};
  const Example example(grid, 1);
  const Layout layout = one_block(example.program.grid);
  const auto seen = [&](const WatchedField& field, const StepState& state, bool fused) {
    const Watcher watcher(field);
    BlockRun run(example, layout, 0, 0);
    run.give(layout.with_exterior(grid.domain()));
    run.executor().watched().watch = watcher.rows();
    run.executor().begin({0, 0}, fused ? std::vector{GrownTask{1, 0}} : std::vector<GrownTask>{},
                         state, {}, 1);
    while (!run.executor().done()) run.executor().advance(0);
    return watcher.count();
  };
  const WatchedField result{.field = 1, .boundaries = {1}};
  EXPECT_EQ(seen(result, {}, true), grid.domain().points());
  EXPECT_EQ(seen(result, {}, false), 0);
  EXPECT_EQ(seen(result, {.iteration = 1}, true), 0);
  EXPECT_EQ(seen(result, {.initial = true}, true), 0);
  EXPECT_EQ(seen({.field = 1, .task = 2}, {}, true), 0);
}

TEST(BlockExecutor, CutsATaskIntoAsManyTilesAsAskedFor) {
  Grid grid;
  grid.points = {6, 6, 23};
  grid.radius = {1, 1, 1};
  const Example example(grid, 1);
  const Layout layout = one_block(example.program.grid);
  for (const int tiles : {1, 2, 4, 7, 10, 23, 99}) {
    BlockRun run(example, layout, 0, 0);
    run.give(layout.with_exterior(grid.domain()));
    run.executor().begin({0, 0}, {}, {}, {}, tiles);
    EXPECT_FALSE(run.executor().core_left());
    int count = 0;
    long points = 0;
    for (; !run.executor().done(); ++count) {
      points += run.executor().next_points();
      EXPECT_EQ(run.executor().running_task(), 0);
      run.executor().advance(0);
    }
    EXPECT_GE(count, std::min(tiles, 23));
    EXPECT_EQ(points, grid.domain().points());
  }
}

TEST(BlockExecutor, ComputesNothingWhereATileHasNoPart) {
  Grid grid;
  grid.points = {4, 4, 20};
  grid.radius = {1, 1, 1};
  const Example example(grid, 1);
  Decomposition sites;
  sites.axis = 2;
  sites.wide_links = {{"a-b", 4}};
  sites.slabs = {{"a", {{0, 0, 0}, {4, 4, 10}}, {0, 0}}, {"b", {{0, 0, 10}, {4, 4, 20}}, {0, 0}}};
  sites.tiles = {{{0, 0, -4}, {4, 4, 12}}, {{0, 0, 12}, {4, 4, 14}}, {{0, 0, 6}, {4, 4, 24}}};
  sites.owned = {sites.slabs[0].core, Box{}, sites.slabs[1].core};
  sites.rank_of_block = {0, 0, 1};
  sites.slab_of_block = {0, 0, 1};
  const Layout layout(example.program.grid, sites);
  BlockRun run(example, layout, 1, 1);
  run.executor().begin({0, {1, 0, 1}}, {}, {}, {.block = true}, 3);
  EXPECT_TRUE(run.executor().done());
  run.give_known({1, 4, 4}, {});
  run.executor().begin({0, {0, 0, 3}}, {}, {}, {}, 3);
  EXPECT_FALSE(run.executor().done());
  EXPECT_EQ(run.executor().next_points(), 16);
}

}  // namespace
}  // namespace cardon
