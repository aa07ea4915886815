// SPDX-License-Identifier: Apache-2.0
#include "startup/output_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/suggest.hpp"
#include "schedule/analysis.hpp"

namespace cardon {
namespace {

class Chooser {
 public:
  Chooser(const Program& program, const std::vector<AbsentQuantity>& absent, OutputSetup& setup,
          std::vector<Problem>& problems)
      : program_(program), absent_(absent), setup_(setup), problems_(problems) {}

  void evolved() {
    for (const GridFunction& f : program_.fields)
      if (!f.internal && f.role == Role::evolved) setup_.fields.push_back(&f);
  }

  void choose(const std::string& name, const Location& where, bool scalars_too) {
    bool found = false;
    std::vector<std::string> unwritten;
    for (const GridFunction& f : program_.fields)
      if (!f.internal && means(name, f.thorn, f.name, f.group)) {
        add(setup_.fields, &f, where);
        found = true;
        if (!is_written(f)) unwritten.push_back(f.name);
      }
    if (!unwritten.empty()) never_written(unwritten, where);
    for (const ScalarInfo& s : program_.scalars)
      if (means(name, s.thorn, s.name, s.group)) {
        if (is_of_the_end(s))
          known_at_end_only(name, where);
        else if (scalars_too)
          add(setup_.scalars, &s, where);
        else
          no_scalars(name, where);
        found = true;
      }
    if (!found && !exists_otherwise(name, where)) unknown(name, where);
  }

 private:
  template <class Quantity>
  void add(std::vector<const Quantity*>& list, const Quantity* one, const Location& where) {
    if (std::find(list.begin(), list.end(), one) != list.end())
      problems_.push_back(
          {.slug = "output/field-twice",
           .message = fmt::format("{} asks for {} twice", setup_.section, one->name),
           .where = where,
           .help = "remove one of them"});
    list.push_back(one);
  }

  void no_scalars(const std::string& name, const Location& where) {
    problems_.push_back(
        {.slug = "output/scalar",
         .message = fmt::format("{} writes fields, but {} is a scalar", setup_.section, name),
         .where = where,
         .help = "ask for it under output.scalars"});
  }

  bool is_of_the_end(const ScalarInfo& s) const {
    return std::any_of(program_.terminate.begin(), program_.terminate.end(), [&](int id) {
      const std::vector<int>& scalars = program_.tasks[std::size_t(id)].scalars;
      return std::find(scalars.begin(), scalars.end(), s.id) != scalars.end();
    });
  }

  void known_at_end_only(const std::string& name, const Location& where) {
    problems_.push_back(
        {.slug = "output/known-at-end",
         .message =
             fmt::format("{} asks for {}, which is reduced in Terminate", setup_.section, name),
         .where = where,
         .notes = {"Terminate tasks run after the last outputs"},
         .help = "leave it out: summary.json and the last lines of the run show its value"});
  }

  bool is_written(const GridFunction& f) const {
    for (const Task& task : program_.tasks)
      for (const Binding& b : task.bindings)
        if (b.writes && b.field == f.id) return true;
    return false;
  }

  // It would be full of NaN, the mark of what has no value.
  void never_written(const std::vector<std::string>& names, const Location& where) {
    problems_.push_back({.slug = "output/never-written",
                         .message = fmt::format("{} asks for {}, which no task writes",
                                                setup_.section, fmt::join(names, ", ")),
                         .where = where,
                         .notes = {"with other parameters of its thorn a task may write it"},
                         .help = "leave it out; cardon list schedule FILE shows who writes what"});
  }

  static bool means(const std::string& wanted, const std::string& thorn, const std::string& name,
                    const std::string& group) {
    for (const std::string& short_name : {name, group})
      if (wanted == short_name || wanted == thorn + "::" + short_name) return true;
    return false;
  }

  // Whether the run would have it with other parameters, which is reported.
  bool exists_otherwise(const std::string& name, const Location& where) {
    for (const AbsentQuantity& absent : absent_)
      for (const std::string& one : absent.names)
        if (means(name, absent.thorn, one, one)) {
          problems_.push_back(
              {.slug = "output/unknown-field",
               .message = fmt::format("{} asks for {}, which exists only with other parameters",
                                      setup_.section, name),
               .where = where,
               .notes = absent.reasons,
               .help = "leave it out, or change the parameter"});
          return true;
        }
    return false;
  }

  void unknown(const std::string& name, const Location& where) {
    std::vector<std::string> legal;
    for (const GridFunction& f : program_.fields)
      if (!f.internal) legal.push_back(f.name);
    for (const ScalarInfo& s : program_.scalars) legal.push_back(s.name);
    std::vector<std::string> similar = legal;
    const auto add_group = [&](const std::string& group) {
      if (std::find(similar.begin(), similar.end(), group) == similar.end())
        similar.push_back(group);
    };
    for (const GridFunction& f : program_.fields)
      if (!f.internal) add_group(f.group);
    for (const ScalarInfo& s : program_.scalars) add_group(s.group);
    problems_.push_back(
        {.slug = "output/unknown-field",
         .message =
             fmt::format("{} asks for {}, which no active thorn provides", setup_.section, name),
         .where = where,
         .hint = did_you_mean(name, similar),
         .notes = {legal.empty() ? "no active thorn provides a field or a scalar"
                                 : fmt::format("there are: {}", fmt::join(legal, ", "))},
         .help = "cardon list fields FILE"});
  }

  const Program& program_;
  const std::vector<AbsentQuantity>& absent_;
  OutputSetup& setup_;
  std::vector<Problem>& problems_;
};

OutputEntry read_entry(const SectionValues& values, const ServiceCatalogue::Entry& service,
                       const Program& program, const std::vector<AbsentQuantity>& absent,
                       std::vector<Problem>& problems) {
  OutputEntry entry;
  entry.name = service.service.name;
  entry.service = std::static_pointer_cast<Output>(service.service.make());
  entry.cadence = Cadence(values.get<Interval>("every"), program.dt);
  entry.setup.section = service.service.section;
  entry.setup.instance = values.instance();
  entry.setup.program = &program;
  Chooser chooser(program, absent, entry.setup, problems);
  const auto names = values.get<std::vector<std::string>>("fields");
  for (const std::string& name : names)
    chooser.choose(name, values.where("fields"), entry.service->writes_scalars());
  if (names.empty()) chooser.evolved();
  entry.analysis = analysis_tasks(program, entry.setup.fields, entry.setup.scalars);
  return entry;
}

void prepare(OutputEntry& entry, std::vector<Problem>& problems) {
  try {
    entry.service->prepare(entry.setup);
  } catch (const Error& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
  }
}

}  // namespace

std::vector<OutputEntry> read_outputs(const ParameterSet& parameters,
                                      const ServiceCatalogue& catalogue, const Program& program,
                                      const std::string& title, std::vector<Problem>& problems,
                                      const std::vector<AbsentQuantity>& absent) {
  std::vector<OutputEntry> outputs;
  for (const ServiceCatalogue::Entry* service : catalogue.of_role(role_name<Output>))
    for (const SectionValues* values : parameters.instances(service->service.section)) {
      outputs.push_back(read_entry(*values, *service, program, absent, problems));
      outputs.back().setup.parameters = &parameters;
      outputs.back().setup.title = title;
      prepare(outputs.back(), problems);
    }
  return outputs;
}

}  // namespace cardon
