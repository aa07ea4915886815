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
  int array = 0;           ///< equal numbers mean equal memory, whatever field and level it holds
  bool reads = false,      ///< the operation reads the array
      writes = false;      ///< it writes the array
  Index3 ahead{0, 0, 0};   ///< it reads so far above a point
  Index3 behind{0, 0, 0};  ///< and below
  /// Points beyond a lower face are written with the row (plane) so far inside the first one.
  Index3 late{0, 0, 0};
};

/// One operation of a segment, with its arrays as they lie at that point of the program.
struct TileInstance {
  std::vector<TileAccess> accesses;  ///< arrays that it touches
  Box region;                        ///< what it computes; the whole of cyclic directions
  Box done;                          ///< what of it has been computed before: its core
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
  int rows = 1,    ///< of y
      planes = 1;  ///< of z
  /// Whether tiles have the same size.
  bool operator==(const TileShape&) const = default;
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
  /// Returns the skew required if a later instance overwrites what an earlier one reads.
  virtual int write_after_read(const TileAccess& write, const TileAccess& read, int d) const;
  /// Returns the skew required if a later instance overwrites what an earlier one wrote.
  virtual int write_after_write(const TileAccess& later, const TileAccess& earlier, int d) const;
  /// Where the region of an instance with this skew begins in a cyclic direction.
  virtual int cyclic_shift(int skew) const { return skew; }
  /// How much farther from missing points than an earlier instance one must keep that reads what
  /// it writes, or overwrites what it reads.
  virtual int margin(const TileAccess& read, int d) const;
  /// Whether what lies beyond the end of a cyclic direction is computed at its beginning.
  virtual bool wraps() const { return true; }
  /// How many steps of a column of tiles must be done before the next column may do this one.
  virtual int steps_before(int step) const { return step + 1; }
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
/// when a segment begins. What lies farther inside can be computed meanwhile, and the rest behind
/// it, both in the order of for_each_tile.
std::vector<Index3> core_margins(std::span<const TileInstance> instances,
                                 const TileRules& rules = TileRules());

/// Whether the skews fit into the cyclic directions: images would be of another time otherwise.
bool skews_fit(std::span<const TileInstance> instances, std::span<const Index3> skews,
               const TileSpace& space);

/// Calls visit(instance, part) for parts that together are the regions of all instances, but for
/// what is done, in an order that gives the same values as one instance after the other.
void for_each_tile(std::span<const TileInstance> instances, std::span<const Index3> skews,
                   const TileSpace& space, const TileShape& shape,
                   const std::function<void(int, const Box&)>& visit,
                   const TileRules& rules = TileRules());

/// A part of for_each_tile. Tiles of the same rows are a column, their planes its steps.
struct TilePart {
  int instance = 0;  ///< index of the operation in the segment
  Box box;           ///< points that it computes
};

/// The parts of all tiles by column, for threads. The order within a column is that of
/// for_each_tile. Two columns may be computed at once, if each step of the later one comes after
/// TileRules::steps_before steps of the one before it: all that an instance needs, and all whose
/// data it overwrites, lie in tiles with no larger row and no larger plane.
struct TileColumns {
  std::vector<TilePart> parts;  ///< column after column, step after step
  /// Where the parts of each step begin, column after column; one more entry at the end.
  std::vector<std::size_t> steps;
  int columns = 0;  ///< number of columns

  /// Number of steps of each column.
  int steps_of_column() const { return columns == 0 ? 0 : int(steps.size() - 1) / columns; }
  /// What one step of a column computes, in order.
  std::span<const TilePart> parts_of(int column, int step) const {
    const auto n = std::size_t(column) * std::size_t(steps_of_column()) + std::size_t(step);
    return std::span(parts).subspan(steps[n], steps[n + 1] - steps[n]);
  }
};
/// The tiles of for_each_tile, sorted into columns and steps.
TileColumns tile_columns(std::span<const TileInstance> instances, std::span<const Index3> skews,
                         const TileSpace& space, const TileShape& shape,
                         const TileRules& rules = TileRules());

/// Rows and planes that the tiles of a segment cover together: points and lags.
Index3 tile_extent(std::span<const TileInstance> instances, std::span<const Index3> skews,
                   const TileSpace& space);

}  // namespace cardon
