// SPDX-License-Identifier: Apache-2.0
#include "grid_cost_model.hpp"

#include <algorithm>
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/site_decomposition.hpp>
#include <cardon/kit/tiles/tile_choice.hpp>
#include <cardon/services/program.hpp>
#include <cmath>
#include <numeric>

#include "decomposition_cache.hpp"
#include "event_simulator.hpp"
#include "move_price.hpp"

namespace cardon::model {
namespace {

constexpr long shortest_window = 6;  // steps
constexpr int max_windows = 5;
constexpr double steady = 0.003;  // change of the step time from window to window

// Computing every point once on all ranks, as one would share it among them without loss.
double ideal_seconds(const Program& program, const VirtualCosts& costs, std::size_t ranks) {
  double work = 0, speed = 0;
  for (const int id : program.step) {
    const Task& task = program.tasks[std::size_t(id)];
    if (task.kind != Task::compute && task.kind != Task::combine) continue;
    const Box box = points_of(program.grid, task.region);
    work += double(box.points()) * costs.task_seconds[std::size_t(id)];
  }
  for (std::size_t rank = 0; rank < ranks; ++rank) speed += 1 / costs.relative_cost_of(int(rank));
  return work / speed;
}

struct Window {
  long first = 0, last = 0;
  double seconds(const EventSimulator& run) const {
    return (run.finished(last) - run.finished(first)) / double(last - first);
  }
};

// Walks until windows of whole cycles take the same time. Two sites may take turns in waiting for
// each other, so that cycles of two kinds follow each other.
Window walk(EventSimulator& run, const SimulatedDecomposition& cut) {
  long start = 0;
  for (const auto& plan : cut.plans) start = std::max(start, plan->prologue_steps());
  const long length = 2 * cut.period * ((shortest_window + 2 * cut.period - 1) / (2 * cut.period));
  Window window{start, start + length};
  run.run_to(window.last);
  double before = window.seconds(run);
  for (int n = 1; n < max_windows; ++n) {
    window = {window.last, window.last + length};
    run.run_to(window.last);
    const double now = window.seconds(run);
    if (std::abs(now - before) <= steady * now) break;
    before = now;
  }
  return window;
}

// Of the rank that computes most; what ranks compute for owned points is a mean.
void add_shares(Prediction& prediction, const EventSimulator& run,
                const SimulatedDecomposition& cut, const Window& window) {
  const double steps = double(window.last - window.first);
  for (std::size_t n = 0; n < cut.ranks.size(); ++n) {
    const VirtualShares& from = run.shares(n, window.first);
    const VirtualShares& to = run.shares(n, window.last);
    const double compute = (to.compute - from.compute) / steps;
    const auto rank = std::size_t(cut.ranks[n].rank);
    const double owned = cut.work[rank] > 0 ? compute * cut.needed[rank] / cut.work[rank] : 0;
    prediction.own_compute += owned / double(cut.ranks.size());
    if (n > 0 && compute <= prediction.compute) continue;
    prediction.compute = compute;
    prediction.redundant = cut.work[rank] > 0 ? compute - owned : 0;
    prediction.exchange = (to.exchange - from.exchange) / steps;
  }
  prediction.exposed =
      std::max(0.0, prediction.seconds_per_step - prediction.compute - prediction.exchange);
}

double imbalance(const SimulatedDecomposition& cut, const VirtualCosts& costs) {
  double most = 0, sum = 0;
  for (std::size_t rank = 0; rank < cut.work.size(); ++rank) {
    const double time = cut.work[rank] * costs.relative_cost_of(int(rank));
    most = std::max(most, time);
    sum += time;
  }
  return sum > 0 ? most * double(cut.work.size()) / sum : 1;
}

// What the driver would do without having timed anything. Where nothing is sent the order makes no
// difference.
void add_tiles(const TileSettings& settings, const Program& program,
               const DecompositionCache::Entry& entry, VirtualCosts& costs) {
  const SimulatedDecomposition& cut = *entry.cut;
  const bool sends = std::any_of(cut.blocks.begin(), cut.blocks.end(), [](const auto& block) {
    return std::any_of(block.patterns.begin(), block.patterns.end(),
                       [](const auto& pattern) { return !pattern.sends.empty(); });
  });
  if (!sends) return;
  const int block = cut.blocks.front().block;
  const Layout& layout = *cut.layout;
  int arrays = 0;
  for (const GridFunction& field : program.fields) arrays += field.arrays();
  const std::size_t bytes = BlockStorage::bytes_needed(
      layout.tile(block), layout.stored(block, entry.stored_depth), program.fields);
  costs.tiles = TileChoice(settings, tile_room(layout, block, bytes, arrays, {})).possible();
}

}  // namespace

struct GridCostModel::Parts {
  const Program& program;
  DecompositionCache book;
};

GridCostModel::GridCostModel(const Program& program, const FaceThickness& thickness,
                             const Machine& machine, const GridModelOptions& options)
    : parts_(new Parts{program, DecompositionCache(program, thickness, machine, options)}) {}

GridCostModel::~GridCostModel() = default;

const Program& GridCostModel::program() const { return parts_->program; }

int GridCostModel::axis() const { return chain_axis(parts_->book.machine(), parts_->program.grid); }

double GridCostModel::moving_seconds(const DriverSettings& from, const DriverSettings& to,
                                     const MachineEstimate& machine) const {
  if (same_cut(from, to)) return 0;
  const auto layout = [&](const DriverSettings& settings) {
    const DecompositionCache::Entry& entry = parts_->book.find(settings);
    return entry.cut ? entry.cut->layout : nullptr;
  };
  const std::shared_ptr<const Layout> before = layout(from), after = layout(to);
  if (!before || !after) return 0;
  return model::moving_seconds(parts_->program, *before, *after, parts_->book.machine(), machine);
}

std::optional<Prediction> GridCostModel::predict(const DriverSettings& settings,
                                                 const MachineEstimate& machine) const {
  const DecompositionCache::Entry& entry = parts_->book.find(settings);
  if (!entry.cut) return std::nullopt;
  VirtualCosts costs = virtual_costs(settings, machine, parts_->book.ranks(),
                                     parts_->book.machine().emulation.naive);
  costs.together = parts_->book.options().together;
  costs.priorities = parts_->book.options().priorities;
  costs.priority_region = parts_->book.options().priority_region;
  add_tiles(parts_->book.options().tiles, parts_->program, entry, costs);
  EventSimulator run(*entry.cut, costs);
  const Window window = walk(run, *entry.cut);
  Prediction prediction;
  prediction.seconds_per_step = window.seconds(run);
  prediction.memory = entry.memory;
  prediction.imbalance = imbalance(*entry.cut, costs);
  add_shares(prediction, run, *entry.cut, window);
  if (prediction.seconds_per_step > 0)
    prediction.efficiency =
        ideal_seconds(parts_->program, costs, parts_->book.ranks()) / prediction.seconds_per_step;
  return prediction;
}

}  // namespace cardon::model
