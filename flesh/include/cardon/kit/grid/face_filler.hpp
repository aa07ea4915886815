// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/boundary.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/thorn/row_loop.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace cardon {

class FaceTaskRunner;

/// What a boundary task does as the levels lie at one moment, and the faces that it fills within
/// its ghost layers. All that a part needs lies together: before the next part, others use the
/// cache.
struct FaceArrays {
  /// A field of the task at a face.
  struct Filled {
    /// A boundary service, the task of a thorn, or copies of the points inside.
    enum class By { service, task, copies } by = By::service;  ///< what fills it
    FaceFill fill;                                             ///< but for the box
  };
  std::vector<Filled> fields;  ///< of one face after the other; none if there are no faces
  bool faces[3][2] = {};       ///< [direction][upper]
};

/// Order in which the parts of a region arrive whose faces are filled.
enum class PartOrder {
  any,     ///< those that touch a face are thicker than the boundary's reach
  upwards  ///< of any thickness; rows and planes in rising order
};

/// Fills what lies at the ends of a block's index space after a part of its points was computed:
/// boundary and exterior points by the boundary services, images by copies.
///
/// Faces are filled in the order x lower, x upper, y lower, ..., by the kind of their boundary:
/// first evolution, then values, then symmetries; each over the part and over the layers of the
/// faces before it in this order, so that every edge and corner point is filled by the last of its
/// faces, from points that are already right. Images follow. Everything reads along the normal
/// only, so the parts may be slabs of a block, in any order, if those which touch a face are
/// thicker than the boundary's reach. Several threads may fill different parts at once, with arrays
/// from bind(); as boundaries keep tables, one of them at a time fills a face.
class FaceFiller {
 public:
  /// Everything is referred to and must outlive this.
  FaceFiller(const DriverSetup& setup, const Layout& layout, int block,
             const BlockStorage& storage);
  ~FaceFiller();

  /// Fills the faces that a boundary task names, for its fields, where they touch `part`: points
  /// that were computed, without boundary points. Faces within `growth` ghost layers count.
  void fill_boundary(const Task& task, const Box& part, const Growth& growth,
                     const StepState& state);
  /// Fills the boundary with arrays from an earlier call of bind(). In order `upwards` a lower face
  /// is filled with the row or plane behind which all that the boundary reads is there, an upper
  /// one with the last; images of what was filled are copied.
  void fill_boundary(const Task& task, const FaceArrays& arrays, const Box& part,
                     const StepState& state, PartOrder order);
  /// The arrays of a boundary task as the levels lie now, in a step. Faces within `growth` ghost
  /// layers count.
  FaceArrays bind(const Task& task, const Growth& growth, const StepState& state) const;
  /// `part` with the face layers that fill_boundary() fills with it in the order `any`.
  Box with_faces(const Box& part, const Growth& growth) const;
  /// Calls visit(box) with `part` and the face layers that are right when the last boundary task
  /// has filled the faces of `part` in the order `upwards`: each point once for all parts.
  void visit_filled(const Box& part, const FaceArrays& arrays,
                    const std::function<void(const Box&)>& visit) const;
  /// Copies the images of the points of `part` and of the face layers it touches. `part` spans x.
  void fill_images(int field, int level, const Box& part, const Growth& growth);
  /// Copies the images of the points of a box that spans x, where these have images.
  void copy_images(int field, const FieldArray& array, const Box& box) const;

  /// Whether fill_images does anything for a field.
  bool has_images(int field) const {
    const Index3& depth = image_depth_[std::size_t(field)];
    return (depth[0] | depth[1] | depth[2]) != 0;
  }
  /// Planes that the first and the last part of a box cut in direction d must have.
  int min_thickness(int d) const { return min_thickness_[d]; }
  /// Points behind a face that its boundary reads; of all faces: [direction][upper].
  int reach(int d, bool upper) const { return reach_[d][upper]; }
  /// Reach of the boundaries at all faces: [direction][upper].
  const int (&reach() const)[3][2] { return reach_; }

 private:
  struct FaceRule {
    int direction = 0;
    bool upper = false;
    const Boundary* service = nullptr;
    std::unique_ptr<FaceTaskRunner> task;  // fills instead of the service
    std::vector<const FaceValue*> values;  // per field
  };
  struct Touched {
    bool at[3][2];
  };
  void list_faces(const DriverSetup& setup, BoundaryKind kind);
  void measure_images(const Program& program);
  void find_faces(const Growth& growth, bool (&faces)[3][2]) const;
  Touched touched(const Box& part, const bool (&faces)[3][2], PartOrder order) const;
  Box with_layers(Box part, const Touched& touch, int before, int normal) const;
  int image_count(int d, int depth) const;
  FaceArrays::Filled filled(const FaceRule& rule, const Task& task, std::size_t n,
                            const StepState& state) const;
  void fill_face(const FaceRule& rule, const Task& task, std::span<const FaceArrays::Filled> fields,
                 const Box& box, const StepState& state);
  void fill_fields(const FaceRule& rule, const Task& task,
                   std::span<const FaceArrays::Filled> fields, const Box& box,
                   const StepState& state);
  void fill_pieces(const Boundary& service, const Box& box, FaceFill& fill);

  const Program& program_;
  const Layout& layout_;
  int block_;
  const BlockStorage& storage_;
  std::vector<FaceRule> rules_;
  int order_[3][2];  // position of each face in rules_
  Box interior_, ends_;
  const bool shared_;  // several threads fill faces
  const bool wraps_;   // indices of boxes may have to be wrapped
  bool has_images_ = false;
  int reach_[3][2] = {};
  Index3 min_thickness_{1, 1, 1};
  std::vector<Index3>
      image_depth_;     // per field: how far stencils reach in the directions with images
  std::mutex filling_;  // guards what follows, the tasks of rules_ and the boundary services
  std::vector<Piece> pieces_;
};

}  // namespace cardon
