// SPDX-License-Identifier: Apache-2.0
// Initial data, and comparison with those that are exact solutions.
#include "gowdy.hpp"
#include "initial_checks.hpp"
#include "noise.hpp"
#include "plane_waves.hpp"
#include "quadrupole_wave.hpp"
#include "readers.hpp"
#include "tasks.hpp"

namespace cardon::einstein {
namespace {

/// 2 pi wavenumber, without the components that the grid does not have.
Vec3 wave_vector(const Block& block) {
  Vec3 k = block[wavenumber];
  for (int d = 0; d < 3; ++d) k[d] = d < block.dimensions() ? 2 * pi_number * k[d] : 0;
  return k;
}

template <class Wave>
Wave plane_wave(const Block& block) {
  return Wave(wave_vector(block), block[amplitude], block.time());
}

Spacetime minkowski(const Point&) { return {}; }

Gowdy gowdy(const Block& block) { return Gowdy(wave_vector(block), block.time()); }

QuadrupoleWave quadrupole_wave(const Block& block) {
  return QuadrupoleWave(block[multipole], block[amplitude], block[width], block[center],
                        block.time());
}

/// The slice of the solution with lapse and shift as the gauge conditions need them: 1 for geodesic
/// slicing, 0 without a shift. A gauge is free to start from any others, such as the solution's.
template <class Solution>
auto in_gauge(const Block& block, const Solution& exact) {
  const bool unit_lapse = block[lapse] == "geodesic", no_shift = block[shift] == "none";
  return [=](const Point& p) {
    Spacetime s = exact(p);
    if (unit_lapse) s.lapse = 1;
    if (no_shift) s.shift = {{0, 0, 0}};
    return s;
  };
}

/// The variables of one point; Gamma follows from the metric around it.
void store(const State<FieldWriter>& u, const Point& p, const Spacetime& s) {
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
void set(Block& block, const Solution& exact) {
  State<FieldWriter> u;
  u.chi = block.write(chi);
  u.K = block.write(K);
  u.theta = block.write(theta);
  u.alpha = block.write(alpha);
  take(u.g, block.write_components(g));
  take(u.A, block.write_components(A));
  take(u.beta, block.write_components(beta));
  take(u.B, block.write_components(B));
  block.for_each(
      "initial", KOKKOS_LAMBDA(const Point& p) { store(u, p, exact(p)); });
}

/// Length of a - b, all nine components counted.
Real distance(const Symmetric<Real>& a, const Symmetric<Real>& b) {
  Symmetric<Real> d;
  for (int q = 0; q < 6; ++q) d.c[q] = a.c[q] - b.c[q];
  return sqrt(contract(d, d));
}

template <class Solution>
void compare(Block& block, const Solution& exact) {
  State<FieldReader> u;
  u.chi = block.read(chi);
  u.alpha = block.read(alpha);
  take(u.g, block.read_components(g));
  const auto of_metric = block.write(error), of_lapse = block.write(error_alpha);
  block.for_each(
      "error", KOKKOS_LAMBDA(const Point& p) {
        const Spacetime s = exact(p);
        Symmetric<Real> metric = read_symmetric(u.g, p);
        for (Real& c : metric.c) c /= u.chi(p);
        of_metric(p) = distance(metric, s.metric);
        of_lapse(p) = u.alpha(p) - s.lapse;
      });
}

}  // namespace

void set_minkowski(Block& block) { set(block, minkowski); }

void set_robust(Block& block) {
  check_amplitude(block, 1.0 / 3, "1/3");  // a diagonal is then larger than the rest of its row
  const Noise noise(block);
  set(block, noise);
  const auto of_theta = block.write(theta);
  const auto driver = block.write_components(B);
  block.for_each(
      "noise", KOKKOS_LAMBDA(const Point& p) {
        of_theta(p) = noise.of_theta(p);
        for (int i = 0; i < 3; ++i) driver[i](p) = noise.of_driver(p, i);
      });
}

void add_noise_to_gamma(Block& block) {
  const Noise noise(block);
  const auto connection = block.write_components(gamma);
  block.for_each(
      "noise", KOKKOS_LAMBDA(const Point& p) {
        for (int i = 0; i < 3; ++i) connection[i](p) = connection[i](p) + noise.of_gamma(p, i);
      });
}

void set_gauge_wave(Block& block) {
  check_amplitude(block, 1, "1");
  set(block, in_gauge(block, plane_wave<GaugeWave>(block)));
}

void set_shifted_gauge_wave(Block& block) {
  check_amplitude(block, 1, "1");
  set(block, in_gauge(block, plane_wave<ShiftedGaugeWave>(block)));
}

void set_linear_wave(Block& block) {
  check_amplitude(block, 1, "1");
  set(block, plane_wave<LinearWave>(block));
}

void set_gowdy(Block& block) { set(block, in_gauge(block, gowdy(block))); }

void set_quadrupole_wave(Block& block) {
  check_amplitude(block, 1, "1");
  check_directions(block);
  set(block, quadrupole_wave(block));
}

void compare_minkowski(Block& block) { compare(block, minkowski); }
void compare_gauge_wave(Block& block) {
  check_gauge(block, "gauge_wave", "none");
  compare(block, plane_wave<GaugeWave>(block));
}
void compare_shifted_gauge_wave(Block& block) {
  check_gauge(block, "shifted_gauge_wave", "harmonic");
  compare(block, plane_wave<ShiftedGaugeWave>(block));
}
void compare_linear_wave(Block& block) { compare(block, plane_wave<LinearWave>(block)); }
void compare_gowdy(Block& block) {
  check_gauge(block, "gowdy", "none");
  compare(block, gowdy(block));
}
void compare_quadrupole_wave(Block& block) { compare(block, quadrupole_wave(block)); }

}  // namespace cardon::einstein
