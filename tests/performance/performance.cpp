// SPDX-License-Identifier: Apache-2.0
// Framework against hand-written loops, in one process, in turns. See README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cstdio>
#include <fstream>
#include <iostream>

#include "report.hpp"
#include "session/session.hpp"

namespace cardon::performance {
namespace {

struct Options {
  std::vector<std::string> what{"memory", "kernels", "einstein", "overhead", "radiative", "health"};
  std::vector<int> points{128, 256};
  std::vector<std::string> set;
  double seconds = 10;
  std::string json;
  bool check = false;

  bool wants(const std::string& name) const {
    return std::find(what.begin(), what.end(), name) != what.end();
  }
};

Report run(const World& world, const Options& options) {
  Report report;
  // First, because the peak of a process never falls.
  if (options.wants("memory")) report.memory = memory_figures(world, 192);
  if (options.wants("kernels"))
    for (const Physics physics : {Physics::wave, Physics::diffusion})
      for (const int points : options.points)
        report.kernels.push_back(
            kernel_figures(world, physics, points, options.seconds, options.set));
  if (options.wants("einstein") && world.size() == 1)
    for (const int points : {32, 64})
      report.einstein.push_back(einstein_figures(points, options.seconds));
  if (options.wants("overhead") && world.size() == 1)
    report.overhead = overhead_figures(world, options.seconds / 4);
  if (options.wants("radiative"))
    report.radiative = radiative_figures(world, options.points.front(), options.seconds);
  if (options.wants("health"))
    report.health = health_figures(world, options.points.front(), options.seconds);
  return report;
}

int measure_and_print(const Options& options) {
  const World world;
  const ExecutionSpace space;
  const Report report = run(world, options);
  if (world.rank() != 0) return 0;
  std::fputs(text(report).c_str(), stdout);
  if (!options.json.empty()) std::ofstream(options.json) << json(report).dump(2) << "\n";
  if (!options.check) return 0;
  const auto wrong = failures(report);
  for (const std::string& line : wrong) std::cerr << "failed: " << line << "\n";
  return wrong.empty() ? 0 : 1;
}

}  // namespace
}  // namespace cardon::performance

int main(int argc, char** argv) {
  cardon::performance::Options options;
  CLI::App app{"Compares Cardon with hand-written loops"};
  app.add_option("--what", options.what,
                 "memory, kernels, einstein, overhead, radiative, health (all)")
      ->delimiter(',')
      ->check(CLI::IsMember({"memory", "kernels", "einstein", "overhead", "radiative", "health"}));
  app.add_option("--points", options.points, "Points of a side of the cubes (128,256)")
      ->delimiter(',');
  app.add_option("--set", options.set, "key=value arguments for the runs of kernels");
  app.add_option("--seconds", options.seconds, "Time for each figure (10)");
  app.add_option("--json", options.json, "File to write the figures to");
  app.add_flag("--check", options.check, "Exit code 1 if something is far off");
  CLI11_PARSE(app, argc, argv);
  try {
    return cardon::performance::measure_and_print(options);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
