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
constexpr Parameter center{"center", Vec3{0.5, 0.5, 0.5}, "Gaussian: centre of the shell",
                           unit("m")};
constexpr Parameter wavenumber{"wavenumber", Vec3{1, 0, 0},
                               "Plane, standing: waves per metre along x, y, z", unit("1/m")};
constexpr Expression profile{"profile", "exp(-(r / width)^2)",
                             "Expression: phi as a function of x, y, z, r, t"};
constexpr Expression exact{"exact", "0", "What the derived field error compares phi with"};

constexpr Field phi = Field{"phi", "Scalar field"}.past_levels(1);
constexpr Derived energy = Derived{"energy", "Energy density"};
constexpr Derived error{"error", "phi minus the formula in the parameter exact"};
constexpr Scalar total_energy{"total_energy", "Energy that the leapfrog scheme conserves",
                              Reduce::sum};

// Initial data of WaveToy: exact solutions at the start and one step before it.
namespace {

/// g(r) = amplitude exp(-((r - R) / s)^2)
struct Shell {
  Real amplitude, radius, width;

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
};

Shell shell_of(const Block& block) { return {block[amplitude], block[radius], block[width]}; }

/// Without the components that the grid does not have.
Vec3 in_grid(const Block& block, Vec3 v) {
  for (int d = block.dimensions(); d < 3; ++d) v[d] = 0;
  return v;
}

struct Wave {
  Vec3 k;
  Real omega;
};

Wave wave_of(const Block& block) {
  Vec3 k = in_grid(block, block[wavenumber]);
  for (int d = 0; d < 3; ++d) k[d] *= 2 * pi_number;
  return {k, block[speed] * sqrt(k.x * k.x + k.y * k.y + k.z * k.z)};
}

KOKKOS_INLINE_FUNCTION Real mode(Real k, Real x) { return k == 0 ? 1 : sin(k * x); }

}  // namespace

static void set_gaussian_3d(Block& block) {
  auto now = block.write(phi), old = block.write(past(phi));
  const Shell shell = shell_of(block);
  const Vec3 c = block[center];
  const Real d = block[speed] * block.dt();
  block.for_each(
      "gaussian", KOKKOS_LAMBDA(const Point& p) {
        const Real r = sqrt(p.r2(c));
        now(p) = shell(r);
        old(p) = shell.earlier(r, d);
      });
}

// In D < 3 dimensions the mean over the 2 D points at the distance v dt sqrt(D) along the axes is
// phi + (v dt)^2 / 2 laplacian(phi) to fourth order in dt, which is what a shell at rest was; in
// 1-D this is d'Alembert's solution.
static void set_gaussian_flat(Block& block) {
  auto now = block.write(phi), old = block.write(past(phi));
  const Shell shell = shell_of(block);
  const Vec3 c = in_grid(block, block[center]);
  const int dimensions = block.dimensions();
  const Real d = block[speed] * block.dt() * sqrt(Real(dimensions));
  block.for_each(
      "gaussian", KOKKOS_LAMBDA(const Point& p) {
        const Real x = p.x() - c.x, y = p.y() - c.y;
        now(p) = shell(sqrt(x * x + y * y));
        Real sum = shell(sqrt((x - d) * (x - d) + y * y)) + shell(sqrt((x + d) * (x + d) + y * y));
        if (dimensions == 2)
          sum += shell(sqrt(x * x + (y - d) * (y - d))) + shell(sqrt(x * x + (y + d) * (y + d)));
        old(p) = sum / (2 * dimensions);
      });
}

static void set_gaussian(Block& block) {
  block.dimensions() == 3 ? set_gaussian_3d(block) : set_gaussian_flat(block);
}

static void set_plane(Block& block) {
  auto now = block.write(phi), old = block.write(past(phi));
  const Wave wave = wave_of(block);
  const Real a = block[amplitude], turned = wave.omega * block.time(),
             turn = wave.omega * block.dt();
  block.for_each(
      "plane", KOKKOS_LAMBDA(const Point& p) {
        const Real phase = ((wave.k.x * p.x() + wave.k.y * p.y()) + wave.k.z * p.z()) - turned;
        now(p) = a * cos(phase);
        old(p) = a * cos(phase + turn);
      });
}

static void set_standing(Block& block) {
  auto now = block.write(phi), old = block.write(past(phi));
  const Wave wave = wave_of(block);
  const Real a = block[amplitude] * cos(wave.omega * block.time());
  const Real b = block[amplitude] * cos(wave.omega * (block.time() - block.dt()));
  block.for_each(
      "standing", KOKKOS_LAMBDA(const Point& p) {
        const Real m = mode(wave.k.x, p.x()) * mode(wave.k.y, p.y()) * mode(wave.k.z, p.z());
        now(p) = a * m;
        old(p) = b * m;
      });
}

static void set_expression(Block& block) {
  auto now = block.write(phi), old = block.write(past(phi));
  const auto f = block[profile], earlier = f.at_time(block.time() - block.dt());
  block.for_each(
      "expression", KOKKOS_LAMBDA(const Point& p) {
        now(p) = f(p);
        old(p) = earlier(p);
      });
}

// The evolution.

template <int n>
static void evolve(Block& block) {
  auto now = block.read(phi), old = block.read(past(phi));
  auto result = block.write(next(phi));
  const Real step = block[speed] * block.dt(), c = step * step;
  block.for_each(
      "evolve", KOKKOS_LAMBDA(const Point& p) {
        result(p) = (2 * now(p) - old(p)) + c * laplacian<n>(now, p);
      });
}

static void energy_density(Block& block) {
  auto now = block.read(phi), old = block.read(past(phi));
  auto e = block.write(energy);
  const Real c2 = block[speed] * block[speed], rate = 1 / block.dt();
  block.for_each(
      "energy", KOKKOS_LAMBDA(const Point& p) {
        const Real t = rate * (now(p) - old(p)), x = d1(now, p, X), y = d1(now, p, Y),
                   z = d1(now, p, Z);
        e(p) = 0.5 * (t * t + c2 * ((x * x + y * y) + z * z));
      });
}

// Multiply the scheme by new - old and sum over a periodic grid: this sum is the same before and
// after the step.
template <int n>
static void sum_energy(Block& block) {
  auto now = block.read(phi), old = block.read(past(phi));
  const Real c2 = block[speed] * block[speed], rate = 1 / block.dt(),
             half = 0.5 * block.cell_volume();
  block.reduce(total_energy, [=](const Point& p) {
    const Real t = rate * (now(p) - old(p));
    return half * (t * t - c2 * old(p) * laplacian<n>(now, p));
  });
}

static void compare(Block& block) {
  auto u = block.read(phi);
  auto e = block.write(error);
  const auto f = block[exact];
  block.for_each(
      "error", KOKKOS_LAMBDA(const Point& p) { e(p) = u(p) - f(p); });
}

static Real courant_limit(const Block& block) {
  Real h = block.spacing(0);
  for (int d = 1; d < block.dimensions(); ++d) h = block.spacing(d) < h ? block.spacing(d) : h;
  return h / block[speed];
}

CARDON_THORN(WaveToy) {
  thorn.summary("Scalar wave equation, second order in time (leapfrog)");
  thorn.parameters(speed, order, initial, amplitude, radius, width, center, wavenumber, profile,
                   exact);
  thorn.evolves(phi);
  thorn.derives(energy, error.no_boundary());
  thorn.scalars(total_energy);
  thorn.limits_step("courant", courant_limit);
  thorn.radiates(phi, speed);

  thorn.at(Initial, "gaussian", set_gaussian).writes(phi, past(phi)).when(initial, "gaussian");
  thorn.at(Initial, "plane", set_plane).writes(phi, past(phi)).when(initial, "plane");
  thorn.at(Initial, "standing", set_standing).writes(phi, past(phi)).when(initial, "standing");
  thorn.at(Initial, "expression", set_expression)
      .writes(phi, past(phi))
      .when(initial, "expression");

  // Operations: a laplacian of order n takes 1 for the point itself, 2 (n = 2) or 6 (n = 4) per
  // direction, 3 weights and 2 sums, so 12 or 24. To these come 2 * now (for n = 2 it is in the
  // laplacian already), the differences and the factor: 3 or 4.
  thorn.at(Evolve, "evolve_2", evolve<2>)
      .reads(phi, stencil(1))
      .reads(past(phi))
      .writes(next(phi))
      .flops(15)
      .when(order, 2);
  thorn.at(Evolve, "evolve_4", evolve<4>)
      .reads(phi, stencil(2))
      .reads(past(phi))
      .writes(next(phi))
      .flops(28)
      .when(order, 4);

  thorn.at(Analysis, "energy", energy_density)
      .reads(phi, stencil(1))
      .reads(past(phi))
      .writes(energy);
  thorn.at(Analysis, "error", compare).reads(phi).writes(error);
  thorn.at(Analysis, "sum_energy_2", sum_energy<2>)
      .reads(phi, stencil(1))
      .reads(past(phi))
      .reduces(total_energy)
      .when(order, 2);
  thorn.at(Analysis, "sum_energy_4", sum_energy<4>)
      .reads(phi, stencil(2))
      .reads(past(phi))
      .reduces(total_energy)
      .when(order, 4);
}
