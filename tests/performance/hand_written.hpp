// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/page_memory.hpp>
#include <cardon/services/snapshot.hpp>
#include <memory>
#include <utility>

#include "world.hpp"

namespace cardon::performance {

enum class Physics { wave, diffusion };

/// What someone would write who needs no framework: two arrays in huge pages with padded rows,
/// loops over rows, a periodic box cut into slabs in z, one ghost plane exchanged per step. The
/// wave overwrites its oldest level.
class HandWritten {
 public:
  /// Plain row loops, and the best form known to us, which asks for data two rows ahead.
  enum class Form { plain, prefetching };

  /// Takes this rank's values of the current level (and of the past one for the wave) and their
  /// box. `factor` is (v dt)^2 or D dt; the grid is a cube of `points`^3 with the given spacing.
  HandWritten(const World& world, Physics physics, Form form, int points, Real spacing, Real factor,
              const FieldPiece& now, const FieldPiece& past);

  void steps(int n) {
    for (int i = 0; i < n; ++i) step();
  }
  /// Whether the values are the same, to the bit.
  bool equals(const FieldPiece& now) const;

 private:
  using Array = double*;  // address of the first own point
  void take(Array array, const FieldPiece& from) const;
  void step();
  void sweep_plane(int k);
  void copy_rows_of_plane(Array array, int k) const;
  void exchange_planes(Array array) const;

  const World& world_;
  Physics physics_;
  Form form_;
  int n_ = 0, planes_ = 0;
  std::ptrdiff_t sy_ = 0, sz_ = 0;
  double weight_ = 0, factor_ = 0;
  std::unique_ptr<PageMemory> memory_;
  Array now_ = nullptr, other_ = nullptr;
};

}  // namespace cardon::performance
