// SPDX-License-Identifier: Apache-2.0
// Overhead of a task call, cost of boundaries and of health checks, memory.
#include <fmt/format.h>

#include <cardon/services/boundary.hpp>

#include "figures.hpp"
#include "framework.hpp"
#include "memory_use.hpp"

namespace cardon::performance {
namespace {

std::vector<std::string> cube(int points, std::vector<std::string> more) {
  more.push_back(fmt::format("grid.points=[{0}, {0}, {0}]", points));
  return more;
}

std::vector<std::string> wave_in_a_box(int points, std::vector<std::string> more) {
  more.insert(more.end(), {"thorns=[WaveToy]", "time.courant=0.5"});
  return cube(points, std::move(more));
}

const char* const unit_cube = "grid.domain=[[0, 1], [0, 1], [0, 1]]";
const char* const centred_cube = "grid.domain=[[-1, 1], [-1, 1], [-1, 1]]";

/// A boundary that takes the place of another one and leaves its points as they are.
class LeftAlone : public Boundary {
 public:
  explicit LeftAlone(std::shared_ptr<const Boundary> other) : other_(std::move(other)) {}
  int owned_layers(const Grid& grid, int direction, bool upper, int radius) const override {
    return other_->owned_layers(grid, direction, upper, radius);
  }
  int reach(int radius) const override { return other_->reach(radius); }
  void fill(const FaceFill&) const override {}

 private:
  std::shared_ptr<const Boundary> other_;
};

std::shared_ptr<const CheckedRun> faces_left_alone(const std::shared_ptr<const CheckedRun>& setup) {
  for (auto& sides : std::const_pointer_cast<CheckedRun>(setup)->faces)
    for (FaceBoundary& face : sides) face.service = std::make_shared<LeftAlone>(face.service);
  return setup;
}

Spread minus_one(const Spread& s) { return {s.median - 1, s.low - 1, s.high - 1}; }

Contender steps_of(Framework& framework) {
  return {[&framework](int n) { framework.steps(n); }};
}

/// Task calls of one step.
double calls_per_step(Framework& framework) {
  constexpr int steps = 60;  // a multiple of any ghost depth that the driver may have chosen
  const long before = task_calls(framework.timings());
  framework.steps(steps);
  return double(task_calls(framework.timings()) - before) / steps;
}

OverheadFigures wave_overhead(const World& world, double seconds) {
  Framework framework(wave_in_a_box(8, {unit_cube, "grid.boundary=periodic"}));
  const Real dt = framework.setup().program.dt;
  HandWritten loop(world, Physics::wave, HandWritten::Form::plain, 8, framework.grid().spacing[0],
                   dt * dt, framework.field("WaveToy::phi", 0), framework.field("WaveToy::phi", 1));
  const Times times =
      measure(world, {steps_of(framework), {[&](int n) { loop.steps(n); }}}, seconds);
  return {"WaveToy", 1e6 * spread(times[0]).median, calls_per_step(framework),
          1e6 * spread(times[1]).median};
}

OverheadFigures lines_overhead(const World& world, double seconds) {
  Framework framework(cube(8, {"thorns=[WaveMoL]", "time.integrator=rk4", unit_cube,
                               "grid.boundary=periodic", "time.courant=0.5"}));
  const Times times = measure(world, {steps_of(framework)}, seconds);
  return {"WaveMoL, rk4", 1e6 * spread(times[0]).median, calls_per_step(framework), 0};
}

}  // namespace

std::vector<OverheadFigures> overhead_figures(const World& world, double seconds) {
  return {wave_overhead(world, seconds), lines_overhead(world, seconds)};
}

RadiativeFigures radiative_figures(const World& world, int points, double seconds) {
  const auto arguments =
      wave_in_a_box(points, {centred_cube, "grid.boundary=radiative", "WaveToy.centre=[0, 0, 0]"});
  Framework radiative(arguments), alone(faces_left_alone(Framework::read(arguments)));
  double seconds_in_steps = 0;
  const double before = boundary_seconds(radiative.timings());
  const Contender clocked{[&](int n) {
    const double start = seconds_now();
    radiative.steps(n);
    seconds_in_steps += seconds_now() - start;
  }};
  const Times times = measure(world, {clocked, steps_of(alone)}, seconds);
  RadiativeFigures f;
  f.points = points;
  f.share = (boundary_seconds(radiative.timings()) - before) / seconds_in_steps;
  f.extra = minus_one(spread_of_ratio(times[0], times[1]));
  return f;
}

HealthFigures health_figures(const World& world, int points, double seconds) {
  Framework checked(
      wave_in_a_box(points, {unit_cube, "grid.boundary=periodic", "health.every=10"}));
  Framework blind(wave_in_a_box(points, {unit_cube, "grid.boundary=periodic"}));
  Contender with = steps_of(checked), without = steps_of(blind);
  with.steps = without.steps = 10;
  const Times times = measure(world, {with, without}, seconds);
  return {points, minus_one(spread_of_ratio(times[0], times[1]))};
}

MemoryFigures memory_figures(const World& world, int points) {
  Framework framework(wave_in_a_box(points, {unit_cube, "grid.boundary=periodic"}));
  framework.steps(3);
  const double bytes = world.sum(peak_bytes() - framework.bytes_before());
  return {points, bytes / (double(framework.grid().domain().points()) * sizeof(Real))};
}

}  // namespace cardon::performance
