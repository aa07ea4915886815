// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/tiles/segment_executor.hpp>
#include <cardon/kit/tiles/tile_choice.hpp>
#include <cardon/services/tile_facts.hpp>
#include <functional>
#include <map>
#include <span>
#include <vector>

namespace cardon {

/// The operations that a block has still to execute since its last exchange. They are executed as
/// segments: in tiles, or in plain sweeps, as TileChoice says.
class SegmentQueue {
 public:
  using Operations = std::span<const SegmentOperation>;  ///< in the order of the plan
  /// What the driver does.
  struct Driver {
    std::function<void(Operations)> sweep;         ///< executes operations one after the other
    std::function<bool()> pending;                 ///< ghost points are on their way
    std::function<double(double start)> progress;  ///< moves them on, from `start`; when it ended
    std::function<void()> complete;                ///< waits for them
    std::function<double()> watching;              ///< s that showing points has taken
  };
  /// `setup` is referred to. `endless`: no exchange ever ends a segment, as nothing is cut.
  SegmentQueue(const DriverSetup& setup, SegmentExecutor executor, TileChoice choice, bool endless,
               Driver driver);

  /// May execute what is there when a step begins.
  void append(const SegmentOperation& operation);
  /// Executes everything.
  void run();
  /// Lets a reader see the fields as they are behind what was appended: now, or in a later call.
  void visit(const std::function<void()>& look);

  /// Returns the tiles of the last segment of the chosen length or a longer one, or of the usual
  /// length where exchanges end segments.
  TileFacts::Tiles tiles() const { return tiles_; }

 private:
  bool may_wait(const SegmentOperation& operation) const;
  void begin_step();
  void run_steps(std::size_t steps);
  void run_tiles(Operations operations, const SegmentShape& segment, const TileShape& shape);
  void run_segment(Operations operations, int steps);
  bool is_usual(int steps);
  void note(const SegmentFacts& facts, const TileShape& shape, int steps);

  const DriverSetup& setup_;
  SegmentExecutor executor_;
  TileChoice choice_;
  bool endless_;
  Driver driver_;
  std::vector<SegmentOperation> waiting_;
  std::vector<std::size_t> steps_;            // where each of them begins
  std::vector<std::function<void()>> looks_;  // behind what waits
  bool waits_ = false, knows_ = false;
  std::map<int, long> steps_in_;  // segments of a length
  TileFacts::Tiles tiles_;
};

}  // namespace cardon
