// SPDX-License-Identifier: Apache-2.0
#include "block_scheduler.hpp"

#include <cardon/kit/grid/rank_order.hpp>
#include <cardon/kit/grid/redistribute.hpp>
#include <utility>

#include "priority_region.hpp"

namespace cardon::grid_driver {

BlockScheduler::BlockScheduler(const DriverSetup& setup, const Layout& layout, int block, int depth,
                               bool overlap, Timings& timings, RankComm& comm,
                               const OperationQueue& queue)
    : setup_(setup),
      layout_(layout),
      queue_(queue),
      comm_(comm),
      block_(block),
      alone_(!layout.exchanges_in_sites()),
      has_priority_(
          !intersect(layout.owned(block), read_priority_region(*setup.parameters, layout.grid()))
               .empty()),
      overlap_(overlap),
      executor_(setup, layout, block, depth, timings, comm.meter(0).timings().copy),
      segment_(setup, layout, executor_, timings, comm.meter(0).timings().copy,
               comm.transport().size()),
      patterns_(layout, block) {
  restart(overlap);
}

void BlockScheduler::restart(bool overlap) {
  overlap_ = overlap;
  exchanges_.clear();
  patterns_.clear();
  links_ = {0};
  for (const int link : layout_.plan_links(layout_.slab_of(block_))) links_.push_back(link + 1);
  for (const int link : links_)
    exchanges_.emplace_back(block_, link, executor_.storage(), patterns_, comm_);
}

int BlockScheduler::waits_for() const {
  int link = 0;
  for (int n = 0; n < links(); ++n)
    if (is_pending(n)) link = links_[std::size_t(n)];
  return link;
}

int BlockScheduler::awaited_rank() const {
  for (const BlockExchange& exchange : exchanges_)
    if (const int rank = exchange.awaited_rank(); rank >= 0) return rank;
  return -1;
}

bool BlockScheduler::leaves_alone(long exchange, long task) const {
  return cardon::leaves_alone(*setup_.program, operation(task).task, operation(exchange).fields);
}

bool BlockScheduler::fuses(long task, long boundary) const {
  return executor_.fusable(grown(task), grown(boundary));
}

bool BlockScheduler::joins(long position) const {
  const QueuedOperation& queued = queue_.at(position);
  if (queued.visit || queued.state.initial) return false;
  return joins_segment(*setup_.program, layout_,
                       setup_.program->tasks[std::size_t(queued.operation->task)]);
}

// Where no exchange ends a segment, what is there is divided into equal numbers of steps.
long BlockScheduler::segment_limit(long task) const {
  const int length = segment_.steps();
  if (layout_.blocks() > 1 || length < 1) return end();
  std::vector<long> steps;  // where they begin
  for (long n = task; n < end() && !queue_.at(n).visit; ++n)
    if (n == task || queue_.at(n).state.iteration != queue_.at(n - 1).state.iteration)
      steps.push_back(n);
  const auto taken = std::size_t(rank_order::equal_part(long(steps.size()), length));
  return taken < steps.size() ? steps[taken] : end();
}

BlockSegment::Operations BlockScheduler::operations(long begin, long end) const {
  BlockSegment::Operations operations;
  for (long n = begin; n < end; ++n) {
    const plan::Operation& operation = this->operation(n);
    if (operation.kind == plan::Operation::Kind::exchange) continue;
    const bool grows = !operation.growth.empty();
    operations.push_back({grows ? grown(n) : GrownTask{operation.task, {}}, queue_.at(n).state});
  }
  return operations;
}

GrownTask BlockScheduler::grown(long position) const {
  const plan::Operation& operation = this->operation(position);
  return {operation.task, layout_.growth(block_, operation.growth)};
}

BlockScheduler::Progress BlockScheduler::begin(long task, long end, bool postponed, double,
                                               int min_tiles) {
  boundaries_.clear();
  for (long boundary = task + 1; boundary < end; ++boundary) boundaries_.push_back(grown(boundary));
  Pending pending = pending_sides(*this, layout_, layout_.slab_of(block_));
  pending.block = pending.block || postponed;
  executor_.begin(grown(task), boundaries_, queue_.at(task).state, pending, min_tiles);
  return {seconds_now(), -1, 0};
}

BlockScheduler::Progress BlockScheduler::begin_segment(long task, long end, double start,
                                                       int min_tiles) {
  const Pending pending = pending_sides(*this, layout_, layout_.slab_of(block_));
  segment_.begin(operations(task, end), pending, min_tiles, start);
  return {seconds_now(), -1, 0};
}

BlockScheduler::Progress BlockScheduler::compute_tile(double start) {
  if (segment_.running()) {
    const BlockSegment::Progress progress = segment_.advance(start);
    return {progress.now, progress.task, progress.points};
  }
  const int task = executor_.running_task();
  const long points = executor_.next_points();
  return {executor_.advance(start), task, points};
}

BlockScheduler::Progress BlockScheduler::start_exchange(const plan::Operation& exchange, double) {
  exchanges_[std::size_t(exchange.link)].start(exchange);
  return {seconds_now(), -1, 0};
}

BlockScheduler::Progress BlockScheduler::fill_boundary(long position, double) {
  executor_.fill_boundary(grown(position), queue_.at(position).state);
  return {seconds_now(), -1, 0};
}

BlockScheduler::Progress BlockScheduler::rotate(long position, double) {
  executor_.rotate(operation(position).task);
  return {seconds_now(), -1, 0};
}

BlockScheduler::Progress BlockScheduler::end_step(long position, double) {
  if (const auto& visit = queue_.at(position).visit) (*visit)(*this);
  return {seconds_now(), -1, 0};
}

void BlockScheduler::show(const Look& look) {
  const Box& owned = layout_.owned(block_);
  if (owned.empty()) return;
  look([&](int field) {
    const FieldArray array = executor_.storage().seen(field, 0);
    return FieldPiece{owned, array.origin, array.sy, array.sz};
  });
}

BlockMeasure BlockScheduler::take_measure() {
  return {block_, std::exchange(seconds_, 0), moved_bytes(*setup_.program, layout_, block_),
          comm_.traffic().take(block_)};
}

void BlockScheduler::take_arrivals() {
  for (BlockExchange& exchange : exchanges_) exchange.complete_if_arrived();
}

long BlockScheduler::points_of(long position) const {
  const GrownTask task = grown(position);
  const Region region = setup_.program->tasks[std::size_t(task.task)].region;
  return layout_.computed(block_, task.growth, region).points();
}

}  // namespace cardon::grid_driver
