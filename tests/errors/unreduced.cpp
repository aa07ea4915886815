// SPDX-License-Identifier: Apache-2.0
// For tests: tasks that leave out what they declare to reduce, everywhere or but for one plane.
#include <cardon/thorn.hpp>

using namespace cardon;

constexpr Parameter leaves{"leaves", "nothing", "What is left out",
                           one_of("nothing", "min_u", "lagged", "limit", "zeros")};
constexpr Evolved u{"u", "Scalar field"};
constexpr Scalar min_u{"min_u", "Smallest value", Reduce::min};
constexpr Scalar limit{"limit", "Longest stable step", Reduce::min, unit("s")};
constexpr EvolvedScalar phase{"phase", "Phase"};

static void start(Point p, Write<u> f) { f(p) = 2 + sin(p.x()); }

static void measure(Points points, Read<u> f, Combine<min_u> to, const Value<leaves>& what) {
  const Real factor = what == "zeros" ? 0 : 1;
  if (what == "min_u" || what == "lagged") return;
  points.combine(to, [=](const Point& p) { return f(p) / factor; });
}

static void limit_step(Points points, Read<u> f, Combine<limit> to, const Value<leaves>& what,
                       GridView grid) {
  if (what == "limit") return;
  points.combine(to, [=](const Point& p) { return grid.spacing[0] / f(p); });
}

/// NaN where the scalar is infinite.
static void decay(Point p, Read<u> f, Read<min_u> of, Write<rhs<u>> df, const Value<leaves>& what) {
  df(p) = -f(p) * (what == "lagged" ? 1 : of - of + 1);
}

static void turn(Read<lagged<min_u>> of, Write<rhs<phase>> to, const Value<leaves>& what) {
  to = what == "lagged" ? of - of : 0;
}

static Real step(GridView grid) { return grid.spacing[0]; }

CARDON_THORN(Unreduced) {
  thorn.summary("Tasks that may leave out what they declare to reduce");
  thorn.at<start>(Initial);
  thorn.at<measure>(PreStep);
  thorn.at<turn>(EvolveRhs);
  thorn.at<decay>(EvolveRhs);
  thorn.at<limit_step>(Analysis);
  thorn.limits_step<step>();
  thorn.limits_step<limit>();
}
