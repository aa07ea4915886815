// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/page_memory.hpp>
#include <cardon/services/grid.hpp>
#include <cardon/services/program.hpp>
#include <cardon/thorn/box.hpp>
#include <cstddef>
#include <memory>
#include <vector>

namespace cardon {

class ThreadTeam;

/// Where one level of one field lies: address of a point = origin + i + j * sy + k * sz with its
/// global indices.
struct FieldArray {
  Real* origin = nullptr;  ///< address of point (0, 0, 0), inside the storage or not
  std::ptrdiff_t sy = 0,   ///< stride of y, in values; x has stride 1
      sz = 0;              ///< stride of z
  /// Add i to get the point (i, j, k).
  Real* row(int j, int k) const { return origin + j * sy + k * sz; }
};

/// The arrays of all fields on one block, x fastest. The first owned point of every row is aligned
/// to 64 bytes, rows are padded to whole cache lines, and arrays start at different offsets in a
/// page so that equal points of different arrays do not compete for the same cache sets. All values
/// start as NaN. Arrays that are never asked for or taken get no memory: fields that only outputs
/// need which the run does not have. Strides of directions that the grid does not have are 0.
class BlockStorage {
 public:
  /// `team`: its threads write to the slabs of an array first that they compute; null: the calling
  /// thread does.
  BlockStorage(const Grid& grid, const Box& owned, const Box& stored,
               const std::vector<GridFunction>& fields, ThreadTeam* team = nullptr);

  /// Levels as in plan::Slot: 0 current, n > 0 past, -1 next. Where a field overwrites, next is the
  /// oldest level.
  FieldArray array(int field, int level) const;
  /// The same for readers: one row of NaN stands for all rows if nobody ever asked for the array.
  FieldArray seen(int field, int level) const;
  /// Which array a level lies in: equal numbers mean equal memory.
  int array_number(int field, int level) const;
  /// Whether anybody ever asked for the array of a level; else it holds nothing.
  bool in_use(int field, int level) const {
    return arrays_[std::size_t(array_number(field, level))].asked;
  }
  /// Gets the memory of the arrays of these fields now, before somebody asks for them while he
  /// measures.
  void take(const std::vector<GridFunction>& fields);
  /// next becomes current, current becomes past 1, and so on; the oldest array becomes next.
  void rotate(int field);

  /// The points of every array, ghost points and images included.
  const Box& stored() const { return stored_; }
  /// Number of arrays of all fields.
  int arrays() const { return int(ring_.size()); }
  /// Bytes of all arrays, padding included.
  std::size_t bytes() const { return bytes_; }
  /// Bytes of one slab of one array, one point thick in the slowest direction.
  std::size_t slab_bytes() const { return std::size_t(slab_) * sizeof(Real); }
  /// The same of a block that is not made.
  static std::size_t slab_bytes(const Grid& grid, const Box& owned, const Box& stored);
  /// What a block would need for all fields, without taking it.
  static std::size_t bytes_needed(const Box& owned, const Box& stored,
                                  const std::vector<GridFunction>& fields);

 private:
  struct Shape {
    std::ptrdiff_t lead, pitch, plane, total;
  };
  static Shape shape(const Box& owned, const Box& stored);
  struct Array {
    Real* first = nullptr;   // of its memory
    Real* origin = nullptr;  // point (0, 0, 0)
    bool filled = false;     // with NaN, at first
    bool asked = false;      // for
  };

  void need(Array& array) const;
  void fill(Real* values) const;

  Box stored_;
  ThreadTeam* team_;
  std::ptrdiff_t sy_ = 0, sz_ = 0, slab_ = 0, total_ = 0;
  std::vector<int> past_;   // per field its past levels
  std::vector<int> first_;  // per field the first of its arrays in ring_; one more entry at the end
  std::vector<int> ring_;   // per field its arrays in the order current, past 1, ..., next
  std::size_t bytes_ = 0;
  std::unique_ptr<PageMemory> memory_;
  mutable std::vector<Array> arrays_;
  mutable std::vector<Real> unset_;  // a row of an array that nobody asked for
};

}  // namespace cardon
