// SPDX-License-Identifier: Apache-2.0
// A spherical front that moves through the grid. Cells of 4 x 4 x 4 points near it are as expensive
// as if they were refined once or twice: 8 and 64 times the work of the others.
#include <cardon/thorn.hpp>
#include <cmath>
using namespace cardon;

constexpr Parameter start{"start", 4.0, "Radius of the front at first, in points"};
constexpr Parameter pace{"pace", 0.1, "Points by which the front moves per step"};
constexpr Parameter thickness{"thickness", 4.0, "Points on either side with the greatest work",
                              positive};
constexpr Evolved heat{"heat", "What the front moves through"};

namespace {

/// Distance of the cell of a point from the front, whose centre is the first corner of the grid.
struct Front {
  Real start, pace, thickness, radius = 0;
  static Front prepare(Value<::start> s, Value<::pace> v, Value<::thickness> t) {
    return {s, v, t};
  }
  Front at(long step) const { return {start, pace, thickness, start + pace * Real(step)}; }

  KOKKOS_INLINE_FUNCTION int rounds(const Point& p) const {
    const Real x = 4 * (p.i() / 4) + 2, y = 4 * (p.j() / 4) + 2, z = 4 * (p.k() / 4) + 2;
    const Real distance = std::abs(std::sqrt((x * x + y * y) + z * z) - radius);
    return distance < thickness ? 64 : distance < 2 * thickness ? 8 : 1;
  }
};

void begin(Points points, Write<heat> u) {
  points.each(KOKKOS_LAMBDA(const Point& p) { u(p) = 1 / (1 + p.r2()); });
}

void move(Points points, Read<heat, 1> u, Write<next<heat>> later, GridView grid, Front path) {
  const Front front = path.at(std::lround(grid.time / grid.dt));
  points.each(KOKKOS_LAMBDA(const Point& p) {
    Real value = u(p) + 1e-6 * laplacian(u, p);
    const int rounds = 8 * front.rounds(p);
    for (int n = 0; n < rounds; ++n) value *= 1 - 1e-9 * value;
    later(p) = value;
  });
}

}  // namespace

CARDON_THORN(Front) {
  thorn.summary("A front with refined work that moves, for benchmarks of balancers");
  thorn.at<begin>(Initial);
  thorn.at<move>(Evolve);
}
