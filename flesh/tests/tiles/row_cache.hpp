// SPDX-License-Identifier: Apache-2.0
// A cache that keeps the rows used last, for counting what an order of tiles moves from and to
// memory.
#pragma once
#include <cardon/kit/tiles/tile_order.hpp>
#include <cstdint>
#include <vector>

namespace cardon::test {

/// Rows of some arrays on a periodic square of rows and planes.
class RowCache {
 public:
  RowCache(std::size_t rows, int side, int arrays)
      : rows_(rows), side_(side), memory_(std::size_t(side) * std::size_t(side * arrays)) {}
  RowCache(const RowCache&) = delete;
  RowCache& operator=(const RowCache&) = delete;

  /// All rows that an operation touches on these points: the neighbours that it reads, and its own.
  void compute(const TileInstance& instance, const Box& part) {
    for (int z = part.lo[2]; z < part.hi[2]; ++z)
      for (int y = part.lo[1]; y < part.hi[1]; ++y)
        for (const TileAccess& access : instance.accesses) touch(access, y, z);
  }

  /// Rows read from memory and written to it, since the counts were forgotten.
  void forget_counts() { transferred_ = 0; }
  /// Their number.
  long transferred() const { return transferred_; }

 private:
  struct Entry {
    std::uint32_t newer = 0, older = 0;
    bool here = false, changed = false;
  };

  void touch(const TileAccess& access, int y, int z) {
    if (access.reads)
      for (int d = 1; d < 3; ++d)
        for (int n = -access.behind[d]; n <= access.ahead[d]; ++n)
          use(access.array, d == 1 ? y + n : y, d == 2 ? z + n : z, false);
    if (access.writes) use(access.array, y, z, true);
  }

  // What is written is read before, as processors do.
  void use(int array, int y, int z, bool changes) {
    y = (y + side_) % side_;
    z = (z + side_) % side_;
    const auto row = std::uint32_t((array * side_ + z) * side_ + y);
    Entry& entry = entries_[row];
    if (entry.here)
      take_out(row);
    else {
      ++transferred_;
      ++held_;
      entry.here = true;
    }
    entry.changed = entry.changed || changes;
    put_first(row);
    if (held_ > rows_) drop_oldest();
  }

  void take_out(std::uint32_t row) {
    const Entry& entry = entries_[row];
    (entry.newer == none_ ? newest_ : entries_[entry.newer].older) = entry.older;
    (entry.older == none_ ? oldest_ : entries_[entry.older].newer) = entry.newer;
  }
  void put_first(std::uint32_t row) {
    entries_[row].newer = none_;
    entries_[row].older = newest_;
    (newest_ == none_ ? oldest_ : entries_[newest_].newer) = row;
    newest_ = row;
  }
  void drop_oldest() {
    const std::uint32_t row = oldest_;
    take_out(row);
    transferred_ += entries_[row].changed ? 1 : 0;
    entries_[row].here = entries_[row].changed = false;
    --held_;
  }

  std::size_t rows_, held_ = 0;
  int side_;
  long transferred_ = 0;
  static constexpr std::uint32_t none_ = ~std::uint32_t{0};
  std::uint32_t newest_ = none_, oldest_ = none_;
  std::vector<Entry> memory_;
  Entry* const entries_ = memory_.data();  // tests are not optimised: indexing the vector is a call
};

}  // namespace cardon::test
