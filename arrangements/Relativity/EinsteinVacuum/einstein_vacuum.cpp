// SPDX-License-Identifier: Apache-2.0
// Einstein's equations in vacuum, 3+1, conformal and traceless: CCZ4 or BSSN.
#include "fields.hpp"
#include "operations.hpp"
#include "parameters.hpp"
#include "tasks.hpp"

namespace cardon::einstein {
namespace {

/// What decides whether noise grows, and the largest speed.
struct Damping {
  Value<einstein::formulation> formulation;
  Value<einstein::lapse> lapse;
  Value<einstein::dissipate> dissipate;
  Value<einstein::dissipation> dissipation;
  Value<einstein::kappa1> kappa1;
  Value<einstein::max_speed> max_speed;
};

/// With 1+log slicing, noise of two points grows at the rate kappa1 / 2, whatever the resolution,
/// unless dissipation damps it faster: at the rate dissipation * max_speed / h.
void warn_of_growing_noise(const Context& context, const Damping& of, Real largest_spacing) {
  if (of.formulation != "ccz4" || of.lapse != "1+log") return;
  const Real strength = of.dissipate ? Real(of.dissipation) : 0;
  const Real needed = of.kappa1 * largest_spacing / (2 * of.max_speed);
  if (strength >= needed * (1 - 1e-12)) return;  // so that what is advised is enough
  const std::string enough = "EinsteinVacuum::dissipation to " + text_of(needed) + " or more";
  const std::string slower =
      "EinsteinVacuum::kappa1 to " + text_of(2 * strength * of.max_speed / largest_spacing);
  warn(context, of.dissipate ? std::string_view("dissipation") : "dissipate", "einstein/noise",
       "EinsteinVacuum's constraints grow on the scale of the grid: 1+log slicing with kappa1 " +
           text_of(of.kappa1) + " needs a dissipation of " + text_of(needed),
       of.dissipate ? "set " + enough + ", or " + slower + " or less"
                    : "set EinsteinVacuum::dissipate to true and " + enough);
}

Real courant(Context context, GridView grid, const Damping& of) {
  warn_of_growing_noise(context, of, grid.largest_spacing());
  return grid.smallest_spacing() / of.max_speed;
}

/// Far away all fields are those of flat space. Waves of the geometry travel with speed 1; the
/// slicing has its own, which the user gives as max_speed: sqrt(2) for 1+log.
void declare_radiation(ThornBuilder& thorn) {
  for (const FieldRef& field :
       {FieldRef(theta), FieldRef(g), FieldRef(A), FieldRef(gamma), FieldRef(beta), FieldRef(B)})
    thorn.radiates(field, 1);
  for (const std::string_view diagonal : {"g_xx", "g_yy", "g_zz"})
    thorn.radiates(FieldRef(diagonal), 1, 1);
  for (const FieldRef& field : {FieldRef(chi), FieldRef(alpha)})
    thorn.radiates(field, max_speed, 1);
  thorn.radiates(K, max_speed);
}

void declare(ThornBuilder& thorn) {
  thorn.summary("Einstein's equations in vacuum: CCZ4 or BSSN, with any integrator");
  thorn.cites("D. Alic et al., Phys. Rev. D 85, 064040, 2012");
  thorn.cites("M. Shibata and T. Nakamura, Phys. Rev. D 52, 5428, 1995");
  thorn.cites("T. Baumgarte and S. Shapiro, Phys. Rev. D 59, 024007, 1999");
  thorn.parameters(order, upwind, dissipate, dissipation, max_speed, sponge, sponge_radius,
                   sponge_width, sponge_rate, formulation, kappa1, kappa2, kappa3, lapse, shift,
                   driver_damping, initial, amplitude, wavenumber, multipole, width, centre);
  thorn.limits_step<courant>();
  declare_radiation(thorn);
  declare_initial_data(thorn);
  declare_rates<2>(thorn);
  declare_rates<4>(thorn);
  declare_rates<6>(thorn);
  declare_rates<8>(thorn);
  declare_upkeep(thorn);
  declare_analysis(thorn);
}

}  // namespace
}  // namespace cardon::einstein

CARDON_THORN(EinsteinVacuum) { cardon::einstein::declare(thorn); }
