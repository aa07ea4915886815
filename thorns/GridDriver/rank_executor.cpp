// SPDX-License-Identifier: Apache-2.0
#include "rank_executor.hpp"

#include <algorithm>
#include <cmath>

namespace cardon::grid_driver {
namespace {

// Steps by which blocks may run ahead of each other.
constexpr long lead_steps = 4;
// Between two looks at the messages.
constexpr double longest_piece = 1e-3;
// While exchanges are pending: enough looks to hide nearly all of a transfer.
constexpr int pieces_while_pending = 12;

}  // namespace

RankExecutor::RankExecutor(const DriverSetup& setup, const Layout& layout, int depth,
                           Timings& timings, RankComm& comm, const Options& options)
    : timings_(timings), comm_(comm), options_(options) {
  for (int block = 0; block < layout.blocks(); ++block)
    if (comm.is_local(block))
      blocks_.emplace_back(setup, layout, block, depth, options.overlap, timings, comm, queue_);
}

void RankExecutor::execute(std::span<const plan::Operation> operations, const StepState& state) {
  queue_.append(operations, state);
  options_.padding.begin_step(state.iteration);
  behind_ = blocks_.size() > 1 ? lead_steps * static_cast<long>(operations.size()) : 0;
  if (!options_.overlap) return finish();
  const auto somebody_idle = [&] {
    return std::any_of(blocks_.begin(), blocks_.end(), [](const BlockScheduler& block) {
      return block.next() == BlockScheduler::Next::nothing;
    });
  };
  while (!somebody_idle() || slowest() < queue_.end() - behind_) work();
  waiting_.reset();
  queue_.drop_before(slowest());
}

void RankExecutor::visit_when_current(const Look& look) {
  queue_.append(look);
  if (!options_.overlap) finish();
}

void RankExecutor::finish() {
  const auto all_done = [&] {
    return std::all_of(blocks_.begin(), blocks_.end(), [](const BlockScheduler& block) {
      return block.next() == BlockScheduler::Next::nothing && !block.pending();
    });
  };
  while (!all_done()) work();
  waiting_.reset();
  queue_.drop_before(slowest());
  comm_.outbox().finish();
}

void RankExecutor::restart(bool overlap) {
  options_.overlap = overlap;
  for (BlockScheduler& block : blocks_) block.restart(overlap);
}

BlockStorages RankExecutor::storages() {
  BlockStorages storages;
  for (BlockScheduler& block : blocks_)
    storages[block.executor().block()] = &block.executor().storage();
  return storages;
}

long RankExecutor::slowest() const {
  long position = queue_.end();
  for (const BlockScheduler& block : blocks_) position = std::min(position, block.position());
  return position;
}

// Without overlap all blocks go in step, and nothing is computed while messages travel.
bool RankExecutor::may_run(const BlockScheduler& block, long slowest) const {
  const BlockScheduler::Next next = block.next();
  if (next == BlockScheduler::Next::nothing || next == BlockScheduler::Next::wait) return false;
  if (options_.overlap) return true;
  if (block.position() > slowest) return false;
  return std::none_of(blocks_.begin(), blocks_.end(), [&](const BlockScheduler& other) {
    return next == BlockScheduler::Next::exchange ? other.computing() : other.pending();
  });
}

// Nobody waits for ever: execute() lets no block run far ahead, so the urgent ones run out of work.
BlockScheduler* RankExecutor::most_urgent() {
  const long slowest = this->slowest();
  BlockScheduler* best = nullptr;
  bool best_feeds = false;
  for (BlockScheduler& block : blocks_) {
    if (!may_run(block, slowest)) continue;
    const bool feeds = block.feeds_wide_link();
    if (best == nullptr || (feeds && !best_feeds) ||
        (feeds == best_feeds && block.position() < best->position())) {
      best = &block;
      best_feeds = feeds;
    }
  }
  return best;
}

void RankExecutor::work() {
  poll();
  if (BlockScheduler* block = most_urgent()) {
    nap_.reset();
    waiting_.reset();
    run(*block);
  } else {
    wait();
  }
}

void RankExecutor::run(BlockScheduler& block) {
  const bool padded = options_.padding.active();
  const double start = seconds_now(), begin = padded ? options_.padding.clock() : 0;
  const BlockScheduler::Progress progress = block.advance(start, tiles(block));
  if (progress.points > 0 && padded) pad(progress, options_.padding.clock() - begin);
}

// The pieces into which the task ahead is cut: the busier the links, the more looks at them.
int RankExecutor::tiles(const BlockScheduler& block) const {
  const int task = block.task_ahead();
  if (task < 0) return 1;
  const TaskTimings& known = timings_.tasks[static_cast<std::size_t>(task)];
  double per_point = options_.padding.seconds_per_point();
  if (known.points > 0) per_point = std::max(per_point, known.compute / double(known.points));
  const double expected = per_point * static_cast<double>(block.points_ahead());
  const int by_time = static_cast<int>(std::min(1e6, std::ceil(expected / longest_piece)));
  const bool travelling = block.pending() || !comm_.outbox().empty();
  if (blocks_.size() == 1 && !travelling) return 1;
  return std::max({1, by_time, travelling ? pieces_while_pending : 1});
}

void RankExecutor::pad(const BlockScheduler::Progress& progress, double spent) {
  const double passed =
      options_.padding.stretch(progress.points, spent, [this] { comm_.transport().test({}); });
  timings_.tasks[static_cast<std::size_t>(progress.task)].compute += passed;
}

void RankExecutor::poll() {
  bool travelling = !comm_.outbox().empty();
  for (const BlockScheduler& block : blocks_) travelling = travelling || block.pending();
  if (!travelling) return;
  const double start = seconds_now();
  comm_.outbox().reap_sends();
  double unpack = 0;
  for (int link = 0; link < comm_.links(); ++link) {
    comm_.meter(link).begin_idle();
    unpack -= comm_.meter(link).timings().unpack;
  }
  comm_.transport().test({});
  for (BlockScheduler& block : blocks_) block.take_arrivals();
  for (int link = 0; link < comm_.links(); ++link) unpack += comm_.meter(link).timings().unpack;
  int busy = 0;
  for (int link = 0; link < comm_.links(); ++link)
    if (comm_.meter(link).in_flight()) busy = link;
  const double seconds = seconds_now() - start - unpack;
  comm_.meter(busy).timings().poll += seconds;
  for (int l = 0; l < comm_.links(); ++l) comm_.meter(l).end_idle(seconds);
}

// Nothing can run: the time goes to the link that the rank waits for.
void RankExecutor::wait() {
  int link = 0;
  for (const BlockScheduler& block : blocks_) link = std::max(link, block.waits_for());
  for (int l = 0; l < comm_.links(); ++l) comm_.meter(l).begin_idle();
  if (!waiting_) waiting_.emplace("wait for messages");
  const double start = seconds_now();
  nap_.rest();
  const double seconds = seconds_now() - start;
  comm_.meter(link).timings().wait += seconds;
  for (int l = 0; l < comm_.links(); ++l) comm_.meter(l).end_idle(seconds);
}

}  // namespace cardon::grid_driver
