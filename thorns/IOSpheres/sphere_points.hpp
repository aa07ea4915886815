// SPDX-License-Identifier: Apache-2.0
// Directions and weights to integrate over a sphere.
#pragma once
#include <cardon/thorn/types.hpp>
#include <vector>

namespace cardon {

/// Nodes and weights of Gauss and Legendre on [-1, 1]: exact for polynomials up to degree 2 n - 1.
struct GaussLegendre {
  explicit GaussLegendre(int n);
  std::vector<Real> node;  ///< in descending order
  std::vector<Real> weight;
};

/// Directions at n nodes of Gauss and Legendre in cos(theta) and 2 n equal steps in phi, phi
/// fastest: exact for spherical harmonics up to degree 2 n - 1. The sum of the weights is 4 pi.
struct SpherePoints {
  explicit SpherePoints(int n);
  int thetas() const { return int(cos_theta.size()); }
  int phis() const { return int(phi.size()); }
  std::vector<Real> cos_theta, weight;  ///< of each theta; a point has weight[theta]
  std::vector<Real> phi;                ///< 0, ..., below 2 pi
  std::vector<Vec3> direction;          ///< of length 1
};

}  // namespace cardon
