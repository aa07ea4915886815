// SPDX-License-Identifier: Apache-2.0
#include "virtual_block_scheduler.hpp"

#include <algorithm>
#include <cardon/kit/grid/exchange_boxes.hpp>
#include <cardon/kit/grid/rank_order.hpp>
#include <limits>
#include <utility>

#include "event_simulator.hpp"

namespace cardon::model {

VirtualBlockScheduler::VirtualBlockScheduler(EventSimulator& run, const SimulatedDecomposition& cut,
                                             const VirtualBlock& block, const VirtualCosts& costs)
    : run_(run), cut_(cut), block_(block), costs_(costs), exchanges_(block.links.size() + 1) {}

long VirtualBlockScheduler::end() const { return run_.rank_of(*this).end; }

// s that a task takes on a region, with what a block and its faces cost besides the points.
double VirtualBlockScheduler::seconds_on(int task, const Box& region) const {
  return costs_.seconds_of(task, region, cut_.layout->grid().dimensions) *
         run_.rank_of(*this).factor;
}

double VirtualBlockScheduler::seconds_of(long position) const {
  double seconds = 0;
  const long end = std::max(segment_end(position), position + 1);
  for (long n = position; n < end; ++n)
    if (operation(n).kind == plan::Operation::Kind::compute) seconds += task_seconds(n);
  return seconds;
}

double VirtualBlockScheduler::task_seconds(long position) const {
  const VirtualOperation& task = operation(position);
  return seconds_on(task.task, block_.regions[std::size_t(task.region)]);
}

// As BlockExecutor, which fills faces and images while the rows that they need are in cache.
int VirtualBlockScheduler::max_planes(int task, bool fills_faces) const {
  if (!fills_faces && !cut_.has_images[std::size_t(task)]) return std::numeric_limits<int>::max();
  return max_cached_planes(block_.slab_bytes, cut_.arrays[std::size_t(task)][fills_faces]);
}

// The core can be computed now, the rest when nothing is pending.
double VirtualBlockScheduler::begin(long task, long end, bool postponed, double start,
                                    int min_tiles) {
  const VirtualOperation& operation = this->operation(task);
  const Grid& grid = cut_.layout->grid();
  const Box& region = block_.regions[std::size_t(operation.region)];
  const double per_point =
      seconds_on(operation.task, region) / double(std::max(region.points(), 1L));
  const auto& reach = cut_.reach[grid.dimensions - 1];
  const int thickness =
      tile_thickness(grid, region, min_tiles, max_planes(operation.task, end > task + 1),
                     std::max({reach[0], reach[1], 1}));
  Pending pending = pending_sides(*this, *cut_.layout, block_.slab);
  pending.block = pending.block || postponed;
  Box core;
  core_ = shell_ = Row{};
  if (pending.any()) {
    core = task_core(*cut_.layout, block_.block, region, cut_.radius[std::size_t(operation.task)],
                     pending, cut_.reach);
    core_.tiles = tile_count(grid, core, thickness);
    if (core_.tiles > 0) core_.each = double(core.points()) * per_point / core_.tiles;
  }
  const long rest = region.points() - core.points();
  if (core.empty())
    shell_.tiles = tile_count(grid, region, thickness);
  else if (rest > 0)
    for (const Box& part : subtract(region, core))
      shell_.tiles += tile_count(grid, part, thickness);
  if (shell_.tiles > 0) shell_.each = double(rest) * per_point / shell_.tiles;
  return start;
}

long VirtualBlockScheduler::segment_limit(long task) const {
  if (cut_.layout->blocks() > 1) return end();
  const VirtualPlan& plan = *block_.plan;
  long first = steps_;  // the step of the task
  while (plan.end_of_step(first) <= task) ++first;
  long last = first;
  while (plan.end_of_step(last) < end()) ++last;
  const long steps = rank_order::equal_part(last - first + 1, costs_.tile_steps);
  return std::min(plan.end_of_step(first + steps - 1), end());
}

bool VirtualBlockScheduler::joins(long position) const {
  return position >= block_.plan->end_of_step(0) &&
         cut_.joins[std::size_t(operation(position).task)];
}

const VirtualBlockScheduler::Segment& VirtualBlockScheduler::segment(long task, long end) const {
  const auto [found, is_new] = segments_.try_emplace({block_.plan->index(task), end - task});
  Segment& segment = found->second;
  if (!is_new) return segment;
  std::vector<GrownTask> tasks;
  for (long n = task; n < end; ++n) {
    const VirtualOperation& operation = this->operation(n);
    if (operation.kind == plan::Operation::Kind::exchange) continue;
    GrownTask& grown = tasks.emplace_back(GrownTask{operation.task, {}});
    if (operation.region < 0) continue;
    const auto& growth = block_.plan->regions()[std::size_t(operation.region)].growth;
    grown.growth = cut_.layout->growth(block_.block, growth);
    const bool computes = operation.kind == plan::Operation::Kind::compute;
    const Box& region = block_.regions[std::size_t(operation.region)];
    const double seconds = costs_.seconds_of(grown.task, region, cut_.layout->grid().dimensions);
    segment.relative.push_back(computes ? seconds / double(std::max(region.points(), 1L)) : 0);
  }
  segment.shape = segment_shape(*cut_.program, *cut_.layout, block_.block, tasks, cut_.reach);
  return segment;
}

double VirtualBlockScheduler::begin_segment(long task, long end, double start, int min_tiles) {
  const Segment& segment = this->segment(task, end);
  const Pending pending = pending_sides(*this, *cut_.layout, block_.slab);
  const std::vector<Box> cores =
      segment_cores(segment.shape, *cut_.layout, block_.block, pending, cut_.reach);
  const double factor = run_.rank_of(*this).factor;
  double inside = 0, around = 0;
  long core_points = 0, points = 0;
  for (std::size_t n = 0; n < cores.size(); ++n) {
    const long all = segment.shape.instances[n].region.points(), core = cores[n].points();
    core_points += core;
    points += all;
    inside += double(core) * segment.relative[n] * factor;
    around += double(all - core) * segment.relative[n] * factor;
  }
  const auto row = [&](long part, double seconds) {
    const int pieces = segment_pieces(min_tiles, part, points);
    return Row{pieces, pieces > 0 ? seconds / pieces : 0};
  };
  core_ = row(core_points, inside);
  shell_ = row(points - core_points, around);
  return start;
}

double VirtualBlockScheduler::compute_tile(double start) {
  Row& row = core_.tiles > 0 ? core_ : shell_;
  const int tiles = std::min(row.tiles, std::exchange(together_, 1));
  const double seconds = tiles * row.each;
  row.tiles -= tiles;
  run_.rank_of(*this).shares.compute += seconds;
  return start + seconds;
}

double VirtualBlockScheduler::start_exchange(const VirtualOperation& operation, double start) {
  Exchange& exchange = exchanges_[std::size_t(operation.link)];
  const VirtualExchange& pattern = block_.patterns[std::size_t(operation.pattern)];
  const long current = exchange.started++;
  exchange.expected = pattern.expected;
  exchange.unpack = pattern.unpack * (operation.link == 0 ? costs_.near_pack : costs_.pack);
  exchange.moves_data = pattern.expected > 0 || !pattern.sends.empty();
  exchange.pending = pattern.expected > 0;
  double now = start;
  for (const VirtualRoute& route : pattern.sends)
    now = run_.send(block_, route, operation.link, current, now);
  run_.rank_of(*this).shares.exchange += now - start;
  return complete(exchange, now);
}

double VirtualBlockScheduler::take(int link, long number, double time) {
  Exchange& exchange = exchanges_[std::size_t(link)];
  if (exchange.got.size() <= std::size_t(number)) exchange.got.resize(std::size_t(number) + 1);
  ++exchange.got[std::size_t(number)];
  return complete(exchange, time);
}

// Unpacks if everything is there.
double VirtualBlockScheduler::complete(Exchange& exchange, double time) {
  const auto current = std::size_t(exchange.started - 1);
  if (!exchange.pending || exchange.got.size() <= current) return time;
  if (exchange.got[current] < exchange.expected) return time;
  exchange.pending = false;
  run_.rank_of(*this).shares.exchange += exchange.unpack;
  return time + exchange.unpack;
}

bool VirtualBlockScheduler::count_steps() {
  const long before = steps_;
  while (block_.plan->end_of_step(steps_ + 1) <= done_before()) ++steps_;
  return steps_ > before;
}

}  // namespace cardon::model
