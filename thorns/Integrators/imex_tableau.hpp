// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/integrator.hpp>
#include <vector>

namespace cardon::integrators {

/// A Runge-Kutta method that is explicit for f and diagonally implicit for g, of u' = f(u) + g(u):
///   u_i = u + dt sum_j explicit_rows[i][j] f(u_j) + dt sum_j implicit_rows[i][j] g(u_j)
/// with u_0 = u; f sees j < i, g sees 0 < j <= i. The last row is the next state; where it has no
/// element on the diagonal, it is not solved for. Both tableaus have the same times c_i, the sums
/// of rows. U. M. Ascher, S. J. Ruuth and R. J. Spiteri, Appl. Numer. Math. 25 (1997) 151.
struct ImexTableau {
  std::vector<std::vector<Real>> explicit_rows;  ///< of u_1, u_2, ...; may end early
  std::vector<std::vector<Real>> implicit_rows;  ///< element 0 belongs to u_0, and is 0
};

/// The table of updates. Each row gathers its sum in a register of its own. dt g(u_i) is taken from
/// the solution: (u_i - u_i*) / implicit_rows[i][i].
std::vector<Stage> stages_of(const ImexTableau& tableau);

/// ARS(2,2,2): order 2, 2 explicit and 2 implicit stages, L-stable. Section 2.6 there.
ImexTableau ars222();
/// ARS(3,4,3): order 3, 4 explicit and 3 implicit stages, L-stable. Section 2.7 there.
ImexTableau ars343();

/// The method of such a tableau.
class ImexRungeKutta : public Integrator {
 public:
  ImexRungeKutta(ImexTableau (*tableau)(), int order) : tableau_(tableau), order_(order) {}
  std::vector<Stage> stages(const ParameterSet&) const override { return stages_of(tableau_()); }
  int order() const override { return order_; }

 private:
  ImexTableau (*tableau_)();
  int order_;
};

}  // namespace cardon::integrators
