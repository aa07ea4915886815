// SPDX-License-Identifier: Apache-2.0
// Scalar wave equation, second order in time:  d^2/dt^2 phi = v^2 laplacian(phi), leapfrog
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0, "Wave speed v", positive, unit("m/s")};
constexpr Parameter order{"order", 2, "Order of the differences in space; in time it is 2",
                          one_of(2, 4)};
constexpr Parameter initial{"initial", "gaussian", "Initial data",
                            one_of("gaussian", "plane", "standing", "expression")};
constexpr Parameter amplitude{"amplitude", 1.0, "Height of gaussian, plane and standing waves"};
constexpr Parameter radius{"radius", 0.0, "Gaussian: radius R of the shell", non_negative,
                           unit("m")};
constexpr Parameter width{"width", 0.1, "Gaussian: width s of the shell", positive, unit("m")};
constexpr Parameter centre{"centre", Vec3{0.5, 0.5, 0.5}, "Gaussian: centre of the shell",
                           unit("m"), formerly("center")};
constexpr Parameter wavenumber{"wavenumber", Vec3{1, 0, 0},
                               "Plane, standing: waves per unit of length along x, y, z",
                               unit("1/m")};
constexpr Expression profile{"profile", "exp(-(r / width)^2)",
                             "Expression: phi as a function of x, y, z, r, t"};
constexpr Expression exact{"exact", "0", "Reference solution for the derived field error"};

constexpr Evolved phi = Evolved{"phi", "Scalar field"}.past_levels(1);
constexpr Derived energy{"energy", "Energy density"};
constexpr Field error =
    Derived{"error", "phi minus the formula in the parameter exact"}.no_boundary();
constexpr Scalar total_energy{"total_energy", "Energy that the leapfrog scheme conserves",
                              Reduce::sum};

namespace {

// Initial data: exact solutions at the start and one step before it.

/// g(r) = amplitude exp(-((r - R) / s)^2)
struct Shell {
  Value<::amplitude> amplitude;
  Value<::radius> radius;
  Value<::width> width;

  KOKKOS_INLINE_FUNCTION Real operator()(Real r) const {
    const Real x = (r - radius) / width;
    return amplitude * exp(-x * x);
  }
  /// In 3-D r phi obeys the 1-D wave equation and is odd in r; a shell at rest therefore was, at
  /// the time d / v before, [ (r - d) g(|r - d|) + (r + d) g(r + d) ] / (2 r), and at r = 0 the
  /// derivative of d g(d).
  KOKKOS_INLINE_FUNCTION Real earlier(Real r, Real d) const {
    const Shell& g = *this;
    if (r < 1e-5 * d) return g(d) * (1 - 2 * d * (d - radius) / (width * width));
    return (r - d) / (2 * r) * g(abs(r - d)) + (r + d) / (2 * r) * g(r + d);
  }
  /// In D < 3 dimensions the mean over the 2 D points at the distance d sqrt(D) along the axes is
  /// phi + d^2 / 2 laplacian(phi) to fourth order in d, which is what a shell at rest was; in 1-D
  /// this is d'Alembert's solution.
  KOKKOS_INLINE_FUNCTION Real earlier(Real x, Real y, Real d, int dimensions) const {
    const Shell& g = *this;
    d *= sqrt(Real(dimensions));
    Real sum = g(sqrt((x - d) * (x - d) + y * y)) + g(sqrt((x + d) * (x + d) + y * y));
    if (dimensions == 2)
      sum += g(sqrt(x * x + (y - d) * (y - d))) + g(sqrt(x * x + (y + d) * (y + d)));
    return sum / (2 * dimensions);
  }
};

KOKKOS_FUNCTION void gaussian(Point p, Write<phi> now, Write<past<phi>> old, Shell shell,
                              Within<centre> c, Value<speed> v, GridView grid) {
  const Real r = sqrt(p.r2(c)), d = v * grid.dt;
  now(p) = shell(r);
  old(p) = grid.dimensions == 3 ? shell.earlier(r, d)
                                : shell.earlier(p.x() - c.x, p.y() - c.y, d, grid.dimensions);
}

struct Wave {
  Vec3 k;
  Real omega;
  static Wave prepare(Value<wavenumber> waves, Value<speed> v, GridView grid) {
    Vec3 k = grid.within(waves);
    for (int d = 0; d < 3; ++d) k[d] *= 2 * pi_number;
    return {k, v * sqrt(k.x * k.x + k.y * k.y + k.z * k.z)};
  }
};

KOKKOS_FUNCTION void plane(Point p, Write<phi> now, Write<past<phi>> old, Value<amplitude> a,
                           Wave w, GridView grid) {
  const Real phase = ((w.k.x * p.x() + w.k.y * p.y()) + w.k.z * p.z()) - w.omega * grid.time;
  now(p) = a * cos(phase);
  old(p) = a * cos(phase + w.omega * grid.dt);
}

struct StandingWave {
  Vec3 k;
  Real height, old_height;
  static StandingWave prepare(Value<amplitude> a, Wave w, GridView grid) {
    return {w.k, a * cos(w.omega * grid.time), a * cos(w.omega * (grid.time - grid.dt))};
  }
};

KOKKOS_INLINE_FUNCTION Real mode(Real k, Real x) { return k == 0 ? 1 : sin(k * x); }

KOKKOS_FUNCTION void standing(Point p, Write<phi> now, Write<past<phi>> old, StandingWave w) {
  const Real m = mode(w.k.x, p.x()) * mode(w.k.y, p.y()) * mode(w.k.z, p.z());
  now(p) = w.height * m;
  old(p) = w.old_height * m;
}

struct EarlierProfile : ExpressionValue {
  static EarlierProfile prepare(const Value<profile>& f, GridView grid) {
    return {f.at_time(grid.time - grid.dt)};
  }
};

void expression(Point p, Write<phi> now, Write<past<phi>> old, const Value<profile>& f,
                const EarlierProfile& earlier) {
  now(p) = f(p);
  old(p) = earlier(p);
}

// The evolution.

template <int n>
KOKKOS_FUNCTION void evolve(Point p, Read<phi, n / 2> now, Read<past<phi>> old,
                            Write<next<phi>> result, Value<speed> v, GridView grid) {
  const Real step = v * grid.dt, c = step * step;
  result(p) = (2 * now(p) - old(p)) + c * laplacian<n>(now, p);
}

KOKKOS_FUNCTION void energy_density(Point p, Read<phi, 1> now, Read<past<phi>> old, Write<energy> e,
                                    Value<speed> v, GridView grid) {
  const Real c2 = v * v, rate = 1 / grid.dt;
  const Real t = rate * (now(p) - old(p)), x = d1(now, p, X), y = d1(now, p, Y), z = d1(now, p, Z);
  e(p) = 0.5 * (t * t + c2 * ((x * x + y * y) + z * z));
}

// Multiply the scheme by new - old and sum over a periodic grid: this sum is the same before and
// after the step.
template <int n>
void sum_energy(Point p, Read<phi, n / 2> now, Read<past<phi>> old, Combine<total_energy> total,
                Value<speed> v, GridView grid) {
  const Real c2 = v * v, rate = 1 / grid.dt, half = 0.5 * grid.volume;
  const Real t = rate * (now(p) - old(p));
  total(p) = half * (t * t - c2 * old(p) * laplacian<n>(now, p));
}

}  // namespace

CARDON_THORN(WaveToy) {
  thorn.summary("Scalar wave equation, second order in time (leapfrog)");
  thorn.limits_step<courant<speed>>();
  thorn.radiates(phi, speed);
  thorn.parameters(order, initial);

  thorn.at<gaussian>(Initial).when(initial, "gaussian");
  thorn.at<plane>(Initial).when(initial, "plane");
  thorn.at<standing>(Initial).when(initial, "standing");
  thorn.at<expression>(Initial).when(initial, "expression");

  // Operations: a laplacian of order n takes 1 for the point itself, 2 (n = 2) or 6 (n = 4) per
  // direction, 3 weights and 2 sums, so 12 or 24. To these come 2 * now (for n = 2 it is in the
  // laplacian already), the differences and the factor: 3 or 4.
  thorn.at<evolve<2>>(Evolve, 2).flops(15).when(order, 2);
  thorn.at<evolve<4>>(Evolve, 4).flops(28).when(order, 4);

  thorn.at<energy_density>(Analysis, "energy");
  thorn.at<difference<phi, exact, error>>(Analysis, "error");
  thorn.at<sum_energy<2>>(Analysis, 2).when(order, 2);
  thorn.at<sum_energy<4>>(Analysis, 4).when(order, 4);
}
