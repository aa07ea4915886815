// SPDX-License-Identifier: Apache-2.0
#include "rank_executor.hpp"

#include <algorithm>
#include <cardon/kit/processor_time.hpp>
#include <utility>

namespace cardon::grid_driver {

RankExecutor::RankExecutor(const DriverSetup& setup, const Layout& layout, int depth,
                           Timings& timings, RankComm& comm, const Options& options)
    : setup_(setup),
      layout_(layout),
      depth_(depth),
      timings_(timings),
      comm_(comm),
      options_(options),
      ready_(options.priorities) {
  follow_layout();
}

std::list<BlockScheduler> RankExecutor::follow_layout() {
  clock_.settle();
  ready_.clear();
  std::list<BlockScheduler> gone;
  auto here = blocks_.begin();
  for (int block = 0; block < layout_.blocks(); ++block) {
    const bool present = here != blocks_.end() && here->executor().block() == block;
    if (present && comm_.is_local(block)) {
      (here++)->restart(options_.overlap);
    } else if (present) {
      gone.splice(gone.end(), blocks_, here++);
    } else if (comm_.is_local(block)) {
      blocks_
          .emplace(here, setup_, layout_, block, depth_, options_.overlap, timings_, comm_, queue_)
          ->begin_at(queue_.end());
    }
  }
  return gone;
}

// Messages of one block leave together. Those of several may have buffers after each other.
void RankExecutor::provide(std::span<const plan::Operation> exchanges) {
  for (const plan::Operation& exchange : exchanges)
    for (BlockScheduler& block : blocks_) {
      const MessageSizes sizes = block.prepare(exchange);
      comm_.outbox().provide(sizes.far);
      comm_.mailbox(exchange.link).provide(sizes.near);
    }
}

void RankExecutor::execute(std::span<const plan::Operation> operations, const StepState& state) {
  if (!operations.empty()) hand_over(operations.front(), state);
  queue_.append(operations, state);
  if (options_.emulated != nullptr) options_.emulated->begin_step(state.iteration);
  if (state.initial || !gathers()) release(queue_.appended());
  work_ahead();
}

// What blocks wait for may only be sent by blocks that are given everything before it; so a rank
// never waits while it keeps operations back.
bool RankExecutor::gathers() const {
  return std::any_of(blocks_.begin(), blocks_.end(),
                     [](const BlockScheduler& block) { return block.makes_segments(); });
}

void RankExecutor::hand_over(const plan::Operation& next, const StepState& state) {
  const long gathered = queue_.appended() - queue_.end();
  const bool new_step = gathered == 0 || state.iteration != iteration_;
  const bool sends = next.kind == plan::Operation::Kind::exchange && !blocks_.empty() &&
                     !blocks_.front().moves_nothing(next.link);
  if (gathered > 0 && new_step && layout_.blocks() == 1) {
    hand_over_steps();
  } else if (gathered > 0 && rank_order::hands_over(sends, new_step ? long(steps_.size()) : 0,
                                                    rank_order::max_steps_together)) {
    release(queue_.appended());
  }
  if (new_step) steps_.push_back(queue_.appended());
  if (state.iteration != iteration_) {
    step_length_ = queue_.appended() - step_begin_;
    step_begin_ = queue_.appended();
  }
  iteration_ = state.iteration;
}

// Nothing is ever sent.
void RankExecutor::hand_over_steps() {
  BlockScheduler& block = blocks_.front();
  BlockSegment& segment = block.segment();
  if (segment.steps() == 0 && steps_.size() >= 2)
    segment.know(block.operations(steps_[0], steps_[1]),
                 block.operations(steps_[0], queue_.appended()));
  if (segment.steps() == 0) return;
  const auto steps = std::size_t(
      rank_order::steps_to_hand_over(long(steps_.size()), segment.steps(), segment.decided()));
  if (steps > 0) release(steps_.size() > steps ? steps_[steps] : queue_.appended());
}

void RankExecutor::release(long end) {
  if (end > queue_.end()) lag_ = rank_order::allowed_lag(blocks_.size(), end - queue_.end());
  queue_.release(end);
  while (!steps_.empty() && steps_.front() < end) steps_.pop_front();
}

void RankExecutor::work_ahead() {
  if (!options_.overlap) return work_all();
  while (!rank_order::wants_more(blocks_, options_.overlap, queue_.end(), lag_)) work();
  end_wait();
  queue_.drop_before(rank_order::slowest(blocks_, queue_.end()));
}

void RankExecutor::visit_when_current(const Visit& visit) {
  queue_.append(visit);
  const long lag = lag_;
  release(queue_.appended());
  lag_ = std::max(lag, lag_);
  if (!options_.overlap) work_all();
}

void RankExecutor::finish() {
  release(queue_.appended());
  work_all();
}

void RankExecutor::work_all() {
  while (!rank_order::all_done(blocks_)) work();
  end_wait();
  queue_.drop_before(rank_order::slowest(blocks_, queue_.end()));
  comm_.outbox().finish();
}

// Whoever else has the core takes nothing from a rank that is emulated.
RankMeasure RankExecutor::take_rank_measure() {
  clock_.settle();
  const double interrupted = clock_.take_interrupted();
  return {std::exchange(background_, 0), options_.emulated != nullptr ? 0 : interrupted,
          std::exchange(comm_.ends(false), {}), std::exchange(comm_.ends(true), {})};
}

BlockMeasure RankExecutor::take_measure(BlockScheduler& block) {
  clock_.settle();
  return block.take_measure();
}

void RankExecutor::restart(bool overlap) {
  options_.overlap = overlap;
  for (BlockScheduler& block : blocks_) block.restart(overlap);
}

void RankExecutor::emulate(EmulatedRank& rank) {
  clock_.settle();
  options_.emulated = &rank;
}

// Operations of a segment that has begun count as done, as the points of its tasks do.
double RankExecutor::steps_behind() const {
  if (blocks_.empty() || step_length_ == 0) return 0;
  long behind = 0;
  for (const BlockScheduler& block : blocks_) behind += queue_.appended() - block.position();
  return double(behind) / double(blocks_.size()) / double(step_length_);
}

BlockStorages RankExecutor::storages() {
  BlockStorages storages;
  for (BlockScheduler& block : blocks_)
    storages[block.executor().block()] = &block.executor().storage();
  return storages;
}

void RankExecutor::work() {
  if (waiting_) clock_.settle();
  awaited_ = options_.between_pieces();
  const double polled = poll();
  const auto block = ready_.next(blocks_, options_.overlap, queue_.end());
  if (block != blocks_.end()) {
    if (polled > 0) clock_.add(background_, polled);
    nap_.reset();
    end_wait();
    run(*block);
  } else {
    wait();
  }
}

void RankExecutor::run(BlockScheduler& block) {
  if (options_.emulated != nullptr) return run_emulated(block);
  const double start = seconds_now();
  const BlockScheduler::Progress progress = block.advance(start, tiles(block));
  clock_.add(block.account(), progress.now - start);
  block.segment().passed(progress.now - start, progress.now, blocks_.size() == 1);
}

// Charged is what the piece takes on the rank that is emulated, whatever happens on this one.
void RankExecutor::run_emulated(BlockScheduler& block) {
  const double held = processor_seconds();
  const double start = seconds_now(), begin = options_.emulated->clock();
  const BlockScheduler::Progress progress = block.advance(start, tiles(block));
  const double worked = processor_seconds() - held;
  if (progress.points > 0) stretch(progress, options_.emulated->clock() - begin);
  const double end = seconds_now();
  block.segment().passed(end - start, end, blocks_.size() == 1);
  block.account() += options_.emulated->seconds_of(progress.points, worked);
}

int RankExecutor::tiles(const BlockScheduler& block) const {
  const long ahead = block.task_ahead();
  if (ahead < 0) return 1;
  const long end = std::max(block.segment_end(ahead), ahead + 1);
  double seconds = 0;
  for (long n = ahead; n < end; ++n)
    if (block.operation(n).kind == plan::Operation::Kind::compute) seconds += expected(block, n);
  return rank_order::tiles(seconds, block.pending() || awaited_ || !comm_.outbox().empty(),
                           blocks_.size());
}

double RankExecutor::expected(const BlockScheduler& block, long position) const {
  const int task = block.operation(position).task;
  const TaskTimings& known = timings_.tasks[std::size_t(task)];
  double per_point = options_.emulated != nullptr ? options_.emulated->seconds_per_point() : 0;
  if (known.points > 0) per_point = std::max(per_point, known.compute / double(known.points));
  return per_point * double(block.points_of(position));
}

void RankExecutor::stretch(const BlockScheduler::Progress& progress, double spent) {
  const std::string& task = setup_.program->tasks[std::size_t(progress.task)].name;
  const ProfileRegion region((task + " (emulated)").c_str());
  const double passed =
      options_.emulated->stretch(progress.points, spent, [this] { comm_.transport().test({}); });
  timings_.tasks[std::size_t(progress.task)].compute += passed;
}

double RankExecutor::poll() {
  bool travelling = !comm_.outbox().empty();
  for (const BlockScheduler& block : blocks_) travelling = travelling || block.pending();
  if (!travelling) return 0;
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
  return seconds + unpack;
}

// Nothing can run: the time goes to the link that the rank waits for.
void RankExecutor::wait() {
  int link = 0;
  for (const BlockScheduler& block : blocks_) link = std::max(link, block.waits_for());
  for (int l = 0; l < comm_.links(); ++l) comm_.meter(l).begin_idle();
  if (!waiting_) {
    clock_.settle();
    waiting_.emplace("wait for messages");
  }
  name_awaited();
  const double start = seconds_now();
  nap_.rest();
  const double seconds = seconds_now() - start;
  comm_.meter(link).timings().wait += seconds;
  for (int l = 0; l < comm_.links(); ++l) comm_.meter(l).end_idle(seconds);
}

void RankExecutor::name_awaited() {
  int rank = -1;
  for (const BlockScheduler& block : blocks_)
    if (rank < 0 || rank == comm_.transport().rank()) rank = block.awaited_rank();
  if (rank == awaited_rank_) return;
  for_rank_.reset();
  awaited_rank_ = rank;
  if (rank >= 0) for_rank_.emplace(awaited_region(rank).c_str());
}

void RankExecutor::end_wait() {
  for_rank_.reset();
  waiting_.reset();
  awaited_rank_ = -1;
}

}  // namespace cardon::grid_driver
