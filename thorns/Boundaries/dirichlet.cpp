// SPDX-License-Identifier: Apache-2.0
#include "dirichlet.hpp"

#include "face_lines.hpp"

namespace cardon::boundaries {
namespace {

Real coordinate(const FaceFill& face, int d, int i) {
  return face.grid->coordinate(d, i + face.shift[std::size_t(d)]);
}

/// g at the face, beside the point a of line b.
Real value_at_face(const FaceFill& face, const FaceLines& lines, int a, int b) {
  if (face.expression == nullptr) return 0;
  Vec3 at;
  at[face.direction] = (face.upper ? face.grid->upper : face.grid->lower)[face.direction];
  at[lines.inner()] = coordinate(face, lines.inner(), a);
  at[lines.outer()] = coordinate(face, lines.outer(), b);
  return (*face.expression)(at.x, at.y, at.z, face.time);
}

}  // namespace

int Dirichlet::owned_layers(const Grid& grid, int, bool, int) const {
  return grid.centring == Centring::vertex ? 1 : 0;
}

void Dirichlet::fill(const FaceFill& face) const {
  const FaceLines lines(face);
  const bool vertex = face.owned_layers == 1;
  const int sum = vertex ? 0 : -1;  // of the depths of a point outside and its image
  for (int b = lines.outer_begin(); b < lines.outer_end(); ++b)
    for (int a = lines.inner_begin(); a < lines.inner_end(); ++a) {
      const Real g = value_at_face(face, lines, a, b);
      Real* const point = face.values + (a - lines.inner_begin()) * lines.stride();
      for (int layer = 0; layer < lines.layers(); ++layer) {
        const int depth = lines.depth(layer);
        point[lines.offset(depth, b)] =
            depth >= 0 ? g : 2 * g - point[lines.offset(sum - depth, b)];
      }
    }
}

}  // namespace cardon::boundaries
