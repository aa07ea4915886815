// SPDX-License-Identifier: Apache-2.0
#include "startup/checked_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/output_names.hpp>
#include <cardon/services/integrator.hpp>
#include <map>

#include "restart/restart_check.hpp"
#include "restart/stored_parameters.hpp"
#include "schedule/absent_quantities.hpp"
#include "schedule/build_program.hpp"
#include "schedule/idle_evolution.hpp"
#include "startup/adaptive_reader.hpp"
#include "startup/error_estimate.hpp"
#include "startup/face_setup.hpp"
#include "startup/grid_reader.hpp"
#include "startup/limit_scalars.hpp"
#include "startup/machine_section.hpp"
#include "startup/output_reader.hpp"
#include "startup/read_input.hpp"
#include "startup/run_units.hpp"
#include "startup/time_reader.hpp"
#include "startup/tuning_reader.hpp"
#include "tables/data_files.hpp"

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

/// A checkpoint holds numbers in the units of its run.
RunUnits units_of(const ParameterInput& input, const std::optional<RestartChoice>& restart,
                  Problems& problems) {
  if (!restart) return read_run_units(input, problems);
  ParameterInput stored;
  for (const StoredParameter& p : restart->manifest.parameters)
    if (p.section == "units" && p.source != "default")
      stored.add_override("units." + p.name + '=' + p.value);
  return read_run_units(stored, problems);
}

LoadedThorns load(const InputOptions& options, const ParameterInput& input, const RunUnits& units,
                  OpenedThorns& opened, Problems& problems) {
  LoadedThorns loaded{.path = ThornPath(options.thorn_path, input.thorn_path())};
  loaded.library = load_thorns(loaded.path, input.thorns(), opened, problems);
  add_flesh_sections(loaded.registry);
  register_parameters(loaded.library, loaded.registry, active_driver(loaded.library));
  apply_run_units(units, loaded, problems);
  return loaded;
}

/// With the values of the checkpoint between those of files and those of the command line.
ParameterInput with_stored_values(const ReadInput& read, const ParameterRegistry& registry,
                                  const CheckpointManifest& manifest) {
  Problems reported_later;
  const ParameterSet from_files = resolve_parameters(registry, read.files(), reported_later);
  const std::string layer = restart_layer(manifest.parameters, from_files);
  return layer.empty() ? read.all()
                       : read.with_text("checkpoint " + iteration_text(manifest.iteration), layer);
}

void compare_with_checkpoint(const CheckedRun& run, Problems& problems) {
  const bool complete = problems.empty();
  changes_since(run.restart->manifest.parameters, *run.parameters, problems);
  if (complete)
    check_restart(*run.restart, run.program, run.last_iteration, problems.empty(), problems);
}

ScheduleInput schedule_input(ScheduledRun& run, const BoundarySpecs& specs, const RunUnits& units,
                             Problems& problems) {
  const ParameterSet& p = *run.parameters;
  ScheduleInput input;
  for (const ThornDeclaration& thorn : run.library.active) input.thorns.push_back(&thorn);
  for (const std::string& name : run.library.inactive) input.inactive.push_back(name);
  input.parameter = parameter_lookup(p);
  input.grid = read_grid(p, specs, units, problems);
  input.keeps_initial_points = p.get<std::string>("grid", "initial_boundary") == "keep";
  for (int d = 0; d < 3; ++d)
    for (int side = 0; side < 2; ++side) {
      input.faces[d][side] = run.faces[d][side].service.get();
      input.face_places[d][side] = specs.face[d][side].where;
    }
  run.integrator = p.get<std::string>("time", "integrator");
  const Location where = p.where("time", "integrator");
  try {
    const ServiceCatalogue& catalogue = run.library.catalogue;
    const auto integrator = run.integrator.empty()
                                ? catalogue.make_standard<Integrator>(where)
                                : catalogue.make<Integrator>(run.integrator, where);
    input.stages = integrator->stages(p);
    input.integrator = run.integrator;
    if (follows_errors(p)) add_estimate(integrator->embedded(), where, catalogue, input, problems);
    input.error_every = int(std::max(1L, steps_between_evaluations(p)));
    run.estimate_order = integrator->embedded().order;
  } catch (const Error& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
  }
  return input;
}

/// Exactly one driver may be active: the one the user named as a thorn, else the standard one.
void check_driver(const ThornLibrary& library, Problems& problems) {
  std::vector<std::string> named;
  for (const ThornDeclaration& thorn : library.active)
    for (const ServiceDeclaration& service : thorn.services)
      if (service.role == role_name<Driver>) named.push_back(service.name);
  if (named.size() > 1)
    problems.push_back(
        {.slug = "driver/several",
         .message = fmt::format("two drivers are active: {} and {}", named[0], named[1]),
         .help = "keep one of them in thorns:"});
}

bool uses_integrator(const Program& program) {
  return std::any_of(program.tasks.begin(), program.tasks.end(),
                     [](const Task& t) { return t.kind == Task::combine; }) ||
         std::any_of(program.scalars.begin(), program.scalars.end(),
                     [](const ScalarInfo& scalar) { return scalar.evolved; });
}

/// Not by its default, as resolved.yaml does.
bool names_integrator(const ParameterSet& p) {
  const SectionValues defaults(*p.registry().find("time"));
  const auto name = p.get<std::string>("time", "integrator");
  return p.given("time", "integrator") && name != defaults.get<std::string>("integrator");
}

bool evolves_something(const Program& program) {
  return std::any_of(program.fields.begin(), program.fields.end(),
                     [](const auto& field) { return field.is_advanced(); }) ||
         std::any_of(program.scalars.begin(), program.scalars.end(),
                     [](const auto& scalar) { return scalar.evolved; });
}

/// Thorns that would evolve something with other parameters are not said to be missing.
Problem nothing_evolves(const ScheduledRun& run) {
  const ParameterSet& p = *run.parameters;
  Problem problem{.slug = "schedule/nothing-evolves",
                  .message = "no active thorn evolves a field or a scalar, so the steps do nothing",
                  .where = p.where("", "thorns"),
                  .help = "name an application under thorns:; cardon list thorns"};
  const std::vector<IdleEvolution> idle = idle_evolution(run.library.active, parameter_lookup(p));
  for (const IdleEvolution& one : idle) problem.notes.push_back(one.reason);
  if (idle.empty()) return problem;
  if (p.given(idle[0].thorn, idle[0].parameter))
    problem.where = p.where(idle[0].thorn, idle[0].parameter);
  problem.help = fmt::format("change {}.{}; cardon describe {}", idle[0].thorn, idle[0].parameter,
                             idle[0].thorn);
  return problem;
}

void warn_about_idle_settings(const ScheduledRun& run, Warnings& warnings) {
  const ParameterSet& p = *run.parameters;
  if (!evolves_something(run.program)) warnings.add(nothing_evolves(run));
  if (run.integrator.empty() && names_integrator(p))
    warnings.add({.slug = "time/integrator-unused",
                  .message = "time.integrator is set, but the active thorns need none",
                  .where = p.where("time", "integrator"),
                  .notes = {"their tasks compute the next levels themselves"},
                  .help = "remove it"});
}

void add(Problems& to, const Problems& more) { to.insert(to.end(), more.begin(), more.end()); }

/// What needs the active thorns and the grid. False: there is no program.
bool schedule(ScheduledRun& run, const ScheduleInput& input, const BoundarySpecs& specs,
              std::vector<AbsentQuantity>& absent, Problems& problems) {
  run.title = run.parameters->get<std::string>("", "title");
  absent = remove_absent(run.library.active, input.parameter, input.grid);
  run.program = build_program(input, problems);
  if (!problems.empty()) return false;
  check_boundary_values(specs, run.program, problems, absent);
  if (!uses_integrator(run.program)) run.integrator.clear();
  return true;
}

void read_fixed_steps(CheckedRun& run, Warnings& warnings, Problems& problems) {
  const ParameterSet& p = *run.parameters;
  Program& program = run.program;
  const std::string past_levels = field_with_past_levels(program);
  program.dt = run.restart ? run.restart->manifest.dt
                           : fitted_step(p, program.longest_dt, past_levels.empty());
  run.clock = step_clock(p, {}, program.dt);
  if (run.restart) {
    const CheckpointManifest& from = run.restart->manifest;
    run.clock.restore({from.iteration, from.time}, from.anchor);
  }
  if (past_levels.empty()) {
    run.clock.aim_at(step_goals(p));
  } else {
    if (!run.restart) warn_of_shortened_step(p, program.dt, past_levels, warnings);
    warn_of_missed_outputs(p, program.dt, past_levels, warnings);
  }
  const StepsToTake end = read_end(p, run.clock, past_levels, warnings, problems);
  run.last_iteration = end.last_iteration;
  run.max_iterations = end.max_iterations;
}

/// The length of steps and how many there are.
void read_time(CheckedRun& run, Warnings& warnings, Problems& problems) {
  const ParameterSet& p = *run.parameters;
  Program& program = run.program;
  const ConstantLimits limits = constant_limits(p, run.library.active, program, warnings, problems);
  run.step_limits = limit_scalars(program, run.library.active, problems);
  StepRule rule = read_step_rule(p, program, limits, warnings, problems);
  rule.estimate_order = run.estimate_order;
  program.longest_dt = read_step(p, limits.all, program, warnings, problems);
  if (!rule.adaptive()) return read_fixed_steps(run, warnings, problems);
  program.dt = program.longest_dt;
  run.clock = step_clock(p, rule, program.dt);
  StepAt step{0, run.clock.time(), program.dt};
  if (run.restart) {
    const CheckpointManifest& from = run.restart->manifest;
    step = {from.iteration, from.time, from.dt};
  }
  run.max_iterations = read_max_iterations(p);
  run.last_iteration = foreseen_last_iteration(p, step, problems);
}

/// The step, which may need data, and all that follows from it.
void finish(CheckedRun& run, const std::vector<AbsentQuantity>& absent, Warnings& warnings,
            Problems& problems) {
  const ParameterSet& p = *run.parameters;
  read_time(run, warnings, problems);
  run.outputs = read_outputs(p, run.library.catalogue, run.program, run.title, problems, absent);
  run.checkpoint = find_checkpoint_services(p, run.library.catalogue, problems);
}

std::shared_ptr<FieldFileReader> data_file_reader(const ServiceCatalogue& catalogue) {
  const auto readers = catalogue.of_role(role_name<FieldFileReader>);
  if (readers.empty()) return nullptr;
  return catalogue.make<FieldFileReader>(readers.front()->service.name);
}

enum class DataFiles { are_read, stay_unread };

std::shared_ptr<CheckedRun> prepare(const InputOptions& options, OpenedThorns& opened,
                                    Warnings& warnings, std::optional<RestartChoice> restart,
                                    DataFiles data_files) {
  const ReadInput read(options);
  const auto run = std::make_shared<CheckedRun>();
  run->restart = std::move(restart);
  Problems problems;
  const RunUnits units = units_of(read.all(), run->restart, problems);
  static_cast<LoadedThorns&>(*run) = load(options, read.all(), units, opened, problems);
  const bool all_loaded = problems.empty();
  const ServiceCatalogue& catalogue = run->library.catalogue;
  const ParameterInput input =
      run->restart ? with_stored_values(read, run->registry, run->restart->manifest) : read.all();
  run->parameters =
      std::make_unique<ParameterSet>(resolve_parameters(run->registry, input, problems));
  ParameterSet& parameters = *run->parameters;
  if (run->restart) mark_steered(run->restart->manifest.parameters, parameters);
  run->driver_name = active_driver(run->library);
  check_driver(run->library, problems);
  if (all_loaded) {
    run->machine_spec = read_machine_section(parameters, catalogue, run->driver_name, problems);
    check_emulated_compute(parameters, catalogue, run->driver_name, problems);
    run->tuning = read_tuning_section(parameters, catalogue, problems);
  }
  Problems grid;
  const BoundarySpecs specs = read_faces(parameters, run->library, run->faces, grid);
  const ScheduleInput to_schedule = schedule_input(*run, specs, units, grid);
  const bool with_data = data_files == DataFiles::are_read || !names_data_files(parameters);
  if (with_data && all_loaded && grid.empty())
    read_data_files(
        parameters, [&] { return data_file_reader(catalogue); }, to_schedule.grid, grid);
  // Mistakes in parameters do not hide those in schedule and outputs, but a missing thorn would
  // bring on a row of others.
  std::vector<AbsentQuantity> absent;
  if (all_loaded && grid.empty() && schedule(*run, to_schedule, specs, absent, grid) && with_data)
    finish(*run, absent, warnings, grid);
  add(problems, grid);
  if (run->restart && all_loaded) compare_with_checkpoint(*run, problems);
  throw_if_any(problems);
  warn_about_idle_settings(*run, warnings);
  return run;
}

}  // namespace

long foreseen_last_iteration(const CheckedRun& run, const StepClock& clock) {
  if (!clock.running() || !clock.time_left()) return run.last_iteration;
  Problems reported_before;
  return foreseen_last_iteration(*run.parameters, {clock.iteration(), clock.time(), clock.dt()},
                                 reported_before);
}

std::shared_ptr<const ScheduledRun> schedule_run(const InputOptions& options) {
  OpenedThorns opened;
  Warnings unsaid;
  return prepare(options, opened, unsaid, {}, DataFiles::stay_unread);
}

std::shared_ptr<const CheckedRun> check_run(const InputOptions& options, OpenedThorns& opened,
                                            Warnings& warnings,
                                            std::optional<RestartChoice> restart) {
  return prepare(options, opened, warnings, std::move(restart), DataFiles::are_read);
}

}  // namespace cardon
