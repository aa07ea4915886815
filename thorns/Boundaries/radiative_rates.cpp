// SPDX-License-Identifier: Apache-2.0
#include "radiative_rates.hpp"

#include <algorithm>
#include <cardon/services/program.hpp>
#include <cmath>

#include "face_lines.hpp"

namespace cardon::boundaries {
namespace {

/// A point of a face, or beside it: where it lies, and what a wave does there.
class WavePoint {
 public:
  WavePoint(const FaceFill& face, const Index3& index) : face_(face) {
    const Grid& grid = *face.grid;
    Real r2 = 0;
    for (int d = 0; d < grid.dimensions; ++d) {
      const auto n = std::size_t(d);
      x_[d] = grid.coordinate(d, index[n] + face.shift[n]);
      r2 += x_[d] * x_[d];
      sense_[n] = d == face.direction ? (face.upper ? 1 : -1) : outwards(d, index[n]);
    }
    r_ = std::max(std::sqrt(r2), grid.spacing[face.direction]);  // faces may touch the origin
  }
  Real r() const { return r_; }

  /// -(v / r) (x . grad f + f - f0), f being the field whose value here is *at.
  Real rate(const Real* at) const {
    Real sum = *at - face_.field->far_value;
    const Grid& grid = *face_.grid;
    for (int d = 0; d < grid.dimensions; ++d)  // nothing travels where nobody looks around
      if (grid.radius[std::size_t(d)] > 0) sum += x_[d] * slope(at, d);
    return -face_.field->wave_speed * sum / r_;
  }

 private:
  // 1 or -1 in the layers of another face that radiates, where nothing lies beyond; else 0.
  int outwards(int d, int i) const {
    const Grid& grid = *face_.grid;
    const Face(&faces)[2] = grid.faces[d];
    if (grid.periodic[d]) return 0;
    if (faces[0].evolves && i < faces[0].owned_layers) return -1;
    return faces[1].evolves && i >= grid.points[std::size_t(d)] - faces[1].owned_layers ? 1 : 0;
  }

  Real slope(const Real* at, int d) const {
    const std::ptrdiff_t stride = d == 0 ? 1 : d == 1 ? face_.sy : face_.sz;
    const Real half = 0.5 / face_.grid->spacing[d];
    const int sense = sense_[std::size_t(d)];
    if (sense == 0) return half * (at[stride] - at[-stride]);
    const std::ptrdiff_t inwards = -sense * stride;
    return sense * half * ((3 * at[0] - 4 * at[inwards]) + at[2 * inwards]);
  }

  const FaceFill& face_;
  Vec3 x_;
  Index3 sense_{0, 0, 0};
  Real r_ = 0;
};

Real power(Real base, int n) {
  Real result = 1;
  for (int k = 0; k < n; ++k) result *= base;
  return result;
}

// The point of the rate and, where the field decays, the one inside it are at the same place in
// `values` and `rate`. There, too, differences are one-sided: with centred ones the errors of the
// two do not cancel, and waves are reflected to first order in the spacing.
void fill_point(const FaceFill& face, const Index3& index, std::ptrdiff_t at,
                std::ptrdiff_t inwards) {
  const WavePoint here(face, index);
  Real rate = here.rate(face.values + at);
  if (face.field->decay > 0) {
    Index3 next = index;
    next[std::size_t(face.direction)] += face.upper ? -1 : 1;
    const WavePoint inside(face, next);
    const Real rest = face.rate[at + inwards] - inside.rate(face.values + at + inwards);
    rate += rest * power(inside.r() / here.r(), face.field->decay);
  }
  face.rate[at] = rate;
}

}  // namespace

void fill_radiative_rates(const FaceFill& face) {
  const FaceLines lines(face);
  const auto normal = std::size_t(face.direction), inner = std::size_t(lines.inner()),
             outer = std::size_t(lines.outer());
  for (int layer = 0; layer < lines.layers(); ++layer) {
    Index3 index{0, 0, 0};
    index[normal] = lines.index(lines.depth(layer));
    for (int b = lines.outer_begin(); b < lines.outer_end(); ++b) {
      const std::ptrdiff_t at = lines.offset(lines.depth(layer), b);
      const std::ptrdiff_t inwards = lines.offset(lines.depth(layer) + 1, b) - at;
      index[outer] = b;
      for (int a = 0; a < lines.length(); ++a) {
        index[inner] = lines.inner_begin() + a;
        fill_point(face, index, at + a * lines.stride(), inwards);
      }
    }
  }
}

}  // namespace cardon::boundaries
