// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/integrator.hpp>
#include <vector>

namespace cardon::integrators {

/// An explicit Runge-Kutta method: k_i = f(u + dt sum_j a[i][j] k_j, t + c_i dt) with j < i and c_i
/// the sum of row i; the next state is u + dt sum_i b[i] k_i. Rows may end early.
struct Tableau {
  std::vector<std::vector<Real>> a;  ///< one row per stage; the first is empty
  std::vector<Real> b;
  /// b minus the weights of the other method of the pair, and the one of the right-hand side at the
  /// end of the step; empty: there is no such method.
  std::vector<Real> difference{};
  int lower_order = 0;  ///< of the other method
};

/// The table of updates. Each row of the tableau, b among them, that is not evaluated next gathers
/// its sum in a register of its own, from its first factor that is not 0 to its stage.
std::vector<Stage> stages_of(const Tableau& tableau);

/// Order 3, 3 stages: W. Kutta, Z. Math. Phys. 46 (1901) 435.
Tableau kutta3();
/// Order 3 of the pair 3(2), 3 stages: P. Bogacki and L. F. Shampine, Appl. Math. Lett. 2 (1989)
/// 321.
Tableau bogacki_shampine32();
/// Order 5 of the pair 5(4), 6 stages: J. R. Dormand and P. J. Prince, J. Comput. Appl. Math. 6
/// (1980) 19.
Tableau dormand_prince54();
/// Order 6 of the pair RK6(5)8M, 8 stages: P. J. Prince and J. R. Dormand, J. Comput. Appl. Math. 7
/// (1981) 67.
Tableau prince_dormand65();
/// Order 8 of the pair RK8(7)13M, 13 stages: the same paper.
Tableau prince_dormand87();

}  // namespace cardon::integrators
