// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "plan/task_decl.hpp"
#include "provenance.hpp"
#include "random_case.hpp"
#include "random_numbers.hpp"

namespace cardon::plan {

/// What the toy does wrong, in words.
struct ToyFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One point of one slot: a hash of its whole history.
struct Cell {
  static constexpr std::uint64_t poison = 0;
  std::uint64_t hash = poison;
  int value = Provenance::none;
};

/// All slots of all fields on a range of points.
class ToyFields {
 public:
  static constexpr int slots_per_field = 4;  // next, 0, 1, 2
  static int number(const Slot& slot) { return slot.field * slots_per_field + slot.level + 1; }

  ToyFields(int fields, Range range)
      : range_(range), cells_(fields * slots_per_field, std::vector<Cell>(range.hi - range.lo)) {}

  const Range& range() const { return range_; }
  Cell& at(int slot, int x) {
    if (!range_.contains(x)) throw ToyFailure("a point beyond the ghost zones is used");
    return cells_[slot][x - range_.lo];
  }
  /// Forgets everything outside `kept`.
  void poison_outside(const Range& kept) {
    for (auto& slot : cells_) {
      for (int x = range_.lo; x < range_.hi; ++x) {
        if (!kept.contains(x)) slot[x - range_.lo] = Cell{};
      }
    }
  }
  /// next -> 0 -> 1 ... up to the oldest level of the field; the next level is poisoned.
  void rotate(int field, int oldest) {
    const auto next = cells_.begin() + number({field, Slot::next_level});
    std::rotate(next, next + oldest + 1, next + oldest + 2);
    std::fill(next->begin(), next->end(), Cell{});
  }

 private:
  Range range_;
  std::vector<std::vector<Cell>> cells_;
};

/// What a task is in the toy: the hash of everything it reads around a point. `extent` is the part
/// of the line that exists; points beyond it are not read. A boundary task reads inward at faces.
/// Elsewhere it changes points too, and reads nothing but the point itself: to the planner it may
/// change any point.
struct ToyTask {
  const TaskDecl& decl;
  int moment;  // no two runs of a task give the same values
  int reach;   // of boundary tasks
  Range extent;

  bool is_face(int x) const { return x == extent.lo || x == extent.hi - 1; }

  /// Calls visit(slot, x) for every point that is read to compute point x.
  template <typename Visit>
  void for_each_read(int x, Visit visit) const {
    const int inward = x == extent.lo ? 1 : -1;
    for (const Read& read : decl.reads) {
      const int slot = ToyFields::number(read.slot);
      const int first = decl.partial ? 0 : -read.radius[0];
      const int last = !decl.partial ? read.radius[0] : is_face(x) ? reach : 0;
      for (int k = first; k <= last; ++k) {
        const int y = decl.partial ? x + k * inward : x + k;
        if (extent.contains(y)) visit(slot, y);
      }
    }
    if (!decl.partial) return;
    for (const Slot& slot : decl.writes) visit(ToyFields::number(slot), x);
  }
  /// The history of point x (global index `global`) after this task, before the number of the write
  /// is mixed in.
  std::uint64_t hash(ToyFields& fields, int x, int global) const {
    std::uint64_t h = start(global);
    for_each_read(x, [&](int slot, int y) {
      const std::uint64_t read = fields.at(slot, y).hash;
      if (read == Cell::poison) throw ToyFailure("a poisoned point is read");
      h = scramble(h ^ read);
    });
    return h;
  }
  std::uint64_t start(int global) const {
    return scramble(std::uint64_t(moment) << 32 | unsigned(global));
  }
  static std::uint64_t written(std::uint64_t hash, std::size_t write) {
    return scramble(hash + write) | 1;
  }
};

}  // namespace cardon::plan
