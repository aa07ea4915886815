// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cardon/services/parameter_set.hpp>
#include <cardon/signature/access.hpp>
#include <cardon/thorn/block.hpp>
#include <cardon/thorn/error.hpp>
#include <cstdlib>

#include "fields/level_text.hpp"
#include "fields/tensor_components.hpp"
#include "grid/running_task.hpp"
#include "grid/scalar_sink.hpp"
#include "grid/scalar_task.hpp"

namespace cardon {
namespace {

bool is_boundary(const BlockContext& context) { return context.face.direction >= 0; }

const char* kind_of(const BlockContext& context) {
  return is_boundary(context) ? "boundary" : "task";
}

std::string radius_text(const Index3& r) {
  if (r == Index3{0, 0, 0}) return "";
  if (r[0] == r[1] && r[1] == r[2]) return fmt::format(" with stencil({})", r[0]);
  return fmt::format(" with stencil({}, {}, {})", r[0], r[1], r[2]);
}

std::string declared(const BlockContext& context, bool writes) {
  std::string list;
  for (const BoundField& field : context.fields) {
    if (!(writes ? field.writes : field.reads)) continue;
    list += (list.empty() ? "" : ", ") + level_text(field.name, field.level) +
            (writes ? "" : radius_text(field.radius));
  }
  return fmt::format("declared: {} {}", writes ? "writes" : "reads",
                     list.empty() ? "nothing" : list);
}

[[noreturn]] void undeclared(const BlockContext& context, const std::string& what, bool writes) {
  Problem problem;
  problem.slug = "schedule/undeclared";
  problem.message = fmt::format("{} {} {}, which it does not declare", context.task,
                                writes ? "writes" : "reads", what);
  problem.notes = {declared(context, writes)};
  problem.help = fmt::format("add {} to what the {} {}, where the thorn declares it", what,
                             kind_of(context), writes ? "writes" : "reads");
  throw Error(problem);
}

// The binding of `name` + `suffix`, or nullptr.
const BoundField* look_up(const BlockContext& context, std::string_view name,
                          std::string_view suffix, int level, bool write) {
  for (const BoundField& field : context.fields)
    if (field.level == level && (write ? field.writes : field.reads) &&
        field.name.size() == name.size() + suffix.size() && field.name.starts_with(name) &&
        field.name.ends_with(suffix))
      return &field;
  return nullptr;
}

const BoundField& component(const BlockContext& context, std::string_view name,
                            std::string_view suffix, int level, bool write) {
  if (const BoundField* field = look_up(context, name, suffix, level, write)) return *field;
  undeclared(context, level_text(std::string(name) + std::string(suffix), level), write);
}

FieldReader reader(const BoundField& field) {
  FieldReader values = field.values;
#ifdef CARDON_CHECK_ACCESS
  values.trace = &field;
#endif
  return values;
}

// The driver owns the storage; a reader's pointer is const only to keep tasks from writing what
// they read.
FieldWriter writer(const BoundField& field) {
  return {const_cast<Real*>(field.values.origin), field.values.sy, field.values.sz};
}

[[noreturn]] void undeclared_parameter(const BlockContext& context, std::string_view name) {
  Problem problem;
  problem.slug = "thorn/parameter";
  problem.message = fmt::format("{} uses the parameter {}, which {} does not declare", context.task,
                                name, context.thorn);
  problem.help = fmt::format("add it to thorn.parameters(...) of {}", context.thorn);
  throw Error(problem);
}

bool is_declared(const BlockContext& context, std::string_view name) {
  const ParameterSection* section = context.parameters->registry().find(context.thorn);
  return section != nullptr && section->find(name) != nullptr;
}

/// get(values of the thorn's parameters). A parameter that is not declared is a mistake of the
/// thorn, looked for only where there is a failure.
template <class Get>
auto parameter(const BlockContext& context, std::string_view name, const Get& get) {
  if (context.parameters == nullptr)
    throw Bug(fmt::format("task {} runs without parameters", context.task));
  try {
    return get(context.parameters->section(context.thorn));
  } catch (const Bug&) {
    if (!is_declared(context, name)) undeclared_parameter(context, name);
    throw;
  }
}

/// What to do where a function sets `what` and has not declared it.
std::string remedy_for_set(const BlockContext& context, const std::string& what) {
  if (is_boundary(context))
    return fmt::format(
        "a boundary fills fields only: set {} in a task of its own, which may read what another "
        "task has reduced from the grid",
        what);
  return fmt::format("add {} to what the task sets, where the thorn declares it", what);
}

constexpr int whole = -1;  // a scalar without components

std::string scalar_name(const ScalarRef& scalar, int component) {
  return component == whole ? std::string(scalar.name)
                            : fmt::format("{}_{}", scalar.name, component);
}

std::string remedy_for_component(int component) {
  return component < 0 ? "use these only"
                       : fmt::format("use these only, or declare .components({})", component + 1);
}

/// How many components of the scalar the call may set; 0 if it has none, or is not declared.
int settable_parts(const BlockContext& context, const ScalarRef& scalar) {
  int parts = 0;
  for (const SettableScalar& settable : *context.settable)
    if (settable.is_rate == scalar.is_rate && settable.name == scalar_name(scalar, parts)) ++parts;
  return parts;
}

Problem wrong_component(const BlockContext& context, const std::string& what, int component,
                        int parts) {
  const std::string asked = component == whole ? fmt::format("{} without naming a component", what)
                                               : fmt::format("component {} of {}", component, what);
  return {.slug = "schedule/component",
          .message = fmt::format("{} sets {}, which has the components 0 to {}", context.task,
                                 asked, parts - 1),
          .help = component == whole
                      ? "name a component after the accessor: t(0) = ... of Write<tones> t"
                      : remedy_for_component(component)};
}

void set_scalar(const BlockContext& context, const ScalarRef& scalar, int component, Real value) {
  const std::string name = scalar_name(scalar, component);
  if (context.settable != nullptr)
    for (SettableScalar& settable : *context.settable)
      if (settable.name == name && settable.is_rate == scalar.is_rate) {
        settable.value = value;
        return;
      }
  const auto text = [&](std::string_view of) {
    return scalar.is_rate ? fmt::format("rhs({})", of) : std::string(of);
  };
  const int parts = context.settable == nullptr ? 0 : settable_parts(context, scalar);
  if (parts > 0) throw Error(wrong_component(context, text(scalar.name), component, parts));
  const std::string what = text(name);
  throw Error(Problem{.slug = "schedule/undeclared",
                      .message = fmt::format("{} sets the scalar {}, which it does not declare",
                                             context.task, what),
                      .help = remedy_for_set(context, what)});
}

template <class T>
T parameter(const BlockContext& context, std::string_view name) {
  return parameter(context, name, [&](const SectionValues& s) { return s.get<T>(name); });
}

}  // namespace

const BoundField& Block::find(FieldRef field, bool write) const {
  return component(context_, field.name, "", field.level, write);
}

FieldReader Block::read(FieldRef field) const { return reader(find(field, false)); }

FieldWriter Block::write(FieldRef field) const { return writer(find(field, true)); }

Components<FieldReader> Block::read_components(const Field& field, int level) const {
  Components<FieldReader> result;
  FieldReader* next = result.component;
  for (const TensorComponent& part : tensor_components(field.tensor))
    *next++ = reader(component(context_, field.name, part.suffix, level, false));
  return result;
}

Components<FieldWriter> Block::write_components(const Field& field, int level) const {
  Components<FieldWriter> result;
  FieldWriter* next = result.component;
  for (const TensorComponent& part : tensor_components(field.tensor))
    *next++ = writer(component(context_, field.name, part.suffix, level, true));
  return result;
}

Real Block::operator[](const Parameter<Real>& p) const {
  return parameter<Real>(context_, p.name());
}
int Block::operator[](const Parameter<int>& p) const { return parameter<int>(context_, p.name()); }
bool Block::operator[](const Parameter<bool>& p) const {
  return parameter<bool>(context_, p.name());
}
Vec3 Block::operator[](const Parameter<Vec3>& p) const {
  return parameter<Vec3>(context_, p.name());
}
std::string_view Block::operator[](const Parameter<std::string_view>& p) const {
  return parameter<std::string_view>(context_, p.name());
}

std::vector<Real> Block::operator[](const Parameter<List<Real>>& p) const {
  return parameter(context_, p.name(), [&](const SectionValues& s) { return s.get(p); });
}
std::vector<int> Block::operator[](const Parameter<List<int>>& p) const {
  return parameter(context_, p.name(), [&](const SectionValues& s) { return s.get(p); });
}

ExpressionValue Block::operator[](const Expression& e) const {
  for (const auto& [name, formula] : context_.formulas)
    if (name == e.name()) return {formula, time()};
  auto formula = std::make_shared<const ExpressionFunction>(
      parameter(context_, e.name(), [&](const SectionValues& s) { return s.function(e.name()); }));
  context_.formulas.emplace_back(e.name(), formula);
  return {formula, time()};
}

DataValue Block::operator[](const DataFile& file) const {
  return parameter(context_, file.name(),
                   [&](const SectionValues& s) { return DataValue(s.data(file.name())); });
}

const ReducedValue& Block::find(const ScalarRef& scalar, int component) const {
  const std::string name = scalar_name(scalar, component);
  for (const BoundScalar& bound : context_.values)
    if (bound.name == name && bound.lag == scalar.lag) return bound.value;
  const std::string what = scalar.lag == 0 ? name : fmt::format("lagged({}, {})", name, scalar.lag);
  throw Error(Problem{
      .slug = "schedule/undeclared",
      .message =
          fmt::format("{} reads the scalar {}, which it does not declare", context_.task, what),
      .help = fmt::format("add {} to the scalars of the {}, where the thorn declares it", what,
                          kind_of(context_))});
}

Real Block::value(const ScalarRef& scalar) const { return find(scalar, whole).value; }
Real Block::value(const ScalarRef& scalar, int n) const { return find(scalar, n).value; }

void Block::set(const ScalarRef& scalar, Real value) const {
  set_scalar(context_, scalar, whole, value);
}
void Block::set(const ScalarRef& scalar, int n, Real value) const {
  set_scalar(context_, scalar, n, value);
}

Vec3 Block::position(const ScalarRef& scalar) const {
  const Index3& at = find(scalar, whole).position;
  if (at == nowhere)
    throw Error(Problem{.slug = "thorn/scalar",
                        .message = fmt::format("{} asks for the position of {}, which has none",
                                               context_.task, scalar.name),
                        .notes = {"only minima and maxima over the grid have a position"},
                        .help = "ask for its value, or reduce a scalar of the kind min or max"});
  Vec3 position;
  for (int d = 0; d < dimensions(); ++d)
    position[d] = context_.origin[d] + at[std::size_t(d)] * context_.spacing[d];
  return position;
}

TableValue<1> Block::operator[](const DataTable<1>& table) const {
  return parameter(context_, table.name(),
                   [&](const SectionValues& s) { return TableValue<1>(s.table(table.name())); });
}

TableValue<2> Block::operator[](const DataTable<2>& table) const {
  return parameter(context_, table.name(),
                   [&](const SectionValues& s) { return TableValue<2>(s.table(table.name())); });
}

RandomStream Block::random(std::string_view stream) const {
  if (context_.parameters == nullptr)
    throw Bug(fmt::format("task {} runs without parameters", context_.task));
  const int seed = context_.parameters->get<int>("random", "seed");
  return {std::uint64_t(seed), fmt::format("{}::{}", context_.thorn, stream), iteration()};
}

Real Block::cell_volume() const {
  Real volume = 1;
  for (int d = 0; d < dimensions(); ++d) volume *= spacing(d);
  return volume;
}

void Block::add_row(const Scalar& scalar, const std::vector<Real>& row, const Point& first) const {
  if (context_.scalars == nullptr)
    throw Error(Problem{
        .slug = "schedule/undeclared",
        .message =
            fmt::format("{} reduces {}, which it does not declare", context_.task, scalar.name),
        .help = fmt::format("add {} to what the task reduces, where the thorn declares it",
                            scalar.name)});
  context_.scalars->add_row(context_.thorn, scalar.name, row, {first.i(), first.j(), first.k()},
                            context_.step);
}

namespace detail {
namespace {

/// Accessors do not know their task.
[[noreturn]] void no_component(std::string_view of, int c, int parts, const std::string& help) {
  const char* const task = running_task(calls_of_this_thread()).name;
  throw Error(Problem{
      .slug = "schedule/component",
      .message = fmt::format("{} asks for component {} of {}, which has the components 0 to {}",
                             task ? task : "a task", c, of, parts - 1),
      .help = help});
}

}  // namespace

void no_component(const Field& field, int c) {
  const auto parts = tensor_components(field.tensor);
  std::string help = "use these only: ";
  for (const TensorComponent& part : parts)
    help += fmt::format("{}{}{}", &part == &parts.front() ? "" : ", ", field.name, part.suffix);
  if (field.tensor == Tensor::plane_vector)
    help += "; a vector with a third one is declared as .vector()";
  no_component(field.name, c, int(parts.size()), help);
}

void no_component(const Scalar& scalar, int c) {
  no_component(scalar.name, c, scalar.parts, remedy_for_component(c));
}

}  // namespace detail

void check_offset(const AccessTrace& trace, int a, int b, int c) {
  const int offset[3] = {a, b, c};
  bool inside = true;
  // Directions that the grid does not have stand still: strides are 0 there.
  for (int d = 0; d < 3; ++d)
    inside =
        inside && (std::abs(offset[d]) <= trace.radius[d] || trace.values.inverse_spacing[d] == 0);
  if (inside) return;
  const int needed = std::max({std::abs(a), std::abs(b), std::abs(c)});
  Problem problem;
  problem.slug = "schedule/stencil";
  problem.message = fmt::format("{} reads {} at offset ({}, {}, {}), beyond what it declares",
                                trace.task, level_text(trace.name, trace.level), a, b, c);
  const std::string reach = radius_text(trace.radius);
  problem.notes = {fmt::format("declared: reads {}{}", level_text(trace.name, trace.level),
                               reach.empty() ? " at the point itself" : reach)};
  const std::string what = level_text(trace.name, trace.level);
  problem.help = fmt::format("declare Read<{}, {}>", what, needed);
  throw Error(problem);
}

namespace detail {

// What loops need of Kokkos on the host is here, for its headers take long to compile.
bool is_plain_loop() {
#ifdef KOKKOS_ENABLE_SERIAL
  return std::is_same_v<Kokkos::DefaultHostExecutionSpace, Kokkos::Serial> &&
         !Kokkos::Tools::profileLibraryLoaded();
#else
  return false;
#endif
}

// Planes of ghost zones have negative numbers, which the default index type, being unsigned, would
// drop.
void for_each_plane(std::string_view name, int first, int last,
                    void (*plane)(const void* loop, int k), const void* loop) {
  using Policy = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::IndexType<int>>;
  Kokkos::parallel_for(std::string(name), Policy(first, last),
                       [=](const int k) { plane(loop, k); });
}

}  // namespace detail

}  // namespace cardon
