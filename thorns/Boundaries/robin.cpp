// SPDX-License-Identifier: Apache-2.0
#include "robin.hpp"

#include <algorithm>
#include <cardon/services/program.hpp>
#include <cmath>

#include "face_lines.hpp"
#include "origin.hpp"

namespace cardon::boundaries {
namespace {

/// Positions of the points of line b, `depth` points inside the face.
class Positions {
 public:
  Positions(const FaceFill& face, const FaceLines& lines) : face_(face), lines_(lines) {}

  Vec3 at(int depth, int a, int b) const {
    Vec3 position;
    position[face_.direction] = coordinate(face_.direction, lines_.index(depth));
    position[lines_.inner()] = coordinate(lines_.inner(), lines_.inner_begin() + a);
    position[lines_.outer()] = coordinate(lines_.outer(), b);
    return position;
  }

 private:
  Real coordinate(int d, int i) const {
    return face_.grid->coordinate(d, i + face_.shift[std::size_t(d)]);
  }

  const FaceFill& face_;
  const FaceLines& lines_;
};

Real square(const Vec3& v) { return v.x * v.x + v.y * v.y + v.z * v.z; }

}  // namespace

int Robin::owned_layers(const Grid& grid, int direction, bool upper, int radius) const {
  require_origin_inside(grid, direction, upper, false, "robin");
  return std::max(radius, 1);
}

void Robin::fill(const FaceFill& face) const {
  const FaceLines lines(face);
  const Positions positions(face, lines);
  const Real far = face.field->far_value;
  for (int layer = 0; layer < lines.layers(); ++layer) {
    const int depth = lines.depth(layer);
    for (int b = lines.outer_begin(); b < lines.outer_end(); ++b) {
      Real* const to = face.values + lines.offset(depth, b);
      const Real* const from = face.values + lines.offset(depth + 1, b);
      for (int a = 0; a < lines.length(); ++a) {
        const Vec3 here = positions.at(depth, a, b);
        const Real power = face.value ? face.value->at(here.x, here.y, here.z, face.time) : 1;
        const Real ratio = square(positions.at(depth + 1, a, b)) / square(here);
        const std::ptrdiff_t p = a * lines.stride();
        to[p] = far + (from[p] - far) * std::pow(ratio, power / 2);
      }
    }
  }
}

}  // namespace cardon::boundaries
