// SPDX-License-Identifier: Apache-2.0
#include "unigrid_cost_model.hpp"

#include <algorithm>
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/face_thickness.hpp>
#include <cardon/kit/grid/fields_of_tasks.hpp>
#include <cardon/kit/grid/site_decomposition.hpp>
#include <limits>
#include <map>
#include <set>

#include "virtual_rank.hpp"

namespace cardon::unigrid {
namespace {

// Until ranks wait for each other as they always will, and then for a mean.
constexpr long settling_steps = 12, measured_steps = 24;

long whole_cycles(long steps, long cycle) { return cycle * ((steps + cycle - 1) / cycle); }

void add_plan(const plan::CyclicPlan& plan, VirtualSetup& setup) {
  const auto add = [&](const std::vector<plan::Segment>& segments) {
    for (const plan::Segment& segment : segments)
      setup.operations.insert(setup.operations.end(), segment.operations.begin(),
                              segment.operations.end());
  };
  add(plan.prologue);
  setup.prologue = setup.operations.size();
  add(plan.cycle);
  setup.prologue_steps = plan.prologue_steps;
  setup.cycle_steps = plan.cycle_steps;
}

// The blocks of a regular array within so many layers of each.
std::vector<std::vector<int>> near_blocks(const Layout& layout, int depth) {
  std::vector<int> starts[3];
  int reach[3];
  for (std::size_t d = 0; d < 3; ++d) {
    int thinnest = std::numeric_limits<int>::max();
    for (int block = 0; block < layout.blocks(); ++block) {
      starts[d].push_back(layout.owned(block).lo[d]);
      thinnest = std::min(thinnest, layout.owned(block).extent(int(d)));
    }
    std::sort(starts[d].begin(), starts[d].end());
    starts[d].erase(std::unique(starts[d].begin(), starts[d].end()), starts[d].end());
    reach[d] = starts[d].size() == 1 ? 0 : (depth + thinnest - 1) / thinnest;
  }
  std::map<Index3, int> block_at;  // by the start of its points
  for (int block = 0; block < layout.blocks(); ++block) block_at[layout.owned(block).lo] = block;
  std::vector<std::vector<int>> near;
  for (int block = 0; block < layout.blocks(); ++block) {
    std::vector<int> along[3];
    for (std::size_t d = 0; d < 3; ++d) {
      const int all = int(starts[d].size());
      const auto found =
          std::lower_bound(starts[d].begin(), starts[d].end(), layout.owned(block).lo[d]);
      const int place = int(found - starts[d].begin());
      for (int n = place - reach[d]; n <= place + reach[d]; ++n)
        if (layout.wraps(int(d)) || (n >= 0 && n < all))
          along[d].push_back(starts[d][std::size_t((n % all + all) % all)]);
    }
    std::set<int> found;
    for (const int x : along[0])
      for (const int y : along[1])
        for (const int z : along[2]) found.insert(block_at.at({x, y, z}));
    near.emplace_back(found.begin(), found.end());
  }
  return near;
}

// Computing every point once on all ranks, as one would share it among them without loss.
double ideal_seconds(const PlainEventSimulator& run) {
  const Program& program = *run.setup().program;
  double work = 0, speed = 0;
  for (const int id : program.step) {
    const Task& task = program.tasks[std::size_t(id)];
    if (task.kind == Task::compute || task.kind == Task::combine)
      work += double(points_of(program.grid, task.region).points()) *
              run.costs().task_seconds.at(std::size_t(id));
  }
  for (const VirtualRank& rank : run.ranks()) speed += 1 / rank.factor();
  return work / speed;
}

std::vector<VirtualRank::Shares> shares_of(const PlainEventSimulator& run) {
  std::vector<VirtualRank::Shares> all;
  for (const VirtualRank& rank : run.ranks()) all.push_back(rank.shares());
  return all;
}

// Of the rank that computes most; what ranks compute for owned points is a mean.
void add_shares(const PlainEventSimulator& run, const std::vector<VirtualRank::Shares>& before,
                double steps, Prediction& prediction) {
  std::size_t n = 0;
  double work_sum = 0, max_work = 0;
  for (const VirtualRank& rank : run.ranks()) {
    const double compute = (rank.shares().compute - before[n].compute) / steps;
    const double exchange = (rank.shares().exchange - before[n].exchange) / steps;
    const VirtualRank::Work work = rank.work();
    const double owned = work.all > 0 ? compute * work.owned / work.all : 0;
    prediction.own_compute += owned / double(before.size());
    work_sum += work.all * rank.factor();
    max_work = std::max(max_work, work.all * rank.factor());
    if (n++ > 0 && compute <= prediction.compute) continue;
    prediction.compute = compute;
    prediction.redundant = compute - owned;
    prediction.exchange = exchange;
  }
  prediction.imbalance = work_sum > 0 ? max_work * double(before.size()) / work_sum : 1;
  prediction.exposed =
      std::max(0.0, prediction.seconds_per_step - prediction.compute - prediction.exchange);
}

}  // namespace

UnigridCostModel::UnigridCostModel(const DriverSetup& setup, ModelPlan plan, bool together)
    : stored_depth_(plan.stored_depth),
      axis_(chain_axis(*setup.machine, setup.program->grid)),
      together_(together) {
  setup_.program = setup.program;
  setup_.layout = std::move(plan.layout);
  const Grid& grid = setup.program->grid;
  const FaceThickness thickness = face_thickness(setup);
  for (int d = 0; d < grid.dimensions; ++d) {
    setup_.reach[d][0] = thickness.lower[d] - grid.faces[d][0].owned_layers;
    setup_.reach[d][1] = thickness.upper[d] - grid.faces[d][1].owned_layers;
  }
  setup_.near = near_blocks(*setup_.layout, plan.depth);
  setup_.tiles = plan.tiles && setup_.layout->exchanges_in_sites();
  setup_.site_of_rank.assign(std::size_t(setup_.layout->blocks()), 0);
  for (std::size_t site = 0; site < setup.machine->sites.size(); ++site)
    for (const int rank : setup.machine->sites[site].ranks)
      setup_.site_of_rank.at(std::size_t(rank)) = int(site);
  add_plan(
      cyclic_plan(*setup.program, {{.name = "intra", .depth = plan.depth, .level = 0, .axis = -1}}),
      setup_);
}

std::size_t UnigridCostModel::memory() const {
  const std::vector<GridFunction> fields = fields_of_steps(*setup_.program);
  std::size_t max_bytes = 0;
  for (int block = 0; block < setup_.layout->blocks(); ++block)
    max_bytes = std::max(
        max_bytes, BlockStorage::bytes_needed(setup_.layout->tile(block),
                                              setup_.layout->stored(block, stored_depth_), fields));
  return max_bytes;
}

std::optional<Prediction> UnigridCostModel::predict(const DriverSettings& settings,
                                                    const MachineEstimate& machine) const {
  if (settings.blocks_per_rank > 1) return std::nullopt;
  Prediction prediction;
  prediction.memory = memory();
  if (setup_.cycle_steps == 0) return prediction;
  PlainEventSimulator run(setup_, machine, settings.overlap);
  const long first = setup_.prologue_steps + whole_cycles(settling_steps, setup_.cycle_steps);
  const long steps = whole_cycles(measured_steps, setup_.cycle_steps);
  run.run_to(first, together_);
  const std::vector<VirtualRank::Shares> before = shares_of(run);
  run.run_to(first + steps, together_);
  prediction.seconds_per_step = (run.finished(first + steps) - run.finished(first)) / double(steps);
  add_shares(run, before, double(steps), prediction);
  if (prediction.seconds_per_step > 0)
    prediction.efficiency = ideal_seconds(run) / prediction.seconds_per_step;
  return prediction;
}

}  // namespace cardon::unigrid
