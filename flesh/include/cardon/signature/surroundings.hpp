// SPDX-License-Identifier: Apache-2.0
// What a task may know besides fields, scalars and parameters: grid and step, the face that a
// boundary fills, and the block itself.
#pragma once
#include <cardon/thorn/block.hpp>
#include <string_view>

namespace cardon {

/// The grid and the step. Directions that the grid does not have count as 0 in vectors.
struct GridView {
  Real time;           ///< of the values that the task reads: in stages, that of the stage
  Real dt;             ///< length of the running step
  Real implicit_step;  ///< in tasks of Implicit: the h of u = u* + h g(u)
  Real spacing[3],     ///< between points in x, y and z
      volume;          ///< product of the spacings of the grid's directions
  Vec3 lower,          ///< lower corner of the domain
      upper;           ///< upper corner of the domain
  Index3 points;       ///< of the whole grid
  int dimensions;      ///< of the grid: 1, 2 or 3
  long iteration;      ///< steps finished before the running one

  /// The grid and the step of a task's call.
  static GridView from(const Block& b) {
    return {b.time(),          b.dt(),
            b.implicit_step(), {b.spacing(0), b.spacing(1), b.spacing(2)},
            b.cell_volume(),   b.domain_lower(),
            b.domain_upper(),  {b.points(0), b.points(1), b.points(2)},
            b.dimensions(),    b.iteration()};
  }
  /// Declares nothing: every task may take it.
  template <class Thorn, class Task>
  static void declare(Thorn&, Task&) {}

  /// Over the directions that the grid has.
  Real smallest_spacing() const {
    Real h = spacing[0];
    for (int d = 1; d < dimensions; ++d) h = spacing[d] < h ? spacing[d] : h;
    return h;
  }
  /// Over the directions that the grid has.
  Real largest_spacing() const {
    Real h = spacing[0];
    for (int d = 1; d < dimensions; ++d) h = spacing[d] > h ? spacing[d] : h;
    return h;
  }
  /// v without the components that the grid does not have.
  Vec3 within(Vec3 v) const {
    for (int d = dimensions; d < 3; ++d) v[d] = 0;
    return v;
  }
};

/// The layer of points that a call of a boundary fills.
struct FaceView : FaceLayer {
  /// The layer of the call; see Block::face().
  static FaceView from(const Block& block) { return {block.face()}; }
  /// Declares nothing: every boundary may take it.
  template <class Thorn, class Task>
  static void declare(Thorn&, Task&) {}
};

/// The block itself, for refuse(), warn() and random numbers.
class Context {
 public:
  /// The block of a task's call.
  static Context from(const Block& block) { return Context(block); }
  /// Declares nothing: every task may take it.
  template <class Thorn, class Task>
  static void declare(Thorn&, Task&) {}
  /// The block, as refuse(), warn() and functions of a thorn's own take it.
  operator const Block&() const { return *block_; }
  /// See Block::random().
  RandomStream random(std::string_view stream) const { return block_->random(stream); }

 private:
  explicit Context(const Block& block) : block_(&block) {}
  const Block* block_;
};

}  // namespace cardon
