// SPDX-License-Identifier: Apache-2.0
// For tests: a membrane whose rim, source and step limit follow scalars of all kinds.
#include <cardon/thorn.hpp>
using namespace cardon;

constexpr Field u{"u", "Displacement of the membrane"};
constexpr Field w{"w", "Its velocity"};
constexpr Scalar angle{"angle", "Angle of a wheel"};
constexpr Scalar spin{"spin", "Its time derivative", unit("1/s")};
constexpr Scalar turns{"turns", "Set after each step"};
constexpr Scalar push{"push", "Mean of the membrane near the wheel", Reduce::mean};
constexpr Scalar peak{"peak", "Largest displacement", Reduce::max};
constexpr Scalar limit{"limit", "Longest step", Reduce::min, unit("s")};

static void start(Block& block) {
  auto a = block.write(u), b = block.write(w);
  block.for_each("start", [=](const Point& p) {
    a(p) = 0.3 * exp(-20 * ((p.x() - 0.6) * (p.x() - 0.6) + (p.y() - 0.2) * (p.y() - 0.2)));
    b(p) = 0;
  });
}

static void start_wheel(Block& block) {
  block.set(angle, 0.5);
  block.set(spin, 0);
}

static void feel(Block& block) {
  auto a = block.read(u);
  block.reduce(push, [=](const Point& p) { return exp(-p.r2()) * a(p); });
}

// The feedback comes some steps late.
static void turn(Block& block) {
  const Real late = 0.5 * block.value(lagged(angle, 3)) + 0.1 * block.value(lagged(peak, 2));
  block.set(rhs(angle), block.value(spin));
  block.set(rhs(spin), 4 * block.value(push) - 400 * block.value(angle) - 20 * late);
}

static void vibrate(Block& block) {
  auto a = block.read(u), b = block.read(w);
  auto da = block.write(rhs(u)), db = block.write(rhs(w));
  const Real source = block.value(angle) + block.value(lagged(spin, 2)) / 20;
  block.for_each("vibrate", [=](const Point& p) {
    da(p) = b(p);
    db(p) = laplacian(a, p) + source * exp(-p.r2());
  });
}

static void find_peak(Block& block) {
  auto a = block.read(u);
  block.reduce(peak, [=](const Point& p) { return abs(a(p)); });
}

static void count(Block& block) {
  block.set(turns, 0.9 * block.value(turns) + block.value(angle) * block.value(lagged(turns, 5)) +
                       block.value(lagged(peak, 4)) + (block.value(angle) > 0 ? 1 : 0));
}

static void limit_step(Block& block) {
  auto a = block.read(u);
  const Real h = block.spacing(0);
  const Real fast = 1 + 0.1 * abs(block.value(spin)) + abs(block.value(lagged(angle, 2))) +
                    block.value(lagged(peak, 3)) + abs(block.value(push));
  block.reduce(limit, [=](const Point& p) { return h / (fast + abs(a(p))); });
}

static void move_rim(Block& block) {
  auto old = block.read(u);
  auto a = block.write(u), b = block.write(w);
  const FaceLayer face = block.face();
  const Real at = 0.1 * block.value(angle) + 0.05 * block.value(lagged(angle, 3)) +
                  0.1 * block.value(push) + 0.02 * block.value(lagged(peak, 4));
  const Real speed = 0.1 * block.value(spin) + 0.01 * block.value(turns);
  block.for_each("rim", [=](const Point& p) {
    a(p) = face.depth == 0 ? at : at + 0.5 * (at - face.inside(old, p, 1));
    b(p) = speed;
  });
}

CARDON_THORN(Drum) {
  thorn.summary("A membrane whose rim, source and step limit follow scalars of all kinds");
  thorn.evolves(u, w, angle, spin);
  thorn.scalars(turns, push, peak, limit);
  thorn.limits_step(limit.name, nullptr);
  thorn.at(Initial, "start", start).writes(u, w);
  thorn.at(Initial, "start_wheel", start_wheel).writes(angle, spin);
  thorn.at(EvolveRhs, "feel", feel).reads(u).reduces(push);
  thorn.at(EvolveRhs, "turn", turn)
      .reads(angle, spin, push, lagged(angle, 3), lagged(peak, 2))
      .writes(rhs(angle), rhs(spin));
  thorn.at(EvolveRhs, "vibrate", vibrate)
      .reads(u, stencil(1))
      .reads(w, angle, lagged(spin, 2))
      .writes(rhs(u), rhs(w));
  thorn.at(PostStep, "peak", find_peak).reads(u).reduces(peak);
  thorn.at(PostStep, "count", count)
      .reads(angle, turns, lagged(turns, 5), lagged(peak, 4))
      .writes(turns);
  thorn.at(Analysis, "limit", limit_step)
      .reads(u, spin, push, lagged(angle, 2), lagged(peak, 3))
      .reduces(limit);
  thorn.boundary("rim", move_rim)
      .reads(u, stencil(1))
      .reads(angle, spin, turns, push, lagged(angle, 3), lagged(peak, 4))
      .writes(u, w);
}
