// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "euler.hpp"
#include "icn.hpp"
#include "imex_tableau.hpp"
#include "rk2.hpp"
#include "rk4.hpp"
#include "runge_kutta.hpp"
#include "ssprk3.hpp"

using namespace cardon;

CARDON_THORN(Integrators) {
  thorn.summary("Explicit one-step methods for fields with right-hand sides");
  provide<Integrator, integrators::Euler>(thorn, "euler", "Forward Euler, order 1");
  provide<Integrator, integrators::Rk2>(thorn, "rk2", "Midpoint rule, order 2");
  provide<Integrator, integrators::SspRk3>(
      thorn, "ssprk3", "Shu-Osher Runge-Kutta, order 3, keeps monotone data monotone");
  provide<Integrator, integrators::Rk4>(thorn, "rk4", "Classical Runge-Kutta, order 4")
      .feature(feature::standard);
  const struct {
    const char *name, *description;
    integrators::Tableau (*tableau)();
    int order;
  } methods[] = {
      {"rk3", "Kutta, order 3", integrators::kutta3, 3},
      {"bs32", "Bogacki-Shampine 3(2), order 3, can estimate its errors",
       integrators::bogacki_shampine32, 3},
      {"dp54", "Dormand-Prince 5(4), order 5, can estimate its errors",
       integrators::dormand_prince54, 5},
      {"rk65", "Prince-Dormand 6(5), order 6, with a fixed step", integrators::prince_dormand65, 6},
      {"dp87", "Prince-Dormand 8(7), order 8, with a fixed step", integrators::prince_dormand87, 8},
  };
  for (const auto& m : methods)
    provide<Integrator, integrators::RungeKutta>(thorn, m.name, m.description, m.tableau, m.order);
  provide<Integrator, integrators::ImexRungeKutta>(
      thorn, "ars222", "Ascher-Ruuth-Spiteri (2,2,2), order 2, implicit where thorns declare it",
      integrators::ars222, 2);
  provide<Integrator, integrators::ImexRungeKutta>(
      thorn, "ars343", "Ascher-Ruuth-Spiteri (3,4,3), order 3, implicit where thorns declare it",
      integrators::ars343, 3);
  provide<Integrator, integrators::Icn>(thorn, "icn", "Iterative Crank-Nicholson, order 2")
      .section(integrators::Icn::section)
      .parameters(integrators::icn_iterations);
}
