// SPDX-License-Identifier: Apache-2.0
#include "run/predicted_machine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cardon/grid/sample_run.hpp"
#include "cardon/grid/site_decomposition.hpp"

namespace cardon {
namespace {

// What a message costs the ranks at its ends, and how long one takes within a site: typical of a
// cluster, and small against links between sites.
constexpr double message_seconds = 5e-6;
constexpr double intra_latency = 20e-6;

constexpr int most_points = 96;      // per direction, of the block that is run for speeds
constexpr double long_enough = 0.1;  // s
constexpr int most_steps = 10000;

Estimate exactly(double value) { return {value, 0, 1}; }

bool computes(const Task& task) { return task.kind == Task::compute || task.kind == Task::combine; }

std::vector<int> computing_tasks(const Program& program) {
  std::vector<int> tasks;
  for (const int id : program.step)
    if (computes(program.tasks[std::size_t(id)])) tasks.push_back(id);
  return tasks;
}

Real driver_real(const Setup& setup, const char* name) {
  return setup.parameters->has("driver", name) ? setup.parameters->get<Real>("driver", name) : 0;
}

// A block as large as those of the ranks.
Box typical_block(const Layout& layout, const Grid& grid) {
  Box box = corner(grid, most_points);
  const Box& owned = layout.owned(layout.blocks() / 2);
  for (std::size_t d = 0; d < std::size_t(grid.dimensions); ++d)
    box.hi[d] = std::clamp(owned.extent(int(d)), std::min(8, box.hi[d]), box.hi[d]);
  for (std::size_t d = 0; d < std::size_t(grid.dimensions); ++d)
    box.hi[d] = std::max(box.hi[d], std::min(grid.points[d], 2 * grid.radius[d] + 1));
  return box;
}

void measure_tasks(const DriverSetup& driver, const Layout& layout, MachineEstimate& estimate) {
  SampleRun run(driver, typical_block(layout, driver.program->grid));
  run.start();
  run.step();  // touches all memory
  const Timings first = run.timings();
  const double touched = run.seconds();
  for (int n = 0; n == 0 || (n < most_steps && run.seconds() < touched + long_enough); ++n)
    run.step();
  for (std::size_t t = 0; t < estimate.task_seconds.size(); ++t) {
    const TaskTimings &a = first.tasks[t], &b = run.timings().tasks[t];
    if (b.points > a.points)
      estimate.task_seconds[t] = (b.compute - a.compute) / double(b.points - a.points);
  }
}

std::string measure_speed(const Setup& setup, const DriverSetup& driver, const Layout& layout,
                          double speed, MachineEstimate& estimate) {
  const Program& program = setup.program;
  estimate.task_seconds.assign(program.tasks.size(), 0);
  const std::vector<int> tasks = computing_tasks(program);
  if (speed > 0) {
    for (const int id : tasks)
      estimate.task_seconds[std::size_t(id)] = 1 / (speed * double(tasks.size()));
    return "as --speed says";
  }
  if (const Real padded = driver_real(setup, "padded_compute"); padded > 0) {
    for (const Task& task : program.tasks)
      if (computes(task)) estimate.task_seconds[std::size_t(task.id)] = padded;
    return "as driver.padded_compute says";
  }
  measure_tasks(driver, layout, estimate);
  return "measured on this computer with the tasks of the application";
}

// With --speed speeds are meant as they are, else relative to those of the mean rank.
void slow_down(const Setup& setup, double speed, MachineEstimate& estimate) {
  std::size_t ranks = 0;
  double sum = 0;
  bool known = true;
  for (const Site& site : setup.machine.sites) {
    ranks += site.ranks.size();
    sum += site.speed * double(site.ranks.size());
    known = known && site.speed > 0;
  }
  estimate.slowness.assign(ranks, exactly(1));
  const double usual = speed > 0 ? 1 : sum / double(ranks);
  for (const Site& site : setup.machine.sites)
    for (const int rank : site.ranks)
      if (known) estimate.slowness[std::size_t(rank)] = exactly(usual / site.speed);
  if (!setup.parameters->has("driver", "padded_speeds")) return;
  const std::vector<Real> padded =
      setup.parameters->get<std::vector<Real>>("driver", "padded_speeds");
  if (padded.size() != ranks) return;
  for (std::size_t r = 0; r < ranks; ++r) estimate.slowness[r].value /= padded[r];
}

[[noreturn]] void throw_no_figures(const Setup& setup, const std::string& link) {
  throw Error(Problem{
      .slug = "predict/no-figures",
      .message = fmt::format("nothing is known of the link {}", link),
      .where = setup.machine.where,
      .notes = {"a prediction needs latency and bandwidth of every link between neighbours"},
      .help = "give them in the machine file, for example {between: [a, b], latency: 10 ms, "
              "bandwidth: 100 MB/s}; cardon probe measures them"});
}

void add_links(const Setup& setup, PredictedMachine& result) {
  for (const SiteLink& link : chain_links(setup.machine, setup.program.grid)) {
    if (!(link.latency > 0) && !(link.bandwidth > 0)) throw_no_figures(setup, link.name);
    LinkEstimate& estimate = result.estimate.links.emplace_back();
    estimate.latency = exactly(link.latency);
    if (link.bandwidth > 0) estimate.bandwidth = exactly(link.bandwidth);
    result.sources.push_back(fmt::format(
        "link {}: latency {:.4g} ms, {}", link.name, 1e3 * link.latency,
        link.bandwidth > 0 ? fmt::format("{:.4g} MB/s", 1e-6 * link.bandwidth) : "unlimited"));
  }
}

}  // namespace

PredictedMachine predict_machine(const Setup& setup, const DriverSetup& driver,
                                 const Layout& layout, double speed) {
  PredictedMachine result;
  MachineEstimate& estimate = result.estimate;
  const std::string how = measure_speed(setup, driver, layout, speed, estimate);
  slow_down(setup, speed, estimate);
  for (const int id : computing_tasks(setup.program))
    result.point_seconds += estimate.task_seconds[std::size_t(id)];
  result.sources.push_back(
      fmt::format("compute: {:.4g} ns per point and step, {}", 1e9 * result.point_seconds, how));
  add_links(setup, result);
  for (auto& way : estimate.codecs) way.resize(estimate.links.size());
  estimate.message = message_seconds;
  estimate.intra_latency = intra_latency;
  return result;
}

}  // namespace cardon
