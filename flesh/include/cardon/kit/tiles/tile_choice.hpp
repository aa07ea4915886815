// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/tiles/segment_shape.hpp>
#include <cardon/kit/tiles/tile_settings.hpp>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace cardon {

/// What tiles are cut from, and for which caches.
struct TileRoom {
  int dimensions = 3;            ///< of the grid
  Index3 points{1, 1, 1};        ///< of a block
  std::size_t array_bytes = 0;   ///< of one array of the block
  std::size_t block_bytes = 0;   ///< of all arrays
  std::size_t second_level = 0;  ///< bytes of cache of a core
  std::size_t share = 0;         ///< bytes of the last-level cache that a thread may count on
  int threads = 1;               ///< of the rank
};

/// Who computes on this computer.
struct TileUsers {
  int ranks = 1;    ///< of this run on this computer
  int threads = 1;  ///< of each rank
};

/// Sizes of this computer's caches, shared by so many threads. Where the system does not tell them,
/// 1 MiB and 1 MiB per thread.
void set_caches(const TileUsers& users, TileRoom& room);

/// Returns the room for tiles of a block.
TileRoom tile_room(const Layout& layout, int block, const BlockStorage& storage,
                   const TileUsers& users);
/// Returns the room for tiles of `arrays` arrays that take `bytes` together.
TileRoom tile_room(const Layout& layout, int block, std::size_t bytes, int arrays,
                   const TileUsers& users);

/// Which tiles a block is swept in, and over how many steps. The rows follow from the size of the
/// caches: as many as keep a tile's working set in a third of the thread's share of the last level,
/// and what an operation reads around a plane in half of the second level, and give each thread of
/// the rank the same number of columns. Where these are many, tiles of fewer rows are tried as
/// well: such that all of a tile fits half of the second level, for hosts whose last level is slow,
/// and narrow ones; and tiles of twice the rows, where the last level has room for them, for hosts
/// whose last level is fast. Where not even few rows fit, nothing but narrow tiles are tried, for a
/// single step: tasks that read many arrays gain from rows that are still in the second-level cache
/// when the next task reads them. The number of steps, and whether tiles pay at all, is timed in
/// the run itself: segments of several lengths in tiles, and in plain sweeps, in turn; then tiles
/// of other rows of the best length; the fastest stays. Settings that leave the rows open have them
/// timed in the same way. The first segment of a run, which touches much memory for the first time,
/// does not count. Where exchanges end segments, tiles are compared with plain sweeps of segments
/// that are as long. Other programs only ever make a segment slower, so ways are compared by the
/// faster of their samples, and where plain sweeps and tiles overlap, by more of these. Where
/// segments later take much longer or shorter than when they were timed, all is timed once more:
/// another program may have disturbed it. No result of the run depends on it.
class TileChoice {
 public:
  /// `settings` may fix steps and rows; what they leave open is timed or follows from `room`.
  TileChoice(const TileSettings& settings, const TileRoom& room);

  /// Segments of one and of two steps, known before the first is executed.
  void know(const SegmentFacts& one_step, const SegmentFacts& two_steps);
  /// Whether tiles may be used at all.
  bool possible() const { return possible_; }
  /// Steps that a segment should have which nothing else ends.
  int steps() const;
  /// Into how many segments so many steps are divided, after which something ends the segment. They
  /// are about as long as steps() says, and no longer where settings say how long.
  int segments_of(int steps) const;
  /// There is an answer.
  bool decided() const;

  /// How to execute a segment: in such tiles, or, with no rows, in plain sweeps.
  TileShape shape(const SegmentFacts& facts) const;
  /// How long a segment took.
  void took(const SegmentFacts& facts, const TileShape& shape, double seconds);

  /// Time of plain sweeps / time in tiles, as it was timed; 0: it was not.
  double gain() const;
  /// Bytes of a tile of a segment.
  std::size_t working_set(const SegmentFacts& facts, const TileShape& shape) const;
  /// Returns the shape that fits the caches; no rows: the segment is too long to pay off.
  TileShape fitting(const SegmentFacts& facts) const;
  /// Returns the shape that is tried first: fitting(), or narrow tiles where there is none.
  TileShape first_tried(const SegmentFacts& facts) const;
  /// Returns all shapes that are tried: first_tried(), then those of fewer rows, then one
  /// of more rows.
  std::vector<TileShape> shapes(const SegmentFacts& facts) const;

 private:
  struct Times {
    std::vector<double> seconds;  // per instance
    std::size_t wanted;           // samples
    Times();
    double typical() const;
    double middle() const;
    double min() const;
    bool enough() const;
    bool agree() const;
  };
  /// How the instances of a segment are computed in tiles.
  struct Way {
    int instances = 0;
    int shape = 0;  // its place in shapes()
    auto operator<=>(const Way&) const = default;
  };
  static constexpr int any_length = 0;
  int length_of(const SegmentFacts& facts) const;
  const Times& plain(int length) const;
  static bool hopeless(const Times& times, const Times& plain);
  bool beaten(const Way& way, const Times& times) const;
  bool timed(const Way& way, const Times& plain) const;
  bool plainly_timed(int length) const;
  bool lengths_timed() const;
  bool tries_other_rows(const SegmentFacts& facts) const;
  std::optional<int> untimed_shape(const SegmentFacts& facts) const;
  int fastest_shape(const SegmentFacts& facts) const;
  TileShape as_the_best(const SegmentFacts& facts) const;
  Way way_of(const SegmentFacts& facts, const TileShape& shape) const;
  void want_more(const SegmentFacts& facts);
  void watch(const SegmentFacts& facts, const TileShape& shape, double seconds);
  SegmentFacts expected(int steps) const;
  int rows_for_threads(const SegmentFacts& facts, int max_rows) const;
  int rows_near(const SegmentFacts& facts) const;
  static int planes_near(const SegmentFacts& facts);
  bool is_tried(const SegmentFacts& facts) const;
  bool may_have(int steps) const;
  TileShape by_hand(const SegmentFacts& facts) const;
  TileShape fitting(const SegmentFacts& facts, int times) const;
  TileShape of_rows(const SegmentFacts& facts, int rows) const;
  TileShape in_second_level(const SegmentFacts& facts) const;
  TileShape narrow_tiles(const SegmentFacts& facts) const;
  int rows_within(const SegmentFacts& facts, std::size_t bytes) const;
  int untimed_steps() const;
  int best_tiled_steps() const;
  double min_time(int instances) const;
  const Times* known(const Way& way) const;

  TileSettings settings_;
  TileRoom room_;
  bool possible_ = false;
  SegmentFacts one_, two_;
  std::vector<int> lengths_;  // steps that are tried
  std::map<Way, Times> tiled_;
  std::map<int, Times> plain_;  // by instances, or of any length
  bool warm_ = false;           // a segment was executed
  std::vector<double> recent_;  // times of the chosen way / the typical one of then
  int looks_ = 0;               // how often all was timed once more
};

}  // namespace cardon
