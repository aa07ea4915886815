// SPDX-License-Identifier: Apache-2.0
#include "block_scheduler.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <iterator>

namespace cardon::grid_driver {

using Kind = plan::Operation::Kind;

BlockScheduler::BlockScheduler(const DriverSetup& setup, const Layout& layout, int block, int depth,
                               bool overlap, Timings& timings, RankComm& comm,
                               const OperationQueue& queue)
    : setup_(setup),
      layout_(layout),
      queue_(queue),
      comm_(comm),
      block_(block),
      overlap_(overlap),
      executor_(setup, layout, block, depth, timings, comm.meter(0).timings().copy),
      patterns_(layout, block),
      links_{0} {
  for (const int link : layout.links_of(layout.slab_of(block))) links_.push_back(link + 1);
  restart(overlap);
}

void BlockScheduler::restart(bool overlap) {
  overlap_ = overlap;
  exchanges_.clear();
  for (const int link : links_)
    exchanges_.emplace_back(block_, link, executor_.storage(), patterns_, comm_);
}

BlockExchange& BlockScheduler::exchange(int link) { return *std::next(exchanges_.begin(), link); }

bool BlockScheduler::pending() const {
  return std::any_of(exchanges_.begin(), exchanges_.end(),
                     [](const BlockExchange& exchange) { return exchange.pending(); });
}

int BlockScheduler::waits_for() const {
  int link = 0, n = 0;
  for (const BlockExchange& exchange : exchanges_) {
    if (exchange.pending()) link = links_[static_cast<std::size_t>(n)];
    ++n;
  }
  return link;
}

bool BlockScheduler::feeds_wide_link() const {
  return std::any_of(std::next(exchanges_.begin()), exchanges_.end(),
                     [](const BlockExchange& exchange) { return exchange.moves_data(); });
}

Pending BlockScheduler::pending_sides() const {
  Pending pending{.block = exchanges_.front().pending()};
  if (!layout_.has_sites()) return pending;
  int n = 0;
  for (const BlockExchange& exchange : exchanges_) {
    if (n > 0 && exchange.pending()) {
      const int link = links_[static_cast<std::size_t>(n)] - 1;
      const Slab& slab = layout_.slab(layout_.slab_of(block_));
      pending.lower = pending.lower || slab.links[0] == link;
      pending.upper = pending.upper || slab.links[1] == link;
    }
    ++n;
  }
  return pending;
}

// Blocks of a site also send copies of another site's points, which must have arrived. What goes
// over a wide link is the block's own.
bool BlockScheduler::may_exchange(int link) const {
  return link == 0 ? !pending() : !std::next(exchanges_.begin(), link)->pending();
}

// An exchange between blocks waits for copies of another site's points. Meanwhile the core of the
// task behind it can be computed, if that leaves alone what the exchange will send.
bool BlockScheduler::may_compute_ahead() const {
  if (position_ + 1 >= queue_.end() || operation(position_ + 1).kind != Kind::compute) return false;
  const BlockStorage& storage = executor_.storage();
  const auto& task = setup_.program->tasks[static_cast<std::size_t>(operation(position_ + 1).task)];
  const auto& fields = operation(position_).fields;
  return std::none_of(task.bindings.begin(), task.bindings.end(), [&](const Binding& binding) {
    return binding.writes && std::any_of(fields.begin(), fields.end(), [&](const auto& field) {
             return storage.array_number(binding.field, binding.level) ==
                    storage.array_number(field.slot.field, field.slot.level);
           });
  });
}

BlockScheduler::Next BlockScheduler::next() const {
  if (computing_) {
    if (executor_.core_left()) return Next::compute;
    if (pending()) return Next::wait;
    return postponed_ != nullptr ? Next::exchange : Next::compute;
  }
  if (position_ == queue_.end()) return Next::nothing;
  const plan::Operation& operation = this->operation(position_);
  switch (operation.kind) {
    case Kind::exchange:
      if (may_exchange(operation.link)) return Next::exchange;
      return overlap_ && operation.link == 0 && may_compute_ahead() ? Next::compute : Next::wait;
    case Kind::boundary:
      return pending() ? Next::wait : Next::compute;
    default:
      return Next::compute;
  }
}

GrownTask BlockScheduler::grown(const plan::Operation& operation) const {
  return {operation.task, layout_.growth(block_, operation.growth)};
}

// The task at the position, with the boundaries behind it that are filled while it runs.
void BlockScheduler::begin_task(int min_tiles) {
  const StepState& state = queue_.at(position_).state;
  const GrownTask task = grown(operation(position_));
  boundaries_.clear();
  for (++position_; position_ < queue_.end(); ++position_) {
    if (operation(position_).kind != Kind::boundary) break;
    const GrownTask boundary = grown(operation(position_));
    if (!executor_.fusable(task, boundary)) break;
    boundaries_.push_back(boundary);
  }
  Pending pending = pending_sides();
  pending.block = pending.block || postponed_ != nullptr;
  executor_.begin(task, boundaries_, state, pending, min_tiles);
  computing_ = !executor_.done() || postponed_ != nullptr;
}

void BlockScheduler::start_exchange(const plan::Operation& operation) {
  exchange(operation.link).start(operation);
}

BlockScheduler::Progress BlockScheduler::advance(double start, int min_tiles) {
  if (computing_) return go_on(start);
  const QueuedOperation& queued = queue_.at(position_);
  switch (queued.operation->kind) {
    case Kind::compute:
      begin_task(min_tiles);
      break;
    case Kind::boundary:
      executor_.fill_boundary(grown(*queued.operation), queued.state);
      ++position_;
      break;
    case Kind::exchange:
      ++position_;
      if (may_exchange(queued.operation->link)) {
        start_exchange(*queued.operation);
      } else {
        postponed_ = queued.operation;
        begin_task(min_tiles);
      }
      break;
    case Kind::rotate:
      executor_.rotate(queued.operation->task);
      ++position_;
      break;
    case Kind::step_end:
      if (queued.look) show(*queued.look);
      ++position_;
      break;
  }
  return {seconds_now(), -1, 0};
}

void BlockScheduler::show(const Look& look) const {
  const Box& owned = layout_.owned(block_);
  if (owned.empty()) return;
  look([&](int field) {
    const FieldArray array = executor_.storage().array(field, 0);
    return FieldPiece{owned, array.origin, array.sy, array.sz};
  });
}

// The running task, or the exchange that had to wait for it to get to its end.
BlockScheduler::Progress BlockScheduler::go_on(double start) {
  if (!executor_.core_left() && postponed_ != nullptr) {
    start_exchange(*postponed_);
    postponed_ = nullptr;
    computing_ = !executor_.done();
    return {seconds_now(), -1, 0};
  }
  const int task = executor_.running_task();
  const long points = executor_.next_points();
  const double now = executor_.advance(start);
  computing_ = !executor_.done() || postponed_ != nullptr;
  return {now, task, points};
}

void BlockScheduler::take_arrivals() {
  for (BlockExchange& exchange : exchanges_) exchange.complete_if_arrived();
}

int BlockScheduler::task_ahead() const {
  if (computing_ || position_ == queue_.end()) return -1;
  const plan::Operation& operation = this->operation(position_);
  if (operation.kind == Kind::compute) return operation.task;
  return next() == Next::compute && operation.kind == Kind::exchange
             ? this->operation(position_ + 1).task
             : -1;
}

long BlockScheduler::points_ahead() const {
  const int task = task_ahead();
  if (task < 0) return 0;
  const bool behind_exchange = operation(position_).kind == Kind::exchange;
  const GrownTask grown = this->grown(operation(position_ + (behind_exchange ? 1 : 0)));
  const Region region = setup_.program->tasks[static_cast<std::size_t>(task)].region;
  return layout_.computed(block_, grown.growth, region).points();
}

}  // namespace cardon::grid_driver
