// SPDX-License-Identifier: Apache-2.0
#include "extrapolation.hpp"

#include "face_lines.hpp"

namespace cardon::boundaries {
namespace {

/// Factors of the next points inside: binomial coefficients with alternating signs.
constexpr Real factors[4][4] = {{1, 0, 0, 0}, {2, -1, 0, 0}, {3, -3, 1, 0}, {4, -6, 4, -1}};

}  // namespace

int Extrapolation::owned_layers(const Grid& grid, int, bool, int) const {
  return grid.centring == Centring::vertex && outermost_ == Outermost::filled ? 1 : 0;
}

void Extrapolation::fill(const FaceFill& face) const {
  const Real* const factor = factors[points_ - 1];
  const FaceLines lines(face);
  for (int layer = 0; layer < lines.layers(); ++layer) {
    const int depth = lines.depth(layer);
    for (int b = lines.outer_begin(); b < lines.outer_end(); ++b) {
      Real* const to = face.values + lines.offset(depth, b);
      const std::ptrdiff_t inwards = lines.offset(depth + 1, b) - lines.offset(depth, b);
      for (int a = 0; a < lines.length(); ++a) {
        const std::ptrdiff_t p = a * lines.stride();
        Real value = 0;
        for (int n = 0; n < points_; ++n) value += factor[n] * to[p + (n + 1) * inwards];
        to[p] = value;
      }
    }
  }
}

}  // namespace cardon::boundaries
