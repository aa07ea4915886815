// SPDX-License-Identifier: Apache-2.0
// Random segments on a plane of rows and planes whose values carry their history: each is a hash of
// the instance that made it and of all that it was made from.
#pragma once
#include <cardon/kit/tiles/tile_order.hpp>
#include <cstdint>
#include <random>
#include <vector>

namespace cardon::test {

/// How the index space of a direction ends.
enum class Ends { cyclic, cut, faces };

/// A boundary operation: faces of direction d have `layers` filled rows beyond the interior.
struct ToyFaces {
  std::vector<int> arrays, old;  ///< filled, and read besides
  int reach[3][2] = {};
  bool z_first = false;
};

struct ToyInstance {
  TileInstance tile;
  std::vector<ToyFaces> faces;  ///< one for a boundary operation, else none
};

struct HistoryCase {
  Index3 points{1, 1, 1};
  Ends ends[3] = {};
  int owned = 0, exterior = 0;  ///< layers at faces
  int arrays = 0;
  std::vector<ToyInstance> program;
  TileShape shape;

  std::vector<TileInstance> instances() const;
  TileSpace space() const;
  Box interior() const;
};

/// Any mix of ends, accesses, regions, boundary operations and shapes of tiles.
HistoryCase random_case(std::mt19937& random);

using History = std::vector<std::uint64_t>;
/// All values after the segment: one instance after the other, and in tiles.
History plain(const HistoryCase& the_case);
History tiled(const HistoryCase& the_case, const TileRules& rules);
/// How what lies around a core is computed.
enum class Rest { in_tiles, one_by_one };
/// Values beyond cut ends come when the core has been computed in tiles; then the rest is.
History with_core(const HistoryCase& the_case, const TileRules& rules, Rest rest);

/// Columns by some threads, which do the next part in any order that the rules allow.
History in_columns(const HistoryCase& the_case, int threads, std::mt19937& random,
                   const TileRules& rules);

}  // namespace cardon::test
