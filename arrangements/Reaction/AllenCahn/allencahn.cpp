// SPDX-License-Identifier: Apache-2.0
// Phases that separate while their volumes stay (J. Rubinstein and P. Sternberg, IMA J. Appl. Math.
// 48, 249-264, 1992):  d/dt u = M (eps^2 laplacian(u) - f(u) + mean of f(u)),  f(u) = u^3 - u
#include <cardon/thorn.hpp>
#include <string_view>
using namespace cardon;

constexpr Parameter mobility{"mobility", 1.0, "Mobility M", positive, unit("1/s")};
constexpr Parameter width{"width", 0.02, "Width eps of the interfaces", positive, unit("m")};
constexpr Parameter conservation{
    "conservation", "exact",
    "Mean of f(u): of the current stage (exact), of two steps before (lagged), or omitted (none)",
    one_of("exact", "lagged", "none")};
constexpr Parameter initial{"initial", "noise", "Initial data", one_of("noise", "expression")};
constexpr Parameter filling{"filling", -0.2, "Noise: mean of u", above(-1), below(1)};
constexpr Parameter amplitude{"amplitude", 0.1, "Noise: maximum amplitude", non_negative};
constexpr Expression profile{"profile", "1", "Expression: u as a function of x, y, z, r"};

constexpr Evolved u{"u", "Order parameter: 1 in one phase, -1 in the other"};
constexpr Scalar pressure{"pressure", "Mean of f(u)", Reduce::mean};
constexpr Scalar content{"content", "Integral of u over the grid", Reduce::sum};
constexpr Scalar free_energy{
    "free_energy", "Integral of eps^2 grad(u)^2 / 2 + (u^2 - 1)^2 / 4 over the grid", Reduce::sum};

namespace {

struct Noise {
  RandomStream stream;
  static Noise prepare(Context context) { return {context.random("noise")}; }
};

KOKKOS_FUNCTION void set_noise(Point p, Write<u> now, Value<filling> mean, Value<amplitude> size,
                               Noise noise) {
  now(p) = mean + size * (2 * noise.stream.uniform(p) - 1);
}

void expression(Point p, Write<u> now, const Value<profile>& f) { now(p) = f(p); }

KOKKOS_INLINE_FUNCTION Real reaction(Real v) { return (v * v - 1) * v; }

void mean_reaction(Point p, Read<u> now, Combine<pressure> mean) { mean(p) = reaction(now(p)); }

/// In place of the mean.
struct None {
  KOKKOS_INLINE_FUNCTION operator Real() const { return 0; }
  static None prepare() { return {}; }
};

template <class Mean>
KOKKOS_FUNCTION void evolve(Point p, Read<u, 1> now, Mean mean, Write<rhs<u>> result,
                            Value<mobility> m, Value<width> eps) {
  const Real e2 = eps * eps;
  result(p) = m * ((e2 * laplacian(now, p) - reaction(now(p))) + mean);
}

void sum_content(Point p, Read<u> now, Combine<content> total, GridView grid) {
  total(p) = grid.volume * now(p);
}

void sum_energy(Point p, Read<u, 1> now, Combine<free_energy> total, Value<width> eps,
                GridView grid) {
  const Real x = d1(now, p, X), y = d1(now, p, Y), z = d1(now, p, Z), w = now(p) * now(p) - 1;
  const Real e2 = eps * eps;
  total(p) = grid.volume * (0.5 * e2 * ((x * x + y * y) + z * z) + 0.25 * (w * w));
}

/// Of forward Euler: diffusion, and the reaction where |u| is at most 1.
Real stability(GridView grid, Value<mobility> m, Value<width> eps) {
  return 1 / (m * (eps * eps * grid.laplacian_rate() + 1));
}

// Operations: 12 of the laplacian, 3 of f, 4 more.
template <class Mean>
void declare_evolution(ThornBuilder& thorn, std::string_view name, std::string_view kind) {
  thorn.at<evolve<Mean>>(EvolveRhs, name).flops(19).when(conservation, kind);
}

}  // namespace

CARDON_THORN(AllenCahn) {
  thorn.summary(
      "Phases that separate while their volumes stay: Allen-Cahn with a global constraint");
  thorn.cites("S. M. Allen and J. W. Cahn, Acta Metall. 27, 1085-1095, 1979");
  thorn.cites("J. Rubinstein and P. Sternberg, IMA J. Appl. Math. 48, 249-264, 1992");
  thorn.limits_step<stability>();
  thorn.parameters(conservation, initial);

  thorn.at<set_noise>(Initial, "noise").when(initial, "noise");
  thorn.at<expression>(Initial).when(initial, "expression");

  declare_evolution<Read<pressure>>(thorn, "rhs_exact", "exact");
  declare_evolution<Read<lagged<pressure, 2>>>(thorn, "rhs_lagged", "lagged");
  declare_evolution<None>(thorn, "rhs_free", "none");
  thorn.at<mean_reaction>(EvolveRhs, "pressure").when(conservation, "exact");
  thorn.at<mean_reaction>(Initial, "exact_at_start").when(conservation, "exact");
  thorn.at<mean_reaction>(Initial, "lagged_at_start").when(conservation, "lagged");
  thorn.at<mean_reaction>(PostStep, "last_pressure").when(conservation, "lagged");
  thorn.at<mean_reaction>(Analysis, "free_pressure").when(conservation, "none");

  thorn.at<sum_content>(Analysis, "content");
  thorn.at<sum_energy>(Analysis, "energy");
}
