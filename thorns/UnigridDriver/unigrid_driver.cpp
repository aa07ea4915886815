// SPDX-License-Identifier: Apache-2.0
#include "unigrid_driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/grid/fields_of_tasks.hpp>
#include <cardon/kit/grid/rank_order.hpp>
#include <cardon/kit/tiles/ghost_depths.hpp>
#include <cardon/plan/cyclic_plan.hpp>
#include <cardon/plan/link_cost.hpp>
#include <utility>

#include "ghost_depths.hpp"
#include "model/unigrid_cost_model.hpp"

namespace cardon {
namespace {

using unigrid::section;

Index3 topology_for(const DriverSetup& setup, int ranks) {
  const Grid& grid = setup.program->grid;
  const std::vector<int> asked = setup.parameters->get(section, unigrid::topology);
  if (asked.empty()) return automatic_topology(grid, ranks, face_thickness(setup));
  const Location& where = setup.parameters->where(section, unigrid::topology.name());
  if (asked.size() > 3) {
    Problem problem;
    problem.slug = "driver/topology";
    problem.message = fmt::format("driver.topology has {} numbers, a grid has at most 3 directions",
                                  asked.size());
    problem.where = where;
    problem.help = "give the number of blocks in x, y and z";
    throw Error(problem);
  }
  Index3 topology{1, 1, 1};
  std::copy(asked.begin(), asked.end(), topology.begin());
  check_topology(grid, ranks, face_thickness(setup), topology, where);
  return topology;
}

bool overlaps(const DriverSetup& setup) {
  return setup.parameters->get(section, unigrid::overlap) == "always";
}

Decomposition cut(const DriverSetup& setup, int ranks) {
  return cardon::decompose(setup.program->grid, topology_for(setup, ranks));
}

// Between blocks.
plan::Link only_link(int depth) {
  return {.name = "intra", .depth = depth, .level = 0, .axis = -1};
}

}  // namespace

void UnigridDriver::setup(const DriverSetup& setup, Transport& transport) {
  setup_ = setup;
  transport_ = &transport;
  team_ = make_thread_team(*setup.parameters, section, transport.size());
  setup_.team = team_.get();
  overlap_ = overlaps(setup);
  layout_ = std::make_unique<Layout>(setup.program->grid, cut(setup, transport.size()));
  begin_with(
      {unigrid::ghost_depth(setup), unigrid::max_ghost_depth(setup, *layout_), depth_for_steps});
  timings_ = Timings{};
  timings_.links.push_back({.name = "intra", .depth = depth()});
  block_ = transport.rank();
  LinkTimings& link = timings_.links.front();
  executor_ =
      std::make_unique<BlockExecutor>(setup_, *layout_, block_, max_depth(), timings_, link.copy);
  exchanger_ = std::make_unique<Exchanger>(transport, *layout_, block_, executor_->storage(), link);
  make_queue();
}

bool UnigridDriver::is_cut() const {
  return layout_->is_cut(0) || layout_->is_cut(1) || layout_->is_cut(2);
}

void UnigridDriver::make_queue() {
  queue_ = std::make_unique<SegmentQueue>(
      setup_, SegmentExecutor(setup_, *layout_, *executor_, timings_, timings_.links.front().copy),
      TileChoice(while_timed(read_tile_settings(*setup_.parameters, section)),
                 tile_room(*layout_, block_, executor_->storage(),
                           {transport_->size(), threads_of(setup_.team)})),
      !is_cut(),
      SegmentQueue::Driver{[this](SegmentQueue::Operations operations) { sweep(operations); },
                           [this] { return pending(); },
                           [this](double start) { return exchanger_->progress(start); },
                           [this] { exchanger_->complete(); },
                           [this] { return executor_->watched().seconds; }});
}

PlannedDecomposition UnigridDriver::decompose(const DriverSetup& setup, int ranks) const {
  PlannedDecomposition planned;
  planned.decomposition = cut(setup, ranks);
  const Layout layout(setup.program->grid, planned.decomposition);
  const int depth = unigrid::ghost_depth(setup);
  const int max_depth = unigrid::max_ghost_depth(setup, layout);
  if (max_depth > depth) {
    planned.max_depth = max_depth;
    planned.other_depths = [setup, layout, depth, max_depth] {
      return other_ghost_depths(*setup.program, layout, {depth, max_depth, depth_for_steps});
    };
  }
  planned.links = {only_link(depth)};
  planned.figures = {{.name = "intra", .depth = depth}};
  planned.settings.overlap = overlaps(setup);
  read_tile_settings(*setup.parameters, section);  // throws what is wrong with them
  return planned;
}

std::unique_ptr<CostModel> UnigridDriver::cost_model(const DriverSetup& setup,
                                                     const ModelOptions& options) const {
  std::size_t ranks = 0;
  for (const Site& site : setup.machine->sites) ranks += site.ranks.size();
  unigrid::ModelPlan plan;
  plan.layout = std::make_shared<Layout>(setup.program->grid, cut(setup, int(ranks)));
  plan.depth = options.site_depth > 0 ? options.site_depth : unigrid::ghost_depth(setup);
  plan.stored_depth = std::max(plan.depth, unigrid::max_ghost_depth(setup, *plan.layout));
  int arrays = 0;
  for (const GridFunction& field : setup.program->fields) arrays += field.arrays();
  const std::size_t bytes = BlockStorage::bytes_needed(
      plan.layout->tile(0), plan.layout->stored(0, plan.stored_depth), setup.program->fields);
  plan.tiles = TileChoice(read_tile_settings(*setup.parameters, section),
                          tile_room(*plan.layout, 0, bytes, arrays, {}))
                   .possible();
  return std::make_unique<unigrid::UnigridCostModel>(setup, std::move(plan), options.together);
}

std::vector<plan::Link> UnigridDriver::links() const { return {only_link(depth())}; }

bool UnigridDriver::may_tile() const {
  const TileRoom room = tile_room(*layout_, block_, executor_->storage(),
                                  {transport_->size(), threads_of(setup_.team)});
  return TileChoice(read_tile_settings(*setup_.parameters, section), room).possible();
}

void UnigridDriver::follow_depth() {
  if (std::exchange(timings_.links.front().depth, depth()) != depth()) exchanger_->forget();
  make_queue();
}

void UnigridDriver::execute(std::span<const plan::Operation> operations, const StepState& state) {
  using Kind = plan::Operation::Kind;
  if (!std::exchange(has_memory_, true)) take_memory();
  for (const plan::Operation& operation : operations) {
    if (operation.kind == Kind::exchange && is_cut()) {
      queue_->run();
      exchanger_->start(operation.fields);
    }
    if (operation.kind == Kind::exchange || operation.kind == Kind::step_end) continue;
    const Growth growth = operation.growth.empty() ? 0 : operation.growth.front();
    queue_->append({{operation.task, growth}, state});
  }
}

void UnigridDriver::take_memory() {
  executor_->storage().take(fields_of_run(*setup_.program));
  if (!is_cut()) return;
  for (const plan::Operation& exchange : repeated_exchanges(*setup_.program, links(), 0))
    exchanger_->prepare(exchange.fields);
}

void UnigridDriver::finish() {
  queue_->run();
  exchanger_->complete();
}

// One operation after the other. A reading of the clock takes as long as a few rows of points, so
// the time of a task begins at the end of the task before.
void UnigridDriver::sweep(SegmentQueue::Operations operations) {
  swept_ = 0;
  for (std::size_t n = 0; n < operations.size();) {
    const auto& [task, state] = operations[n];
    switch (setup_.program->tasks[std::size_t(task.task)].kind) {
      case Task::compute:
      case Task::combine:
        n = compute(operations, n);
        continue;
      case Task::boundary:
        exchanger_->complete();
        executor_->fill_boundary(task, state);
        swept_ = 0;
        break;
      case Task::rotate:
        executor_->rotate(task.task);
        break;
    }
    ++n;
  }
}

// One compute operation with the boundary operations that can be fused with it; returns the
// operation after them.
std::size_t UnigridDriver::compute(SegmentQueue::Operations operations, std::size_t first) {
  const auto& [task, state] = operations[first];
  boundaries_.clear();
  std::size_t n = first + 1;
  for (; n < operations.size(); ++n) {
    const GrownTask& next = operations[n].task;
    const Task& filler = setup_.program->tasks[std::size_t(next.task)];
    if (filler.kind != Task::boundary || !executor_->fusable(task, next)) break;
    boundaries_.push_back(next);
  }
  sweep(task, state);
  return n;
}

// Whether messages are to travel while a task computes.
bool UnigridDriver::pending() {
  if (!overlap_) exchanger_->complete();
  return exchanger_->pending();
}

void UnigridDriver::sweep(const GrownTask& task, const StepState& state) {
  if (exchanger_->pending()) swept_ = 0;
  const bool pending = this->pending();
  executor_->begin(task, boundaries_, state, {.block = pending},
                   pending ? rank_order::tiles_while_pending : 1);
  double now = swept_ > 0 ? swept_ : seconds_now();
  while (executor_->core_left()) {
    now = executor_->advance(now);
    if (executor_->core_left()) now = exchanger_->progress(now);
  }
  if (exchanger_->pending()) {
    exchanger_->complete();
    now = seconds_now();
  }
  while (!executor_->done()) now = executor_->advance(now);
  swept_ = now;
}

FieldView UnigridDriver::view(int field, int level) {
  const FieldArray array = executor_->storage().seen(field, level);
  FieldView view;
  view.field = &setup_.program->fields[std::size_t(field)];
  view.pieces.push_back({layout_->owned(block_), array.origin, array.sy, array.sz});
  return view;
}

void UnigridDriver::visit_when_current(const std::function<void(const BlockView&)>& look) {
  queue_->visit(
      [this, look] { look([this](int field) { return view(field, 0).pieces.front(); }); });
}

}  // namespace cardon
