// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "euler.hpp"
#include "icn.hpp"
#include "rk2.hpp"
#include "rk4.hpp"
#include "ssprk3.hpp"

using namespace cardon;

CARDON_THORN(Integrators) {
  thorn.summary("Explicit one-step methods for fields with right-hand sides");
  provide<Integrator, integrators::Euler>(thorn, "euler", "Forward Euler, order 1");
  provide<Integrator, integrators::Rk2>(thorn, "rk2", "Midpoint rule, order 2");
  provide<Integrator, integrators::SspRk3>(
      thorn, "ssprk3", "Shu-Osher Runge-Kutta, order 3, keeps monotone data monotone");
  provide<Integrator, integrators::Rk4>(thorn, "rk4", "Classical Runge-Kutta, order 4");
  provide<Integrator, integrators::Icn>(thorn, "icn", "Iterative Crank-Nicholson, order 2")
      .section(integrators::Icn::section)
      .parameters(integrators::icn_iterations);
}
