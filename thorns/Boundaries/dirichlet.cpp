// SPDX-License-Identifier: Apache-2.0
#include "dirichlet.hpp"

#include "face_lines.hpp"

namespace cardon::boundaries {
namespace {

/// The point of the face beside point a of line b, both counted in the domain.
Vec3 at_face(const FaceFill& face, const FaceLines& lines, int a, int b) {
  Vec3 at;
  at[face.direction] = (face.upper ? face.grid->upper : face.grid->lower)[face.direction];
  at[lines.inner()] = face.grid->coordinate(lines.inner(), a);
  at[lines.outer()] = face.grid->coordinate(lines.outer(), b);
  return at;
}

CoveredLines lines_of(const FaceFill& face, const FaceLines& lines) {
  const int a = face.shift[std::size_t(lines.inner())], b = face.shift[std::size_t(lines.outer())];
  return {lines.inner_begin() + a, lines.inner_end() + a, lines.outer_begin() + b,
          lines.outer_end() + b};
}

/// One line of g: the face itself gets it, what lies outside continues oddly about it.
void fill_line(const FaceFill& face, const FaceLines& lines, int b, const std::vector<Real>& g) {
  const int sum = face.owned_layers == 1 ? 0 : -1;  // of the depths of a point and its image
  for (int layer = 0; layer < lines.layers(); ++layer) {
    const int depth = lines.depth(layer);
    Real* const to = face.values + lines.offset(depth, b);
    const Real* const from = face.values + lines.offset(sum - depth, b);
    for (std::size_t n = 0; n < g.size(); ++n) {
      const std::ptrdiff_t p = std::ptrdiff_t(n) * lines.stride();
      to[p] = depth >= 0 ? g[n] : 2 * g[n] - from[p];
    }
  }
}

}  // namespace

int Dirichlet::owned_layers(const Grid& grid, int, bool, int) const {
  return grid.centring == Centring::vertex ? 1 : 0;
}

SpaceTable& Dirichlet::table(const FaceFill& face) const {
  for (SpaceTable& t : tables_)
    if (t.is_of(face)) return t;
  return tables_.emplace_back(face);
}

void Dirichlet::fill(const FaceFill& face) const {
  static const FaceValue zero{.space = {}, .time = [](Real) { return Real(0); }, .both = {}};
  const FaceValue& value = face.value ? *face.value : zero;
  const FaceLines lines(face);
  const CoveredLines here = lines_of(face, lines);
  SpaceTable* const known = value.space ? &table(face) : nullptr;
  if (known)
    known->cover(here, [&](int a, int b) {
      const Vec3 at = at_face(face, lines, a, b);
      return value.space(at.x, at.y, at.z);
    });
  const Real now = value.time ? value.time(face.time) : 1;
  std::vector<Real> g(std::size_t(lines.length()));
  for (int b = here.b0; b < here.b1; ++b) {
    const Real* const space = known ? known->line(here.a0, b) : nullptr;
    for (std::size_t n = 0; n < g.size(); ++n) {
      g[n] = space ? space[n] * now : now;
      if (!value.both) continue;
      const Vec3 at = at_face(face, lines, here.a0 + int(n), b);
      g[n] *= value.both(at.x, at.y, at.z, face.time);
    }
    fill_line(face, lines, lines.outer_begin() + (b - here.b0), g);
  }
}

}  // namespace cardon::boundaries
