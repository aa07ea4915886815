// SPDX-License-Identifier: Apache-2.0
// Walking over the piece of a face that FaceFill names: layers along the normal, lines of points
// within a layer.
#pragma once
#include <cardon/services/boundary.hpp>
#include <cstddef>

namespace cardon::boundaries {

/// The points of one layer as lines. `inner` is x wherever the face is not normal to x, so that
/// lines are contiguous.
class FaceLines {
 public:
  explicit FaceLines(const FaceFill& face)
      : face_(&face),
        normal_(face.direction),
        inner_(normal_ == 0 ? 1 : 0),
        outer_(normal_ == 2 ? 1 : 2) {}

  int inner() const { return inner_; }
  int outer() const { return outer_; }
  int inner_begin() const { return face_->box.lo[std::size_t(inner_)]; }
  int inner_end() const { return face_->box.hi[std::size_t(inner_)]; }
  int outer_begin() const { return face_->box.lo[std::size_t(outer_)]; }
  int outer_end() const { return face_->box.hi[std::size_t(outer_)]; }
  int length() const { return inner_end() - inner_begin(); }

  /// Layers to fill; layer 0 is the innermost.
  int layers() const { return face_->owned_layers + face_->exterior_layers; }
  /// Index along the normal of the point `depth` points inside the face: 0 at the outermost point
  /// of the grid.
  int index(int depth) const {
    return face_->upper ? face_->grid->points[std::size_t(normal_)] - 1 - depth : depth;
  }
  /// Depth of a layer; negative outside the domain.
  int depth(int layer) const { return face_->owned_layers - 1 - layer; }

  /// Distance in storage between neighbours of a line.
  std::ptrdiff_t stride() const { return stride_of(inner_); }
  /// Offset of the first point of a line from FaceFill::values.
  std::ptrdiff_t offset(int depth, int outer_index) const {
    return index(depth) * stride_of(normal_) + outer_index * stride_of(outer_) +
           inner_begin() * stride_of(inner_);
  }

 private:
  std::ptrdiff_t stride_of(int d) const { return d == 0 ? 1 : d == 1 ? face_->sy : face_->sz; }

  const FaceFill* face_;
  int normal_, inner_, outer_;
};

}  // namespace cardon::boundaries
