// SPDX-License-Identifier: Apache-2.0
// For tests: tasks that ask for components which their fields and scalars do not have.
#include <cardon/thorn.hpp>

using namespace cardon;

constexpr Parameter mistake{"mistake", "none", "What is wrong",
                            one_of("none", "read", "constant", "write", "scalar", "late", "set")};
constexpr Evolved v = Evolved{"v", "Velocity"}.plane_vector();
constexpr Scalar t = Scalar{"t", "Tones"}.components(4);

static int component(std::string_view what, std::string_view wrong, int last) {
  return what == wrong ? last + 1 : last;
}

static void start(Point p, Write<v> f) {
  for (int d = 0; d < 2; ++d) f[d](p) = sin(p.x() + d);
}

static void decay(Points points, Read<v> f, Read<t> tones, Write<rhs<v>> df,
                  const Value<mistake>& mistake, GridView grid) {
  const std::string_view what = mistake;
  const int read = component(what, "read", 1), written = component(what, "write", 1),
            tone = component(what, grid.time > 2.5 * grid.dt ? "late" : "scalar", 3);
  const bool constant = what == "constant";
  points.each(
      [=](const Point& p, const Read<v>& from, const Write<rhs<v>>& to) {
        to[0](p) = -tones[tone] * (constant ? from[2](p) : from[0](p));
        to[written](p) = -from[read](p);
      },
      f, df);
}

static void ring(Write<t> tones, const Value<mistake>& what) {
  for (int n = 0; n < 4; ++n) tones(n) = 1 + n;
  tones(component(what, "set", 3)) = 4;
}

CARDON_THORN(Parts) {
  thorn.summary("Tasks that ask for components that are not there");
  thorn.at<start>(Initial);
  thorn.at<ring>(PreStep);
  thorn.at<decay>(EvolveRhs);
}
