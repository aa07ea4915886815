// SPDX-License-Identifier: Apache-2.0
// A leapfrog wave on a periodic grid, and two sites for it, made by hand.
#pragma once
#include <cardon/services/program.hpp>
#include <numeric>

#include "model/grid_cost_model.hpp"

namespace cardon::test {

using model::GridCostModel;

inline double step_of(const CostModel& model, const DriverSettings& settings,
                      const MachineEstimate& e) {
  return model.predict(settings, e).value().seconds_per_step;
}

inline Program wave_program(const Index3& points) {
  Program program;
  program.grid.points = points;
  program.grid.radius = {1, 1, 1};
  GridFunction phi{.id = 0, .name = "phi", .thorn = "Wave", .group = "phi", .role = Role::evolved};
  phi.past = 1;
  phi.has_next = phi.overwrites = true;
  program.fields = {phi};
  Task start{.id = 0, .name = "start"};
  start.bindings = {{.field = 0, .level = 0, .writes = true},
                    {.field = 0, .level = 1, .writes = true}};
  Task evolve{.id = 1, .name = "evolve"};
  evolve.bindings = {{.field = 0, .level = 0, .reads = true, .radius = {1, 1, 1}},
                     {.field = 0, .level = 1, .reads = true},
                     {.field = 0, .level = -1, .writes = true}};
  evolve.bin = Bin::evolve;
  Task rotate{.id = 2, .kind = Task::rotate, .name = "rotate"};
  rotate.fields = {0};
  program.tasks = {start, evolve, rotate};
  program.initial = {0};
  program.step = {1, 2};
  program.dt = 1;
  return program;
}

/// Sites in a chain along z with so many ranks each.
inline Machine machine_of(const std::vector<int>& ranks) {
  Machine machine;
  machine.axis = 2;
  int first = 0;
  for (std::size_t s = 0; s < ranks.size(); ++s) {
    Site site{.name = std::string(1, char('a' + s))};
    site.ranks.resize(std::size_t(ranks[s]));
    std::iota(site.ranks.begin(), site.ranks.end(), first);
    first += ranks[s];
    machine.sites.push_back(site);
  }
  return machine;
}

inline DriverSettings settings_of(int links, int depth, bool overlap, int blocks) {
  DriverSettings settings;
  settings.links.assign(std::size_t(links), WideLinkSettings{.depth = depth});
  settings.overlap = overlap;
  settings.blocks_per_rank = blocks;
  return settings;
}

inline Estimate known(double value) { return {value, 0, 1}; }

/// Computing takes `step` seconds per step on each of `ranks` ranks.
inline MachineEstimate estimate_of(const Program& program, int ranks, int links, double step,
                                   double latency, double bandwidth = 0) {
  MachineEstimate machine;
  machine.task_seconds.assign(program.tasks.size(), 0);
  machine.task_seconds[1] = step * ranks / double(program.grid.domain().points());
  machine.relative_cost.assign(std::size_t(ranks), known(1));
  machine.links.resize(std::size_t(links));
  for (LinkEstimate& link : machine.links) {
    link.latency = known(latency);
    if (bandwidth > 0) link.bandwidth = known(bandwidth);
  }
  for (auto& way : machine.codecs) way.resize(std::size_t(links));
  return machine;
}

}  // namespace cardon::test
