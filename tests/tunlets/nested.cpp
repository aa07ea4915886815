// SPDX-License-Identifier: Apache-2.0
// For tests: a task with parts of its own, one of which takes most of the time, and a tunlet that
// finds it, enabling timers only where their parent is hot.
#include <cardon/kit/profile_region.hpp>
#include <cardon/service.hpp>
#include <cardon/services/timings.hpp>
#include <cardon/thorn.hpp>
#include <cardon/tuning/tunlet.hpp>
#include <map>

using namespace cardon;

constexpr Parameter hot{"hot", "far", "The part that takes most of the time",
                        one_of("near", "far", "one", "two")};
constexpr Evolved phi{"phi", "Scalar field"};

static void start(Point p, Write<phi> u) { u(p) = p.x(); }

static void part(const char* name, std::string_view hot_part) {
  const ProfileRegion region(name);
  const double end = seconds_now() + (name == hot_part ? 6e-3 : 10e-6);
  while (seconds_now() < end) continue;
}

static void evolve(Points points, Read<phi> u, Write<next<phi>> new_u, const Value<hot>& name) {
  points.each([&](const Point& p) { new_u(p) = u(p); });
  {
    const ProfileRegion region("wide");
    part("near", name);
    part("far", name);
  }
  const ProfileRegion region("narrow");
  part("one", name);
  part("two", name);
}

static Real step(GridView grid) { return grid.spacing[0]; }

CARDON_THORN(Nested) {
  thorn.summary("A task with parts of its own");
  thorn.limits_step<step>();
  thorn.at<start>(Initial);
  thorn.at<evolve>(Evolve);
}
