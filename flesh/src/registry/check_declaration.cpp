// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/services/feature.hpp>
#include <cardon/services/role_name.hpp>
#include <cardon/thorn/error.hpp>
#include <set>

#include "base/identifier.hpp"
#include "base/suggest.hpp"
#include "parameters/units.hpp"
#include "registry/thorn_file.hpp"

namespace cardon {

namespace {

// Collects what is wrong with the names of one kind of thing.
class NameCheck {
 public:
  NameCheck(std::string kind, std::vector<std::string>& wrong)
      : kind_(std::move(kind)), wrong_(wrong) {}

  void name(const std::string& name) {
    if (!is_identifier(name))
      wrong_.push_back(fmt::format("{} '{}' is not an identifier", kind_, name));
    if (!seen_.insert(name).second)
      wrong_.push_back(fmt::format("{} {} is declared twice", kind_, name));
  }
  void name(const std::string& name, const std::string& description) {
    this->name(name);
    if (description.empty()) wrong_.push_back(fmt::format("{} {} has no description", kind_, name));
  }

 private:
  std::string kind_;
  std::vector<std::string>& wrong_;
  std::set<std::string> seen_;
};

// What a service says that the flesh may choose it by.
void check_claims(const ServiceDeclaration& service, const std::string& full,
                  std::vector<std::string>& wrong) {
  for (const std::string& word : service.features)
    if (std::find(feature::all.begin(), feature::all.end(), word) == feature::all.end())
      wrong.push_back(fmt::format("{} has the unknown feature '{}'; features are {}", full, word,
                                  fmt::join(feature::all, ", ")));
  if (!service.chains.empty() && service.role != role_name<Codec>)
    wrong.push_back(full + " suggests a chain of codecs but is not a codec");
}

void check_services(const ThornDeclaration& thorn, std::vector<std::string>& wrong) {
  std::set<std::string> seen;
  for (const ServiceDeclaration& service : thorn.services) {
    const std::string full = service.role + " " + service.name;
    if (service.name.empty())
      wrong.push_back(fmt::format("a service of the role {} has no name", service.role));
    if (!seen.insert(full).second) wrong.push_back(fmt::format("{} is declared twice", full));
    if (service.description.empty()) wrong.push_back(full + " has no description");
    if (service.section.empty() && !service.parameters.empty())
      wrong.push_back(full + " has parameters but no section");
    check_claims(service, full, wrong);
  }
}

// A unit that nobody can read would be converted to nothing and written as a number.
class UnitCheck {
 public:
  explicit UnitCheck(std::vector<std::string>& wrong) : wrong_(wrong) {}

  void unit(const std::string& kind, const std::string& name, const std::string& unit) {
    if (unit.empty() || parse_unit(unit)) return;
    const std::string hint = did_you_mean(unit, unit_names());
    wrong_.push_back(fmt::format("{} {} has the unknown unit '{}'{}", kind, name, unit,
                                 hint.empty() ? "" : "; " + hint));
  }
  void parameters(const std::vector<ParameterDeclaration>& parameters) {
    for (const ParameterDeclaration& p : parameters) unit("parameter", p.name, p.unit);
  }

 private:
  std::vector<std::string>& wrong_;
};

void check_units(const ThornDeclaration& thorn, std::vector<std::string>& wrong) {
  UnitCheck check(wrong);
  check.parameters(thorn.parameters);
  for (const FieldDeclaration& field : thorn.fields) check.unit("field", field.name, field.unit);
  for (const ScalarDeclaration& scalar : thorn.scalars)
    check.unit("scalar", scalar.name, scalar.unit);
  for (const ServiceDeclaration& service : thorn.services) {
    check.parameters(service.parameters);
    for (const SharedParameter& shared : service.shared_parameters)
      check.parameters({shared.parameter});
  }
}

void check_components(const ThornDeclaration& thorn, std::vector<std::string>& wrong) {
  constexpr int most = 256;
  for (const ScalarDeclaration& scalar : thorn.scalars) {
    if (scalar.parts < 0 || scalar.parts > most)
      wrong.push_back(
          fmt::format("scalar {} has {} components, not 1 to {}", scalar.name, scalar.parts, most));
    if (scalar.parts > 0 && !scalar.is_state)
      wrong.push_back(
          fmt::format("scalar {} is reduced from the grid and has components", scalar.name));
  }
}

// Boundary tasks follow what they fill: they have no bin, no order and no conditions.
void check_boundaries(const ThornDeclaration& thorn, std::vector<std::string>& wrong) {
  NameCheck names("boundary", wrong);
  for (const TaskDeclaration& task : thorn.boundaries) {
    names.name(task.name);
    if (!task.function) wrong.push_back(fmt::format("boundary {} has no function", task.name));
    if (task.writes.empty())
      wrong.push_back(
          fmt::format("boundary {} writes no field, although a boundary fills fields", task.name));
    if (!task.reduces.empty() || !task.before.empty() || !task.after.empty() ||
        !task.when.empty() || task.every != 1)
      wrong.push_back(
          fmt::format("boundary {} may only read and write fields: it runs at its faces after the "
                      "fields that it fills have been written",
                      task.name));
  }
}

}  // namespace

void check_declaration(const ThornDeclaration& thorn) {
  std::vector<std::string> wrong;
  if (thorn.summary.empty()) wrong.push_back("it has no summary");
  for (const auto* texts : {&thorn.authors, &thorn.citations})
    for (const std::string& text : *texts)
      if (text.empty() || text.find('\n') != std::string::npos)
        wrong.push_back("an author or a work to cite is not a line of text");
  NameCheck fields("field", wrong), scalars("scalar", wrong), tasks("task", wrong);
  for (const FieldDeclaration& field : thorn.fields) fields.name(field.name, field.description);
  for (const ScalarDeclaration& scalar : thorn.scalars)
    scalars.name(scalar.name, scalar.description);
  for (const TaskDeclaration& task : thorn.tasks) {
    tasks.name(task.name);
    if (!task.function) wrong.push_back(fmt::format("task {} has no function", task.name));
  }
  check_components(thorn, wrong);
  check_boundaries(thorn, wrong);
  check_services(thorn, wrong);
  check_units(thorn, wrong);
  if (wrong.empty()) return;
  throw Error(
      Problem{.slug = "registry/declaration",
              .message = fmt::format("the declaration of thorn {} is invalid", thorn.name),
              .notes = wrong,
              .help = "correct where " + thorn.name + " declares it, and build the thorn again"});
}

}  // namespace cardon
