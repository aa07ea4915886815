// SPDX-License-Identifier: Apache-2.0
// The order in which several operations of a plan can be computed on one block, tile by tile, so
// that data stay in cache from one operation to the next. A pure function; see
// flesh/doc/how-the-driver-thinks.md.
#pragma once
#include <cardon/thorn/box.hpp>
#include <functional>
#include <span>
#include <vector>

namespace cardon {

/// How an operation touches one array. Numbers are points by direction.
struct TileAccess {
  int array = 0;  ///< equal numbers mean equal memory, whatever field and level it holds
  bool reads = false, writes = false;
  Index3 ahead{0, 0, 0};   ///< it reads so far above a point
  Index3 behind{0, 0, 0};  ///< and below
  /// Points beyond a lower face are written with the row (plane) so far inside the first one.
  Index3 late{0, 0, 0};
};

/// One operation of a segment, with its arrays as they lie at that point of the program.
struct TileInstance {
  std::vector<TileAccess> accesses;
  Box region;  ///< what it computes; the whole of cyclic directions
};

/// What is the same for all instances of a segment.
struct TileSpace {
  /// Points of directions whose ends are neighbours within the block, and whose images at both ends
  /// are copied as soon as the points are there; 0: no such direction.
  Index3 cyclic{0, 0, 0};
  /// Rows (planes) below lo belong to the same tile as row lo, those from hi on to that of hi - 1.
  Box anchors{{-1 << 28, -1 << 28, -1 << 28}, {1 << 28, 1 << 28, 1 << 28}};
};

/// Rows of y and planes of z by which tiles advance.
struct TileShape {
  int rows = 1, planes = 1;
};

/// The rules that make an order legal. They are virtual so that a test can break one at a time.
class TileRules {
 public:
  /// A rule that does not ask for anything.
  static constexpr int none = -1 << 28;

  virtual ~TileRules() = default;
  /// How much more an instance must be skewed in direction d than an earlier one, where it reads
  /// what that one writes, overwrites what that one reads, or overwrites what that one writes.
  virtual int read_after_write(const TileAccess& read, const TileAccess& write, int d) const;
  virtual int write_after_read(const TileAccess& write, const TileAccess& read, int d) const;
  virtual int write_after_write(const TileAccess& later, const TileAccess& earlier, int d) const;
  /// Where the region of an instance with this skew begins in a cyclic direction.
  virtual int cyclic_shift(int skew) const { return skew; }
  /// How much farther from missing points than an earlier instance one must keep that reads what
  /// it writes, or overwrites what it reads.
  virtual int margin(const TileAccess& read, int d) const;
  /// Whether what lies beyond the end of a cyclic direction is computed at its beginning.
  virtual bool wraps() const { return true; }
};

/// How many rows and planes each instance lags behind the first one; nothing in x, whose rows stay
/// whole. For each pair of instances with a common array that one of them writes, in each
/// direction, the later one lags behind the earlier one by at least the reach of the read.
///
/// After the time skewing of D. Wonnacott, "Achieving scalable locality with time skewing",
/// Int. J. Parallel Programming 30 (2002) 181.
std::vector<Index3> tile_skews(std::span<const TileInstance> instances,
                               const TileRules& rules = TileRules());

/// How far each instance must keep, in all three directions, from points that are still to arrive
/// when a segment begins. What lies farther inside can be computed meanwhile, in the order of
/// for_each_tile; the rest behind it, one instance after the other.
std::vector<Index3> core_margins(std::span<const TileInstance> instances,
                                 const TileRules& rules = TileRules());

/// Whether the skews fit into the cyclic directions: images would be of another time otherwise.
bool skews_fit(std::span<const TileInstance> instances, std::span<const Index3> skews,
               const TileSpace& space);

/// Calls visit(instance, part) for parts that together are the regions of all instances, in an
/// order that gives the same values as one instance after the other.
void for_each_tile(std::span<const TileInstance> instances, std::span<const Index3> skews,
                   const TileSpace& space, const TileShape& shape,
                   const std::function<void(int, const Box&)>& visit,
                   const TileRules& rules = TileRules());

}  // namespace cardon
