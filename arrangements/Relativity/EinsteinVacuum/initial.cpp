// SPDX-License-Identifier: Apache-2.0
// Initial data, and comparison with those that are exact solutions.
#include "fields.hpp"
#include "gowdy.hpp"
#include "initial_checks.hpp"
#include "noise.hpp"
#include "plane_waves.hpp"
#include "quadrupole_wave.hpp"
#include "state.hpp"
#include "tasks.hpp"

namespace cardon::einstein {
namespace {

/// 2 pi wavenumber, without the components that the grid does not have.
struct WaveVector : Vec3 {
  static WaveVector prepare(const Value<wavenumber>& waves, GridView grid) {
    Vec3 k = waves;
    for (int d = 0; d < 3; ++d) k[d] = d < grid.dimensions ? 2 * pi_number * k[d] : 0;
    return {k};
  }
};

// Solutions as arguments of tasks.

struct Minkowski {
  KOKKOS_INLINE_FUNCTION Spacetime operator()(const Point&) const { return {}; }
  static Minkowski prepare() { return {}; }
};

template <class Wave>
struct PlaneWaveData : Wave {
  static PlaneWaveData prepare(Context context, const WaveVector& k, Value<amplitude> a,
                               GridView grid) {
    check_amplitude(context, a, 1, "1");
    return {Wave(k, a, grid.time)};
  }
};

struct GowdyData : Gowdy {
  static GowdyData prepare(const WaveVector& k, GridView grid) { return {Gowdy(k, grid.time)}; }
};

struct QuadrupoleData : QuadrupoleWave {
  static QuadrupoleData prepare(Context context, Value<multipole> m, Value<amplitude> a,
                                Value<width> w, const Value<centre>& c, GridView grid) {
    check_amplitude(context, a, 1, "1");
    check_directions(context, grid.dimensions);
    return {QuadrupoleWave(m, a, w, c, grid.time)};
  }
};

struct NoiseData : Noise {
  static NoiseData prepare(Context context, Value<amplitude> a, const Value<shift>& of,
                           const Value<formulation>& form) {
    check_amplitude(context, a, 1.0 / 3, "1/3");  // a diagonal is then larger than its row's rest
    return {Noise(context.random("noise"), a, of != "none", form == "ccz4")};
  }
};

/// The slice of the solution with lapse and shift as the gauge conditions need them: 1 for geodesic
/// slicing, 0 without a shift. A gauge is free to start from any others, such as the solution's.
template <class Solution>
struct InGauge {
  Solution exact;
  bool unit_lapse, no_shift;
  static InGauge prepare(const Solution& solution, const Value<lapse>& slicing,
                         const Value<shift>& of) {
    return {solution, slicing == "geodesic", of == "none"};
  }
  KOKKOS_INLINE_FUNCTION Spacetime operator()(const Point& p) const {
    Spacetime s = exact(p);
    if (unit_lapse) s.lapse = 1;
    if (no_shift) s.shift = {{0, 0, 0}};
    return s;
  }
};

struct InitialState {
  Write<einstein::chi> chi;
  Write<einstein::K> K;
  Write<einstein::theta> theta;
  Write<einstein::alpha> alpha;
  Write<einstein::g> g;
  Write<einstein::A> A;
  Write<einstein::beta> beta;
  Write<einstein::B> B;
};

/// The variables of one point; Gamma follows from the metric around it.
KOKKOS_FUNCTION void store(const InitialState& u, const Point& p, const Spacetime& s) {
  const Symmetric<Real> upper = inverse(s.metric);
  const Real factor = 1 / std::cbrt(determinant(s.metric));
  const Real trace = contract(upper, s.curvature);
  u.chi(p) = factor;
  u.K(p) = trace;
  u.theta(p) = 0;
  u.alpha(p) = s.lapse;
  for (int q = 0; q < 6; ++q) {
    u.g[q](p) = factor * s.metric.c[q];
    u.A[q](p) = factor * (s.curvature.c[q] - (1.0 / 3) * (s.metric.c[q] * trace));
  }
  for (int i = 0; i < 3; ++i) {
    u.beta[i](p) = s.shift[i];
    u.B[i](p) = 0;
  }
}

template <class Solution>
KOKKOS_FUNCTION void set(const Point& p, const InitialState& u, const Solution& exact) {
  store(u, p, exact(p));
}

KOKKOS_FUNCTION void robust(const Point& p, const InitialState& u, const NoiseData& noise) {
  store(u, p, noise(p));
  u.theta(p) = noise.of_theta(p);
  for (int i = 0; i < 3; ++i) u.B[i](p) = noise.of_driver(p, i);
}

KOKKOS_FUNCTION void noise_of_gamma(const Point& p, const Update<gamma>& connection,
                                    const NoiseData& noise) {
  for (int i = 0; i < 3; ++i) connection[i](p) = connection[i](p) + noise.of_gamma(p, i);
}

/// Length of a - b, all nine components counted.
KOKKOS_FUNCTION Real distance(const Symmetric<Real>& a, const Symmetric<Real>& b) {
  Symmetric<Real> d;
  for (int q = 0; q < 6; ++q) d.c[q] = a.c[q] - b.c[q];
  return sqrt(contract(d, d));
}

struct Compared {
  Read<einstein::chi> chi;
  Read<einstein::alpha> alpha;
  Read<einstein::g> g;
  Write<einstein::error> of_metric;
  Write<error_alpha> of_lapse;
};

template <class Solution>
KOKKOS_FUNCTION void compare(const Point& p, const Compared& u, const Solution& exact) {
  const Spacetime s = exact(p);
  Symmetric<Real> metric = read_symmetric(u.g, p);
  for (Real& c : metric.c) c /= u.chi(p);
  u.of_metric(p) = distance(metric, s.metric);
  u.of_lapse(p) = u.alpha(p) - s.lapse;
}

/// A solution that is compared only in its own gauge.
template <class Solution, const auto& name_and_shift>
struct InOwnGauge : Solution {
  static InOwnGauge prepare(Context context, const Solution& exact, const Value<lapse>& slicing,
                            const Value<shift>& of) {
    check_gauge(context, slicing, of, name_and_shift[0], name_and_shift[1]);
    return {exact};
  }
};

constexpr std::string_view gauge_wave[] = {"gauge_wave", "none"};
constexpr std::string_view shifted_gauge_wave[] = {"shifted_gauge_wave", "harmonic"};
constexpr std::string_view gowdy[] = {"gowdy", "none"};

template <class Data, class Exact = Data>
void declare_solution(ThornBuilder& thorn, const std::string& kind) {
  thorn.at<set<Data>>(Initial, kind).when(initial, kind);
  thorn.at<compare<Exact>>(Analysis, "error_" + kind).when(initial, kind);
}

}  // namespace

void declare_initial_data(ThornBuilder& thorn) {
  using Gauge = PlaneWaveData<GaugeWave>;
  using Shifted = PlaneWaveData<ShiftedGaugeWave>;
  declare_solution<Minkowski>(thorn, "minkowski");
  thorn.at<robust>(Initial).when(initial, "robust");
  thorn.at<compare<Minkowski>>(Analysis, "error_robust").when(initial, "robust");
  declare_solution<InGauge<Gauge>, InOwnGauge<Gauge, gauge_wave>>(thorn, "gauge_wave");
  declare_solution<InGauge<Shifted>, InOwnGauge<Shifted, shifted_gauge_wave>>(thorn,
                                                                              "shifted_gauge_wave");
  declare_solution<PlaneWaveData<LinearWave>>(thorn, "linear_wave");
  declare_solution<InGauge<GowdyData>, InOwnGauge<GowdyData, gowdy>>(thorn, "gowdy");
  declare_solution<QuadrupoleData>(thorn, "quadrupole_wave");
  thorn.at<noise_of_gamma>(Initial)
      .after("gamma_2")
      .after("gamma_4")
      .after("gamma_6")
      .after("gamma_8")
      .when(initial, "robust");
}

}  // namespace cardon::einstein
