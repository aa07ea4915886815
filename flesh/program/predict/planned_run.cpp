// SPDX-License-Identifier: Apache-2.0
#include "predict/planned_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/tuning/predictable.hpp>
#include <filesystem>

#include "check/stencil_probe.hpp"
#include "machine/machine_file.hpp"
#include "machine/machine_reader.hpp"
#include "machine/machine_resolver.hpp"
#include "startup/driver_setup.hpp"
#include "startup/read_input.hpp"

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

std::shared_ptr<Driver> driver_for_sites(const ServiceCatalogue& catalogue) {
  const auto* entry = catalogue.find_with(role_name<Driver>, feature::sites);
  return entry != nullptr ? catalogue.make<Driver>(entry->service.name) : nullptr;
}

}  // namespace

std::unique_ptr<CostModel> PlannedRun::model(int max_ranks) const {
  const ModelOptions options{
      .max_ranks = max_ranks,
      .together = setup->parameters->get<std::string>("predict", "steps") == "together",
      .site_depth = planned.links.front().depth};
  const ServiceCatalogue& catalogue = setup->library.catalogue;
  const auto driver = catalogue.make<Driver>(setup->driver_name);
  if (const auto* own = offered_by<Predictable>(*driver))
    return own->cost_model(driver_setup, options);
  const auto general = driver_for_sites(catalogue);
  const auto* other = general ? offered_by<Predictable>(*general) : nullptr;
  if (other == nullptr)
    throw Error(
        {.slug = "driver/incomplete",
         .message = fmt::format("the driver {} cannot predict its time", setup->driver_name),
         .help = "choose another driver, or implement Predictable in this one"});
  return other->cost_model(driver_setup, options);
}

PlannedRun plan_run(InputOptions input, const std::string& machine, int ranks) {
  if (!machine.empty()) input.overrides.push_back("machine=" + machine);
  PlannedRun run;
  run.input = std::move(input);
  read_files(run.input);
  Warnings unsaid;
  run.setup = check_run(run.input, *run.opened, unsaid);
  const CheckedRun& setup = *run.setup;
  run.endless = std::make_unique<EndlessTasks>(*setup.parameters, unsaid);
  const StencilProbe probe = probe_stencils(setup.program, *setup.parameters);
  if (!probe.problems.empty()) throw Error(probe.problems);
  const MachineSpec spec = machine.empty() ? setup.machine_spec : read_named_machine(machine);
  run.ranks = ranks_of(ranks, spec);
  run.machine = std::make_unique<Machine>(plan_machine(spec, run.ranks));
  run.driver_setup = driver_setup(setup, *run.machine);
  run.planned = require_decomposition(setup, *run.machine, run.ranks);
  run.layout = std::make_unique<Layout>(setup.program.grid, run.planned.decomposition);
  return run;
}

}  // namespace cardon
