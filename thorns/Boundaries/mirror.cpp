// SPDX-License-Identifier: Apache-2.0
#include "mirror.hpp"

#include "face_lines.hpp"

namespace cardon::boundaries {
namespace {

void copy_line(Real* __restrict to, const Real* __restrict from, int n, std::ptrdiff_t stride,
               Real factor) {
  if (stride == 1) {
    for (int a = 0; a < n; ++a) to[a] = factor * from[a];
  } else {
    for (int a = 0; a < n; ++a) to[a * stride] = factor * from[a * stride];
  }
}

}  // namespace

void mirror(const FaceFill& face, int sum, Real factor) {
  const FaceLines lines(face);
  for (int layer = 0; layer < lines.layers(); ++layer) {
    const int depth = lines.depth(layer);
    for (int b = lines.outer_begin(); b < lines.outer_end(); ++b)
      copy_line(face.values + lines.offset(depth, b), face.values + lines.offset(sum - depth, b),
                lines.length(), lines.stride(), factor);
  }
}

}  // namespace cardon::boundaries
