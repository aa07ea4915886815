// SPDX-License-Identifier: Apache-2.0
#include "descriptions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/services/boundary.hpp>
#include <set>

#include "describe/parameter_description.hpp"
#include "schedule/texts.hpp"
#include "words.hpp"

namespace cardon::cli {
namespace {

std::string with_unit(const std::string& description, const std::string& unit) {
  return unit.empty() ? description : fmt::format("{} [{}]", description, unit);
}

std::string field_line(const FieldDeclaration& f) {
  std::string kind = role_text(f.role);
  if (f.tensor != Tensor::scalar) kind += " " + tensor_text(f.tensor);
  if (f.past > 0) kind += fmt::format(", {} past level{}", f.past, f.past > 1 ? "s" : "");
  if (!f.has_boundary) kind += ", no boundary";
  return fmt::format("  {}: {} ({})\n", f.name, with_unit(f.description, f.unit), kind);
}

std::string scalar_line(const ScalarDeclaration& s) {
  std::string kind = scalar_kind_text(s);
  if (!s.is_state && !s.evolved) kind += " over the grid";
  if (s.parts > 0) kind += fmt::format(", {} components", s.parts);
  return fmt::format("  {}: {} ({})\n", s.name, with_unit(s.description, s.unit), kind);
}

std::string task_line(const TaskDeclaration& task) {
  const std::string condition = condition_text(task);
  return fmt::format("  {} {}: {}{}\n", bin_name(task.bin), task.name, access_text(task),
                     condition.empty() ? "" : " (" + condition + ")");
}

std::string service_line(const ServiceDeclaration& service) {
  std::string section =
      service.section.empty() ? "" : fmt::format("; parameters in {}", service.section);
  for (const SharedParameter& shared : service.shared_parameters)
    section += fmt::format("{} {}.{}", section.empty() ? "; parameter" : " and", shared.section,
                           shared.parameter.name);
  return fmt::format("  {} {}: {}{}\n", service.role, service.name, service.description, section);
}

template <class Items, class Line>
std::string block(const char* heading, const Items& items, const Line& line) {
  std::string out;
  for (const auto& item : items) out += line(item);
  return out.empty() ? out : fmt::format("{}\n{}", heading, out);
}

/// Evolved ones first; otherwise as declared.
std::vector<FieldDeclaration> by_role(std::vector<FieldDeclaration> fields) {
  const auto place = [](const FieldDeclaration& f) {
    return f.role == Role::evolved ? 0 : f.role == Role::auxiliary ? 1 : 2;
  };
  std::stable_sort(fields.begin(), fields.end(),
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return fields;
}

std::string describe_thorn(const Catalogue& catalogue, const ThornDeclaration& thorn) {
  const ThornFile* file = catalogue.file_of(thorn.name);
  std::string out = fmt::format("thorn {}: {}\n", thorn.name, thorn.summary);
  if (file) out += fmt::format("file {}\n", file->file.string());
  const auto plain_line = [](const std::string& text) { return "  " + text + "\n"; };
  out += block("authors", thorn.authors, plain_line);
  out += block("please cite", thorn.citations, plain_line);
  out += block("fields", by_role(thorn.fields), field_line);
  out += block("scalars", thorn.scalars, scalar_line);
  out += block("tasks", thorn.tasks, task_line);
  out += block("boundaries", thorn.boundaries, [&](const TaskDeclaration& boundary) {
    return fmt::format("  {}::{}: {}\n", thorn.name, boundary.name, access_text(boundary));
  });
  out += block("services", thorn.services, service_line);
  const ParameterSection* section = catalogue.parameters().find(thorn.name);
  if (section && !section->parameters.empty())
    out += describe_section(*section, catalogue.values(thorn.name));
  return out;
}

/// `name`: what was asked for; the section of that name is told of by itself.
std::string describe_service(const Catalogue& catalogue, const ServiceCatalogue::Entry& entry,
                             const std::string& name) {
  std::string out = fmt::format("{} {}: {}\nprovided by {}\n", entry.service.role,
                                entry.service.name, entry.service.description, entry.thorn);
  const std::string& path = entry.service.section;
  const bool needed = !path.empty() && path != name;
  if (const ParameterSection* section = needed ? catalogue.parameters().find(path) : nullptr)
    out += describe_section(*section, catalogue.values(path));
  for (const SharedParameter& shared : entry.service.shared_parameters)
    if (const ParameterSection* section = catalogue.parameters().find(shared.section))
      out += describe_parameter(*section, *section->find(shared.parameter.name),
                                catalogue.values(shared.section));
  return out;
}

// The one boundary that no thorn provides.
constexpr const char* periodic_boundary =
    "boundary periodic: the boundary without a face: what leaves the domain on one side enters it "
    "on the\nother. A direction is periodic on both sides or on none; the default of "
    "grid.boundary.\nExample: grid: {boundary: [periodic, neumann]}\npart of the flesh\n";

// "WaveToy.speed" and "WaveToy::speed" are the same parameter.
bool is_called(const std::string& name, const ParameterSection& section,
               const ParameterDeclaration& parameter) {
  return name == parameter.name || name == section.qualified(parameter.name) ||
         name == section.path + "." + parameter.name;
}

void describe_parameters(const Catalogue& catalogue, const std::string& name,
                         std::vector<std::string>& found) {
  for (const auto& [path, section] : catalogue.parameters().sections())
    for (const ParameterDeclaration& parameter : section.parameters)
      if (is_called(name, section, parameter))
        found.push_back(describe_parameter(section, parameter, catalogue.values(path)));
}

void describe_quantities(const ThornDeclaration& thorn, const std::string& name,
                         std::vector<std::string>& found) {
  const auto called = [&](const std::string& own) {
    return name == own || name == thorn.name + "::" + own;
  };
  for (const FieldDeclaration& f : thorn.fields)
    if (called(f.name))
      found.push_back(fmt::format("field {}::{}\n{}", thorn.name, f.name, field_line(f)));
  for (const ScalarDeclaration& s : thorn.scalars)
    if (called(s.name))
      found.push_back(fmt::format("scalar {}::{}\n{}", thorn.name, s.name, scalar_line(s)));
}

}  // namespace

std::vector<std::string> describe_name(const Catalogue& catalogue, const std::string& name) {
  std::vector<std::string> found;
  const std::string last = name.substr(name.find_last_of('/') + 1);
  for (const ThornDeclaration* thorn : catalogue.declarations())
    if (thorn->name == last) found.push_back(describe_thorn(catalogue, *thorn));
  const ParameterSection* section = name.empty() ? nullptr : catalogue.parameters().find(name);
  if (section && !section->is_thorn())
    found.push_back(describe_section(*section, catalogue.values(name)));
  for (const auto& entry : catalogue.thorns().catalogue.entries()) {
    const ServiceDeclaration& s = entry.service;
    if (name == s.name || name == s.role + "/" + s.name)
      found.push_back(describe_service(catalogue, entry, name));
  }
  if (name == "periodic" || name == role_name<Boundary> + std::string("/periodic"))
    found.push_back(periodic_boundary);
  describe_parameters(catalogue, name, found);
  for (const ThornDeclaration* thorn : catalogue.declarations())
    describe_quantities(*thorn, name, found);
  return found;
}

std::vector<std::string> known_names(const Catalogue& catalogue) {
  std::set<std::string> names{"periodic"};
  for (const ThornDeclaration* thorn : catalogue.declarations()) {
    names.insert(thorn->name);
    for (const FieldDeclaration& f : thorn->fields)
      names.insert({f.name, thorn->name + "::" + f.name});
    for (const ScalarDeclaration& s : thorn->scalars)
      names.insert({s.name, thorn->name + "::" + s.name});
  }
  for (const auto& entry : catalogue.thorns().catalogue.entries()) names.insert(entry.service.name);
  for (const auto& [path, section] : catalogue.parameters().sections()) {
    if (!path.empty()) names.insert(path);
    for (const ParameterDeclaration& p : section.parameters)
      names.insert({p.name, section.qualified(p.name)});
  }
  return {names.begin(), names.end()};
}

}  // namespace cardon::cli
