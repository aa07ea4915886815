// SPDX-License-Identifier: Apache-2.0
// For tests: a membrane whose rim, source and step limit follow scalars of all kinds.
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr auto fast =
    Parameter{"fast", 1.0, "Speed that shortens the longest step", positive}.steerable();
constexpr Parameter sound{"sound", 1.0, "Speed of waves that leave", positive};
constexpr Parameter hot{"hot", false, "The bearing of the wheel heats up"};
constexpr DataTable<2> weight{"weight", "Weight of the source against x and u"};
constexpr Evolved u{"u", "Displacement of the membrane"};
constexpr Evolved w{"w", "Its velocity"};
constexpr EvolvedScalar angle{"angle", "Angle of a wheel"};
constexpr EvolvedScalar spin{"spin", "Its time derivative", unit("1/s")};
constexpr EvolvedScalar heat{"heat", "Heat of the bearing"};
constexpr Scalar hottest{"hottest", "Largest heat so far"};
constexpr Scalar turns{"turns", "Set after each step"};
constexpr Scalar push{"push", "Mean of the membrane near the wheel", Reduce::mean};
constexpr Scalar peak{"peak", "Largest displacement", Reduce::max};
constexpr Scalar limit{"limit", "Longest step", Reduce::min, unit("s")};

namespace {

void start(Point p, Write<u> a, Write<w> b) {
  a(p) = 0.3 * exp(-20 * ((p.x() - 0.6) * (p.x() - 0.6) + (p.y() - 0.2) * (p.y() - 0.2)));
  b(p) = 0;
}

void start_wheel(Write<angle> a, Write<spin> s) {
  a = 0.5;
  s = 0;
}

void feel(Point p, Read<u> a, Combine<push> mean) { mean(p) = exp(-p.r2()) * a(p); }

// The feedback comes some steps late.
void turn(Read<angle> a, Read<spin> s, Read<push> pushed, Read<lagged<angle, 3>> late_angle,
          Read<lagged<peak, 2>> late_peak, Write<rhs<angle>> da, Write<rhs<spin>> ds) {
  const Real late = 0.5 * late_angle + 0.1 * late_peak;
  da = s;
  ds = 4 * pushed - 400 * a - 20 * late;
}

// With the parameter `hot` only.
void start_heat(Write<heat> h, Write<hottest> largest) {
  h = 0.25;
  largest = 0.25;
}

void warm(Read<spin> s, Read<heat> h, Write<rhs<heat>> dh) { dh = 0.1 * (s * s) - 2 * h; }

void find_hottest(Read<heat> h, Read<hottest> before, Write<hottest> now) {
  now = h > before ? Real(h) : Real(before);
}

struct Source {
  Real value;
  static Source prepare(Read<angle> a, Read<lagged<spin, 2>> s) { return {a + s / 20}; }
};

void vibrate(Point p, Read<u, 1> a, Read<w> b, Write<rhs<u>> da, Write<rhs<w>> db, Source source,
             const Value<weight>& weighted) {
  da(p) = b(p);
  db(p) = laplacian(a, p) + source.value * exp(-p.r2()) * weighted(p.x(), a(p));
}

void find_peak(Point p, Read<u> a, Combine<peak> largest) { largest(p) = abs(a(p)); }

void count(Read<angle> a, Read<turns> old, Read<lagged<turns, 5>> older,
           Read<lagged<peak, 4>> late_peak, Write<turns> now) {
  const Real at = late_peak.position[0] + 2 * late_peak.position[1];
  now = 0.9 * old + a * older + (a > 0 ? 1 : 0) + 0.3 * at;
}

struct Fast {
  Real value;
  static Fast prepare(Value<fast> base, Read<spin> s, Read<lagged<angle, 2>> a,
                      Read<lagged<peak, 3>> height, Read<push> pushed) {
    return {base + 0.1 * abs(s.value) + abs(a.value) + height + abs(pushed.value)};
  }
};

void limit_step(Point p, Read<u> a, Combine<limit> step, Fast fast, GridView grid) {
  step(p) = grid.spacing[0] / (fast.value + abs(a(p)));
}

struct Rim {
  Real at, speed;
  static Rim prepare(Read<angle> a, Read<lagged<angle, 3>> late_angle, Read<push> pushed,
                     Read<lagged<peak, 4>> late_peak, Read<spin> s, Read<turns> n) {
    return {0.1 * a + 0.05 * late_angle + 0.1 * pushed + 0.02 * late_peak, 0.1 * s + 0.01 * n};
  }
};

void move_rim(Point p, Read<u, 1> old, Write<u> a, Write<w> b, FaceView face, Rim rim) {
  a(p) = face.depth == 0 ? rim.at : rim.at + 0.5 * (rim.at - face.inside(old, p, 1));
  b(p) = rim.speed;
}

}  // namespace

CARDON_THORN(Drum) {
  thorn.summary("A membrane whose rim, source and step limit follow scalars of all kinds");
  thorn.at<start>(Initial);
  thorn.at<start_wheel>(Initial);
  thorn.at<start_heat>(Initial).when(hot);
  thorn.at<warm>(EvolveRhs).when(hot);
  thorn.at<find_hottest>(PostStep).when(hot);
  thorn.at<feel>(EvolveRhs);
  thorn.at<turn>(EvolveRhs);
  thorn.at<vibrate>(EvolveRhs);
  thorn.at<find_peak>(PostStep, "peak");
  thorn.at<count>(PostStep);
  thorn.at<limit_step>(Analysis, "limit");
  thorn.parameters(sound);
  thorn.limits_step<limit>();
  thorn.boundary<move_rim>("rim");
  thorn.radiates(u, sound, 0.05, 1);
  thorn.radiates(w, sound, 0, 2);
}
