// SPDX-License-Identifier: Apache-2.0
#include "run/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cardon/expression_function.hpp"
#include "cardon/services/integrator.hpp"
#include "run/boundary_reader.hpp"
#include "run/grid_reader.hpp"
#include "run/output_reader.hpp"
#include "run/time_reader.hpp"
#include "schedule/build_program.hpp"

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
  for (const std::string& file : options.files) setup.input.add_file(file);
  for (const std::string& text : options.overrides) setup.input.add_override(text);
  if (!setup.input.readable()) throw Error(setup.input.problems());
}

void load(Setup& setup, const InputOptions& options, Problems& problems) {
  const ThornPath path(options.thorn_path, setup.input.thorn_path());
  setup.library = load_thorns(path, setup.input.thorns(), problems);
  add_flesh_sections(setup.registry);
  register_parameters(setup.library, setup.registry);
}

std::vector<std::string> boundary_names(const ServiceCatalogue& catalogue) {
  std::vector<std::string> names{"periodic"};
  for (const ServiceCatalogue::Entry* e : catalogue.of_role(role_name<Boundary>))
    names.push_back(e->service.name);
  return names;
}

using Formula = std::function<Real(Real, Real, Real, Real)>;

Formula compile(const Node& node) {
  return ExpressionFunction(node.text, {}, "the boundary value", node.where, node.text_column);
}

/// The formulas behind one face, by field; "" stands for all fields.
void compile_face(const BoundarySpec& spec, FaceBoundary& face, Problems& problems) {
  try {
    if (spec.argument.is_scalar()) face.expressions[""] = compile(spec.argument);
    if (spec.argument.is_map())
      for (const Node& field : spec.argument.children) face.expressions[field.key] = compile(field);
  } catch (const Error& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
  }
}

using Boundaries = std::map<std::string, std::shared_ptr<const Boundary>>;

/// One service for all its faces: what it prepares for one serves the others too.
std::shared_ptr<const Boundary> boundary(const Setup& setup, Boundaries& made,
                                         const BoundarySpec& spec) {
  std::shared_ptr<const Boundary>& service = made[spec.name];
  if (!service) service = setup.library.catalogue.make<Boundary>(spec.name, spec.where);
  return service;
}

BoundarySpecs read_faces(Setup& setup, Problems& problems) {
  const ParameterSet& p = *setup.parameters;
  const Node node = p.has("grid", "boundary") ? p.get<Node>("grid", "boundary") : Node{};
  const BoundarySpecs specs = read_boundaries(node, point_counts(p).dimensions(),
                                              boundary_names(setup.library.catalogue), problems);
  Boundaries made;
  for (int d = 0; d < 3; ++d)
    for (int side = 0; side < 2; ++side) {
      const BoundarySpec& spec = specs.face[d][side];
      if (spec.name != "periodic") setup.faces[d][side].service = boundary(setup, made, spec);
      compile_face(spec, setup.faces[d][side], problems);
    }
  return specs;
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
  setup.driver_name = named.empty() ? "unigrid" : named.front();
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

void warn_about_formulas(Setup& setup, const BoundarySpecs& specs) {
  for (const auto& direction : specs.face)
    for (const BoundarySpec& spec : direction)
      if (spec.argument.is_map())
        for (const Node& field : spec.argument.children) {
          bool known = false;
          for (const GridFunction& f : setup.program.fields)
            known = known || f.name == field.key || f.full_name() == field.key;
          if (!known)
            setup.warnings.add(
                {.slug = "grid/boundary",
                 .message =
                     fmt::format("a boundary value is given for {}, which is no field", field.key),
                 .where = field.key_where,
                 .help = "cardon list fields FILE"});
        }
}

}  // namespace

std::unique_ptr<Setup> set_up(const InputOptions& options) {
  auto setup = std::make_unique<Setup>();
  Problems problems;
  read_input(*setup, options);
  load(*setup, options, problems);
  setup->parameters =
      std::make_unique<ParameterSet>(resolve_parameters(setup->registry, setup->input, problems));
  const ParameterSet& p = *setup->parameters;
  const BoundarySpecs specs = read_faces(*setup, problems);
  const ScheduleInput input = schedule_input(*setup, specs, problems);
  choose_driver(*setup, problems);
  throw_if_any(problems);
  setup->title = p.get<std::string>("", "title");
  setup->start_time = p.get<Real>("time", "start");
  setup->program = build_program(input, problems);
  throw_if_any(problems);
  if (!uses_integrator(setup->program)) setup->integrator.clear();
  setup->program.dt = read_step(p, setup->library.active, setup->program, setup->warnings);
  setup->last_iteration = read_last_iteration(p, setup->program.dt, problems);
  setup->outputs =
      read_outputs(p, setup->library.catalogue, setup->program, setup->title, problems);
  throw_if_any(problems);
  warn_about_formulas(*setup, specs);
  return setup;
}

}  // namespace cardon
