// SPDX-License-Identifier: Apache-2.0
#include "startup/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cardon/kit/output_names.hpp"
#include "cardon/services/codec.hpp"
#include "cardon/services/integrator.hpp"
#include "restart/restart_check.hpp"
#include "schedule/build_program.hpp"
#include "startup/data_files.hpp"
#include "startup/face_setup.hpp"
#include "startup/grid_reader.hpp"
#include "startup/machine_setup.hpp"
#include "startup/output_reader.hpp"
#include "startup/run_input.hpp"
#include "startup/stored_parameters.hpp"
#include "startup/time_reader.hpp"
#include "startup/tuning_reader.hpp"

namespace cardon {
namespace {

using Problems = std::vector<Problem>;

/// One mistake in the text may be met several times, such as a boundary written once for all faces.
Problems without_repeats(const Problems& problems) {
  const auto same = [](const Problem& a, const Problem& b) {
    return a.slug == b.slug && a.message == b.message && a.where.file == b.where.file &&
           a.where.line == b.where.line && a.where.column == b.where.column;
  };
  Problems once;
  for (const Problem& p : problems)
    if (std::none_of(once.begin(), once.end(), [&](const Problem& o) { return same(o, p); }))
      once.push_back(p);
  return once;
}

void throw_if_any(const Problems& problems) {
  if (!problems.empty()) throw Error(without_repeats(problems));
}

void read_input(Setup& setup, const InputOptions& options) {
  setup.input = parameter_input(options);
  if (!setup.input.readable()) throw Error(setup.input.problems());
}

/// Puts the values of the checkpoint between those of files and those of the command line.
void add_stored_values(Setup& setup, const InputOptions& options) {
  ParameterInput files = file_input(options);
  Problems reported_later;
  const ParameterSet from_files = resolve_parameters(setup.registry, files, reported_later);
  const CheckpointManifest& manifest = setup.restart->manifest;
  const std::string layer = restart_layer(manifest.parameters, from_files);
  if (!layer.empty()) files.add_text("checkpoint " + iteration_text(manifest.iteration), layer);
  for (const std::string& text : options.overrides) files.add_override(text);
  setup.input = std::move(files);
}

void compare_with_checkpoint(Setup& setup, Problems& problems) {
  const CheckpointManifest& manifest = setup.restart->manifest;
  const bool complete = problems.empty();
  setup.changes = changes_since(manifest.parameters, *setup.parameters, problems);
  if (complete)
    check_restart(*setup.restart, setup.program, setup.last_iteration, problems.empty(), problems);
}

void load(Setup& setup, const InputOptions& options, Problems& problems) {
  const ThornPath path(options.thorn_path, setup.input.thorn_path());
  setup.library = load_thorns(path, setup.input.thorns(), problems);
  add_flesh_sections(setup.registry);
  register_parameters(setup.library, setup.registry, active_driver(setup.library));
}

ScheduleInput schedule_input(Setup& setup, const BoundarySpecs& specs, Problems& problems) {
  const ParameterSet& p = *setup.parameters;
  ScheduleInput input;
  for (const ThornDeclaration& thorn : setup.library.active) input.thorns.push_back(&thorn);
  for (const std::string& name : setup.library.inactive) input.inactive.push_back(name);
  input.parameter = parameter_lookup(p);
  input.grid = read_grid(p, specs, problems);
  for (int d = 0; d < 3; ++d)
    for (int side = 0; side < 2; ++side) input.faces[d][side] = setup.faces[d][side].service.get();
  setup.integrator = p.get<std::string>("time", "integrator");
  const Location where = p.where("time", "integrator");
  try {
    input.stages = setup.library.catalogue.make<Integrator>(setup.integrator, where)->stages(p);
    input.integrator = setup.integrator;
  } catch (const Error& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
  }
  return input;
}

/// Exactly one driver may be active: the one the user named as a thorn, else UnigridDriver.
void choose_driver(Setup& setup, Problems& problems) {
  std::vector<std::string> named;
  for (const ThornDeclaration& thorn : setup.library.active)
    for (const ServiceDeclaration& service : thorn.services)
      if (service.role == role_name<Driver>) named.push_back(service.name);
  setup.driver_name = active_driver(setup.library);
  if (named.size() > 1)
    problems.push_back(
        {.slug = "driver/several",
         .message = fmt::format("two drivers are active: {} and {}", named[0], named[1]),
         .help = "keep one of them in thorns:"});
}

bool uses_integrator(const Program& program) {
  return std::any_of(program.tasks.begin(), program.tasks.end(),
                     [](const Task& t) { return t.kind == Task::combine; });
}

/// Not by its default, as resolved.yaml does.
bool names_integrator(const ParameterSet& p) {
  const SectionValues defaults(*p.registry().find("time"));
  const auto name = p.get<std::string>("time", "integrator");
  return p.given("time", "integrator") && name != defaults.get<std::string>("integrator");
}

void warn_about_idle_settings(Setup& setup) {
  const ParameterSet& p = *setup.parameters;
  const auto& fields = setup.program.fields;
  if (std::none_of(fields.begin(), fields.end(), [](const auto& f) { return f.is_advanced(); }))
    setup.warnings.add({.slug = "schedule/nothing-evolves",
                        .message = "no active thorn evolves a field, so the steps do nothing",
                        .where = p.where("", "thorns"),
                        .help = "name an application under thorns:; cardon list thorns"});
  if (setup.integrator.empty() && names_integrator(p))
    setup.warnings.add({.slug = "time/integrator-unused",
                        .message = "time.integrator is set, but the active thorns need none",
                        .where = p.where("time", "integrator"),
                        .notes = {"their tasks compute the next levels themselves"},
                        .help = "remove it"});
}

void add(Problems& to, const Problems& more) { to.insert(to.end(), more.begin(), more.end()); }

/// What needs the active thorns and the grid: schedule, and, as the step may need data, with these
/// all that follows from it.
void finish(Setup& setup, const ScheduleInput& input, const BoundarySpecs& specs, bool with_data,
            Problems& problems) {
  const ParameterSet& p = *setup.parameters;
  setup.title = p.get<std::string>("", "title");
  setup.start_time = p.get<Real>("time", "start");
  setup.program = build_program(input, problems);
  if (!problems.empty()) return;
  check_boundary_values(setup, specs, problems);
  if (!uses_integrator(setup.program)) setup.integrator.clear();
  if (!with_data) return;
  setup.program.longest_dt =
      read_step(p, setup.library.active, setup.program, setup.warnings, problems);
  setup.program.dt =
      setup.restart ? setup.restart->manifest.dt : fitted_step(p, setup.program.longest_dt);
  setup.last_iteration = read_last_iteration(p, {setup.program.dt, setup.restart.has_value()},
                                             setup.warnings, problems);
  setup.outputs = read_outputs(p, setup.library.catalogue, setup.program, setup.title, problems);
  setup.checkpoint =
      read_checkpoint_section(p, setup.library.catalogue, setup.program.dt, problems);
  if (p.has("time.stop", "wall")) setup.wall_limit = p.get<Real>("time.stop", "wall");
}

}  // namespace

std::function<std::shared_ptr<Codec>(std::string_view, const Location&)> make_codec(
    const Setup& setup) {
  return [&catalogue = setup.library.catalogue](std::string_view name, const Location& where) {
    return catalogue.make<Codec>(name, where);
  };
}

std::unique_ptr<Setup> set_up(const InputOptions& options, std::optional<RestartChoice> restart) {
  auto setup = std::make_unique<Setup>();
  setup->restart = std::move(restart);
  Problems problems;
  read_input(*setup, options);
  Problems load_problems;
  load(*setup, options, load_problems);
  add(problems, load_problems);
  if (setup->restart) add_stored_values(*setup, options);
  setup->parameters =
      std::make_unique<ParameterSet>(resolve_parameters(setup->registry, setup->input, problems));
  choose_driver(*setup, problems);
  if (load_problems.empty()) {
    read_machine_section(*setup, problems);
    read_tuning_section(*setup, problems);
  }
  Problems grid;
  const BoundarySpecs specs = read_faces(*setup, grid);
  const ScheduleInput input = schedule_input(*setup, specs, grid);
  const bool with_data = !options.without_data || !names_data_files(*setup->parameters);
  if (with_data && load_problems.empty() && grid.empty())
    read_data_files(*setup->parameters, setup->library.catalogue, input.grid, grid);
  // Mistakes in parameters do not hide those in schedule and outputs, but a missing thorn would
  // bring on a row of others.
  if (load_problems.empty() && grid.empty()) finish(*setup, input, specs, with_data, grid);
  add(problems, grid);
  if (setup->restart && load_problems.empty()) compare_with_checkpoint(*setup, problems);
  throw_if_any(problems);
  warn_about_idle_settings(*setup);
  return setup;
}

}  // namespace cardon
