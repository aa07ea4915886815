// SPDX-License-Identifier: Apache-2.0
// The verb `check`: everything of a run but the steps.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/kit/tiles/depth_search.hpp>

#include "check/operation_count.hpp"
#include "check/stencil_probe.hpp"
#include "console/print_text.hpp"
#include "describe/describe_schedule.hpp"
#include "describe/scalar_waits.hpp"
#include "guards/endless_tasks.hpp"
#include "loop/placement_checks.hpp"
#include "machine/machine_resolver.hpp"
#include "memory/memory_estimate.hpp"
#include "memory/rank_memory.hpp"
#include "output/lossy_links.hpp"
#include "plans/machine_text.hpp"
#include "plans/print.hpp"
#include "plans/site_plans.hpp"
#include "predict/prediction_report.hpp"
#include "run/commands.hpp"
#include "run/decomposition_report.hpp"
#include "run/describe_steps.hpp"
#include "run/segment_lines.hpp"
#include "session/session.hpp"
#include "startup/driver_setup.hpp"
#include "startup/run_sequence.hpp"

namespace cardon {
namespace {

void print_lines(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) print_line(fmt::format("  {}", line));
}

/// Without --ranks as many as the sites have; sites that go by hosts get one each.
int ranks_of(const CheckOptions& options, const MachineSpec& spec) {
  return options.ranks > 0 ? options.ranks : std::max({spec.ranks(), int(spec.sites.size()), 1});
}

std::string names_of(const Layout& layout, const std::vector<int>& slabs) {
  std::vector<std::string> names;
  for (const int slab : slabs) names.push_back(layout.slab(slab).name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// A regular sequence of steps: the initial tasks, then one step over and over.
void print_plans(const Layout& layout, const std::vector<SitePlan>& plans) {
  for (const SitePlan& site : plans) {
    heading(!layout.has_sites()       ? "Plan"
            : site.slabs.size() == 1u ? "Plan of site " + names_of(layout, site.slabs)
                                      : "Plan of sites " + names_of(layout, site.slabs));
    print_lines(plan::print(site.plan));
  }
  print_line(
      "  (analysis tasks and tasks that run every n steps are added to the steps in which they are "
      "due)");
}

// What the driver will do about the ghost layers between blocks; empty: keep them as they are.
std::string search_text(long last_iteration, const PlannedDecomposition& planned) {
  const std::vector<int> others =
      planned.other_depths ? planned.other_depths() : std::vector<int>();
  if (others.empty()) return {};
  const std::string depths = fmt::format("{} ghost layers", fmt::join(others, ", "));
  if (last_iteration < DepthSearch::min_steps)
    return fmt::format("{} might be faster, but are only timed in runs of {} steps or more", depths,
                       DepthSearch::min_steps);
  return fmt::format("{} are timed in the first steps, too, and the fastest number is kept",
                     depths);
}

void print_segments(const DriverSetup& setup, long last_iteration, const Layout& layout,
                    const std::vector<SitePlan>& plans, const PlannedDecomposition& planned,
                    int ranks) {
  const std::vector<std::string> lines =
      segment_lines(setup, layout, plans, planned.links.front().depth, ranks);
  if (lines.empty()) return;
  heading("Tiles");
  print_lines(lines);
  if (const std::string others = search_text(last_iteration, planned); !others.empty())
    print_line(fmt::format("  ({})", others));
}

void print_sites(const Program& program, const Machine& machine, const Layout& layout,
                 const PlannedDecomposition& planned, bool tuned) {
  if (!layout.has_sites()) return;
  heading(fmt::format("Sites along {}", "xyz"[layout.axis()]));
  print_line(fmt::format("  {}", sites_text(machine)));
  print_lines(site_lines(layout, machine));
  print_lines(link_lines(program, layout, machine, planned.figures));
  const std::string free =
      tuned ? free_codecs_text(planned.figures, planned.freedom.codecs) : std::string();
  if (!free.empty()) print_line("  " + free);
  if (const std::string links = emulation_text(machine); !links.empty())
    print_line(fmt::format("  links are {}", links));
  if (const std::string losses = losses_text(planned.figures); !losses.empty())
    print_line(fmt::format("  LOSSY: {}; the results are not exact", losses));
}

void print_decomposition(const Program& program, const std::vector<OutputEntry>& outputs,
                         const PlannedDecomposition& planned, const Layout& layout,
                         const std::vector<SitePlan>& plans, int ranks) {
  heading(fmt::format("Decomposition for {} rank{}: blocks {}", ranks, ranks > 1 ? "s" : "",
                      blocks_text(layout.decomposition())));
  print_lines(
      block_lines(layout, redundant_points(program, layout, plans),
                  memory_by_rank(layout, planned.stored_depth(), fields_in_use(program, outputs))));
}

void print_operations(const std::vector<TaskOperations>& operations) {
  if (operations.empty()) return;
  heading("Floating-point operations per point and call");
  print_lines(operation_lines(operations));
}

void print_scalar_waits(const Program& program, const Machine& machine) {
  const std::vector<std::string> lines = scalar_wait_lines(program, machine);
  if (lines.empty()) return;
  heading("Scalars in a step");
  print_lines(lines);
}

/// Throws Error with what step services say of the sections that the user gave.
void require_placement(const ScheduledRun& run, const Machine& machine,
                       const PlannedDecomposition& planned, int ranks) {
  const ParameterSet& parameters = *run.parameters;
  std::vector<std::string> given;
  for (const auto& [path, section] : parameters.registry().sections())
    for (const SectionValues* values : parameters.instances(path))
      if (values->given()) given.push_back(path);
  const ServiceCatalogue& catalogue = run.library.catalogue;
  const auto driver = catalogue.make<Driver>(run.driver_name);
  std::vector<Problem> problems = placement_problems(catalogue, given, parameters,
                                                     {.machine = &machine,
                                                      .ranks = ranks,
                                                      .decomposition = &planned.decomposition,
                                                      .driver = driver.get(),
                                                      .program = &run.program});
  if (problems.empty()) return;
  for (Problem& problem : problems)
    if (problem.slug.starts_with("balance/"))
      problem.notes.push_back(fmt::format("checked for {} rank{}; --ranks N checks for N", ranks,
                                          ranks == 1 ? "" : "s"));
  throw Error(problems);
}

}  // namespace

int check_command(const CheckOptions& options) {
  ExecutionSpace space;
  OpenedThorns opened;
  Warnings warnings;
  const std::shared_ptr<const CheckedRun> setup = check_run(options.input, opened, warnings);
  const EndlessTasks endless(*setup->parameters, warnings);
  StencilProbe probe = probe_stencils(setup->program, *setup->parameters);
  if (!probe.problems.empty()) throw Error(probe.problems);
  for (Problem& warning : probe.warnings) warnings.add(std::move(warning));
  std::vector<TaskOperations> operations;
  if (options.operations || !options.operations_of.empty())
    operations = count_operations(setup->program, *setup->parameters, options.operations_of);
  for (Problem& warning : operation_warnings(operations)) warnings.add(std::move(warning));
  if (options.strict) warnings.throw_if_any();
  const int ranks = ranks_of(options, setup->machine_spec);
  const Machine machine = plan_machine(setup->machine_spec, ranks);
  const PlannedDecomposition planned = require_decomposition(*setup, machine, ranks);
  require_placement(*setup, machine, planned, ranks);
  const Layout layout(setup->program.grid, planned.decomposition);
  const std::vector<SitePlan> plans = site_plans(setup->program, layout, planned.links);

  print_line(setup->title.empty() ? "Cardon" : setup->title);
  print_line("  " + time_line(*setup));
  if (setup->clock.adaptive()) heading("Time steps");
  for (const std::string& line : step_rule_lines(*setup)) print_line("  " + line);
  heading("Schedule");
  print_lines(describe_schedule(setup->program));
  print_operations(operations);
  print_scalar_waits(setup->program, machine);
  print_plans(layout, plans);
  print_segments(driver_setup(*setup, machine), setup->last_iteration, layout, plans, planned,
                 ranks);
  print_sites(setup->program, machine, layout, planned, !setup->tuning.tuner.empty());
  print_decomposition(setup->program, setup->outputs, planned, layout, plans, ranks);
  heading("Memory");
  print_lines(memory_lines(rank_memory(*setup, machine, planned, layout, plans)));
  if (!warnings.empty()) print_text(fmt::format("\n{}", warnings.text()));
  print_text("\nready to run\n");
  return exit_finished;
}

}  // namespace cardon
