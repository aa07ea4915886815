// SPDX-License-Identifier: Apache-2.0
// Scalar wave equation, first order in time:  d/dt phi = pi,  d/dt pi = v^2 laplacian(phi)
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0, "Wave speed v", positive, unit("m/s")};
constexpr Parameter order{"order", 4, "Order of the differences in space", one_of(2, 4, 6)};
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
                             "Expression: phi as a function of x, y, z, r"};
constexpr Expression rate{"rate", "0",
                          "Expression: time derivative of phi as a function of x, y, z, r"};
constexpr Expression exact{"exact", "0", "What the derived field error compares phi with"};

constexpr Field phi{"phi", "Scalar field"};
constexpr Field pi{"pi", "Time derivative of phi"};
constexpr Derived energy = Derived{"energy", "Energy density"};
constexpr Derived error{"error", "phi minus the formula in the parameter exact"};
constexpr Scalar total_energy{"total_energy", "Integral of the energy density", Reduce::sum};

// Initial data of WaveMoL.
namespace {

/// Without the components that the grid does not have.
Vec3 in_grid(const Block& block, Vec3 v) {
  for (int d = block.dimensions(); d < 3; ++d) v[d] = 0;
  return v;
}

Vec3 wave_vector(const Block& block) {
  Vec3 k = in_grid(block, block[wavenumber]);
  for (int d = 0; d < 3; ++d) k[d] *= 2 * pi_number;
  return k;
}

KOKKOS_INLINE_FUNCTION Real mode(Real k, Real x) { return k == 0 ? 1 : sin(k * x); }

}  // namespace

static void set_gaussian(Block& block) {
  auto u = block.write(phi), v = block.write(pi);
  const Real a = block[amplitude], r0 = block[radius], s = block[width];
  const Vec3 c = in_grid(block, block[center]);
  block.for_each(
      "gaussian", KOKKOS_LAMBDA(const Point& p) {
        const Real x = (sqrt(p.r2(c)) - r0) / s;
        u(p) = a * exp(-x * x);
        v(p) = 0;
      });
}

static void set_plane(Block& block) {
  auto u = block.write(phi), v = block.write(pi);
  const Vec3 k = wave_vector(block);
  const Real a = block[amplitude], omega = block[speed] * sqrt(k.x * k.x + k.y * k.y + k.z * k.z);
  const Real turned = omega * block.time();
  block.for_each(
      "plane", KOKKOS_LAMBDA(const Point& p) {
        const Real phase = ((k.x * p.x() + k.y * p.y()) + k.z * p.z()) - turned;
        u(p) = a * cos(phase);
        v(p) = a * omega * sin(phase);
      });
}

static void set_standing(Block& block) {
  auto u = block.write(phi), v = block.write(pi);
  const Vec3 k = wave_vector(block);
  const Real omega = block[speed] * sqrt(k.x * k.x + k.y * k.y + k.z * k.z);
  const Real a = block[amplitude] * cos(omega * block.time());
  const Real b = -block[amplitude] * omega * sin(omega * block.time());
  block.for_each(
      "standing", KOKKOS_LAMBDA(const Point& p) {
        const Real m = mode(k.x, p.x()) * mode(k.y, p.y()) * mode(k.z, p.z());
        u(p) = a * m;
        v(p) = b * m;
      });
}

static void set_expression(Block& block) {
  auto u = block.write(phi), v = block.write(pi);
  const auto f = block[profile], g = block[rate];
  block.for_each(
      "expression", KOKKOS_LAMBDA(const Point& p) {
        u(p) = f(p);
        v(p) = g(p);
      });
}

// The evolution.

// Two tasks, as phi's right-hand side needs no neighbours: an integrator with four stages then asks
// for half of the ghost layers.
static void phi_rhs(Block& block) {
  auto v = block.read(pi);
  auto du = block.write(rhs(phi));
  block.for_each(
      "phi_rhs", KOKKOS_LAMBDA(const Point& p) { du(p) = v(p); });
}

template <int n>
static void pi_rhs(Block& block) {
  auto u = block.read(phi);
  auto dv = block.write(rhs(pi));
  const Real c2 = block[speed] * block[speed];
  block.for_each(
      "pi_rhs", KOKKOS_LAMBDA(const Point& p) { dv(p) = c2 * laplacian<n>(u, p); });
}

template <int n>
KOKKOS_INLINE_FUNCTION static Real density(const FieldReader& u, const FieldReader& v, Real c2,
                                           const Point& p) {
  const Real t = v(p), x = d1<n>(u, p, X), y = d1<n>(u, p, Y), z = d1<n>(u, p, Z);
  return 0.5 * (t * t + c2 * ((x * x + y * y) + z * z));
}

template <int n>
static void energy_density(Block& block) {
  auto u = block.read(phi), v = block.read(pi);
  auto e = block.write(energy);
  const Real c2 = block[speed] * block[speed];
  block.for_each(
      "energy", KOKKOS_LAMBDA(const Point& p) { e(p) = density<n>(u, v, c2, p); });
}

template <int n>
static void sum_energy(Block& block) {
  auto u = block.read(phi), v = block.read(pi);
  const Real c2 = block[speed] * block[speed], volume = block.cell_volume();
  block.reduce(total_energy, [=](const Point& p) { return volume * density<n>(u, v, c2, p); });
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

/// Names of tasks, which hold as long as the thorn is loaded.
struct SchemeNames {
  std::string_view pi_rhs, energy, sum_energy;
};

/// All that differences of order n take part in. `operations` at a point: a laplacian takes 1 for
/// the point itself, 2, 6 or 9 (n = 2, 4, 6) per direction, 3 weights and 2 sums; to these comes
/// the factor.
template <int n>
static void declare_scheme(ThornBuilder& thorn, const SchemeNames& names, double operations) {
  thorn.at(EvolveRhs, names.pi_rhs, pi_rhs<n>)
      .reads(phi, stencil(n / 2))
      .writes(rhs(pi))
      .flops(operations)
      .when(order, n);
  thorn.at(Analysis, names.energy, energy_density<n>)
      .reads(phi, stencil(n / 2))
      .reads(pi)
      .writes(energy)
      .when(order, n);
  thorn.at(Analysis, names.sum_energy, sum_energy<n>)
      .reads(phi, stencil(n / 2))
      .reads(pi)
      .reduces(total_energy)
      .when(order, n);
}

CARDON_THORN(WaveMoL) {
  thorn.summary("Scalar wave equation, first order in time, with any integrator");
  thorn.parameters(speed, order, initial, amplitude, radius, width, center, wavenumber, profile,
                   rate, exact);
  thorn.evolves(phi, pi);
  thorn.derives(energy, error.no_boundary());
  thorn.scalars(total_energy);
  thorn.limits_step("courant", courant_limit);
  thorn.radiates(phi, speed);
  thorn.radiates(pi, speed);

  thorn.at(Initial, "gaussian", set_gaussian).writes(phi, pi).when(initial, "gaussian");
  thorn.at(Initial, "plane", set_plane).writes(phi, pi).when(initial, "plane");
  thorn.at(Initial, "standing", set_standing).writes(phi, pi).when(initial, "standing");
  thorn.at(Initial, "expression", set_expression).writes(phi, pi).when(initial, "expression");

  declare_scheme<2>(thorn, {"pi_rhs_2", "energy_2", "sum_energy_2"}, 13);
  declare_scheme<4>(thorn, {"pi_rhs_4", "energy_4", "sum_energy_4"}, 25);
  declare_scheme<6>(thorn, {"pi_rhs_6", "energy_6", "sum_energy_6"}, 34);
  thorn.at(EvolveRhs, "phi_rhs", phi_rhs).reads(pi).writes(rhs(phi));
  thorn.at(Analysis, "error", compare).reads(phi).writes(error);
}
