// SPDX-License-Identifier: Apache-2.0
// Directions of a plane wave.
#pragma once
#include "vector.hpp"

namespace cardon::einstein {

/// A direction and two more, perpendicular to it and each other, all of length 1.
struct Triad {
  Vector<Real> n{{1, 0, 0}}, e1{{0, 1, 0}}, e2{{0, 0, 1}};
};

/// n along k; k = 0 stands for the x direction.
inline Triad triad_along(const Vec3& k) {
  Triad f;
  const Real length = sqrt((k.x * k.x + k.y * k.y) + k.z * k.z);
  if (length == 0) return f;
  f.n = {{k.x / length, k.y / length, k.z / length}};
  // e1 = z x n unless n is close to z, where it is x x n; e2 = n x e1.
  const bool steep = abs(f.n[2]) > 0.9;
  f.e1 = steep ? Vector<Real>{{0, -f.n[2], f.n[1]}} : Vector<Real>{{-f.n[1], f.n[0], 0}};
  const Real norm = sqrt(dot(f.e1, f.e1));
  for (Real& c : f.e1.c) c /= norm;
  f.e2 = {{f.n[1] * f.e1[2] - f.n[2] * f.e1[1], f.n[2] * f.e1[0] - f.n[0] * f.e1[2],
           f.n[0] * f.e1[1] - f.n[1] * f.e1[0]}};
  return f;
}

}  // namespace cardon::einstein
