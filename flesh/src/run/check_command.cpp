// SPDX-License-Identifier: Apache-2.0
// The verb `check`: everything of a run but the steps.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "plan/plan.hpp"
#include "plan/print.hpp"
#include "run/commands.hpp"
#include "run/machine_resolver.hpp"
#include "run/machine_setup.hpp"
#include "run/planner_input.hpp"
#include "run/run_sequence.hpp"
#include "run/screen.hpp"
#include "run/session.hpp"
#include "run/setup.hpp"
#include "run/start_box.hpp"
#include "run/stencil_probe.hpp"
#include "schedule/describe_schedule.hpp"

namespace cardon {
namespace {

void heading(const std::string& text) { fmt::print("\n{}\n{:-<{}}\n", text, "", text.size()); }

void print_lines(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) fmt::print("  {}\n", line);
}

/// Without --ranks as many as the sites have; sites that go by hosts get one each.
int ranks_of(const CheckOptions& options, const MachineSpec& spec) {
  return options.ranks > 0 ? options.ranks : std::max({spec.ranks(), int(spec.sites.size()), 1});
}

std::shared_ptr<Driver> decompose(Setup& setup, int ranks) {
  auto driver = setup.library.catalogue.make<Driver>(setup.driver_name);
  DriverSetup d;
  d.program = &setup.program;
  d.parameters = setup.parameters.get();
  d.plan_ranks = ranks;
  d.machine = &setup.machine;
  d.codec = make_codec(setup);
  for (int direction = 0; direction < 3; ++direction)
    for (int side = 0; side < 2; ++side) d.faces[direction][side] = setup.faces[direction][side];
  driver->setup(d);
  return driver;
}

/// What is known of a link.
std::string figures_text(const Machine& machine, const std::string& name) {
  std::string text;
  for (const SiteLink& link : machine.links) {
    if (link.name != name) continue;
    if (link.latency > 0) text += fmt::format(", latency {:.4g} ms", 1e3 * link.latency);
    if (link.bandwidth > 0) text += fmt::format(", {:.4g} MB/s", 1e-6 * link.bandwidth);
  }
  return text;
}

void print_decomposition(const Setup& setup, const Driver& driver, int ranks) {
  const Decomposition& decomposition = driver.decomposition();
  int depth = 0;
  for (const plan::Link& link : driver.links()) depth = std::max(depth, link.depth);
  heading(fmt::format("Decomposition for {} rank{}: blocks {}", ranks, ranks > 1 ? "s" : "",
                      fmt::join(decomposition.topology, " x ")));
  long most = 0, sum = 0;
  for (std::size_t b = 0; b < decomposition.owned.size(); ++b) {
    const Box& box = decomposition.owned[b];
    most = std::max(most, box.points());
    sum += box.points();
    if (b < 16)
      fmt::print("  rank {:>3}  points [{}] to [{}]  {} points\n", decomposition.rank_of_block[b],
                 fmt::join(box.lo, ", "), fmt::join(box.hi, ", "), box.points());
  }
  if (decomposition.owned.size() > 16)
    fmt::print("  ... {} blocks in all\n", decomposition.owned.size());
  fmt::print("  balance (largest / mean) {:.3f}\n",
             double(most) * double(decomposition.owned.size()) / double(sum));
  fmt::print("  memory of fields about {} per rank\n",
             bytes_text(memory_per_rank(setup, decomposition, depth)));
}

void print_sites(const Setup& setup, const Decomposition& decomposition) {
  const Machine& machine = setup.machine;
  if (machine.sites.size() < 2) return;
  heading(fmt::format("Sites along {}", "xyz"[std::max(decomposition.axis, 0)]));
  fmt::print("  {}\n", sites_text(machine));
  for (const Slab& slab : decomposition.slabs)
    fmt::print("  site {}  points [{}] to [{}]  {} points\n", slab.name,
               fmt::join(slab.core.lo, ", "), fmt::join(slab.core.hi, ", "), slab.core.points());
  for (const WideLink& wide : decomposition.wide_links)
    fmt::print("  link {}  {} layers{}\n", wide.name, wide.depth, figures_text(machine, wide.name));
}

/// A regular sequence of steps for the print-out: the initial tasks, then one step over and over.
void print_plan(const Setup& setup, const Driver& driver) {
  heading("Plan");
  const plan::CyclicSequence sequence({setup.program.initial}, {setup.program.step});
  print_lines(plan::print(plan::make_plan(planner_input(setup.program, driver.links()), sequence)));
  fmt::print(
      "  (analysis tasks and tasks that run every n steps are added to the steps in which they are "
      "due)\n");
}

}  // namespace

int check_command(const CheckOptions& options) {
  ExecutionSpace space;
  const std::unique_ptr<Setup> setup = set_up(options.input);
  StencilProbe probe = probe_stencils(setup->program, *setup->parameters);
  if (!probe.problems.empty()) throw Error(probe.problems);
  for (Problem& warning : probe.warnings) setup->warnings.add(std::move(warning));
  if (options.strict) setup->warnings.throw_if_any();
  const int ranks = ranks_of(options, setup->machine_spec);
  setup->machine = plan_machine(setup->machine_spec, ranks);
  const std::shared_ptr<Driver> driver = decompose(*setup, ranks);

  fmt::print("{}\n", setup->title.empty() ? "Cardon" : setup->title);
  fmt::print("  dt = {:.6g} s, {} iterations to t = {:.6g} s\n", setup->program.dt,
             setup->last_iteration, setup->time_at(setup->last_iteration));
  heading("Schedule");
  print_lines(describe_schedule(setup->program));
  print_plan(*setup, *driver);
  print_sites(*setup, driver->decomposition());
  print_decomposition(*setup, *driver, ranks);
  if (!setup->warnings.empty()) fmt::print("\n{}", setup->warnings.text());
  fmt::print("\nready to run\n");
  return exit_finished;
}

}  // namespace cardon
