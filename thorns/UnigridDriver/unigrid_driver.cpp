// SPDX-License-Identifier: Apache-2.0
#include "unigrid_driver.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cardon {
namespace {

constexpr const char* section = "driver";

// Messages move on only when they are polled; about eight polls per computation hide nearly all of
// a transfer.
constexpr int polls = 12;

// Boundary tasks read inside the block that they fill.
int reach(const Task& task, const Binding& binding) {
  return task.kind == Task::compute && binding.reads
             ? *std::max_element(binding.radius.begin(), binding.radius.end())
             : 0;
}

[[noreturn]] void too_few_ghost_zones(const Program& program, int depth, const Location& where) {
  Problem problem;
  problem.slug = "grid/ghost-zones";
  problem.where = where;
  int largest = depth;
  for (const Task& task : program.tasks)
    for (const Binding& binding : task.bindings) {
      if (reach(task, binding) <= largest) continue;
      largest = reach(task, binding);
      problem.message =
          fmt::format("{} is needed to {} ghost layers, but driver.ghost_zones allows {}",
                      binding.declared, largest, depth);
      problem.notes = {fmt::format("needed by {} (reads {} with stencil {})", task.name,
                                   binding.declared, largest)};
    }
  problem.help = fmt::format(
      "raise driver.ghost_zones to {} or more, or leave it out to let the driver choose", largest);
  throw Error(problem);
}

int ghost_depth(const DriverSetup& setup) {
  int needed = 0;
  for (const Task& task : setup.program->tasks)
    for (const Binding& binding : task.bindings) needed = std::max(needed, reach(task, binding));
  const int asked = setup.parameters->get(section, unigrid::ghost_zones);
  if (asked > 0 && asked < needed)
    too_few_ghost_zones(*setup.program, asked,
                        setup.parameters->where(section, unigrid::ghost_zones.name()));
  return std::max(asked, needed);
}

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
  team_ = make_thread_team(*setup.parameters, section, transport.size());
  setup_.team = team_.get();
  overlap_ = overlaps(setup);
  depth_ = ghost_depth(setup);
  layout_ = std::make_unique<Layout>(setup.program->grid, cut(setup, transport.size()));
  timings_ = Timings{};
  timings_.links.push_back({.name = "intra", .depth = depth_});
  block_ = transport.rank();
  LinkTimings& link = timings_.links.front();
  executor_ =
      std::make_unique<BlockExecutor>(setup_, *layout_, block_, depth_, timings_, link.copy);
  exchanger_ = std::make_unique<Exchanger>(transport, *layout_, block_, executor_->storage(), link);
  make_queue(transport.size());
}

bool UnigridDriver::is_cut() const {
  return layout_->is_cut(0) || layout_->is_cut(1) || layout_->is_cut(2);
}

void UnigridDriver::make_queue(int ranks) {
  queue_ = std::make_unique<SegmentQueue>(
      setup_,
      SegmentExecutor(setup_, *layout_, block_, executor_->storage(), executor_->faces(), timings_,
                      timings_.links.front().copy),
      TileChoice(
          read_tile_settings(*setup_.parameters, section),
          tile_room(*layout_, block_, executor_->storage(), {ranks, threads_of(setup_.team)})),
      !is_cut(),
      SegmentQueue::Driver{[this](SegmentQueue::Operations operations) { sweep(operations); },
                           [this] { exchanger_->complete(); }});
}

PlannedDecomposition UnigridDriver::decompose(const DriverSetup& setup, int ranks) const {
  PlannedDecomposition planned;
  const int depth = ghost_depth(setup);
  planned.decomposition = cut(setup, ranks);
  planned.links = {only_link(depth)};
  planned.figures = {{.name = "intra", .depth = depth}};
  planned.settings.overlap = overlaps(setup);
  read_tile_settings(*setup.parameters, section);  // throws what is wrong with them
  return planned;
}

std::vector<plan::Link> UnigridDriver::links() const { return {only_link(depth_)}; }

void UnigridDriver::execute(std::span<const plan::Operation> operations, const StepState& state) {
  using Kind = plan::Operation::Kind;
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

void UnigridDriver::finish() {
  queue_->run();
  exchanger_->complete();
}

// One operation after the other.
void UnigridDriver::sweep(SegmentQueue::Operations operations) {
  for (std::size_t n = 0; n < operations.size();) {
    const auto& [task, state] = operations[n];
    switch (setup_.program->tasks[static_cast<std::size_t>(task.task)].kind) {
      case Task::compute:
      case Task::combine:
        n = compute(operations, n);
        continue;
      case Task::boundary:
        exchanger_->complete();
        executor_->fill_boundary(task, state);
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
    const Task& filler = setup_.program->tasks[static_cast<std::size_t>(next.task)];
    if (filler.kind != Task::boundary || !executor_->fusable(task, next)) break;
    boundaries_.push_back(next);
  }
  sweep(task, state);
  return n;
}

void UnigridDriver::sweep(const GrownTask& task, const StepState& state) {
  if (!overlap_) exchanger_->complete();
  const bool pending = exchanger_->pending();
  executor_->begin(task, boundaries_, state, {.block = pending}, pending ? polls : 1);
  double now = seconds_now();
  while (executor_->core_left()) {
    now = executor_->advance(now);
    if (executor_->core_left()) now = exchanger_->progress(now);
  }
  if (exchanger_->pending()) {
    exchanger_->complete();
    now = seconds_now();
  }
  while (!executor_->done()) now = executor_->advance(now);
}

FieldView UnigridDriver::view(int field, int level) {
  const FieldArray array = executor_->storage().array(field, level);
  FieldView view;
  view.field = &setup_.program->fields[static_cast<std::size_t>(field)];
  view.pieces.push_back({layout_->owned(block_), array.origin, array.sy, array.sz});
  return view;
}

void UnigridDriver::visit_when_current(const std::function<void(const BlockView&)>& look) {
  queue_->visit(
      [this, look] { look([this](int field) { return view(field, 0).pieces.front(); }); });
}

}  // namespace cardon
