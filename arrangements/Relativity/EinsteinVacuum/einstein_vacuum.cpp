// SPDX-License-Identifier: Apache-2.0
// Einstein's equations in vacuum, 3+1, conformal and traceless: CCZ4 or BSSN.
#include "fields.hpp"
#include "operations.hpp"
#include "parameters.hpp"
#include "tasks.hpp"

namespace cardon::einstein {
namespace {

/// With 1+log slicing, noise of two points grows at the rate kappa1 / 2, whatever the resolution,
/// unless dissipation damps it faster: at the rate dissipation * fastest / h.
void warn_of_growing_noise(const Block& block, Real largest_spacing) {
  if (block[formulation] != "ccz4" || block[lapse] != "1+log") return;
  const Real strength = block[dissipate] ? block[dissipation] : 0;
  const Real needed = block[kappa1] * largest_spacing / (2 * block[fastest]);
  if (strength >= needed * (1 - 1e-12)) return;  // so that what is advised is enough
  const std::string enough = "EinsteinVacuum::dissipation to " + text_of(needed) + " or more";
  const std::string slower =
      "EinsteinVacuum::kappa1 to " + text_of(2 * strength * block[fastest] / largest_spacing);
  warn(block, block[dissipate] ? std::string_view("dissipation") : "dissipate", "einstein/noise",
       "EinsteinVacuum's constraints grow on the scale of the grid: 1+log slicing with kappa1 " +
           text_of(block[kappa1]) + " needs a dissipation of " + text_of(needed),
       block[dissipate] ? "set " + enough + ", or " + slower + " or less"
                        : "set EinsteinVacuum::dissipate to true and " + enough);
}

Real courant_limit(const Block& block) {
  Real h = block.spacing(0), largest = h;
  for (int d = 1; d < block.dimensions(); ++d) {
    h = block.spacing(d) < h ? block.spacing(d) : h;
    largest = block.spacing(d) > largest ? block.spacing(d) : largest;
  }
  warn_of_growing_noise(block, largest);
  return h / block[fastest];
}

/// One kind of initial data, and the comparison with the exact solution.
void declare_initial(ThornBuilder& thorn, std::string_view kind, TaskFunction set,
                     std::string_view comparison, TaskFunction compare) {
  thorn.at(Initial, kind, set).writes(chi, K, theta, alpha, g, A, beta, B).when(initial, kind);
  thorn.at(Analysis, comparison, compare)
      .reads(chi, alpha, g)
      .writes(error, error_alpha)
      .when(initial, kind);
}

void declare_initial_data(ThornBuilder& thorn) {
  declare_initial(thorn, "minkowski", set_minkowski, "error_minkowski", compare_minkowski);
  declare_initial(thorn, "robust", set_robust, "error_robust", compare_minkowski);
  declare_initial(thorn, "gauge_wave", set_gauge_wave, "error_gauge_wave", compare_gauge_wave);
  declare_initial(thorn, "shifted_gauge_wave", set_shifted_gauge_wave, "error_shifted_gauge_wave",
                  compare_shifted_gauge_wave);
  declare_initial(thorn, "linear_wave", set_linear_wave, "error_linear_wave", compare_linear_wave);
  declare_initial(thorn, "gowdy", set_gowdy, "error_gowdy", compare_gowdy);
  declare_initial(thorn, "quadrupole_wave", set_quadrupole_wave, "error_quadrupole_wave",
                  compare_quadrupole_wave);
  thorn.at(Initial, "noise_of_gamma", add_noise_to_gamma)
      .reads(gamma)
      .writes(gamma)
      .after("gamma_2")
      .after("gamma_4")
      .after("gamma_6")
      .after("gamma_8")
      .when(initial, "robust");
}

/// A task that adds to all right-hand sides.
TaskBuilder declare_addition(ThornBuilder& thorn, std::string_view name, TaskFunction task,
                             Stencil reach) {
  TaskBuilder builder = thorn.at(EvolveRhs, name, task);
  builder.reads(chi, K, theta, alpha, g, A, gamma, beta, B, reach)
      .reads(rhs(chi), rhs(K), rhs(theta), rhs(alpha), rhs(g), rhs(A), rhs(gamma), rhs(beta),
             rhs(B))
      .writes(rhs(chi), rhs(K), rhs(theta), rhs(alpha), rhs(g), rhs(A), rhs(gamma), rhs(beta),
              rhs(B));
  return builder;
}

/// Names of the tasks with differences of one order.
struct TaskNames {
  std::string_view set_gamma, metric, curvature, gamma, upwinding, dissipation, constraints, weyl;
};

template <int n>
void declare_order(ThornBuilder& thorn, const TaskNames& name) {
  constexpr Stencil r = stencil(n / 2);
  thorn.at(Initial, name.set_gamma, set_gamma<n>).reads(g, r).writes(gamma).when(order, n);
  thorn.at(EvolveRhs, name.metric, metric_task<n>)
      .reads(chi, alpha, g, beta, r)
      .reads(K, theta, A)
      .writes(rhs(chi), rhs(alpha), rhs(g))
      .flops(metric_operations<n>)
      .when(order, n);
  thorn.at(EvolveRhs, name.curvature, curvature_task<n>)
      .reads(chi, alpha, g, beta, K, theta, A, gamma, r)
      .writes(rhs(K), rhs(theta), rhs(A))
      .flops(curvature_operations<n>)
      .when(order, n);
  thorn.at(EvolveRhs, name.gamma, gamma_task<n>)
      .reads(chi, alpha, g, beta, K, theta, gamma, B, r)
      .reads(A)
      .writes(rhs(gamma), rhs(beta), rhs(B))
      .flops(gamma_operations<n>)
      .when(order, n);
  declare_addition(thorn, name.upwinding, upwinding_task<n>, stencil(n / 2 + 1))
      .flops(upwinding_operations<n>)
      .when(order, n)
      .when(upwind);
  declare_addition(thorn, name.dissipation, dissipation_task<n>, stencil(n / 2 + 1))
      .flops(dissipation_operations<n>)
      .after(name.upwinding)
      .when(order, n)
      .when(dissipate);
  thorn.at(Analysis, name.constraints, constraints_task<n>)
      .reads(chi, K, g, A, r)
      .writes(ham, mom)
      .when(order, n);
  thorn.at(Analysis, name.weyl, weyl_task<n>)
      .reads(chi, g, FieldRef("A_xy"), FieldRef("A_xz"), FieldRef("A_yz"), r)
      .reads(FieldRef("A_xx"), stencil(0, n / 2, n / 2))  // a curl does without d_x of it
      .reads(FieldRef("A_yy"), stencil(n / 2, 0, n / 2))
      .reads(FieldRef("A_zz"), stencil(n / 2, n / 2, 0))
      .reads(K)
      .writes(psi4_re, psi4_im)
      .when(order, n);
}

void declare_sponge(ThornBuilder& thorn) {
  TaskBuilder task = declare_addition(thorn, "sponge", sponge_task, stencil(0));
  task.flops(3 * variables + 15).when(sponge);
  for (const std::string_view earlier :
       {"upwinding_2", "upwinding_4", "upwinding_6", "upwinding_8", "dissipation_2",
        "dissipation_4", "dissipation_6", "dissipation_8"})
    task.after(earlier);
}

/// Far away all fields are those of flat space. Waves of the geometry travel with speed 1; the
/// slicing has its own, which the user gives as the fastest: sqrt(2) for 1+log.
void declare_radiation(ThornBuilder& thorn) {
  for (const FieldRef& field :
       {FieldRef(theta), FieldRef(g), FieldRef(A), FieldRef(gamma), FieldRef(beta), FieldRef(B)})
    thorn.radiates(field, 1);
  for (const std::string_view diagonal : {"g_xx", "g_yy", "g_zz"})
    thorn.radiates(FieldRef(diagonal), 1, 1);
  for (const FieldRef& field : {FieldRef(chi), FieldRef(alpha)}) thorn.radiates(field, fastest, 1);
  thorn.radiates(K, fastest);
}

void declare(ThornBuilder& thorn) {
  thorn.summary("Einstein's equations in vacuum: CCZ4 or BSSN, with any integrator");
  thorn.cites("D. Alic et al., Phys. Rev. D 85, 064040, 2012");
  thorn.cites("M. Shibata and T. Nakamura, Phys. Rev. D 52, 5428, 1995");
  thorn.cites("T. Baumgarte and S. Shapiro, Phys. Rev. D 59, 024007, 1999");
  thorn.parameters(order, upwind, dissipate, dissipation, fastest, sponge, sponge_radius,
                   sponge_width, sponge_rate, formulation, kappa1, kappa2, kappa3, lapse, shift,
                   driver_damping, initial, amplitude, wavenumber, multipole, width, center);
  thorn.evolves(chi, K, theta, alpha, g, A, gamma, beta, B);
  thorn.derives(ham, mom, psi4_re, psi4_im, det_error.no_boundary(), trace_error.no_boundary(),
                error.no_boundary(), error_alpha.no_boundary());
  thorn.limits_step("courant", courant_limit);
  declare_radiation(thorn);
  declare_initial_data(thorn);
  declare_order<2>(thorn, {"gamma_2", "metric_rhs_2", "curvature_rhs_2", "gamma_rhs_2",
                           "upwinding_2", "dissipation_2", "constraints_2", "weyl_2"});
  declare_order<4>(thorn, {"gamma_4", "metric_rhs_4", "curvature_rhs_4", "gamma_rhs_4",
                           "upwinding_4", "dissipation_4", "constraints_4", "weyl_4"});
  declare_order<6>(thorn, {"gamma_6", "metric_rhs_6", "curvature_rhs_6", "gamma_rhs_6",
                           "upwinding_6", "dissipation_6", "constraints_6", "weyl_6"});
  declare_order<8>(thorn, {"gamma_8", "metric_rhs_8", "curvature_rhs_8", "gamma_rhs_8",
                           "upwinding_8", "dissipation_8", "constraints_8", "weyl_8"});
  declare_sponge(thorn);
  thorn.at(PostStep, "enforce", enforce_task).reads(chi, g, A).writes(g, A);
  thorn.at(Analysis, "algebra", algebra_task).reads(g, A).writes(det_error, trace_error);
}

}  // namespace
}  // namespace cardon::einstein

CARDON_THORN(EinsteinVacuum) { cardon::einstein::declare(thorn); }
