// SPDX-License-Identifier: Apache-2.0
#include "predict/planned_run.hpp"

#include <algorithm>
#include <filesystem>

#include "cardon/kit/grid/face_thickness.hpp"
#include "check/stencil_probe.hpp"
#include "machine/machine_file.hpp"
#include "machine/machine_reader.hpp"
#include "startup/driver_setup.hpp"

namespace cardon {
namespace {

int ranks_of(int wanted, const MachineSpec& spec) {
  return wanted > 0 ? wanted : std::max({spec.ranks(), int(spec.sites.size()), 1});
}

// The file alone, whatever the parameter file says of its own machine.
MachineSpec read_named_machine(const std::string& name) {
  std::vector<Problem> problems;
  std::string path;
  Node map = load_machine_file(Node::scalar(name), path, problems);
  MachineSpec spec;
  if (problems.empty()) spec = read_machine(map, problems);
  if (!problems.empty()) throw Error(problems);
  spec.source = std::filesystem::path(path).filename().string();
  return spec;
}

}  // namespace

CostModel PlannedRun::model(int max_ranks) const {
  ModelOptions options = model_options(*setup->parameters);
  options.max_ranks = max_ranks;
  options.together = setup->parameters->get<std::string>("predict", "steps") == "together";
  return CostModel(setup->program, face_thickness(driver_setup), placed->machine, options);
}

PlannedRun plan_run(InputOptions input, const std::string& machine, int ranks) {
  if (!machine.empty()) input.overrides.push_back("machine=" + machine);
  PlannedRun run;
  OpenedThorns opened;
  Warnings unsaid;
  run.setup = check_run(input, opened, unsaid);
  const CheckedRun& setup = *run.setup;
  run.endless = std::make_unique<EndlessTasks>(*setup.parameters, unsaid);
  const StencilProbe probe = probe_stencils(setup.program, *setup.parameters);
  if (!probe.problems.empty()) throw Error(probe.problems);
  const MachineSpec spec = machine.empty() ? setup.machine_spec : read_named_machine(machine);
  run.ranks = ranks_of(ranks, spec);
  run.placed = std::make_unique<PlacedRun>(plan_placement(setup, spec, run.ranks));
  run.driver_setup = driver_setup(*run.placed);
  run.planned = require_decomposition(*run.placed, run.ranks);
  run.layout = std::make_unique<Layout>(setup.program.grid, run.planned.decomposition);
  return run;
}

}  // namespace cardon
