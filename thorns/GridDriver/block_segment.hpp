// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_executor.hpp>
#include <cardon/kit/tiles/segment_executor.hpp>
#include <cardon/kit/tiles/tile_choice.hpp>
#include <cardon/services/tile_facts.hpp>
#include <deque>
#include <vector>

namespace cardon::grid_driver {

/// Executes the operations of a segment on one block: tile by tile, or one after the other,
/// whichever the first segments prove faster. While messages travel, tiles compute the core of the
/// whole segment, sweeps that of its first task only; so what is compared includes waiting.
class BlockSegment {
 public:
  using Operations = std::vector<SegmentOperation>;
  using Progress = SegmentExecutor::Progress;

  /// Everything is referred to and must outlive this. `ranks`: that share this computer.
  BlockSegment(const DriverSetup& setup, const Layout& layout, BlockExecutor& block,
               Timings& timings, double& image_seconds, int ranks);

  /// Whether tiles may be used at all.
  bool possible() const { return choice_.possible(); }
  /// Steps of a segment that no exchange ends; 0: not known before know() is called.
  int steps() const { return knows_ ? choice_.steps() : 0; }
  bool decided() const { return choice_.decided(); }
  /// Forgets what was timed; from now on tiles are chosen by other settings. Nothing is running.
  void choose_again(const TileSettings& settings);
  /// The operations of the first step of a run, and of the first two.
  void know(const Operations& one_step, const Operations& two_steps);

  /// Whether operations can be computed tile by tile.
  bool fits(const Operations& operations) { return known(operations).facts.fits; }
  /// `pieces`: calls of advance() that it should take.
  void begin(Operations operations, const Pending& pending, int pieces, double start);
  /// Has begun, and is not done.
  bool running() const { return running_; }
  /// What comes next needs no points that are pending.
  bool core_left() const;
  /// Computes a piece.
  Progress advance(double start);
  /// After each piece: it took so many s and ended `now`. `alone`: the rank has no other block, so
  /// that what passes between the pieces is waiting for messages.
  void passed(double seconds, double now, bool alone);

  TileFacts::Tiles tiles() const { return tiles_; }

 private:
  /// Segments come again and again.
  struct Known {
    std::vector<GrownTask> tasks;
    SegmentShape shape;
  };
  const SegmentShape& known(const Operations& operations);
  const Task& task(std::size_t n) const;
  void begin_operation(const Pending& pending);
  Progress advance_plainly(double start);
  void end();
  void finish(double seconds);

  const DriverSetup& setup_;
  BlockExecutor& block_;
  SegmentExecutor executor_;
  TileRoom room_;
  TileChoice choice_;
  bool knows_ = false;
  std::deque<Known> known_;

  // The running segment.
  bool running_ = false;
  bool computed_ = false;  // completely; how long it took is still to be said
  Operations operations_;
  SegmentFacts facts_;
  TileShape shape_;       // without rows: one operation after the other
  std::size_t next_ = 0;  // the first operation that has not begun
  bool first_ = false;    // the running operation is the first one
  int pieces_ = 1;
  double start_ = 0, seconds_ = 0;  // when it began, and of its pieces
  TileFacts::Tiles tiles_;
};

}  // namespace cardon::grid_driver
