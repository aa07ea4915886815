// SPDX-License-Identifier: Apache-2.0
// Initial data of WaveToy: exact solutions at the start and one step before it.
#include "wavetoy.hpp"

namespace wavetoy {
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

void set_gaussian(Block& block) {
  block.dimensions() == 3 ? set_gaussian_3d(block) : set_gaussian_flat(block);
}

void set_plane(Block& block) {
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

void set_standing(Block& block) {
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

void set_expression(Block& block) {
  auto now = block.write(phi), old = block.write(past(phi));
  const auto f = block[profile], earlier = f.at_time(block.time() - block.dt());
  block.for_each(
      "expression", KOKKOS_LAMBDA(const Point& p) {
        now(p) = f(p);
        old(p) = earlier(p);
      });
}

}  // namespace wavetoy
