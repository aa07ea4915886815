// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/emulation/compute_emulator.hpp>
#include <cardon/kit/grid/rank_order.hpp>
#include <cardon/kit/grid/redistribute.hpp>
#include <cardon/kit/idle_nap.hpp>
#include <cardon/kit/profile_region.hpp>
#include <deque>
#include <list>
#include <optional>

#include "block_scheduler.hpp"
#include "piece_clock.hpp"

namespace cardon::grid_driver {

/// Drives the blocks of one rank in the order of rank_order. Messages move on between pieces.
class RankExecutor {
 public:
  struct Options {
    bool overlap = true;  ///< false: every exchange is waited for before anything else happens
    EmulatedRank* emulated = nullptr;  ///< null: computes as fast as it can
    /// As BackgroundProgress::poll_between_pieces.
    std::function<bool()> between_pieces = [] { return false; };
    rank_order::Priorities priorities = rank_order::Priorities::border_first;
  };
  /// Everything is referred to and must outlive this.
  RankExecutor(const DriverSetup& setup, const Layout& layout, int depth, Timings& timings,
               RankComm& comm, const Options& options);

  std::list<BlockScheduler>& blocks() { return blocks_; }
  /// Gets the memory of these exchanges between blocks now, before somebody measures.
  void provide(std::span<const plan::Operation> exchanges);
  /// Takes operations over, and works until some block has nothing left to do and no block is far
  /// behind.
  void execute(std::span<const plan::Operation> operations, const StepState& state);
  /// Every block is visited when it has come to the end of what it was given.
  void visit_when_current(const Visit& visit);
  /// Works until all blocks have done everything and all messages are through.
  void finish();
  /// After finish(): other codecs or another way of waiting.
  void restart(bool overlap);
  /// From the next piece on it computes as this rank does, which must outlive it.
  void emulate(EmulatedRank& rank);
  /// After finish(), when the table of owners in the layout has changed: gives up blocks that are
  /// no longer of this rank, and returns them; begins those that have become so, as far as the
  /// other blocks are; all begin new streams of messages.
  std::list<BlockScheduler> follow_layout();
  /// As SensorReadings::steps_behind.
  double steps_behind() const;
  /// The storage of the blocks.
  BlockStorages storages();
  /// As BlockMigration::take_rank_measure, and BlockScheduler::take_measure.
  RankMeasure take_rank_measure();
  BlockMeasure take_measure(BlockScheduler& block);

 private:
  /// Whether operations are gathered to be executed together.
  bool gathers() const;
  /// Before more is appended: gives blocks what they should execute of what was gathered.
  void hand_over(const plan::Operation& next, const StepState& state);
  void hand_over_steps();
  void release(long end);
  /// Works until more may be appended.
  void work_ahead();
  void work_all();
  /// Advances the most urgent block, or waits a little for messages.
  void work();
  void run(BlockScheduler& block);
  /// Returns the s that it took.
  double poll();
  void wait();
  /// Profilers are told whose message is missing.
  void name_awaited();
  void end_wait();
  int tiles(const BlockScheduler& block) const;
  /// s that a task takes.
  double expected(const BlockScheduler& block, long position) const;
  void run_emulated(BlockScheduler& block);
  void stretch(const BlockScheduler::Progress& progress, double spent);

  const DriverSetup& setup_;
  const Layout& layout_;
  int depth_;
  Timings& timings_;
  RankComm& comm_;
  Options options_;
  OperationQueue queue_;
  std::deque<long> steps_;  // where those begin that are gathered
  long iteration_ = -1;     // of the last of them
  long step_begin_ = 0;     // where the operations of the last step begin
  long step_length_ = 0;    // operations of the step before it
  long lag_ = 0;            // by which a block may be behind
  std::list<BlockScheduler> blocks_;
  rank_order::ReadyQueue ready_;
  IdleNap nap_;
  PieceClock clock_;
  bool awaited_ = false;                  // by others
  double background_ = 0;                 // s, of messages for blocks that had something to do
  std::optional<ProfileRegion> waiting_,  // since then
      for_rank_;                          // within waiting_
  int awaited_rank_ = -1;                 // of for_rank_
};

}  // namespace cardon::grid_driver
