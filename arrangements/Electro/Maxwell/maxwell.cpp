// SPDX-License-Identifier: Apache-2.0
// Maxwell's equations in vacuum:  d/dt E = c curl B,  d/dt B = -c curl E
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0, "Speed of light c", positive, unit("m/s")};
constexpr Parameter order{"order", 4, "Order of the differences in space", one_of(2, 4)};
constexpr Parameter dissipate{"dissipate", false, "Kreiss-Oliger dissipation"};
constexpr Parameter dissipation{"dissipation", 0.1, "Its strength, in units of c", between(0, 1)};
constexpr Parameter initial{"initial", "plane", "Initial data and exact solution",
                            one_of("plane", "cavity", "expression")};
constexpr Parameter amplitude{"amplitude", Vec3{0, 0, 1},
                              "Plane, cavity: amplitude of E; its part along the wave vector is "
                              "left out"};
constexpr Parameter wavenumber{"wavenumber", Vec3{1, 0, 0},
                               "Plane, cavity: waves per metre along x, y, z", unit("1/m")};
constexpr Expression electric_x{"electric_x", "0", "Expression: E_x, a function of x, y, z, r, t"};
constexpr Expression electric_y{"electric_y", "0", "Expression: E_y, a function of x, y, z, r, t"};
constexpr Expression electric_z{"electric_z", "0", "Expression: E_z, a function of x, y, z, r, t"};
constexpr Expression magnetic_x{"magnetic_x", "0", "Expression: B_x, a function of x, y, z, r, t"};
constexpr Expression magnetic_y{"magnetic_y", "0", "Expression: B_y, a function of x, y, z, r, t"};
constexpr Expression magnetic_z{"magnetic_z", "0", "Expression: B_z, a function of x, y, z, r, t"};

constexpr Field E = Field{"E", "Electric field"}.vector();
constexpr Field B = Field{"B", "Magnetic field, times c"}.axial_vector();
constexpr Derived energy{"energy", "Energy density"};
constexpr Derived div_e{"div_E", "Divergence of E"};
constexpr Derived div_b{"div_B", "Divergence of B"};
constexpr Derived error{"error", "Length of the difference of (E, B) from the exact solution"};
constexpr Scalar total_energy{"total_energy", "Integral of the energy density", Reduce::sum};

// Exact solutions.
namespace {

/// The fields at one point.
struct EmValues {
  Vec3 e, b;
};

KOKKOS_INLINE_FUNCTION Real dot(Vec3 a, Vec3 b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }

KOKKOS_INLINE_FUNCTION Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

KOKKOS_INLINE_FUNCTION Vec3 times(Real s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }

/// The part of a that is perpendicular to k; a itself if k is 0.
Vec3 perpendicular(Vec3 a, Vec3 k) {
  const Real k2 = dot(k, k);
  if (k2 == 0) return a;
  const Vec3 along = times(dot(a, k) / k2, k);
  return {a.x - along.x, a.y - along.y, a.z - along.z};
}

/// E = A cos(k.x - omega t), B = (k/|k|) x E, omega = c |k| (Jackson, Classical Electrodynamics,
/// 3rd edition, section 7.1, in units with E and B alike).
class PlaneWave {
 public:
  /// k in radians per metre, A = a without its part along k.
  PlaneWave(Vec3 k, Vec3 a, Real c, Real time) : k_(k), e_(perpendicular(a, k)) {
    const Real length = sqrt(dot(k, k));
    b_ = length == 0 ? Vec3{} : times(1 / length, cross(k, e_));
    turned_ = c * length * time;
  }

  KOKKOS_INLINE_FUNCTION EmValues operator()(const Point& p) const {
    const Real wave = cos(dot(k_, {p.x(), p.y(), p.z()}) - turned_);
    return {times(wave, e_), times(wave, b_)};
  }

 private:
  Vec3 k_, e_, b_;
  Real turned_;
};

/// A mode of a rectangular cavity with perfectly conducting walls, where a component of k times the
/// coordinate is a multiple of pi (Jackson, Classical Electrodynamics, 3rd edition, section 8.7):
///   E_x = A_x cos(k_x x) sin(k_y y) sin(k_z z) cos(omega t), and so on in turn, with A.k = 0;
///   B = -(c / omega) curl E with sin(omega t) for cos(omega t); omega = c |k|.
/// There are no walls across a direction that the grid lacks, and no factor for it.
class CavityMode {
 public:
  /// k in radians per metre, A = a without its part along k.
  CavityMode(Vec3 k, Vec3 a, Real c, Real time, int dimensions) : k_(k), dimensions_(dimensions) {
    const Real length = sqrt(dot(k, k)), phase = c * length * time;
    const Vec3 across = perpendicular(a, k);
    e_ = times(cos(phase), across);
    b_ = length == 0 ? Vec3{} : times(-sin(phase) / length, cross(k, across));
  }

  KOKKOS_INLINE_FUNCTION EmValues operator()(const Point& p) const {
    const Real x = k_.x * p.x(), y = k_.y * p.y(), z = k_.z * p.z();
    const Real sx = sin(x), sy = dimensions_ > 1 ? sin(y) : 1, sz = dimensions_ > 2 ? sin(z) : 1;
    const Real cx = cos(x), cy = cos(y), cz = cos(z);
    return {{e_.x * (cx * sy * sz), e_.y * (sx * cy * sz), e_.z * (sx * sy * cz)},
            {b_.x * (sx * cy * cz), b_.y * (cx * sy * cz), b_.z * (cx * cy * sz)}};
  }

 private:
  Vec3 k_, e_, b_;
  int dimensions_;
};

}  // namespace

// The same at the time of the block.

/// 2 pi wavenumber, without the components that the grid does not have.
static Vec3 wave_vector(const Block& block) {
  Vec3 k = block[wavenumber];
  for (int d = 0; d < 3; ++d) k[d] = d < block.dimensions() ? 2 * pi_number * k[d] : 0;
  return k;
}

static auto plane_wave(const Block& block) {
  return PlaneWave(wave_vector(block), block[amplitude], block[speed], block.time());
}

static auto cavity_mode(const Block& block) {
  return CavityMode(wave_vector(block), block[amplitude], block[speed], block.time(),
                    block.dimensions());
}

/// Whether the plane wave or the mode is 0 everywhere, at any time: E has no part across k, or each
/// of its components has a factor sin(0).
static bool is_nothing(const Block& block) {
  const Vec3 k = wave_vector(block), all = block[amplitude], across = perpendicular(all, k);
  const Real rounding = 1e-12 * sqrt(dot(all, all));
  for (int c = 0; c < 3; ++c) {
    bool there = abs(across[c]) > rounding;
    if (block[initial] == "cavity")
      for (int d = 0; d < block.dimensions(); ++d) there = there && (d == c || k[d] != 0);
    if (there) return false;
  }
  return true;
}

/// Throws Error maxwell/no-field.
static void check_waves(const Block& block) {
  if (block[initial] == "expression" || !is_nothing(block)) return;
  const bool cavity = block[initial] == "cavity";
  refuse(block, wavenumber, "maxwell/no-field",
         "Maxwell::amplitude and Maxwell::wavenumber leave no field: E and B would be 0",
         cavity ? "give each component of E a wavenumber in each of the other directions"
                : "give E an amplitude across the wave vector");
}

static auto formulas(const Block& block) {
  const auto ex = block[electric_x], ey = block[electric_y], ez = block[electric_z];
  const auto bx = block[magnetic_x], by = block[magnetic_y], bz = block[magnetic_z];
  return [=](const Point& p) -> EmValues { return {{ex(p), ey(p), ez(p)}, {bx(p), by(p), bz(p)}}; };
}

template <class Solution>
static void set_fields(Block& block, const Solution& exact) {
  const auto e = block.write_components(E), b = block.write_components(B);
  block.for_each(
      "initial", KOKKOS_LAMBDA(const Point& p) {
        const EmValues v = exact(p);
        for (int c = 0; c < 3; ++c) {
          e[c](p) = v.e[c];
          b[c](p) = v.b[c];
        }
      });
}

static void set_plane(Block& block) { set_fields(block, plane_wave(block)); }
static void set_cavity(Block& block) { set_fields(block, cavity_mode(block)); }
static void set_expression(Block& block) { set_fields(block, formulas(block)); }

template <class Solution>
static void compare(Block& block, const Solution& exact) {
  const auto e = block.read_components(E), b = block.read_components(B);
  const auto result = block.write(error);
  block.for_each(
      "error", KOKKOS_LAMBDA(const Point& p) {
        const EmValues v = exact(p);
        Real sum = 0;
        for (int c = 0; c < 3; ++c) {
          const Real x = e[c](p) - v.e[c], y = b[c](p) - v.b[c];
          sum += x * x + y * y;
        }
        result(p) = sqrt(sum);
      });
}

static void compare_plane(Block& block) { compare(block, plane_wave(block)); }
static void compare_cavity(Block& block) { compare(block, cavity_mode(block)); }
static void compare_expression(Block& block) { compare(block, formulas(block)); }

// The evolution.

using Readers = Components<FieldReader>;

template <int n>
KOKKOS_INLINE_FUNCTION static Vec3 curl(const Readers& v, const Point& p) {
  return {d1<n>(v[2], p, Y) - d1<n>(v[1], p, Z), d1<n>(v[0], p, Z) - d1<n>(v[2], p, X),
          d1<n>(v[1], p, X) - d1<n>(v[0], p, Y)};
}

template <int n>
static void rhs_plain(Block& block) {
  const auto e = block.read_components(E), b = block.read_components(B);
  const auto de = block.write_components(E, FieldRef::rhs_level);
  const auto db = block.write_components(B, FieldRef::rhs_level);
  const Real c = block[speed];
  block.for_each(
      "rhs", KOKKOS_LAMBDA(const Point& p) {
        const Vec3 curl_e = curl<n>(e, p), curl_b = curl<n>(b, p);
        for (int q = 0; q < 3; ++q) {
          de[q](p) = c * curl_b[q];
          db[q](p) = -c * curl_e[q];
        }
      });
}

// Kreiss-Oliger dissipation (Kreiss and Oliger, Methods for the approximate solution of time
// dependent problems, GARP publications 10, 1973): differences of order 2 r times h^(2 r - 1),
// which takes 1 / h off waves of two points and, for r = order / 2 + 1, leaves the order as it is.
namespace {

/// Sum of the values n points away on both sides in direction D.
template <int D>
KOKKOS_INLINE_FUNCTION Real pair(const FieldReader& u, const Point& p, int n) {
  const int a = D == 0 ? n : 0, b = D == 1 ? n : 0, c = D == 2 ? n : 0;
  return u(p, -a, -b, -c) + u(p, a, b, c);
}

/// 2^(2 r) h times the dissipation in direction D, r = Order / 2 + 1.
template <int D, int Order>
KOKKOS_INLINE_FUNCTION Real smoothing(const FieldReader& u, const Point& p, Real u0) {
  if constexpr (Order == 2)
    return (4 * pair<D>(u, p, 1) - pair<D>(u, p, 2)) - 6 * u0;
  else
    return (pair<D>(u, p, 3) - 6 * pair<D>(u, p, 2)) + (15 * pair<D>(u, p, 1) - 20 * u0);
}

/// Sum over the directions of the grid; radius Order / 2 + 1.
template <int Order>
KOKKOS_INLINE_FUNCTION Real dissipated(const FieldReader& u, const Point& p) {
  static_assert(Order == 2 || Order == 4);
  constexpr Real weight = Order == 2 ? 1.0 / 16 : 1.0 / 64;
  const Real u0 = u(p);
  return weight * ((u.inverse_spacing[0] * smoothing<0, Order>(u, p, u0) +
                    u.inverse_spacing[1] * smoothing<1, Order>(u, p, u0)) +
                   u.inverse_spacing[2] * smoothing<2, Order>(u, p, u0));
}

}  // namespace

template <int n>
static void rhs_dissipated(Block& block) {
  const auto e = block.read_components(E), b = block.read_components(B);
  const auto de = block.write_components(E, FieldRef::rhs_level);
  const auto db = block.write_components(B, FieldRef::rhs_level);
  const Real c = block[speed], s = block[speed] * block[dissipation];
  block.for_each(
      "rhs", KOKKOS_LAMBDA(const Point& p) {
        const Vec3 curl_e = curl<n>(e, p), curl_b = curl<n>(b, p);
        for (int q = 0; q < 3; ++q) {
          de[q](p) = c * curl_b[q] + s * dissipated<n>(e[q], p);
          db[q](p) = s * dissipated<n>(b[q], p) - c * curl_e[q];
        }
      });
}

// Analysis.

KOKKOS_INLINE_FUNCTION static Real density(const Readers& e, const Readers& b, const Point& p) {
  Real sum = 0;
  for (int c = 0; c < 3; ++c) sum += e[c](p) * e[c](p) + b[c](p) * b[c](p);
  return 0.5 * sum;
}

static void energy_density(Block& block) {
  const auto e = block.read_components(E), b = block.read_components(B);
  const auto result = block.write(energy);
  block.for_each(
      "energy", KOKKOS_LAMBDA(const Point& p) { result(p) = density(e, b, p); });
}

static void sum_energy(Block& block) {
  const auto e = block.read_components(E), b = block.read_components(B);
  const Real volume = block.cell_volume();
  block.reduce(total_energy, [=](const Point& p) { return volume * density(e, b, p); });
}

template <int n>
static void divergence(Block& block, const Field& field, const Derived& result) {
  const auto v = block.read_components(field);
  const auto div = block.write(result);
  block.for_each(
      "divergence", KOKKOS_LAMBDA(const Point& p) {
        div(p) = (d1<n>(v[0], p, X) + d1<n>(v[1], p, Y)) + d1<n>(v[2], p, Z);
      });
}

template <int n>
static void divergence_e(Block& block) {
  divergence<n>(block, E, div_e);
}

template <int n>
static void divergence_b(Block& block) {
  divergence<n>(block, B, div_b);
}

static Real courant_limit(const Block& block) {
  check_waves(block);
  Real h = block.spacing(0);
  for (int d = 1; d < block.dimensions(); ++d) h = block.spacing(d) < h ? block.spacing(d) : h;
  return h / block[speed];
}

static void declare_initial_data(ThornBuilder& thorn) {
  thorn.at(Initial, "plane", set_plane).writes(E, B).when(initial, "plane");
  thorn.at(Initial, "cavity", set_cavity).writes(E, B).when(initial, "cavity");
  thorn.at(Initial, "expression", set_expression).writes(E, B).when(initial, "expression");
}

// Operations: a first difference takes 3 (order 2) or 6 (order 4), a component 2 of them, a sum and
// the factor; dissipation 23 or 32 per component.
// A component is not differentiated in its own direction by a curl, and only there by a divergence.
template <int n>
static void declare_rhs(ThornBuilder& thorn, std::string_view plain, std::string_view dissipated) {
  constexpr int r = n / 2;
  thorn.at(EvolveRhs, plain, rhs_plain<n>)
      .reads(FieldRef("E_x"), FieldRef("B_x"), stencil(0, r, r))
      .reads(FieldRef("E_y"), FieldRef("B_y"), stencil(r, 0, r))
      .reads(FieldRef("E_z"), FieldRef("B_z"), stencil(r, r, 0))
      .writes(rhs(E), rhs(B))
      .flops(n == 2 ? 48 : 84)
      .when(order, n)
      .when(dissipate, false);
  thorn.at(EvolveRhs, dissipated, rhs_dissipated<n>)
      .reads(E, B, stencil(r + 1))
      .writes(rhs(E), rhs(B))
      .flops(n == 2 ? 186 : 276)
      .when(order, n)
      .when(dissipate);
}

template <int n>
static void declare_divergences(ThornBuilder& thorn, std::string_view of_e, std::string_view of_b) {
  constexpr int r = n / 2;
  thorn.at(Analysis, of_e, divergence_e<n>)
      .reads(FieldRef("E_x"), stencil(r, 0, 0))
      .reads(FieldRef("E_y"), stencil(0, r, 0))
      .reads(FieldRef("E_z"), stencil(0, 0, r))
      .writes(div_e)
      .when(order, n);
  thorn.at(Analysis, of_b, divergence_b<n>)
      .reads(FieldRef("B_x"), stencil(r, 0, 0))
      .reads(FieldRef("B_y"), stencil(0, r, 0))
      .reads(FieldRef("B_z"), stencil(0, 0, r))
      .writes(div_b)
      .when(order, n);
}

static void declare_analysis(ThornBuilder& thorn) {
  thorn.at(Analysis, "energy", energy_density).reads(E, B).writes(energy);
  thorn.at(Analysis, "sum_energy", sum_energy).reads(E, B).reduces(total_energy);
  declare_divergences<2>(thorn, "divergence_of_E_2", "divergence_of_B_2");
  declare_divergences<4>(thorn, "divergence_of_E_4", "divergence_of_B_4");
  thorn.at(Analysis, "error_plane", compare_plane).reads(E, B).writes(error).when(initial, "plane");
  thorn.at(Analysis, "error_cavity", compare_cavity)
      .reads(E, B)
      .writes(error)
      .when(initial, "cavity");
  thorn.at(Analysis, "error_expression", compare_expression)
      .reads(E, B)
      .writes(error)
      .when(initial, "expression");
}

CARDON_THORN(Maxwell) {
  thorn.summary("Maxwell's equations in vacuum, with any integrator");
  thorn.parameters(speed, order, dissipate, dissipation, initial, amplitude, wavenumber, electric_x,
                   electric_y, electric_z, magnetic_x, magnetic_y, magnetic_z);
  thorn.evolves(E, B);
  thorn.derives(energy.no_boundary(), div_e.no_boundary(), div_b.no_boundary(),
                error.no_boundary());
  thorn.scalars(total_energy);
  thorn.limits_step("courant", courant_limit);
  declare_initial_data(thorn);
  declare_rhs<2>(thorn, "rhs_2", "rhs_2_dissipated");
  declare_rhs<4>(thorn, "rhs_4", "rhs_4_dissipated");
  declare_analysis(thorn);
}
