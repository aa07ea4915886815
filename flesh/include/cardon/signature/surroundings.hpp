// SPDX-License-Identifier: Apache-2.0
// What a task may know besides fields, scalars and parameters: grid and step, the face that a
// boundary fills, and what messages and random numbers belong to.
#pragma once
#include <cardon/thorn/block.hpp>
#include <cardon/thorn/refuse.hpp>
#include <string>
#include <string_view>
#include <utility>

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
  /// The sum of 2 / h^2 over the directions: forward Euler of du/dt = D laplacian(u), of order 2,
  /// is stable for steps up to 1 / (D laplacian_rate()), in 1/length^2.
  Real laplacian_rate() const {
    Real sum = 0;
    for (int d = 0; d < dimensions; ++d) sum += 2 / (spacing[d] * spacing[d]);
    return sum;
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

/// What a task calls refuse(), warn() and random numbers with. It leads to no field.
class Context {
 public:
  /// The context of a task's call.
  static Context from(const Block& block) { return Context(block); }
  /// Declares nothing: every task may take it.
  template <class Thorn, class Task>
  static void declare(Thorn&, Task&) {}
  /// See Block::random().
  RandomStream random(std::string_view stream) const { return block_->random(stream); }
  /// As refuse(block, parameter, ...); `parameter`: its constant, or its name.
  template <class Which>
  [[noreturn]] friend void refuse(const Context& context, const Which& parameter, std::string slug,
                                  std::string message, std::string help) {
    cardon::refuse(*context.block_, parameter, std::move(slug), std::move(message),
                   std::move(help));
  }
  /// As warn(block, parameter, ...); `parameter`: its constant, or its name.
  template <class Which>
  friend void warn(const Context& context, const Which& parameter, std::string slug,
                   std::string message, std::string help) {
    cardon::warn(*context.block_, parameter, std::move(slug), std::move(message), std::move(help));
  }

 private:
  explicit Context(const Block& block) : block_(&block) {}
  const Block* block_;
};

}  // namespace cardon
