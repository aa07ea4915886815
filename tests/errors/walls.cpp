// SPDX-License-Identifier: Apache-2.0
// For tests: a boundary that leaves out what it declares, or acts at some faces or times only, and
// a task that leaves out an auxiliary field.
#include <cardon/thorn.hpp>

using namespace cardon;

constexpr Parameter mistake{"mistake", "none", "What is wrong",
                            one_of("none", "forgetful", "late", "lower", "unwritten")};
constexpr Evolved u{"u", "Scalar field"};
constexpr Field v = Field{"v", "Its square"}.no_boundary();

static void start(Point p, Write<u> f) { f(p) = sin(p.x()); }

static void decay(Point p, Read<u> f, Write<rhs<u>> df) { df(p) = -f(p); }

static void square(Point p, Read<u> f, Write<v> g, const Value<mistake>& what) {
  if (what != "unwritten") g(p) = f(p) * f(p);
}

static void wall(Point p, FaceView face, GridView grid, Read<u, 1> old, Write<u> f,
                 const Value<mistake>& what) {
  if (what == "forgetful" || (what == "lower" && face.upper)) return;
  if (what == "late" && grid.time < 100 * grid.dt) return;
  f(p) = face.inside(old, p, 1);
}

static Real step(GridView grid) { return grid.spacing[0]; }

CARDON_THORN(Walls) {
  thorn.summary("A boundary that may leave out what it declares");
  thorn.limits_step<step>();
  thorn.at<start>(Initial);
  thorn.at<decay>(EvolveRhs);
  thorn.at<square>(PostStep);
  thorn.boundary<wall>();
}
