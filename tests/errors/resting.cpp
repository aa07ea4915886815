// SPDX-License-Identifier: Apache-2.0
// A thorn with parameters that decide what evolves.
#include <cardon/thorn.hpp>

using namespace cardon;

constexpr Parameter active{"active", true, "Whether the field decays"};
constexpr Parameter counting{"counting", false, "Whether a scalar grows"};

constexpr Evolved u{"u", "Scalar field"};
constexpr EvolvedScalar age{"age", "Grows like the time"};

static void start(Point p, Write<u> v) { v(p) = sin(p.x()); }
static void decay(Point p, Read<u> v, Write<rhs<u>> dv) { dv(p) = -v(p); }
static void zero(Write<age> c) { c = 0; }
static void count(Write<rhs<age>> c) { c = 1; }
static Real step(GridView grid) { return grid.spacing[0]; }

CARDON_THORN(Resting) {
  thorn.summary("Evolves what its parameters say");
  thorn.limits_step<step>();
  thorn.at<start>(Initial).when(active);
  thorn.at<decay>(EvolveRhs).when(active);
  thorn.at<zero>(Initial).when(counting);
  thorn.at<count>(EvolveRhs).when(counting);
}
