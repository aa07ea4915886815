// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

namespace euler {

/// The similarity solution of a strong explosion of no size in gas of no pressure (Sedov 1946; here
/// as in Landau and Lifshitz, Fluid Mechanics, 2nd edition, section 106, for D = 1, 2 or 3
/// directions). Where the blast wave is at R(t) = (energy t^2 / (constant density))^(1 / (D + 2)).
class SedovBlast {
 public:
  /// energy: of the explosion, per length or area for D < 3. density: of the gas at first.
  SedovBlast(int dimensions, double gamma, double energy, double density);

  /// R(t).
  double radius(double time) const;
  /// Density at the distance r.
  double density(double r, double time) const;

 private:
  void integrate(double gamma);

  int dimensions_;
  double energy_, density_, constant_ = 0;
  std::vector<double> log_ratio_;  // of density to that at first, at r / R = exp(-n * step)
};

}  // namespace euler
