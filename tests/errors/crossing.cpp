// SPDX-License-Identifier: Apache-2.0
// A thorn with a boundary that reads beside the normal of its face, which no plan provides for, and
// one that does not write what it declares.
#include <cardon/thorn.hpp>

using namespace cardon;

constexpr Evolved u{"u", "Scalar field"};

static void start(Point p, Write<u> v) { v(p) = sin(p.x()); }

static void decay(Point p, Read<u> v, Write<rhs<u>> dv) { dv(p) = -v(p); }

static void crossing(Point p, Read<u, 1> old, Write<u> v, FaceView face) {
  int away[3] = {0, 0, 0};
  away[face.direction] = face.upper ? -1 : 1;
  away[(face.direction + 1) % 3] = 1;
  v(p) = old(p, away[0], away[1], away[2]);
}

static void forgetful(Point, Read<u, 1>, Write<u>, FaceView) {}

static Real step(GridView grid) { return grid.spacing[0]; }

CARDON_THORN(Crossing) {
  thorn.summary("Boundaries that do not do what they declare");
  thorn.limits_step<step>();
  thorn.at<start>(Initial);
  thorn.at<decay>(EvolveRhs);
  thorn.boundary<crossing>();
  thorn.boundary<forgetful>();
}
