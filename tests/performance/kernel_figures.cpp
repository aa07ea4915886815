// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <stdexcept>

#include "figures.hpp"
#include "framework.hpp"
#include "triad.hpp"

namespace cardon::performance {
namespace {

constexpr int compared_steps = 3;
constexpr int measured_steps = 16;       // two segments of tiles
constexpr int steps_until_chosen = 320;  // of tiles and prefetching

std::vector<std::string> arguments(Physics physics, int points,
                                   const std::vector<std::string>& more) {
  std::vector<std::string> list{fmt::format("grid.points=[{0}, {0}, {0}]", points),
                                "grid.domain=[[0, 1], [0, 1], [0, 1]]", "grid.boundary=periodic",
                                "time.courant=0.5"};
  list.push_back(physics == Physics::wave ? "thorns=[WaveToy]" : "thorns=[Diffusion]");
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

HandWritten by_hand(const World& world, Physics physics, HandWritten::Form form,
                    const Framework& framework) {
  const CheckedRun& setup = framework.setup();
  const Real dt = setup.program.dt, factor = physics == Physics::wave ? dt * dt : dt;
  const char* field = physics == Physics::wave ? "WaveToy::phi" : "Diffusion::u";
  const FieldPiece now = framework.field(field, 0);
  return {world,
          physics,
          form,
          framework.grid().points[0],
          framework.grid().spacing[0],
          factor,
          now,
          physics == Physics::wave ? framework.field(field, 1) : now};
}

Spread speed(const std::vector<double>& seconds, double work) {
  std::vector<double> values;
  for (const double s : seconds) values.push_back(work / s);
  return spread(std::move(values));
}

void compare(const World& world, Physics physics, const Framework& framework,
             const std::vector<const HandWritten*>& loops) {
  const FieldPiece now =
      framework.field(physics == Physics::wave ? "WaveToy::phi" : "Diffusion::u", 0);
  double different = 0;
  for (const HandWritten* loop : loops) different += loop->equals(now) ? 0 : 1;
  if (world.sum(different) > 0)
    throw std::runtime_error("framework and hand-written loops have different values");
}

}  // namespace

KernelFigures kernel_figures(const World& world, Physics physics, int points, double seconds,
                             const std::vector<std::string>& more) {
  Framework framework(arguments(physics, points, more));
  HandWritten plain = by_hand(world, physics, HandWritten::Form::plain, framework);
  HandWritten prefetching = by_hand(world, physics, HandWritten::Form::prefetching, framework);
  framework.steps(compared_steps);
  plain.steps(compared_steps);
  prefetching.steps(compared_steps);
  compare(world, physics, framework, {&plain, &prefetching});
  for (int n = 0; n < steps_until_chosen; n += measured_steps) framework.steps(measured_steps);

  Triad triad;
  const Times times = measure(world,
                              {{[&](int n) { framework.steps(n); }, measured_steps},
                               {[&](int n) { plain.steps(n); }, measured_steps},
                               {[&](int n) { prefetching.steps(n); }, measured_steps},
                               {[&](int n) { triad.run(n); }}},
                              seconds);
  KernelFigures f;
  f.problem = physics == Physics::wave ? "WaveToy" : "Diffusion";
  f.points = points;
  f.ranks = world.size();
  f.rounds = times[0].size();
  const double work = double(framework.grid().domain().points()) / 1e6;
  f.framework = speed(times[0], work);
  f.plain = speed(times[1], work);
  f.prefetching = speed(times[2], work);
  f.of_plain = spread_of_ratio(times[1], times[0]);
  f.of_prefetching = spread_of_ratio(times[2], times[0]);
  f.triad = speed(times[3], Triad::bytes() * world.size() / 1e9);
  return f;
}

}  // namespace cardon::performance
