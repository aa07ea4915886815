// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/grid/face_filler.hpp>
#include <cardon/kit/grid/topology.hpp>
#include <cmath>
#include <vector>

namespace cardon {
namespace {

/// Writes into every point which face filled it and from what: value = 10 * value inside + number
/// of the face.
class Stamp : public Boundary {
 public:
  Stamp(int owned, bool symmetry) : owned_(owned), symmetry_(symmetry) {}
  int owned_layers(const Grid&, int, bool, int) const override { return owned_; }
  int reach(int) const override { return 1; }
  BoundaryKind kind() const override {
    return symmetry_ ? BoundaryKind::symmetry : BoundaryKind::values;
  }
  void fill(const FaceFill& face) const override {
    const int d = face.direction, last = face.grid->points[d] - 1;
    for (int layer = face.owned_layers - 1; layer >= -face.exterior_layers; --layer) {
      Box box = face.box;
      box.lo[d] = face.upper ? last - layer : layer;
      box.hi[d] = box.lo[d] + 1;
      const std::ptrdiff_t step = (face.upper ? -1 : 1) * (d == 0 ? 1 : d == 1 ? face.sy : face.sz);
      for (int k = box.lo[2]; k < box.hi[2]; ++k)
        for (int j = box.lo[1]; j < box.hi[1]; ++j)
          for (int i = box.lo[0]; i < box.hi[0]; ++i) {
            Real* const at = face.values + (i + j * face.sy + k * face.sz);
            *at = 10 * at[step] + (2 * d + face.upper + 1);
          }
    }
  }

 private:
  int owned_;
  bool symmetry_;
};

struct Faces {
  Program program;
  DriverSetup setup;
  Task boundary, compute;
};

// Five points in x and y, seven in z; x and z have faces, y images; the lower x face is a symmetry.
Faces make_faces(int owned, int exterior) {
  Faces f;
  Grid& grid = f.program.grid;
  grid.points = {5, 5, 7};
  grid.radius = {owned + exterior, 2, owned + exterior};
  for (const int d : {0, 2}) {
    grid.periodic[d] = false;
    for (Face& face : grid.faces[d]) face = {"stamp", owned, exterior};
    f.setup.faces[d][0].service = std::make_shared<Stamp>(owned, d == 0);
    f.setup.faces[d][1].service = std::make_shared<Stamp>(owned, false);
  }
  GridFunction field;
  field.name = "u";
  field.role = Role::evolved;
  f.program.fields = {field};
  f.compute.bindings.resize(1);
  f.compute.bindings[0].reads = true;
  f.compute.bindings[0].radius = grid.radius;
  f.program.tasks = {f.compute};
  f.boundary.kind = Task::boundary;
  f.boundary.fields = {0};
  for (auto& sides : f.boundary.faces)
    for (bool& face : sides) face = true;
  return f;
}

// What a point must hold: its own seed inside, stamps of the faces in the order x upper, z lower, z
// upper, x lower.
Real expected(const Box& interior, Index3 at) {
  const auto stamp = [](Real inside, int number) { return 10 * inside + number; };
  if (at[0] < interior.lo[0]) return stamp(expected(interior, {at[0] + 1, at[1], at[2]}), 1);
  if (at[2] >= interior.hi[2]) return stamp(expected(interior, {at[0], at[1], at[2] - 1}), 6);
  if (at[2] < interior.lo[2]) return stamp(expected(interior, {at[0], at[1], at[2] + 1}), 5);
  if (at[0] >= interior.hi[0]) return stamp(expected(interior, {at[0] - 1, at[1], at[2]}), 2);
  return at[0] + 0.1 * ((at[1] + 5) % 5) + 0.01 * at[2];
}

void fill_in_slabs(const Faces& f, const Layout& layout, BlockStorage& storage, int thickness) {
  FaceFiller filler(f.setup, layout, 0, storage);
  EXPECT_EQ(filler.min_thickness(2), 1);
  const Box interior = f.program.grid.interior();
  for (int k = interior.lo[2]; k < interior.hi[2]; k += thickness) {
    Box slab = interior;
    slab.lo[2] = k;
    slab.hi[2] = std::min(k + thickness, interior.hi[2]);
    for (int z = slab.lo[2]; z < slab.hi[2]; ++z)
      for (int y = 0; y < 5; ++y)
        for (int x = slab.lo[0]; x < slab.hi[0]; ++x)
          storage.array(0, 0).row(y, z)[x] = expected(interior, {x, y, z});
    filler.fill_boundary(f.boundary, slab, 0, {});
    filler.fill_images(0, 0, slab, 0);
  }
}

TEST(FaceFiller, FillsFacesEdgesCornersAndImagesOnceAndInOrder) {
  for (const auto& [owned, exterior] :
       std::vector<std::pair<int, int>>{{1, 0}, {1, 1}, {0, 2}, {2, 1}})
    for (const int thickness : {7, 2, 1}) {
      Faces f = make_faces(owned, exterior);
      f.setup.program = &f.program;
      const Layout layout(f.program.grid, decompose(f.program.grid, {1, 1, 1}));
      BlockStorage storage(f.program.grid, layout.owned(0), layout.stored(0, 1), f.program.fields);
      fill_in_slabs(f, layout, storage, thickness);
      const Box all = layout.with_exterior(layout.tile(0));
      EXPECT_EQ(all.extent(1), 9);
      for (int k = all.lo[2]; k < all.hi[2]; ++k)
        for (int j = all.lo[1]; j < all.hi[1]; ++j)
          for (int i = all.lo[0]; i < all.hi[0]; ++i)
            ASSERT_EQ(storage.array(0, 0).row(j, k)[i],
                      expected(f.program.grid.interior(), {i, j, k}))
                << i << " " << j << " " << k << ", owned " << owned << ", exterior " << exterior
                << ", slabs of " << thickness;
    }
}

TEST(FaceFiller, FillsOnlyTheFacesOfTheTask) {
  Faces f = make_faces(1, 0);
  f.setup.program = &f.program;
  f.boundary.faces[2][1] = false;
  const Layout layout(f.program.grid, decompose(f.program.grid, {1, 1, 1}));
  BlockStorage storage(f.program.grid, layout.owned(0), layout.stored(0, 1), f.program.fields);
  fill_in_slabs(f, layout, storage, 7);
  EXPECT_TRUE(std::isnan(storage.array(0, 0).row(2, 6)[2]));
  EXPECT_EQ(storage.array(0, 0).row(2, 0)[2], expected(f.program.grid.interior(), {2, 2, 0}));
}

TEST(FaceFiller, ContinuesFieldsThatAreNotAdvancedFlatButMirrorsThem) {
  Faces f = make_faces(1, 1);
  f.setup.program = &f.program;
  f.program.fields[0].role = Role::auxiliary;
  const Layout layout(f.program.grid, decompose(f.program.grid, {1, 1, 1}));
  BlockStorage storage(f.program.grid, layout.owned(0), layout.stored(0, 1), f.program.fields);
  fill_in_slabs(f, layout, storage, 7);
  const Box interior = f.program.grid.interior();
  EXPECT_EQ(storage.array(0, 0).row(2, -1)[2], expected(interior, {2, 2, 1}));
  EXPECT_EQ(storage.array(0, 0).row(2, 7)[2], expected(interior, {2, 2, 5}));
  EXPECT_EQ(storage.array(0, 0).row(2, 2)[5], expected(interior, {3, 2, 2}));
  EXPECT_EQ(storage.array(0, 0).row(2, 2)[0], 10 * expected(interior, {1, 2, 2}) + 1);
}

}  // namespace
}  // namespace cardon
