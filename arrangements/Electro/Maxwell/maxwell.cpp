// SPDX-License-Identifier: Apache-2.0
// Maxwell's equations in vacuum:  d/dt E = c curl B,  d/dt B = -c curl E
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Parameter speed{"speed", 1.0, "Speed of light c", positive, unit("m/s")};
constexpr Parameter order{"order", 4, "Order of the differences in space", one_of(2, 4)};
constexpr Parameter dissipate{"dissipate", false, "Kreiss-Oliger dissipation"};
constexpr Parameter dissipation{"dissipation", 0.1, "Dissipation strength, in units of c",
                                between(0, 1)};
constexpr Parameter initial{"initial", "plane", "Initial data and exact solution",
                            one_of("plane", "cavity", "expression")};
constexpr Parameter amplitude{"amplitude", Vec3{0, 0, 1},
                              "Plane, cavity: amplitude of E; its part along the wave vector is "
                              "left out"};
constexpr Parameter wavenumber{"wavenumber", Vec3{1, 0, 0},
                               "Plane, cavity: waves per unit of length along x, y, z",
                               unit("1/m")};
constexpr Expression electric_x{"electric_x", "0", "Expression: E_x, a function of x, y, z, r, t"};
constexpr Expression electric_y{"electric_y", "0", "Expression: E_y, a function of x, y, z, r, t"};
constexpr Expression electric_z{"electric_z", "0", "Expression: E_z, a function of x, y, z, r, t"};
constexpr Expression magnetic_x{"magnetic_x", "0", "Expression: B_x, a function of x, y, z, r, t"};
constexpr Expression magnetic_y{"magnetic_y", "0", "Expression: B_y, a function of x, y, z, r, t"};
constexpr Expression magnetic_z{"magnetic_z", "0", "Expression: B_z, a function of x, y, z, r, t"};

constexpr Evolved E = Evolved{"E", "Electric field"}.vector();
constexpr Evolved B = Evolved{"B", "Magnetic field, times c"}.axial_vector();
constexpr Field energy = Derived{"energy", "Energy density"}.no_boundary();
constexpr Field div_e = Derived{"div_E", "Divergence of E"}.no_boundary();
constexpr Field div_b = Derived{"div_B", "Divergence of B"}.no_boundary();
constexpr Field error =
    Derived{"error", "Length of the difference of (E, B) from the exact solution"}.no_boundary();
constexpr Scalar total_energy{"total_energy", "Integral of the energy density", Reduce::sum};

namespace {

// Exact solutions.

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

/// 2 pi wavenumber, without the components that the grid does not have.
struct WaveVector : Vec3 {
  static WaveVector prepare(Value<wavenumber> waves, GridView grid) {
    Vec3 k = grid.within(waves);
    for (int d = 0; d < 3; ++d) k[d] *= 2 * pi_number;
    return {k};
  }
};

/// E = A cos(k.x - omega t), B = (k/|k|) x E, omega = c |k| (Jackson, Classical Electrodynamics,
/// 3rd edition, section 7.1, in units with E and B alike).
struct PlaneWave {
  Vec3 k, e, b;
  Real turned;

  static PlaneWave prepare(WaveVector k, Value<amplitude> a, Value<speed> c, GridView grid) {
    const Real length = sqrt(dot(k, k));
    const Vec3 e = perpendicular(a, k);
    return {k, e, length == 0 ? Vec3{} : times(1 / length, cross(k, e)), c * length * grid.time};
  }
  KOKKOS_INLINE_FUNCTION EmValues operator()(const Point& p) const {
    const Real wave = cos(dot(k, {p.x(), p.y(), p.z()}) - turned);
    return {times(wave, e), times(wave, b)};
  }
};

/// A mode of a rectangular cavity with perfectly conducting walls, where a component of k times the
/// coordinate is a multiple of pi (Jackson, Classical Electrodynamics, 3rd edition, section 8.7):
///   E_x = A_x cos(k_x x) sin(k_y y) sin(k_z z) cos(omega t), and so on in turn, with A.k = 0;
///   B = -(c / omega) curl E with sin(omega t) for cos(omega t); omega = c |k|.
/// There are no walls across a direction that the grid lacks, and no factor for it.
struct CavityMode {
  Vec3 k, e, b;
  int dimensions;

  static CavityMode prepare(WaveVector k, Value<amplitude> a, Value<speed> c, GridView grid) {
    const Real length = sqrt(dot(k, k)), phase = c * length * grid.time;
    const Vec3 across = perpendicular(a, k);
    return {k, times(cos(phase), across),
            length == 0 ? Vec3{} : times(-sin(phase) / length, cross(k, across)), grid.dimensions};
  }
  KOKKOS_INLINE_FUNCTION EmValues operator()(const Point& p) const {
    const Real x = k.x * p.x(), y = k.y * p.y(), z = k.z * p.z();
    const Real sx = sin(x), sy = dimensions > 1 ? sin(y) : 1, sz = dimensions > 2 ? sin(z) : 1;
    const Real cx = cos(x), cy = cos(y), cz = cos(z);
    return {{e.x * (cx * sy * sz), e.y * (sx * cy * sz), e.z * (sx * sy * cz)},
            {b.x * (sx * cy * cz), b.y * (cx * sy * cz), b.z * (cx * cy * sz)}};
  }
};

struct Formulas {
  Value<electric_x> ex;
  Value<electric_y> ey;
  Value<electric_z> ez;
  Value<magnetic_x> bx;
  Value<magnetic_y> by;
  Value<magnetic_z> bz;
  EmValues operator()(const Point& p) const {
    return {{ex(p), ey(p), ez(p)}, {bx(p), by(p), bz(p)}};
  }
};

template <class Solution>
KOKKOS_FUNCTION void set_fields(const Point& p, const Write<E>& e, const Write<B>& b,
                                const Solution& exact) {
  const EmValues v = exact(p);
  for (int c = 0; c < 3; ++c) {
    e[c](p) = v.e[c];
    b[c](p) = v.b[c];
  }
}

template <class Solution>
KOKKOS_FUNCTION void compare(const Point& p, const Read<E>& e, const Read<B>& b,
                             Write<error> result, const Solution& exact) {
  const EmValues v = exact(p);
  Real sum = 0;
  for (int c = 0; c < 3; ++c) {
    const Real x = e[c](p) - v.e[c], y = b[c](p) - v.b[c];
    sum += x * x + y * y;
  }
  result(p) = sqrt(sum);
}

// The evolution.

/// A component is not differentiated in its own direction by a curl, and only there by a
/// divergence.
template <const auto& f, int r>
using ForCurl = ReadEach<f, stencil(0, r, r), stencil(r, 0, r), stencil(r, r, 0)>;
template <const auto& f, int r>
using ForDivergence = ReadEach<f, stencil(r, 0, 0), stencil(0, r, 0), stencil(0, 0, r)>;

template <int n, class Readers>
KOKKOS_FORCEINLINE_FUNCTION Vec3 curl(const Readers& v, const Point& p) {
  return {d1<n>(v[2], p, Y) - d1<n>(v[1], p, Z), d1<n>(v[0], p, Z) - d1<n>(v[2], p, X),
          d1<n>(v[1], p, X) - d1<n>(v[0], p, Y)};
}

template <int n>
KOKKOS_FORCEINLINE_FUNCTION void plain(const Point& p, const ForCurl<E, n / 2>& e,
                                       const ForCurl<B, n / 2>& b, const Write<rhs<E>>& de,
                                       const Write<rhs<B>>& db, Value<speed> c) {
  const Vec3 curl_e = curl<n>(e, p), curl_b = curl<n>(b, p);
  for (int q = 0; q < 3; ++q) {
    de[q](p) = c * curl_b[q];
    db[q](p) = -c * curl_e[q];
  }
}

// Kreiss-Oliger dissipation (Kreiss and Oliger, Methods for the approximate solution of time
// dependent problems, GARP publications 10, 1973): differences of order 2 r times h^(2 r - 1),
// which takes 1 / h off waves of two points and, for r = order / 2 + 1, leaves the order as it is.
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

struct Strength {
  Real value;
  static Strength prepare(Value<speed> c, Value<dissipation> s) { return {c * s}; }
};

template <int n>
KOKKOS_FORCEINLINE_FUNCTION void with_dissipation(const Point& p, const Read<E, n / 2 + 1>& e,
                                                  const Read<B, n / 2 + 1>& b,
                                                  const Write<rhs<E>>& de, const Write<rhs<B>>& db,
                                                  Value<speed> c, Strength s) {
  const Vec3 curl_e = curl<n>(e, p), curl_b = curl<n>(b, p);
  for (int q = 0; q < 3; ++q) {
    de[q](p) = c * curl_b[q] + s.value * dissipated<n>(e[q], p);
    db[q](p) = s.value * dissipated<n>(b[q], p) - c * curl_e[q];
  }
}

// Analysis.

KOKKOS_INLINE_FUNCTION Real density(const Read<E>& e, const Read<B>& b, const Point& p) {
  Real sum = 0;
  for (int c = 0; c < 3; ++c) sum += e[c](p) * e[c](p) + b[c](p) * b[c](p);
  return 0.5 * sum;
}

KOKKOS_FUNCTION void energy_density(Point p, const Read<E>& e, const Read<B>& b,
                                    Write<energy> result) {
  result(p) = density(e, b, p);
}

void sum_energy(Point p, const Read<E>& e, const Read<B>& b, Combine<total_energy> total,
                GridView grid) {
  total(p) = grid.volume * density(e, b, p);
}

template <int n, const auto& f, const auto& result>
KOKKOS_FUNCTION void divergence(Point p, const ForDivergence<f, n / 2>& v, Write<result> div) {
  div(p) = (d1<n>(v[0], p, X) + d1<n>(v[1], p, Y)) + d1<n>(v[2], p, Z);
}

// The step.

/// Whether the plane wave or the mode is 0 everywhere, at any time: E has no part across k, or each
/// of its components has a factor sin(0).
bool is_nothing(Vec3 k, Vec3 all, bool cavity, int dimensions) {
  const Vec3 across = perpendicular(all, k);
  const Real rounding = 1e-12 * sqrt(dot(all, all));
  for (int c = 0; c < 3; ++c) {
    bool there = abs(across[c]) > rounding;
    if (cavity)
      for (int d = 0; d < dimensions; ++d) there = there && (d == c || k[d] != 0);
    if (there) return false;
  }
  return true;
}

/// Throws Error maxwell/no-field.
Real courant_limit(Context context, GridView grid, Value<speed> c, Value<initial> kind,
                   WaveVector k, Value<amplitude> all) {
  const bool cavity = kind == "cavity";
  if (kind != "expression" && is_nothing(k, all, cavity, grid.dimensions))
    refuse(context, wavenumber, "maxwell/no-field",
           "Maxwell::amplitude and Maxwell::wavenumber leave no field: E and B would be 0",
           cavity ? "give each component of E a wavenumber in each of the other directions"
                  : "give E an amplitude across the wave vector");
  return courant<speed>(grid, c);
}

// Operations: a first difference takes 3 (order 2) or 6 (order 4), a component 2 of them, a sum and
// the factor; dissipation 23 or 32 per component.
template <int n>
void declare_rhs(ThornBuilder& thorn) {
  const std::string name = "rhs_" + std::to_string(n);
  thorn.at<plain<n>>(EvolveRhs, name).flops(n == 2 ? 48 : 84).when(order, n).when(dissipate, false);
  thorn.at<with_dissipation<n>>(EvolveRhs, name + "_dissipated")
      .flops(n == 2 ? 186 : 276)
      .when(order, n)
      .when(dissipate);
}

template <int n>
void declare_divergences(ThornBuilder& thorn) {
  const std::string text = std::to_string(n);
  thorn.at<divergence<n, E, div_e>>(Analysis, "divergence_of_E_" + text).when(order, n);
  thorn.at<divergence<n, B, div_b>>(Analysis, "divergence_of_B_" + text).when(order, n);
}

}  // namespace

CARDON_THORN(Maxwell) {
  thorn.summary("Maxwell's equations in vacuum, with any integrator");
  thorn.cites("H.-O. Kreiss and J. Oliger, GARP Publications Series 10, 1973");
  thorn.parameters(speed, order, dissipate, dissipation, initial, amplitude, wavenumber);
  thorn.limits_step<courant_limit>("courant");
  thorn.at<set_fields<PlaneWave>>(Initial, "plane").when(initial, "plane");
  thorn.at<set_fields<CavityMode>>(Initial, "cavity").when(initial, "cavity");
  thorn.at<set_fields<Formulas>>(Initial, "expression").when(initial, "expression");
  declare_rhs<2>(thorn);
  declare_rhs<4>(thorn);
  thorn.at<energy_density>(Analysis, "energy");
  thorn.at<sum_energy>(Analysis);
  declare_divergences<2>(thorn);
  declare_divergences<4>(thorn);
  thorn.at<compare<PlaneWave>>(Analysis, "error_plane").when(initial, "plane");
  thorn.at<compare<CavityMode>>(Analysis, "error_cavity").when(initial, "cavity");
  thorn.at<compare<Formulas>>(Analysis, "error_expression").when(initial, "expression");
}
