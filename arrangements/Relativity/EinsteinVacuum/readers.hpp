// SPDX-License-Identifier: Apache-2.0
// What tasks take from a block: variables, differences, and the constants of the parameters.
#pragma once
#include "constants.hpp"
#include "differences.hpp"
#include "fields.hpp"
#include "parameters.hpp"
#include "state.hpp"

namespace cardon::einstein {

template <class R, int n>
void take(R (&to)[n], const Components<R>& from) {
  for (int i = 0; i < n; ++i) to[i] = from[i];
}

/// Readers of the metric, its curvature and the lapse, which nearly all tasks need.
inline void take_geometry(const Block& block, State<FieldReader>& u) {
  u.chi = block.read(chi);
  u.K = block.read(K);
  take(u.g, block.read_components(g));
  take(u.A, block.read_components(A));
}

/// Readers of all variables but Gamma and B.
inline void take_readers(const Block& block, State<FieldReader>& u) {
  take_geometry(block, u);
  u.theta = block.read(theta);
  u.alpha = block.read(alpha);
  take(u.beta, block.read_components(beta));
}

template <int n>
Differences<n> differences(const Block& block) {
  Real inverse[3];
  for (int d = 0; d < 3; ++d) inverse[d] = block.spacing(d) == 0 ? 0 : 1 / block.spacing(d);
  return Differences<n>(inverse);
}

inline Constants constants(const Block& block) {
  Constants c;
  const auto of = block[shift];
  c.z4 = block[formulation] == "ccz4" ? 1 : 0;
  c.kappa1 = block[kappa1];
  c.kappa2 = block[kappa2];
  c.kappa3 = block[kappa3];
  c.log_lapse = block[lapse] == "1+log" ? 2 : 0;
  c.square_lapse = block[lapse] == "harmonic" ? 1 : 0;
  c.driver = of == "gamma-driver" ? 0.75 : 0;
  c.drives = of == "gamma-driver" ? 1 : 0;
  c.damping = block[driver_damping];
  c.harmonic = of == "harmonic" ? 1 : 0;
  return c;
}

}  // namespace cardon::einstein
