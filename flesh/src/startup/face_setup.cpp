// SPDX-License-Identifier: Apache-2.0
#include "startup/face_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/services/boundary.hpp>
#include <cardon/services/face_value.hpp>
#include <optional>

#include "base/suggest.hpp"
#include "schedule/thorn_boundary.hpp"
#include "startup/grid_reader.hpp"

namespace cardon {
namespace {

using Problems = std::vector<Problem>;
using Boundaries = std::map<std::string, std::shared_ptr<const Boundary>>;

LegalBoundaries boundaries_of(const ThornLibrary& library, const ParameterSet& p) {
  LegalBoundaries legal{.names = {"periodic"}};
  std::vector<std::string>& names = legal.names;
  for (const ServiceCatalogue::Entry* e : library.catalogue.of_role(role_name<Boundary>))
    names.push_back(e->service.name);
  for (const ThornDeclaration& thorn : library.active)
    for (const TaskDeclaration& own : thorn.boundaries)
      names.push_back(thorn.name + "::" + own.name);
  for (const std::string& asked : p.get<std::vector<std::string>>("", "thorns")) {
    const std::string name = asked.substr(asked.rfind('/') + 1);
    const auto has_name = [&](const ThornDeclaration& thorn) { return thorn.name == name; };
    if (std::none_of(library.active.begin(), library.active.end(), has_name))
      legal.missing_thorns.push_back(name);
  }
  return legal;
}

/// The boundary that an active thorn declares under this name, "Thorn::name"; null if none.
const TaskDeclaration* thorn_boundary(const ThornLibrary& library, const std::string& name) {
  for (const ThornDeclaration& thorn : library.active)
    for (const TaskDeclaration& own : thorn.boundaries)
      if (thorn.name + "::" + own.name == name) return &own;
  return nullptr;
}

void compile_formula(const Node& formula, FaceValue& value, Problems& problems) {
  try {
    value = face_value(formula.text, formula.where, formula.text_column);
  } catch (const Error& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
  }
}

/// The values behind one face, by field; "" stands for all fields.
void compile_face(const BoundarySpec& spec, FaceBoundary& face, Problems& problems) {
  if (spec.argument.is_scalar()) compile_formula(spec.argument, face.values[""], problems);
  if (spec.argument.is_map())
    for (const Node& field : spec.argument.children)
      compile_formula(field, face.values[field.key], problems);
}

/// One service for all its faces: what it prepares for one serves the others too.
std::shared_ptr<const Boundary> boundary(const ThornLibrary& library, Boundaries& made,
                                         const BoundarySpec& spec) {
  std::shared_ptr<const Boundary>& service = made[spec.name];
  if (service) return service;
  if (const TaskDeclaration* own = thorn_boundary(library, spec.name))
    service = std::make_shared<ThornBoundary>(*own);
  else
    service = library.catalogue.make<Boundary>(spec.name, spec.where);
  return service;
}

bool has_formula(const Node& argument) {
  return argument.is_scalar() || (argument.is_map() && !argument.children.empty());
}

/// Whether the value behind the name is there exactly where the boundary needs one.
bool value_fits(const BoundarySpec& spec, const Boundary* service, Problems& problems) {
  const bool given = !spec.argument.is_null();
  const bool needed = service != nullptr && service->needs_value();
  if (given && !needed)
    problems.push_back({.slug = "grid/boundary",
                        .message = fmt::format("the boundary {} takes no value", spec.name),
                        .where = spec.where,
                        .help = fmt::format("write just {}", spec.name)});
  if (needed && !has_formula(spec.argument))
    problems.push_back({.slug = "grid/boundary",
                        .message = fmt::format("the boundary {} needs a formula", spec.name),
                        .where = spec.where,
                        .help = fmt::format("write {{{0}: \"1\"}}, or {{{0}: {{phi: \"1\"}}}} for "
                                            "single fields; cardon describe {0}",
                                            spec.name)});
  return given && needed;
}

std::vector<std::string> advanced_fields(const Program& program) {
  std::vector<std::string> names;
  for (const GridFunction& f : program.fields)
    if (!f.internal && f.is_advanced() && f.has_boundary) names.push_back(f.name);
  return names;
}

/// For an entry that names no field, or a vector or tensor as a whole.
Problem no_such_field(const Node& entry, const Program& program) {
  Problem problem;
  problem.slug = "grid/boundary";
  problem.message =
      fmt::format("a boundary value is given for {}, which is not a field", entry.key);
  problem.where = entry.key_where;
  problem.help = "cardon list fields FILE";
  std::string components;
  for (const GridFunction& f : program.fields)
    if (!f.internal && (f.group == entry.key || f.thorn + "::" + f.group == entry.key))
      components += (components.empty() ? "" : ", ") + f.name;
  if (components.empty()) {
    problem.hint = did_you_mean(entry.key, advanced_fields(program));
    return problem;
  }
  problem.message =
      fmt::format("a boundary value is given for {}, which has components", entry.key);
  problem.help = fmt::format("give one for each of {}", components);
  return problem;
}

/// Empty: it is none of them.
std::optional<Problem> exists_otherwise(const Node& entry,
                                        const std::vector<AbsentQuantity>& absent) {
  for (const AbsentQuantity& quantity : absent)
    for (const std::string& name : quantity.names)
      if (entry.key == name || entry.key == quantity.thorn + "::" + name)
        return Problem{.slug = "grid/boundary",
                       .message = fmt::format("a boundary value is given for {}, which exists only "
                                              "with other parameters",
                                              entry.key),
                       .where = entry.key_where,
                       .notes = quantity.reasons,
                       .help = "leave it out, or change the parameter"};
  return std::nullopt;
}

void check_names(const BoundarySpec& spec, const Program& program,
                 const std::vector<AbsentQuantity>& absent, Problems& problems) {
  for (const Node& entry : spec.argument.children) {
    const auto means = [&](const GridFunction& f) {
      return !f.internal && (f.name == entry.key || f.full_name() == entry.key);
    };
    if (std::any_of(program.fields.begin(), program.fields.end(), means)) continue;
    const std::optional<Problem> otherwise = exists_otherwise(entry, absent);
    problems.push_back(otherwise ? *otherwise : no_such_field(entry, program));
  }
}

void check_all_have_values(const BoundarySpec& spec, const Program& program, Problems& problems) {
  for (const GridFunction& f : program.fields) {
    if (f.internal || !f.is_advanced() || !f.has_boundary) continue;
    if (spec.argument.find(f.name) || spec.argument.find(f.full_name())) continue;
    problems.push_back(
        {.slug = "grid/boundary",
         .message = fmt::format("the boundary {} has no value for {}", spec.name, f.full_name()),
         .where = spec.where,
         .help = fmt::format("add {}: \"...\" to the map, or give one formula for all fields",
                             f.name)});
  }
}

/// At the face of a thorn's boundary, nobody else fills what other thorns evolve.
void check_all_are_filled(const BoundarySpec& spec, const Program& program, const Task& boundary,
                          Problems& problems) {
  for (const GridFunction& f : program.fields) {
    if (f.internal || !f.is_advanced() || !f.has_boundary) continue;
    const auto fills = [&](const Binding& b) { return b.writes && b.field == f.id; };
    if (std::any_of(boundary.bindings.begin(), boundary.bindings.end(), fills)) continue;
    problems.push_back(
        {.slug = "grid/boundary",
         .message = fmt::format("the boundary {} does not fill {}", spec.name, f.full_name()),
         .where = spec.where,
         .notes = {"a boundary of a thorn fills the fields that it declares to write"},
         .help = fmt::format("choose a boundary that fills all evolved fields, or declare that "
                             "{} writes {} too",
                             spec.name, f.name)});
  }
}

}  // namespace

BoundarySpecs read_faces(const ParameterSet& p, const ThornLibrary& library,
                         FaceBoundary (&faces)[3][2], Problems& problems) {
  const Node node = p.has("grid", "boundary") ? p.get<Node>("grid", "boundary") : Node{};
  const BoundarySpecs specs =
      read_boundaries(node, point_counts(p).dimensions(), boundaries_of(library, p), problems);
  Boundaries made;
  for (int d = 0; d < 3; ++d)
    for (int side = 0; side < 2; ++side) {
      const BoundarySpec& spec = specs.face[d][side];
      FaceBoundary& face = faces[d][side];
      if (spec.name != "periodic") face.service = boundary(library, made, spec);
      if (value_fits(spec, face.service.get(), problems)) compile_face(spec, face, problems);
    }
  return specs;
}

void check_boundary_values(const BoundarySpecs& specs, const Program& program, Problems& problems,
                           const std::vector<AbsentQuantity>& absent) {
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t side = 0; side < 2; ++side) {
      const BoundarySpec& spec = specs.face[d][side];
      if (const int own = program.face_task[d][side]; own >= 0)
        check_all_are_filled(spec, program, program.face_tasks[std::size_t(own)], problems);
      if (!spec.argument.is_map()) continue;
      check_names(spec, program, absent, problems);
      check_all_have_values(spec, program, problems);
    }
}

}  // namespace cardon
