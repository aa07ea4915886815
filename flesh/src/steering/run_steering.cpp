// SPDX-License-Identifier: Apache-2.0
#include "steering/run_steering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "parameters/problems.hpp"
#include "parameters/qualified_name.hpp"
#include "parameters/resolver.hpp"
#include "restart/stored_parameters.hpp"
#include "startup/constant_limits.hpp"
#include "startup/time_reader.hpp"

namespace cardon {
namespace {

bool is_number_or_word(ValueType type) {
  return type == ValueType::boolean || type == ValueType::integer || type == ValueType::real ||
         type == ValueType::keyword;
}

bool decides_about_tasks(const ThornDeclaration& thorn, const std::string& parameter) {
  return std::any_of(thorn.tasks.begin(), thorn.tasks.end(), [&](const TaskDeclaration& task) {
    return std::any_of(task.when.begin(), task.when.end(),
                       [&](const Condition& c) { return c.parameter == parameter; });
  });
}

bool is_speed_of_waves(const ThornDeclaration& thorn, const std::string& parameter) {
  return std::any_of(thorn.radiations.begin(), thorn.radiations.end(),
                     [&](const RadiationDeclaration& r) { return r.speed == parameter; });
}

bool is_of_tuning(const std::string& section) {
  return section == "tuning" || section.starts_with("tuning.");
}

/// Sections with as many instances as in the run, in which nothing is given.
ParameterSet blank(const ParameterSet& like) {
  ParameterSet set(like.registry());
  for (const auto& [path, section] : like.registry().sections()) {
    const auto instances = like.instances(path);
    if (section.use == SectionUse::repeatable && !instances.empty())
      set.resize(path, int(instances.size()));
    for (std::size_t n = 0; n < instances.size(); ++n) set.section(path, int(n)).mark_given({});
  }
  return set;
}

}  // namespace

/// What the words change, in the order of sections.
RunSteering::Changes RunSteering::read(const std::vector<std::string>& words,
                                       Problems& problems) const {
  ParameterInput input;
  for (const std::string& word : words) input.add_override(word);
  problems = input.problems();
  ParameterSet given = blank(*run_.parameters);
  Resolver resolver(given, problems);
  resolver.set_active(run_.parameters->get<std::vector<std::string>>("", "thorns"));
  for (const Node& layer : input.layers()) resolver.apply(layer);
  Changes changes;
  for (const auto& [path, section] : run_.registry.sections())
    for (const SectionValues* values : given.instances(path))
      for (const ParameterDeclaration& parameter : section.parameters)
        if (values->given(parameter.name))
          changes.push_back({path, values->instance(), &parameter, values->at(parameter.name)});
  return changes;
}

std::string RunSteering::name_of(const Change& change) const {
  return qualified_name(*run_.parameters, change.section, change.instance, change.parameter->name);
}

const ParameterValue& RunSteering::now(const Change& change) const {
  return run_.parameters->section(change.section, change.instance).at(change.parameter->name);
}

bool RunSteering::exists(const Change& change) const {
  return std::size_t(change.instance) < run_.parameters->instances(change.section).size();
}

/// Names of what may change in this run, whatever the values are.
std::vector<std::string> RunSteering::steerable() const {
  std::vector<std::string> names;
  for (const auto& [path, section] : run_.registry.sections())
    for (const ParameterDeclaration& parameter : section.parameters) {
      if (parameter.steering != Steering::while_running) continue;
      for (const SectionValues* values : run_.parameters->instances(path)) {
        const Change change{path, values->instance(), &parameter, {}};
        Problems refused;
        check_change(change, refused);
        if (refused.empty()) names.push_back(name_of(change));
      }
    }
  return names;
}

void RunSteering::check_change(const Change& change, Problems& problems) const {
  const std::string name = name_of(change);
  const Location& where = change.value.where;
  if (change.parameter->steering != Steering::while_running) {
    problems.push_back(
        make_problem("steering/fixed", name + " cannot change during the run", where));
    problems.back().notes =
        wrapped_list("parameters that can be changed in this run:", steerable());
    problems.back().help = "start another run, or restart this one with another value";
    return;
  }
  if (!exists(change)) {
    problems.push_back(make_problem("steering/absent", "this run has no " + change.section, where));
    problems.back().help = "name it in the parameter file, and restart the run";
    return;
  }
  check_service(change, problems);
  if (run_.registry.find(change.section)->is_thorn()) check_of_thorn(change, problems);
}

/// Whether this run has what the parameter is about.
void RunSteering::check_service(const Change& change, Problems& problems) const {
  const Location& where = change.value.where;
  if (change.section == run_.checkpoint.section && !can_checkpoint()) {
    problems.push_back(
        make_problem("steering/checkpoint", "this run cannot write checkpoints", where));
    problems.back().help =
        "checkpoints need a thorn that lays them out and a driver that gives access to its "
        "blocks; cardon list services shows them";
  }
  if (is_of_tuning(change.section) && !effects_.can_tune()) {
    problems.push_back(make_problem("steering/tuning",
                                    "this run has no settings that a tuner could change", where));
    problems.back().help =
        "restart it on several sites or ranks, with parameters of the driver that are auto";
  }
}

/// Tasks read it when they are called, but other things were derived from it at the start.
void RunSteering::check_of_thorn(const Change& change, Problems& problems) const {
  const auto refuse = [&](const std::string& why) {
    problems.push_back(make_problem(
        "steering/fixed", name_of(change) + " cannot change during the run", change.value.where));
    problems.back().notes = {why};
    problems.back().help = "start another run, or restart this one with another value";
  };
  if (!is_number_or_word(change.parameter->type))
    return refuse("only numbers and keywords of thorns can, not formulas or files");
  for (const ThornDeclaration& thorn : run_.library.active) {
    if (thorn.name != change.section) continue;
    if (decides_about_tasks(thorn, change.parameter->name)) refuse("it decides which tasks run");
    if (is_speed_of_waves(thorn, change.parameter->name))
      refuse("the radiative boundary was set up with it");
  }
}

void RunSteering::check_stop(const Changes& changes, const RunCourse& course,
                             Problems& problems) const {
  const auto change = std::find_if(changes.begin(), changes.end(),
                                   [](const Change& c) { return c.section == "time.stop"; });
  const bool passed = course.max_iterations <= effects_.iteration() ||
                      course.last_iteration <= effects_.iteration();
  if (change == changes.end() || !passed) return;
  problems.push_back(make_problem(
      "steering/stop",
      fmt::format("the run would end at iteration {}, but it has done {}",
                  std::min(course.last_iteration, course.max_iterations), effects_.iteration()),
      change->value.where));
  problems.back().help = "cardon steer RUN --stop ends it as soon as possible";
}

/// What a step of fixed length was chosen by must not change under way.
void RunSteering::check_step(const Changes& changes, const ParameterSet& candidate,
                             Problems& problems) const {
  const auto change = std::find_if(changes.begin(), changes.end(), [&](const Change& c) {
    return run_.registry.find(c.section)->is_thorn();
  });
  if (change == changes.end() || !problems.empty() || clock_.adaptive()) return;
  Warnings unsaid;
  const ConstantLimits limits =
      constant_limits(candidate, run_.library.active, run_.program, unsaid, problems);
  const Real longest = read_step(candidate, limits.all, run_.program, unsaid, problems);
  if (!problems.empty() || longest == run_.program.longest_dt) return;
  problems.push_back(make_problem("steering/step-limit",
                                  name_of(*change) + " would change the longest time step allowed",
                                  change->value.where));
  problems.back().notes = {
      fmt::format("it is {1:.6g}{0}, and would be {2:.6g}{0}; the steps of a run "
                  "have one length",
                  run_.program.grid.after_time(), run_.program.longest_dt, longest)};
  problems.back().help =
      "start a new run with this value, or with time.step in place of time.courant";
}

void RunSteering::check_outputs(const ParameterSet& candidate, Problems& problems) const {
  for (const OutputEntry& entry : run_.outputs) {
    OutputSetup setup = entry.setup;
    setup.parameters = &candidate;
    try {
      run_.library.catalogue.make<Output>(entry.name)->prepare(setup);
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  }
}

void RunSteering::check_placement(const Changes& changes, const ParameterSet& candidate,
                                  Problems& problems) const {
  std::vector<std::string> sections, names;
  for (const Change& change : changes) {
    sections.push_back(change.section);
    names.push_back(change.section + "." + change.parameter->name);
  }
  const Problems found = effects_.check_placement(candidate, sections, names);
  problems.insert(problems.end(), found.begin(), found.end());
}

std::vector<Problem> RunSteering::check(const std::vector<std::string>& words) const {
  Problems problems;
  const Changes changes = read(words, problems);
  for (const Change& change : changes) check_change(change, problems);
  if (!problems.empty()) return problems;
  ParameterSet candidate = *run_.parameters;
  for (const Change& change : changes)
    candidate.section(change.section, change.instance).set(change.parameter->name, change.value);
  const RunCourse course = course_of(run_, candidate, clock_, problems);
  if (problems.empty()) check_stop(changes, course, problems);
  check_step(changes, candidate, problems);
  check_outputs(candidate, problems);
  check_placement(changes, candidate, problems);
  return problems;
}

std::vector<SteeredParameter> RunSteering::apply(const std::vector<std::string>& words) {
  Problems problems;
  std::vector<SteeredParameter> steered;
  std::vector<std::string> sections;
  for (Change& change : read(words, problems)) {
    const ParameterValue& before = now(change);
    const std::string was = stored_text(before.value), is = stored_text(change.value.value);
    change.value.steered_from = before.steered_from.empty() ? was : before.steered_from;
    change.value.where = {fmt::format("steering after iteration {}", effects_.iteration())};
    change.value.written.clear();
    steered.push_back({name_of(change), is, was});
    sections.push_back(change.section);
    run_.parameters->section(change.section, change.instance)
        .set(change.parameter->name, std::move(change.value));
  }
  effects_.change(course_of(run_, *run_.parameters, clock_, problems), sections);
  if (!problems.empty()) throw Bug("steering was not checked");
  return steered;
}

}  // namespace cardon
