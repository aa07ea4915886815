// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/operation.hpp>
#include <utility>
#include <vector>

namespace cardon {

/// A piece of work of a block, for tests that compare orders.
struct OrderPiece {
  /// The beginning of a task; tiles that need no message, and others; an exchange, or tiles that it
  /// waits for; anything else.
  enum class Kind { begin, core, rest, exchange, other };
  int block = 0;            ///< number of the block, as in record_in()
  long position = 0;        ///< of the operation
  Kind kind = Kind::other;  ///< what was done
  /// Whether it is the same piece.
  bool operator==(const OrderPiece&) const = default;
};

/// The order in which one block executes the operations of a plan. It continues whenever what it
/// needs is there: at an exchange it sends at once, then computes what does not depend on it, then
/// waits. The same for a block of fields and for one that exists in a prediction only: `Block`
/// derives from BlockOrder<Block, Operation>, `Operation` has `kind` and `link` as plan::Operation,
/// and `Block` says what there is to do and does it:
///
///     const Operation& operation(long position) const;  // of those handed over
///     long end() const;                                 // behind the last of them
///     bool overlap() const;                             // compute while messages travel
///     int links() const;                   // of the plan of its site: 0 between blocks, then wide
///     bool is_pending(int link) const;     // an exchange has not arrived
///     bool moves_data(int link) const;     // the last exchange sent or received something
///     bool moves_nothing(int link) const;  // no exchange of any block ever sends anything
///     bool leaves_alone(long exchange, long task) const;    // a task what an exchange sends
///     bool fuses(long task, long boundary) const;           // a boundary is filled with a task
///     bool core_left() const;              // of the task that began: next tile needs no message
///     bool done() const;                   // all its tiles are computed
///     bool makes_segments() const;         // operations may be executed together, tile by tile
///     bool joins(long position) const;     // this one, which is not an exchange, may
///     long segment_limit(long task) const;  // none behind this position with the task
///     bool fits(long task, long end) const;  // operations can be executed together
///     Progress begin(long task, long end, bool postponed, double start, int min_tiles);
///     Progress begin_segment(long task, long end, double start, int min_tiles);
///     Progress compute_tile(double start);
///     Progress start_exchange(const Operation& exchange, double start);
///     Progress fill_boundary(long position, double start);
///     Progress rotate(long position, double start);
///     Progress end_step(long position, double start);
///
/// `begin` is given the boundaries behind the task, up to position `end`, that are fused with it,
/// and whether an exchange between blocks before it waits for its core. `begin_segment` is given
/// all operations of a segment: core_left(), done() and compute_tile() are about all of them until
/// they are done. `Progress` is any type.
template <class Block, class Operation>
class BlockOrder {
 public:
  /// What the next call of advance() would do.
  enum class Next { nothing, wait, exchange, compute };
  /// What is possible at the moment; changes when messages arrive.
  Next next() const {
    if (computing_) {
      if (self().core_left()) return Next::compute;
      if (pending()) return Next::wait;
      return postponed_ != nullptr ? Next::exchange : Next::compute;
    }
    if (position_ == self().end()) return Next::nothing;
    const Operation& operation = self().operation(position_);
    switch (operation.kind) {
      case Kind::exchange:
        if (self().moves_nothing(operation.link)) return Next::compute;
        if (may_exchange(operation.link)) return Next::exchange;
        return may_compute_ahead(operation) ? Next::compute : Next::wait;
      case Kind::boundary:
        return pending() ? Next::wait : Next::compute;
      default:
        return Next::compute;
    }
  }
  /// Does a piece of the work: an exchange, a tile of a task, a boundary.
  auto advance(double start, int min_tiles) {
    if (record_ != nullptr) record();
    if (computing_) return continue_task(start);
    const long here = position_;
    const Operation& operation = self().operation(here);
    if (operation.kind == Kind::compute) return begin_task(here, start, min_tiles);
    ++position_;
    switch (operation.kind) {
      case Kind::boundary:
        return self().fill_boundary(here, start);
      case Kind::rotate:
        return self().rotate(here, start);
      case Kind::exchange:
        if (self().moves_nothing(operation.link) || may_exchange(operation.link))
          return self().start_exchange(operation, start);
        postponed_ = &operation;
        return begin_task(position_, start, min_tiles);
      default:
        return self().end_step(here, start);
    }
  }

  /// Begins at an operation, as a block that comes to a rank in the middle of a run.
  void begin_at(long position) { position_ = position; }
  /// Number of the operation it is at.
  long position() const { return position_; }
  /// All operations before this one are done; messages may be on their way.
  long done_before() const {
    return !computing_ ? position_ : postponed_ != nullptr ? task_ - 1 : task_;
  }
  /// A task has begun, and is not done.
  bool computing() const { return computing_; }
  /// Whether an exchange over any link has not arrived.
  bool pending() const {
    for (int link = 0; link < self().links(); ++link)
      if (self().is_pending(link)) return true;
    return false;
  }
  /// The last exchange over a wide link sent or received something.
  bool feeds_wide_link() const {
    for (int link = 1; link < self().links(); ++link)
      if (self().moves_data(link)) return true;
    return false;
  }
  /// Position of the task that advance() would begin; -1: none.
  long task_ahead() const {
    if (computing_ || position_ == self().end()) return -1;
    const Operation& operation = self().operation(position_);
    if (operation.kind == Kind::compute) return position_;
    if (operation.kind != Kind::exchange || self().moves_nothing(operation.link)) return -1;
    return next() == Next::compute ? position_ + 1 : -1;
  }
  /// Behind the operations that are executed together with the task at a position: up to the next
  /// exchange that sends something. The position itself: it is executed by itself.
  long segment_end(long task) const {
    if (!self().makes_segments()) return task;
    const long limit = self().segment_limit(task);
    int tasks = 0;
    long end = task;
    for (; end < limit; ++end) {
      const Operation& operation = self().operation(end);
      const bool exchange = operation.kind == Kind::exchange;
      if (exchange ? !self().moves_nothing(operation.link) : !self().joins(end)) break;
      tasks += operation.kind == Kind::compute;
    }
    return tasks > 1 && self().fits(task, end) ? end : task;
  }

  /// Appends what advance() does from now on, under the number `block`; tiles of the same part of a
  /// task that follow each other once.
  void record_in(std::vector<OrderPiece>& pieces, int block) {
    record_ = &pieces;
    number_ = block;
  }

 private:
  using Kind = plan::Operation::Kind;
  Block& self() { return static_cast<Block&>(*this); }
  const Block& self() const { return static_cast<const Block&>(*this); }

  // Blocks of a site also send copies of another site's points, which must have arrived. What goes
  // over a wide link is the block's own.
  bool may_exchange(int link) const { return link == 0 ? !pending() : !self().is_pending(link); }

  // An exchange between blocks waits for copies of another site's points. Meanwhile the core of the
  // task behind it can be computed, if that leaves alone what the exchange will send.
  bool may_compute_ahead(const Operation& exchange) const {
    const long task = position_ + 1;
    return self().overlap() && exchange.link == 0 && task < self().end() &&
           self().operation(task).kind == Kind::compute && self().leaves_alone(position_, task);
  }

  void record() const {
    OrderPiece piece{number_, computing_ ? task_ : position_};
    if (computing_)
      piece.kind = self().core_left()      ? OrderPiece::Kind::core
                   : postponed_ != nullptr ? OrderPiece::Kind::exchange
                                           : OrderPiece::Kind::rest;
    else if (self().operation(position_).kind == Kind::compute)
      piece.kind = OrderPiece::Kind::begin;
    else if (self().operation(position_).kind == Kind::exchange)
      piece.kind = OrderPiece::Kind::exchange;
    if (record_->empty() || record_->back() != piece) record_->push_back(piece);
  }

  auto begin_task(long task, double start, int min_tiles) {
    task_ = task;
    if (const long end = postponed_ == nullptr ? segment_end(task) : task; end > task) {
      position_ = end;
      const auto progress = self().begin_segment(task, end, start, min_tiles);
      computing_ = !self().done();
      return progress;
    }
    position_ = task + 1;
    while (position_ < self().end() && self().operation(position_).kind == Kind::boundary &&
           self().fuses(task, position_))
      ++position_;
    const auto progress = self().begin(task, position_, postponed_ != nullptr, start, min_tiles);
    computing_ = !self().done() || postponed_ != nullptr;
    return progress;
  }

  // The running task, or the exchange that had to wait for it to get to its end.
  auto continue_task(double start) {
    if (!self().core_left() && postponed_ != nullptr) {
      const Operation& exchange = *std::exchange(postponed_, nullptr);
      computing_ = !self().done();
      return self().start_exchange(exchange, start);
    }
    const auto progress = self().compute_tile(start);
    computing_ = !self().done() || postponed_ != nullptr;
    return progress;
  }

  bool computing_ = false;
  const Operation* postponed_ = nullptr;  // an exchange before the running task
  long position_ = 0;
  long task_ = 0;  // position of the running task
  std::vector<OrderPiece>* record_ = nullptr;
  int number_ = 0;
};

}  // namespace cardon
