// SPDX-License-Identifier: Apache-2.0
// The right-hand side of EinsteinVacuum, by the driver's clock, against plain loops.
#include <fmt/format.h>

#include <stdexcept>

#include "einstein_loops.hpp"
#include "figures.hpp"
#include "framework.hpp"
#include "rounds.hpp"

namespace cardon::performance {
namespace {

constexpr double dissipation = 0.1, kappa1 = 0.1;
std::vector<std::string> einstein_arguments(int points) {
  return {fmt::format("grid.points=[{0}, {0}, {0}]", points),
          "thorns=[EinsteinVacuum]",
          "grid.domain=[[0, 1], [0, 1], [0, 1]]",
          "grid.boundary=periodic",
          "time.integrator=euler",
          "time.courant=1e-6",
          "EinsteinVacuum.initial=robust",
          "EinsteinVacuum.amplitude=0.01",
          "EinsteinVacuum.order=4",
          fmt::format("EinsteinVacuum.dissipation={}", dissipation),
          fmt::format("EinsteinVacuum.kappa1={}", kappa1)};
}

std::vector<std::string> variables() {
  std::vector<std::string> list{"chi", "K", "Theta", "alpha"};
  for (const char* tensor : {"g", "A"})
    for (const char* c : {"xx", "xy", "xz", "yy", "yz", "zz"})
      list.push_back(fmt::format("{}_{}", tensor, c));
  for (const char* vector : {"Gamma", "beta", "B"})
    for (const char* c : {"x", "y", "z"}) list.push_back(fmt::format("{}_{}", vector, c));
  return list;
}

const Task& find_task(const Framework& framework) {
  for (const Task& task : framework.setup().program.tasks)
    if (task.stage > 0 && task.name.starts_with("EinsteinVacuum::damped_rates")) return task;
  throw Bug("the right-hand side of EinsteinVacuum is missing");
}

/// The time derivatives that a step of the framework leaves behind.
void compare(Framework& framework, EinsteinLoops& loops) {
  const std::vector<std::string> list = variables();
  for (int q = 0; q < einstein_variables; ++q)
    loops.take(q, framework.field("EinsteinVacuum::" + list[q], 0));
  framework.steps(1);
  einstein_sweep(loops.arrays());
  for (int q = 0; q < einstein_variables; ++q)
    if (!loops.equals(q, framework.field(fmt::format("EinsteinVacuum::{}.rhs", list[q]), 0)))
      throw std::runtime_error("framework and plain loops differ in d_t " + list[q]);
}

template <class Sweep>
double seconds_of(const Sweep& sweep, const EinsteinArrays& arrays) {
  const double start = seconds_now();
  sweep(arrays);
  return seconds_now() - start;
}

double seconds_of(Framework& framework, const Task& task) {
  const Timings before = framework.timings();
  framework.steps(1);
  const Timings after = framework.timings();
  const std::size_t id = std::size_t(task.id);
  return after.tasks[id].compute - before.tasks[id].compute;
}

Spread per_point(std::vector<double> seconds, double points) {
  for (double& s : seconds) s *= 1e9 / points;
  return spread(std::move(seconds));
}

}  // namespace

EinsteinFigures einstein_figures(int points, double seconds) {
  Framework framework(einstein_arguments(points));
  framework.steps(1);
  EinsteinLoops loops(points, 1 / framework.grid().spacing[0], dissipation, kappa1);
  compare(framework, loops);
  const Task& task = find_task(framework);
  std::vector<double> cardon, plain, contracted;
  const double start = seconds_now();
  while (cardon.size() < min_rounds || seconds_now() - start < seconds) {
    cardon.push_back(seconds_of(framework, task));
    plain.push_back(seconds_of(einstein_sweep, loops.arrays()));
    contracted.push_back(seconds_of(einstein_sweep_contracted, loops.arrays()));
  }
  EinsteinFigures f;
  f.points = points;
  f.rounds = cardon.size();
  const double work = double(framework.grid().domain().points());
  f.rows.push_back({"all", task.flops, per_point(cardon, work), per_point(plain, work),
                    per_point(contracted, work), spread_of_ratio(plain, cardon),
                    spread_of_ratio(plain, contracted)});
  return f;
}

}  // namespace cardon::performance
