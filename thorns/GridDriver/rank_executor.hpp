// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/grid/redistribute.hpp>
#include <list>

#include "block_walk.hpp"
#include "padding.hpp"

namespace cardon::grid_driver {

/// Drives the blocks of one rank. Always runs the most urgent piece that can run: blocks that feed
/// a wide link first, else the one farthest behind; messages move on between pieces.
class RankExecutor {
 public:
  struct Options {
    bool overlap = true;  ///< false: every exchange is waited for before anything else happens
    Padding padding;
  };
  /// Everything is referred to and must outlive this.
  RankExecutor(const DriverSetup& setup, const Layout& layout, int depth, Timings& timings,
               Wire& wire, const Options& options);

  std::list<BlockWalk>& blocks() { return blocks_; }
  /// Takes operations over, and works until some block has nothing left to do and no block is far
  /// behind.
  void execute(std::span<const plan::Operation> operations, const StepState& state);
  /// As Driver::look.
  void look(const Look& look);
  /// Works until all blocks have done everything and all messages are through.
  void finish();
  /// After finish(): other codecs (of the wire) or another way of waiting.
  void restart(bool overlap);
  /// The storage of the blocks.
  BlockStorages storages();

 private:
  bool may_run(const BlockWalk& block, long slowest) const;
  BlockWalk* most_urgent();
  long slowest() const;
  /// Advances the most urgent block, or waits a little for messages.
  void work();
  void run(BlockWalk& block);
  void poll();
  void wait();
  int tiles(const BlockWalk& block) const;
  void pad(const BlockWalk::Progress& progress, double started);

  Timings& timings_;
  Wire& wire_;
  Options options_;
  OperationQueue queue_;
  std::list<BlockWalk> blocks_;
  long behind_ = 0;      // operations that a block may be behind others
  int idle_rounds_ = 0;  // since something could be done
};

}  // namespace cardon::grid_driver
