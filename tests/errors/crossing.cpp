// SPDX-License-Identifier: Apache-2.0
// A thorn with a boundary that reads beside the normal of its face, which no plan provides for.
#include <cardon/thorn.hpp>

using namespace cardon;

constexpr Field u{"u", "Scalar field"};

static void start(Block& block) {
  auto v = block.write(u);
  block.for_each(
      "start", KOKKOS_LAMBDA(const Point& p) { v(p) = sin(p.x()); });
}

static void decay(Block& block) {
  auto v = block.read(u);
  auto dv = block.write(rhs(u));
  block.for_each(
      "decay", KOKKOS_LAMBDA(const Point& p) { dv(p) = -v(p); });
}

static void crossing(Block& block) {
  auto old = block.read(u);
  auto v = block.write(u);
  const FaceLayer face = block.face();
  int away[3] = {0, 0, 0};
  away[face.direction] = face.upper ? -1 : 1;
  away[(face.direction + 1) % 3] = 1;
  const int a = away[0], b = away[1], c = away[2];
  block.for_each(
      "crossing", KOKKOS_LAMBDA(const Point& p) { v(p) = old(p, a, b, c); });
}

static Real step(const Block& block) { return block.spacing(0); }

CARDON_THORN(Crossing) {
  thorn.summary("A boundary that reads beside the normal");
  thorn.evolves(u);
  thorn.limits_step("step", step);
  thorn.at(Initial, "start", start).writes(u);
  thorn.at(EvolveRhs, "decay", decay).reads(u).writes(rhs(u));
  thorn.boundary("crossing", crossing).reads(u, stencil(1)).writes(u);
}
