// SPDX-License-Identifier: Apache-2.0
// cardon list
#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.hpp"
#include "catalogue.hpp"
#include "console/print_text.hpp"
#include "describe/tasks_in_order.hpp"
#include "failure.hpp"
#include "input_arguments.hpp"
#include "parameter_files.hpp"
#include "run_list.hpp"
#include "schedule/texts.hpp"
#include "table.hpp"
#include "verb.hpp"
#include "words.hpp"

namespace cardon::cli {
namespace {

Table thorns_table(const Catalogue& catalogue) {
  Table table({"thorn", "kind", "summary", "file"});
  for (const ThornDeclaration* thorn : catalogue.declarations()) {
    const ThornFile* file = catalogue.file_of(thorn->name);
    table.add({thorn->name, file && file->service ? "service" : "application", thorn->summary,
               file ? file->file.string() : ""});
  }
  return table;
}

Table parameters_table(const Catalogue& catalogue) {
  const bool with_values = catalogue.run != nullptr;
  Table table(with_values
                  ? std::vector<std::string>{"parameter", "value", "source", "description"}
                  : std::vector<std::string>{"parameter", "default", "legal", "description"});
  for (const auto& [path, section] : catalogue.parameters().sections()) {
    const SectionValues* values = catalogue.values(path);
    for (const ParameterDeclaration& p : section.parameters) {
      const std::string third = !with_values ? p.legal_values()
                                : values     ? values->source(p.name)
                                             : "section not given";
      table.add({section.qualified(p.name), value_text(p, values), third, p.description});
    }
  }
  return table;
}

Table fields_table(const Catalogue& catalogue) {
  Table table({"field", "role", "type", "levels", "unit", "description"});
  for (const ThornDeclaration* thorn : catalogue.declarations()) {
    for (const FieldDeclaration& f : thorn->fields)
      table.add({thorn->name + "::" + f.name, role_text(f.role), tensor_text(f.tensor),
                 std::to_string(1 + f.past), f.unit, f.description});
    for (const ScalarDeclaration& s : thorn->scalars)
      table.add(
          {thorn->name + "::" + s.name, "scalar", scalar_kind_text(s), "1", s.unit, s.description});
  }
  return table;
}

Table services_table(const Catalogue& catalogue) {
  Table table({"role", "service", "section", "thorn", "description"});
  std::vector<const ServiceCatalogue::Entry*> entries;
  for (const auto& entry : catalogue.thorns().catalogue.entries()) entries.push_back(&entry);
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto* a, const auto* b) { return a->service.role < b->service.role; });
  for (const auto* entry : entries)
    table.add({entry->service.role, entry->service.name, entry->service.section, entry->thorn,
               entry->service.description});
  return table;
}

// Where the data alone decides the order is known only with a parameter file.
Table declared_tasks_table(const Catalogue& catalogue) {
  Table table({"bin", "task", "access", "condition"});
  for (const ThornDeclaration* thorn : catalogue.declarations())
    for (const TaskDeclaration& task : thorn->tasks)
      table.add({bin_name(task.bin), thorn->name + "::" + task.name, access_text(task),
                 condition_text(task)});
  return table;
}

std::string fields_text(const Program& program, const Task& task, bool written) {
  std::vector<std::string> fields;
  for (const Binding& binding : task.bindings) {
    if (!(written ? binding.writes : binding.reads)) continue;
    std::string text = declared_text(binding);
    if (!written && is_stencil(binding.radius))
      text += fmt::format(" ({})", radius_text(binding.radius, program.grid.dimensions));
    fields.push_back(text);
  }
  return fmt::format("{}", fmt::join(fields, ", "));
}

/// As scalars are declared, with those that it reduces.
std::string scalars_text(const Program& program, const Task& task) {
  TaskDeclaration declared;
  for (const ScalarRead& read : task.reads_scalars)
    declared.scalars.push_back({read.declared, read.lag});
  for (const ScalarWrite& set : task.sets) declared.sets.push_back({set.declared, 0, set.is_rate});
  for (const int scalar : task.scalars)
    declared.reduces.push_back(program.scalars[std::size_t(scalar)].name);
  return access_text(declared);
}

void add_tasks(const Program& program, const char* when, const std::vector<const Task*>& tasks,
               Table& table) {
  for (const Task* task : tasks)
    table.add({when, task->name, fields_text(program, *task, false),
               fields_text(program, *task, true), scalars_text(program, *task),
               task->every > 1 ? std::to_string(task->every) : ""});
}

Table schedule_table(const Catalogue& catalogue) {
  if (!catalogue.run) return declared_tasks_table(catalogue);
  const Program& program = catalogue.run->program;
  Table table({"when", "task", "reads", "writes", "scalars", "every"});
  add_tasks(program, "initial", tasks_in_order(program, program.initial, program.initial_scalars),
            table);
  add_tasks(program, "step", tasks_in_order(program, program.step, program.step_scalars), table);
  add_tasks(program, "analysis", tasks_in_order(program, program.analysis, {}), table);
  add_tasks(program, "terminate", tasks_in_order(program, program.terminate, {}), table);
  return table;
}

Table parameter_files_table() {
  Table table({"file", "title"});
  for (const ParameterFile& file : shipped_parameter_files())
    table.add({file.path.string(), file.title});
  return table;
}

class ListVerb : public Verb {
 public:
  std::string name() const override { return "list"; }
  std::string summary() const override {
    return "List thorns, parameters, fields, services, schedule, parfiles or runs";
  }
  std::vector<std::string> examples() const override {
    return {"cardon list parameters parfiles/quickstart.yaml --json",
            "cardon list runs 'WaveToy.width>=0.2' status=finished"};
  }
  void declare(CLI::App& app) override {
    app.add_option(
           "WHAT", what_,
           "thorns, parameters, fields, services, schedule, parfiles or runs; runs takes folders "
           "(default: runs) and conditions on parameters, status, iterations, ...")
        ->type_name("thorns|parameters|fields|services|schedule|parfiles|runs");
    input_.declare(app, false);
    app.add_flag("--json", json_, "Print JSON");
  }
  int execute() override {
    const Table table = make();
    print_text(json_ ? table.json() : table.text());
    return exit_finished;
  }

 private:
  Table make() const {
    if (what_ == "parfiles") return own_parameter_files();
    if (what_ == "runs") return own_runs();
    if (std::find(kinds.begin(), kinds.end(), what_) == kinds.end()) refuse();
    const Catalogue catalogue = load_catalogue(input_.options());
    complain(catalogue.problems, "the others are listed.");
    if (what_ == "thorns") return thorns_table(catalogue);
    if (what_ == "parameters") return parameters_table(catalogue);
    if (what_ == "fields") return fields_table(catalogue);
    if (what_ == "services") return services_table(catalogue);
    return schedule_table(catalogue);
  }
  Table own_parameter_files() const {
    const InputOptions input = input_.options();
    for (const auto* words : {&input.files, &input.overrides})
      if (!words->empty())
        throw Error(Problem{.slug = "cli/usage",
                            .message = "list parfiles takes no " + words->front(),
                            .help = "cardon list parfiles lists the files that come with Cardon"});
    return parameter_files_table();
  }
  Table own_runs() const {
    const InputOptions input = input_.options();
    std::vector<std::string> words = input.files;
    words.insert(words.end(), input.overrides.begin(), input.overrides.end());
    return runs_table(words);
  }
  [[noreturn]] void refuse() const {
    throw Error(
        Problem{.slug = "cli/usage",
                .message = what_.empty() ? "say what to list" : "cardon cannot list " + what_,
                .hint = did_you_mean(what_, kinds),
                .help = fmt::format("cardon list {}", fmt::join(kinds, "|"))});
  }

  inline static const std::vector<std::string> kinds{"thorns",   "parameters", "fields", "services",
                                                     "schedule", "parfiles",   "runs"};
  InputArguments input_;
  std::string what_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_list_verb() { return std::make_unique<ListVerb>(); }

}  // namespace cardon::cli
