// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cardon/kit/grid/block_executor.hpp>
#include <cardon/kit/grid/carried_slots.hpp>
#include <cardon/kit/grid/redistribute.hpp>
#include <list>
#include <memory>

#include "../support/local_transport.hpp"
#include "random_site_layout.hpp"

namespace cardon {
namespace {

int ranks_of(const Layout& layout) {
  const std::vector<int>& ranks = layout.decomposition().rank_of_block;
  return *std::max_element(ranks.begin(), ranks.end()) + 1;
}

GridFunction field(int id, const char* name, int past, bool has_next, bool overwrites) {
  GridFunction f;
  f.id = id;
  f.name = name;
  f.past = past;
  f.has_next = has_next;
  f.overwrites = overwrites;
  return f;
}

Task task(const Program& program, std::vector<Binding> bindings) {
  Task t;
  t.id = int(program.tasks.size());
  t.bindings = std::move(bindings);
  return t;
}

Binding binding(int field, int level, bool reads, bool writes) {
  Binding b;
  b.field = field;
  b.level = level;
  b.reads = reads;
  b.writes = writes;
  return b;
}

// A wave that overwrites its oldest level, a field with three arrays, its right-hand side, and one
// that nobody touches.
Program example(const Grid& grid) {
  Program program;
  program.grid = grid;
  program.fields = {field(0, "wave", 1, true, true), field(1, "slow", 1, true, false),
                    field(2, "slow.rhs", 0, false, false), field(3, "unused", 0, false, false)};
  program.fields[2].internal = true;
  Binding look = binding(0, 0, true, false);
  look.radius = grid.radius;
  program.tasks = {task(program, {look, binding(2, 0, false, true), binding(0, -1, false, true)})};
  program.tasks.push_back(task(program, {binding(2, 0, true, false), binding(1, -1, false, true)}));
  Task rotate = task(program, {});
  rotate.kind = Task::rotate;
  rotate.fields = {0, 1};
  program.tasks.push_back(rotate);
  program.step = {0, 1, 2};
  return program;
}

std::vector<std::pair<int, int>> slots_of(const Program& program) {
  std::vector<std::pair<int, int>> slots;
  for (const plan::Slot& slot : carried_slots(program)) slots.emplace_back(slot.field, slot.level);
  return slots;
}

TEST(CarriedSlots, AreThoseThatAStepDoesNotWriteFirst) {
  using Slots = std::vector<std::pair<int, int>>;
  const Grid grid;
  Program program = example(grid);
  EXPECT_EQ(slots_of(program), (Slots{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {3, 0}}));
  // A step that rotates a level in which an earlier one left something.
  program.step = {0, 2, 1};
  EXPECT_EQ(slots_of(program), (Slots{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {1, -1}, {3, 0}}));
  // A step that may leave out the writer of a right-hand side.
  program.step = {0, 1, 2};
  program.tasks[0].every = 2;
  EXPECT_EQ(slots_of(program), (Slots{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {3, 0}}));
}

// Different for every point of every level.
Real seed(const plan::Slot& slot, const Index3& at) {
  return slot.field + 0.25 * slot.level + 10 * at[0] + 1000 * at[1] + 100000 * at[2];
}

/// Never asked to fill anything: it only says that the faces have a boundary.
class SomeBoundary : public Boundary {
 public:
  int owned_layers(const Grid& grid, int d, bool upper, int) const override {
    return grid.faces[d][upper].owned_layers;
  }
  int reach(int) const override { return 1; }
  void fill(const FaceFill&) const override {}
};

DriverSetup setup_of(const Program& program) {
  DriverSetup setup;
  setup.program = &program;
  for (int d = 0; d < program.grid.dimensions; ++d)
    for (FaceBoundary& face : setup.faces[d])
      if (!program.grid.periodic[d]) face.service = std::make_shared<SomeBoundary>();
  return setup;
}

/// The blocks of one rank.
class Blocks {
 public:
  Blocks(const DriverSetup& setup, const Layout& layout, int rank) : layout_(layout) {
    for (int block = 0; block < layout.blocks(); ++block) {
      if (layout.decomposition().rank_of_block[std::size_t(block)] != rank) continue;
      executors_.emplace_back(setup, layout, block, 1, timings_, seconds_);
      storages_[block] = &executors_.back().storage();
    }
  }
  const BlockStorages& storages() const { return storages_; }
  std::list<BlockExecutor>& executors() { return executors_; }
  /// The owned points and those behind the faces they touch.
  Box owned(int block) const {
    return intersect(layout_.with_exterior(layout_.owned(block)), layout_.grid().extended());
  }

 private:
  const Layout& layout_;
  Timings timings_;
  double seconds_ = 0;
  std::list<BlockExecutor> executors_;
  BlockStorages storages_;
};

template <class Work>
void for_values(const Blocks& blocks, const plan::Slot& slot, Work&& work) {
  for (const auto& [block, storage] : blocks.storages()) {
    if (!storage->in_use(slot.field, slot.level) && blocks.owned(block).empty()) continue;
    const FieldArray array = storage->array(slot.field, slot.level);
    for_points(blocks.owned(block),
               [&](const Index3& at) { work(at, array.row(at[1], at[2])[at[0]]); });
  }
}

TEST(Redistribute, BringsEveryPointOfEveryLevelToItsNewOwner) {
  RandomSiteLayout random(11);
  for (int trial = 0; trial < 120; ++trial) {
    const Layout before = random.next(), after = random.next(before.grid());
    const Program program = example(before.grid());
    const DriverSetup setup = setup_of(program);
    const std::vector<plan::Slot> moved{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    std::atomic<long> points = 0, wrong = 0;
    const long collectives =
        on_ranks(std::max(ranks_of(before), ranks_of(after)), [&](Transport& transport) {
          Blocks from(setup, before, transport.rank()), to(setup, after, transport.rank());
          for (const plan::Slot& slot : moved)
            for_values(from, slot, [&](const Index3& at, Real& value) { value = seed(slot, at); });
          redistribute(program, before, from.storages(), after, to.storages(), transport);
          for (const auto& [block, storage] : to.storages()) {
            EXPECT_FALSE(storage->in_use(2, 0) || storage->in_use(3, 0));
            EXPECT_FALSE(storage->in_use(1, -1));
          }
          for (const plan::Slot& slot : moved)
            for_values(to, slot, [&](const Index3& at, Real value) {
              ++points;
              if (value != seed(slot, at)) ++wrong;
            });
        });
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(points, 4 * before.grid().extended().points());
    EXPECT_EQ(collectives, 0);
  }
}

TEST(Redistribute, ImagesAreMadeAnew) {
  RandomSiteLayout random(23);
  long images = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Layout before = random.next(), after = random.next(before.grid());
    const Program program = example(before.grid());
    const DriverSetup setup = setup_of(program);
    std::atomic<long> wrong = 0, seen = 0;
    on_ranks(std::max(ranks_of(before), ranks_of(after)), [&](Transport& transport) {
      Blocks from(setup, before, transport.rank()), to(setup, after, transport.rank());
      for_values(from, {0, 0}, [&](const Index3& at, Real& value) { value = seed({0, 0}, at); });
      redistribute(program, before, from.storages(), after, to.storages(), transport);
      for (BlockExecutor& block : to.executors()) {
        block.fill_images();
        const Box owned = after.owned(block.block());
        if (owned.empty()) continue;
        const FieldArray array = block.storage().array(0, 0);
        for_points(after.with_exterior(owned), [&](const Index3& at) {
          const Index3 source = original(after, at);
          if (source != at) ++seen;
          if (array.row(at[1], at[2])[at[0]] != seed({0, 0}, source)) ++wrong;
        });
      }
    });
    EXPECT_EQ(wrong, 0);
    images += seen;
  }
  EXPECT_GT(images, 1000);
}

TEST(Redistribute, SendsLargeBoxesInChunks) {
  Grid grid;
  grid.points = {90, 90, 90};  // nearly 6 MB
  grid.periodic[0] = grid.periodic[1] = grid.periodic[2] = true;
  Decomposition one;
  one.owned = {grid.domain()};
  one.rank_of_block = {0};
  Decomposition other = one;
  other.rank_of_block = {1};
  const Layout before(grid, one), after(grid, other);
  Program program;
  program.grid = grid;
  program.fields = {field(0, "u", 0, false, false)};
  const DriverSetup setup = setup_of(program);
  on_ranks(2, [&](Transport& transport) {
    Blocks from(setup, before, transport.rank()), to(setup, after, transport.rank());
    for_values(from, {0, 0}, [](const Index3& at, Real& value) { value = seed({0, 0}, at); });
    redistribute(program, before, from.storages(), after, to.storages(), transport);
    long wrong = 0;
    for_values(to, {0, 0}, [&](const Index3& at, Real value) {
      wrong += value != seed({0, 0}, at);
    });
    EXPECT_EQ(wrong, 0);
  });
}

// 100,000 ranks in two decompositions: what one rank finds out must not take the time of all pairs.
TEST(BoxMoves, OfOneAmongManyRanksAreFoundQuickly) {
  const auto blocks = [](int nx, int ny, int nz) {
    BoxOwners owners;
    for (int k = 0; k < nz; ++k)
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
          const auto cut = [](int n, int of) { return int(long(10000) * n / of); };
          owners.ranks.push_back(int(owners.boxes.size()));
          owners.boxes.push_back({{cut(i, nx), cut(j, ny), cut(k, nz)},
                                  {cut(i + 1, nx), cut(j + 1, ny), cut(k + 1, nz)}});
        }
    return owners;
  };
  const BoxOwners before = blocks(20, 50, 100), after = blocks(40, 25, 100);
  long points = 0;
  for (const int rank : {0, 54321, 99999}) {
    const RankMoves moves = plan_moves(before, after, rank);
    for (const auto& [peer, list] : moves.sends)
      for (const BoxMove& move : list) points += move.box.points();
    for (const BoxMove& move : moves.local) points += move.box.points();
    EXPECT_LE(moves.sends.size(), 8u);
    EXPECT_LE(moves.receives.size(), 8u);
  }
  EXPECT_EQ(points, 3 * 500L * 200 * 100);
}

}  // namespace
}  // namespace cardon
