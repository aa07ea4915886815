// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/kit/tiles/depth_search.hpp>
#include <cardon/kit/tiles/ghost_depths.hpp>
#include <cardon/kit/tiles/tile_settings.hpp>
#include <cardon/services/program.hpp>
#include <cardon/services/transport.hpp>
#include <cardon/tuning/ghost_search.hpp>

namespace cardon {

/// The search of a driver that stores as many ghost layers between its blocks as have room, and
/// plans with as many as prove fastest. Ranks agree on the times.
class TimedGhostSearch : public GhostSearch {
 public:
  Next begin_search(long steps_left, long steps_taken) final;
  Next continue_search() final;
  Found found() const final { return {depth_, search_.gain()}; }
  int max_depth() const final { return depths_.max; }

 protected:
  /// Ghost layers in use.
  int depth() const { return depth_; }
  /// Uses the fewest layers that the stencils need; there is a search if memory is for more.
  void begin_with(const GhostDepths& depths);
  /// Memory is now for `max_depth` layers; those in use stay.
  void store(int max_depth) { depths_.max = max_depth; }
  /// `settings`, or, while steps in tiles are timed, those that do not compare them with plain
  /// sweeps, which the fewest layers are for.
  TileSettings while_timed(TileSettings settings) const;
  /// What the driver has now; valid until the next call.
  struct Searched {
    const Program& program;  ///< of the run
    const Layout& layout;    ///< of its blocks
    Transport& transport;    ///< between its ranks
  };

 private:
  virtual Searched searched() = 0;
  /// Whether this rank may compute in tiles. Hosts may have caches of other sizes.
  virtual bool may_tile() const = 0;
  /// Brings the driver to its end.
  virtual void settle() = 0;
  /// depth() has changed, or what while_timed() returns. After settle(); collective.
  virtual void follow_depth() = 0;
  void use(const DepthWay& way);

  DepthSearch search_;
  int depth_ = 0;
  GhostDepths depths_;
  double cycle_start_ = 0;
};

}  // namespace cardon
