// SPDX-License-Identifier: Apache-2.0
// The right-hand side of EinsteinVacuum, by the driver's clock, against plain loops.
#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "einstein_loops.hpp"
#include "figures.hpp"
#include "framework.hpp"
#include "rounds.hpp"

namespace cardon::performance {
namespace {

constexpr double dissipation = 0.1, kappa1 = 0.1;
constexpr std::array<const char*, einstein_tasks> names{"metric", "curvature", "gamma",
                                                        "dissipation"};

/// Seconds of each task and of all of them, by round.
using Columns = std::array<std::vector<double>, einstein_tasks + 1>;

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

/// The tasks of the right-hand side, in the order of `names`.
std::array<const Task*, einstein_tasks> find_tasks(const Framework& framework) {
  std::array<const Task*, einstein_tasks> found{};
  for (const Task& task : framework.setup().program.tasks)
    for (int t = 0; t < einstein_tasks; ++t)
      if (task.stage > 0 && task.name.starts_with(fmt::format("EinsteinVacuum::{}", names[t])))
        found[t] = &task;
  for (const Task* task : found)
    if (!task) throw Bug("a task of EinsteinVacuum is missing");
  return found;
}

/// The time derivatives that a step of the framework leaves behind.
void compare(Framework& framework, EinsteinLoops& loops) {
  const std::vector<std::string> list = variables();
  for (int q = 0; q < einstein_variables; ++q)
    loops.take(q, framework.field("EinsteinVacuum::" + list[q], 0));
  framework.steps(1);
  for (int t = 0; t < einstein_tasks; ++t) einstein_sweep(loops.arrays(), t);
  for (int q = 0; q < einstein_variables; ++q)
    if (!loops.equals(q, framework.field(fmt::format("EinsteinVacuum::{}.rhs", list[q]), 0)))
      throw std::runtime_error("framework and plain loops differ in d_t " + list[q]);
}

template <class Clock>
void add_round(Columns& columns, const Clock& seconds_of) {
  double all = 0;
  for (int t = 0; t < einstein_tasks; ++t) {
    columns[t].push_back(seconds_of(t));
    all += columns[t].back();
  }
  columns[einstein_tasks].push_back(all);
}

template <class Sweep>
auto clocked(const Sweep& sweep, const EinsteinArrays& arrays) {
  return [&sweep, &arrays](int task) {
    const double start = seconds_now();
    sweep(arrays, task);
    return seconds_now() - start;
  };
}

void add_framework_round(Columns& columns, Framework& framework,
                         const std::array<const Task*, einstein_tasks>& tasks) {
  const Timings before = framework.timings();
  framework.steps(1);
  const Timings after = framework.timings();
  add_round(columns, [&](int t) {
    const std::size_t id = std::size_t(tasks[t]->id);
    return after.tasks[id].compute - before.tasks[id].compute;
  });
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
  const auto tasks = find_tasks(framework);
  Columns cardon, plain, contracted;
  const double start = seconds_now();
  while (cardon[0].size() < min_rounds || seconds_now() - start < seconds) {
    add_framework_round(cardon, framework, tasks);
    add_round(plain, clocked(einstein_sweep, loops.arrays()));
    add_round(contracted, clocked(einstein_sweep_contracted, loops.arrays()));
  }
  EinsteinFigures f;
  f.points = points;
  f.rounds = cardon[0].size();
  const double work = double(framework.grid().domain().points());
  double flops = 0;
  for (int t = 0; t <= einstein_tasks; ++t) {
    flops += t < einstein_tasks ? tasks[t]->flops : 0;
    f.rows.push_back(
        {t < einstein_tasks ? names[t] : "all", t < einstein_tasks ? tasks[t]->flops : flops,
         per_point(cardon[t], work), per_point(plain[t], work), per_point(contracted[t], work),
         spread_of_ratio(plain[t], cardon[t]), spread_of_ratio(plain[t], contracted[t])});
  }
  return f;
}

}  // namespace cardon::performance
