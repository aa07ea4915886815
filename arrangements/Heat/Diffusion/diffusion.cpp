// SPDX-License-Identifier: Apache-2.0
// Diffusion:  d/dt u = div(kappa grad u), forward Euler in time, second order in space; with white
// noise on request
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter diffusivity{"diffusivity", 1.0,
                                "Diffusivity D; with a variable medium its largest value", positive,
                                unit("m^2/s")};
constexpr Parameter medium{"medium", "uniform",
                           "Uniform: kappa = D; variable: kappa = D times the formula in "
                           "conductance; fluctuating: uniform "
                           "with white noise",
                           one_of("uniform", "variable", "fluctuating")};
constexpr Parameter strength{"strength", 1.0,
                             "Fluctuating medium: S of the noise sqrt(2 S) xi(x, t), in K^2 m^d/s "
                             "in d directions",
                             non_negative};
constexpr Expression conductance{
    "conductance", "1",
    "Variable medium: kappa / D as a function of x, y, z, r, above 0 and up to 1"};
constexpr Parameter initial{"initial", "gaussian", "Initial data",
                            one_of("gaussian", "mode", "expression")};
constexpr Parameter amplitude{"amplitude", 1.0, "Height of gaussian and mode"};
constexpr Parameter width{"width", 0.1, "Gaussian: width", positive, unit("m")};
constexpr Parameter centre{"centre", Vec3{0.5, 0.5, 0.5}, "Gaussian: centre", unit("m"),
                           formerly("center")};
constexpr Parameter wavenumber{"wavenumber", Vec3{1, 0, 0},
                               "Mode: waves per unit of length along x, y, z", unit("1/m")};
constexpr Expression profile{"profile", "exp(-(r / width)^2)",
                             "Expression: u as a function of x, y, z, r"};
constexpr Expression exact{"exact", "0", "Reference solution for the derived field error"};

constexpr Evolved u{"u", "Temperature", unit("K")};
constexpr Field kappa = Field{"kappa", "Local diffusivity", unit("m^2/s")}.no_boundary();
constexpr Field error =
    Derived{"error", "u minus the formula in the parameter exact", unit("K")}.no_boundary();
constexpr Scalar content{"content", "Integral of u over the grid", Reduce::sum};
constexpr Scalar misfit{"misfit", "Norm of error at the end of the run: root of its mean square",
                        Reduce::l2, unit("K")};

namespace {

// Initial data and medium.

KOKKOS_FUNCTION void gaussian(Point p, Write<u> now, Value<amplitude> a, Value<width> s,
                              Within<centre> c) {
  now(p) = a * exp(-p.r2(c) / (s * s));
}

struct Waves : Vec3 {
  static Waves prepare(Value<wavenumber> n, GridView grid) { return {grid.within(n)}; }
};

KOKKOS_INLINE_FUNCTION Real sine(Real waves, Real x) {
  return waves == 0 ? 1 : sin(2 * pi_number * waves * x);
}

KOKKOS_FUNCTION void mode(Point p, Write<u> now, Value<amplitude> a, Waves n) {
  now(p) = a * sine(n.x, p.x()) * sine(n.y, p.y()) * sine(n.z, p.z());
}

void expression(Point p, Write<u> now, const Value<profile>& f) { now(p) = f(p); }

void set_medium(Point p, Write<kappa> k, Value<diffusivity> d, const Value<conductance>& f) {
  k(p) = d * f(p);
}

// The evolution.

KOKKOS_FUNCTION void evolve_uniform(Point p, Read<u, 1> now, Write<next<u>> result,
                                    Value<diffusivity> d, GridView grid) {
  const Real c = grid.dt * d;
  result(p) = now(p) + c * laplacian(now, p);
}

/// xi is 1 / sqrt(volume dt) times a normal variate of each point and step (Euler-Maruyama).
struct Noise {
  RandomStream stream;
  Real size;
  static Noise prepare(Context context, Value<strength> s, GridView grid) {
    return {context.random("noise"), sqrt(2 * s * grid.dt / grid.volume)};
  }
};

KOKKOS_FUNCTION void evolve_fluctuating(Point p, Read<u, 1> now, Write<next<u>> result,
                                        Value<diffusivity> d, Noise noise, GridView grid) {
  const Real c = grid.dt * d;
  result(p) = (now(p) + c * laplacian(now, p)) + noise.size * noise.stream.normal(p);
}

/// Difference of the fluxes through the two faces between neighbours in direction (a, b, c), each
/// with the mean of kappa.
KOKKOS_INLINE_FUNCTION Real flux_difference(const Read<u, 1>& v, const Read<kappa, 1>& k,
                                            const Point& p, int a, int b, int c) {
  const Real v0 = v(p), k0 = k(p);
  return 0.5 * ((k(p, a, b, c) + k0) * (v(p, a, b, c) - v0) -
                (k0 + k(p, -a, -b, -c)) * (v0 - v(p, -a, -b, -c)));
}

KOKKOS_FUNCTION void evolve_variable(Point p, Read<u, 1> now, Read<kappa, 1> k,
                                     Write<next<u>> result, GridView grid) {
  const auto& h = now.inverse_spacing;
  const Real wx = grid.dt * (h[0] * h[0]), wy = grid.dt * (h[1] * h[1]),
             wz = grid.dt * (h[2] * h[2]);
  result(p) =
      now(p) +
      ((wx * flux_difference(now, k, p, 1, 0, 0) + wy * flux_difference(now, k, p, 0, 1, 0)) +
       wz * flux_difference(now, k, p, 0, 0, 1));
}

void sum_content(Point p, Read<u> now, Combine<content> total, GridView grid) {
  total(p) = grid.volume * now(p);
}

void measure_misfit(Point p, Read<error> e, Combine<misfit> norm) { norm(p) = e(p); }

}  // namespace

CARDON_THORN(Diffusion) {
  thorn.summary("Diffusion of heat in a uniform or variable medium");
  thorn.cites("S. F. Edwards and D. R. Wilkinson, Proc. R. Soc. A 381, 17-31, 1982");
  thorn.parameters(diffusivity, medium, strength, conductance, initial);
  thorn.limits_step<diffusive<diffusivity>>("stability");

  thorn.at<gaussian>(Initial).when(initial, "gaussian");
  thorn.at<mode>(Initial).when(initial, "mode");
  thorn.at<expression>(Initial).when(initial, "expression");
  thorn.at<set_medium>(Initial, "medium").when(medium, "variable");

  // Operations: 12 of the laplacian (2 u once, 2 per direction, 3 weights, 2 sums), factor and sum;
  // with a variable medium 8 per direction, 3 weights, 3 sums. A normal variate takes 35 in the
  // middle of its distribution, about 30 more in the tails, where 15 % of the points are.
  thorn.at<evolve_uniform>(Evolve).flops(14).when(medium, "uniform");
  thorn.at<evolve_fluctuating>(Evolve).flops(55).when(medium, "fluctuating");
  thorn.at<evolve_variable>(Evolve).flops(30).when(medium, "variable");

  thorn.at<difference<u, exact, error>>(Analysis, "error");
  thorn.at<sum_content>(Analysis, "content");
  thorn.at<measure_misfit>(Terminate, "misfit");
}
