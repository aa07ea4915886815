// SPDX-License-Identifier: Apache-2.0
// Acoustic waves in a medium with the speed v(x), between absorbing layers (sponges) of damping s:
//   (d/dt + s)^2 pressure = v^2 (laplacian(pressure) + wavelet(t) source(x)),  leapfrog
#include <cardon/thorn.hpp>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <string_view>

#include "declarations.hpp"
#include "ricker.hpp"
#include "sources.hpp"
#include "sponge.hpp"

namespace cardon::acoustic {
namespace {

// Initial data: no wave, the medium, the sources.

KOKKOS_FUNCTION void rest(Point p, Write<pressure> now, Write<past<pressure>> old) {
  now(p) = 0;
  old(p) = 0;
}

KOKKOS_FUNCTION void constant(Point p, Write<velocity> result, Value<speed> v) { result(p) = v; }

/// Throws Error acoustic/velocity.
void expression(Points points, Context context, Write<velocity> result, const Value<profile>& f,
                Value<max_speed> max) {
  if (f.uses_time())
    refuse(context, profile, "acoustic/velocity",
           "AcousticWave::profile changes with time, the medium does not",
           "leave t out of the formula");
  const Real limit = max * (1 + 1e-9);  // formulas are rounded
  std::mutex finding;
  std::optional<Real> wrong;
  points.each(
      [=, &finding, &wrong](const Point& p, const Write<velocity>& result) {
        const Real v = result(p) = f(p);
        if (v > 0 && v <= limit) return;
        const std::scoped_lock lock(finding);
        wrong = v;
      },
      result);
  if (wrong)
    refuse(context, profile, "acoustic/velocity",
           "AcousticWave::profile gives the wave speed " + text_of(*wrong) +
               ", AcousticWave::max_speed is " + text_of(max),
           "let profile be above 0 and at most max_speed everywhere on the grid");
}

void file(Point p, Write<velocity> result, const Value<model>& v) { result(p) = v(p); }

/// Of points below the upper face of the last direction.
struct Depth {
  int down;
  Real upper;
  static Depth prepare(GridView grid) {
    return {grid.dimensions - 1, grid.upper[grid.dimensions - 1]};
  }
  Real operator()(const Point& p) const {
    const Real height[] = {p.x(), p.y(), p.z()};
    return upper - height[down];
  }
};

void from_layers(Point p, Write<velocity> result, const Value<layers>& v, Depth depth) {
  result(p) = v(depth(p));
}
void from_section(Point p, Write<velocity> result, const Value<section>& v, Depth depth) {
  result(p) = v(p.x(), depth(p));
}

KOKKOS_FUNCTION void set_kept(Point p, Read<velocity> v, Write<kept> result, const Sponge& sponge,
                              GridView grid) {
  result(p) = exp(-sponge.rate(p, v(p)) * grid.dt);
}

void set_source(Point p, Write<source> result, const Sources& sources, SourceShape shape) {
  Real sum = 0;
  for (const PointSource& s : sources.all) sum += s.amplitude * shape(p.r2(s.position));
  result(p) = sum;
}

// The evolution. With w = exp(s t) u the equation (Kosloff and Kosloff, J. Comput. Phys. 63,
// 363-376, 1986) is w_tt = exp(s t) v^2 (laplacian(u) + f S); leapfrog of w leaves exp(-s dt) of
// each level in a step. Then no damping, however strong, makes the stable step smaller.

struct Wavelet : Ricker {
  static Wavelet prepare(Value<acoustic::frequency> f, Value<delay> periods) {
    return {{f, periods / f}};
  }
};

struct Step {
  Real dt, f;
  static Step prepare(Wavelet wavelet, GridView grid) { return {grid.dt, wavelet(grid.time)}; }
};

template <int n>
KOKKOS_FUNCTION void evolve(Point p, Read<pressure, n / 2> u, Read<past<pressure>> old,
                            Read<velocity> v, Read<kept> left, Read<source> shape,
                            Write<next<pressure>> result, Step step) {
  const Real c = v(p) * step.dt;
  const Real pull = (c * c) * (laplacian<n>(u, p) + step.f * shape(p));
  result(p) = left(p) * ((2 * u(p) + pull) - left(p) * old(p));
}

// Analysis.

KOKKOS_FUNCTION void damping_rate(Point p, Read<velocity> v, Write<damping> result,
                                  const Sponge& sponge) {
  result(p) = sponge.rate(p, v(p));
}

KOKKOS_FUNCTION void energy_density(Point p, Read<pressure, 1> now, Read<past<pressure>> old,
                                    Read<velocity> v, Write<energy> e, GridView grid) {
  const Real rate = 1 / grid.dt;
  const Real t = rate * (now(p) - old(p)) / v(p), x = d1(now, p, X), y = d1(now, p, Y),
             z = d1(now, p, Z);
  e(p) = 0.5 * (t * t + ((x * x + y * y) + z * z));
}

void find_greatest(Point p, Read<velocity> v, Combine<greatest_velocity> greatest) {
  greatest(p) = v(p);
}

/// Sum of the waves of the sources in an infinite medium; nothing where one of them is near.
struct ExactWave {
  Sources sources;
  Wavelet f;
  Value<speed> v;
  Value<near> min_distance;
  GridView grid;

  std::optional<Real> operator()(const Point& p) const {
    const auto wave = grid.dimensions == 1 ? wave_1d : grid.dimensions == 2 ? wave_2d : wave_3d;
    Real sum = 0;
    for (const PointSource& s : sources.all) {
      const Real r = sqrt(p.r2(s.position));
      if (r < min_distance) return {};
      sum += s.amplitude * wave(f, grid.time, r, v);
    }
    return sum;
  }
};

void compare(Point p, Read<pressure> u, Write<error> e, const ExactWave& exact,
             Value<velocity_from> from) {
  if (from != "constant") {  // no wave to compare with; the sign shows that the pressure is read
    e(p) = std::copysign(std::numeric_limits<Real>::quiet_NaN(), u(p));
  } else {
    const std::optional<Real> wave = exact(p);
    e(p) = wave ? u(p) - *wave : 0;
  }
}

/// Only the file or table that is in use has been named.
struct Fastest {
  Real speed;
  static Fastest prepare(Context context, Value<velocity_from> from,
                         Value<acoustic::speed> constant, LazyValue<model> of_file,
                         LazyValue<layers> of_layers, LazyValue<section> of_section,
                         Value<max_speed> of_formula) {
    if (from == "constant") return {constant};
    if (from == "file") return {(*of_file).max()};
    if (from == "layers") return {(*of_layers).max()};
    if (from == "section") return {(*of_section).max()};
    if (of_formula > 0) return {of_formula};
    refuse(context, velocity_from, "acoustic/max-speed",
           "AcousticWave::max_speed is not set, but the wave speed is a formula",
           "set it to the greatest value of AcousticWave::profile");
  }
};

Real courant_limit(Context context, GridView grid, const Sources& sources, Fastest wave) {
  check_positions(context, grid, sources);
  return grid.smallest_spacing() / wave.speed;
}

void declare(ThornBuilder& thorn) {
  thorn.summary("Acoustic waves in a velocity model, with point sources and absorbing layers");
  thorn.cites("C. Cerjan, D. Kosloff, R. Kosloff and M. Reshef, Geophysics 50, 705-708, 1985");
  thorn.cites("R. Kosloff and D. Kosloff, J. Comput. Phys. 63, 363-376, 1986");
  thorn.parameters(order, velocity_from, speed, profile, max_speed, model, layers, section,
                   source_x, source_y, source_z, amplitude, frequency, delay, source_width,
                   sponge_lower, sponge_upper, sponge_reflection, radiative_speed, near);
  thorn.limits_step<courant_limit>("courant");
  thorn.radiates(pressure, radiative_speed);

  thorn.at<rest>(Initial);
  thorn.at<constant>(Initial).when(velocity_from, "constant");
  thorn.at<expression>(Initial).when(velocity_from, "expression");
  thorn.at<file>(Initial).when(velocity_from, "file");
  thorn.at<from_layers>(Initial, "layers").when(velocity_from, "layers");
  thorn.at<from_section>(Initial, "section").when(velocity_from, "section");
  thorn.at<set_kept>(Initial, "kept");
  thorn.at<set_source>(Initial, "source");

  // Operations: a laplacian of order 2, 4, 6 takes 12, 24, 33, the rest 10.
  thorn.at<evolve<2>>(Evolve, 2).flops(22).when(order, 2);
  thorn.at<evolve<4>>(Evolve, 4).flops(34).when(order, 4);
  thorn.at<evolve<6>>(Evolve, 6).flops(43).when(order, 6);

  thorn.at<damping_rate>(Analysis, "damping");
  thorn.at<energy_density>(Analysis, "energy");
  thorn.at<find_greatest>(Analysis, "greatest");
  thorn.at<compare>(Analysis, "error");
}

}  // namespace
}  // namespace cardon::acoustic

CARDON_THORN(AcousticWave) { cardon::acoustic::declare(thorn); }
