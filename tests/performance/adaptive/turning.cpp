// SPDX-License-Identifier: Apache-2.0
// A field that is smooth and turns into noise at a given time: data whose compression pays, and
// then does not. Every value follows from index and step alone; neighbours are read only so that
// there is something to exchange.
#include <bit>
#include <cardon/thorn.hpp>
#include <cmath>
#include <cstdint>
using namespace cardon;

constexpr Parameter turn{"turn", 1e9, "Time from which on the field is noise", unit("s")};
constexpr Parameter centre{"centre", Vec3{40, 40, 80}, "Centre of the smooth bump, in points"};
constexpr Parameter width{"width", 40.0, "Width of the smooth bump, in points", positive};
constexpr Evolved value{"value", "First smooth, then noise"};

namespace {

/// S. Vigna's splitmix64, one step of it.
KOKKOS_INLINE_FUNCTION std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Sign, 52 bits of fraction and 8 of exponent are random: between 2^-128 and 2^128.
KOKKOS_INLINE_FUNCTION Real noise(const Point& p, long step) {
  std::uint64_t x = mixed(std::uint64_t(step));
  x = mixed(x ^ std::uint64_t(p.i()));
  x = mixed(x ^ std::uint64_t(p.j()));
  x = mixed(x ^ std::uint64_t(p.k()));
  const std::uint64_t exponent = 1023 - 128 + ((x >> 52) & 0xff);
  return std::bit_cast<Real>((x & 0x800fffffffffffffu) | (exponent << 52));
}

/// A bump that goes round its centre once in 200 steps, a tenth of its width away.
struct Bump {
  Real x, y, z, scale;

  KOKKOS_INLINE_FUNCTION Real operator()(const Point& p) const {
    const Real dx = p.i() - x, dy = p.j() - y, dz = p.k() - z;
    return 1 / (1 + scale * ((dx * dx + dy * dy) + dz * dz));
  }
};

struct Path {
  Vec3 centre;
  Real width;
  static Path prepare(Value<::centre> c, Value<::width> w) { return {c, w}; }
  Bump at(long step) const {
    const Real angle = 2 * pi_number * Real(step) / 200;
    return {centre.x + 0.1 * width * sin(angle), centre.y + 0.1 * width * cos(angle), centre.z,
            1 / (width * width)};
  }
};

void begin(Points points, Write<value> u, GridView grid, Value<turn> from, Path path) {
  if (grid.time >= from) return points.each(KOKKOS_LAMBDA(const Point& p) { u(p) = noise(p, 0); });
  const Bump bump = path.at(0);
  points.each(KOKKOS_LAMBDA(const Point& p) { u(p) = bump(p); });
}

void turn_over(Points points, Read<value, 1> u, Write<next<value>> later, GridView grid,
               Value<turn> from, Path path) {
  const Real time = grid.time + grid.dt;
  const long step = std::lround(time / grid.dt);
  if (time >= from)
    return points.each(
        KOKKOS_LAMBDA(const Point& p) { later(p) = noise(p, step) + 0 * laplacian(u, p); });
  const Bump bump = path.at(step);
  points.each(KOKKOS_LAMBDA(const Point& p) { later(p) = bump(p) + 0 * laplacian(u, p); });
}

}  // namespace

CARDON_THORN(Turning) {
  thorn.summary("A field that is smooth first and noise later, for tests of tuners");
  thorn.at<begin>(Initial);
  thorn.at<turn_over>(Evolve);
}
