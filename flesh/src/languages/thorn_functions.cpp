// SPDX-License-Identifier: Apache-2.0
// The functions of thorn.h that declare a thorn.
#include <fmt/format.h>

#include <cardon/thorn/data_file.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/foreign_thorn.hpp>
#include <exception>
#include <limits>

#include "languages/field_list.hpp"
#include "languages/foreign_call.hpp"
#include "parameters/quantity.hpp"

struct cardon_thorn {
  cardon::ThornBuilder& builder;
  std::vector<cardon::Problem> problems;
  std::exception_ptr failure;  ///< anything but a mistake
};

namespace cardon {
namespace {

// Exceptions must not pass through the frames of the function that declares.
template <class Action>
void guarded(cardon_thorn* thorn, std::string_view what, const char* name, const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    for (Problem problem : error.problems()) {
      problem.notes.push_back(fmt::format("in the declaration of {} {} by thorn {}", what,
                                          text_of(name), thorn->builder.declaration().name));
      thorn->problems.push_back(std::move(problem));
    }
  } catch (...) {
    thorn->failure = std::current_exception();
  }
}

[[noreturn]] void refuse(const std::string& why) {
  throw Error(Problem{.slug = "thorn/declaration",
                      .message = why,
                      .help = "correct the declaration of the thorn and build it again"});
}

// The value of an enumeration of thorn.h, whose order is that of the one of C++.
template <class Enumeration>
Enumeration one_of_enum(int value, Enumeration last, std::string_view what) {
  if (value < 0 || value > int(last)) refuse(fmt::format("{} is not a {}", value, what));
  return Enumeration(value);
}

Range range_of(const cardon_range& given) {
  Range range;
  if (given.has_lower)
    range = intersect(range, {.lower = given.lower, .lower_open = given.lower_open != 0});
  if (given.has_upper)
    range = intersect(range, {.upper = given.upper, .upper_open = given.upper_open != 0});
  return range;
}

// What the compiler sees to in C++.
void check_options(ValueType type, const cardon_parameter_options& given) {
  const bool whole = type == ValueType::integer, real = type == ValueType::real;
  const bool file = names_file(type);
  if (!text_of(given.unit).empty() && !real && !file && type != ValueType::expression)
    refuse("only reals, formulas, data files and tables have a unit");
  if ((given.range.has_lower || given.range.has_upper) && !whole && !real && !file)
    refuse("only numbers, data files and tables have a range");
  if (!text_of(given.choices).empty() && !whole && !real && type != ValueType::keyword)
    refuse("only numbers and texts have choices");
  for (const std::string& choice : parse_list(text_of(given.choices)))
    if ((whole || real) && !plain_number(choice))
      refuse(fmt::format("the choice '{}' is not a number", choice));
}

ParameterDeclaration start(const char* name, ValueType type,
                           const cardon_parameter_options* options) {
  static const cardon_parameter_options none{};
  const cardon_parameter_options& given = options ? *options : none;
  check_options(type, given);
  const Steering steering =
      one_of_enum(given.steering, Steering::while_running, "kind of steering");
  ParameterDeclaration d = detail::start_declaration(text_of(name), text_of(given.description),
                                                     text_of(given.unit), steering);
  d.type = type;
  d.range = range_of(given.range);
  if (type == ValueType::integer)
    d.range = intersect(d.range,
                        between(std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
  d.choices = parse_list(text_of(given.choices));
  d.former_name = text_of(given.formerly);
  return d;
}

// Whether the default is legal is checked where all parameters are registered.
void add(cardon_thorn* thorn, const char* name, ValueType type,
         const cardon_parameter_options* options, const auto& set_default) {
  guarded(thorn, "parameter", name, [&] {
    ParameterDeclaration d = start(name, type, options);
    set_default(d);
    thorn->builder.parameters(d);
  });
}

template <class Value>
void add_scalar(cardon_thorn* thorn, const char* name, ValueType type, Value value,
                const cardon_parameter_options* options) {
  add(thorn, name, type, options,
      [&](ParameterDeclaration& d) { d.fallback = Node::scalar(detail::value_text(value)); });
}

FieldRef reference(const FieldUse& use) { return FieldRef(use.name, use.level); }

// A task writes at its point, as Write does in C++.
std::vector<FieldUse> written_fields(const char* list) {
  std::vector<FieldUse> uses;
  for (const std::string& item : parse_list(text_of(list))) {
    uses.push_back(parse_field(item));
    if (item.find(" with ") != item.npos)
      throw Error(Problem{
          .slug = "thorn/text",
          .message =
              fmt::format("'{}' is written with a stencil; a task writes at its point only", item),
          .help = "remove the stencil from the list of what the task writes"});
  }
  return uses;
}

void fill(detail::AccessBuilder& task, TaskDeclaration& declaration,
          const cardon_task_options& given) {
  for (const FieldUse& use : parse_fields(text_of(given.reads)))
    task.reads(reference(use), Stencil{use.radius});
  for (const FieldUse& use : written_fields(given.writes)) task.writes(reference(use));
  declaration.reduces = parse_list(text_of(given.reduces));
  declaration.scalars = parse_scalars(text_of(given.scalars));
  declaration.sets = parse_scalars(text_of(given.sets));
  for (const ScalarUse& set : declaration.sets)
    if (set.lag > 0)
      throw Error(Problem{
          .slug = "thorn/text",
          .message = fmt::format("lagged({}, {}) is set, but values of earlier steps are only read",
                                 set.name, set.lag),
          .help = fmt::format("set {}", set.name)});
  declaration.when = parse_conditions(text_of(given.when));
  declaration.before = parse_list(text_of(given.before));
  declaration.after = parse_list(text_of(given.after));
  if (given.every != 0) task.every(given.every);
  if (given.flops != 0 || given.flops_per_direction != 0)
    task.flops(given.flops, given.flops_per_direction);
  if (given.serial != 0) task.serial();
}

// What the declaration says of its file.
DataFile data_file(const ParameterDeclaration& d) {
  return {d.name, d.description, unit(d.unit), d.range};
}

}  // namespace

void declare_foreign_thorn(ThornBuilder& builder, void (*declare)(cardon_thorn*)) {
  if constexpr (!detail::on_host)
    throw Error(
        Problem{.slug = "thorn/host",
                .message = fmt::format("thorn {} is in C or Fortran and computes on the host, "
                                       "but fields are on the device",
                                       builder.declaration().name),
                .help = "use a Cardon that was built with a Kokkos for the host"});
  cardon_thorn thorn{builder, {}, {}};
  declare(&thorn);
  if (thorn.failure) std::rethrow_exception(thorn.failure);
  if (!thorn.problems.empty()) throw Error(thorn.problems);
}

}  // namespace cardon

using namespace cardon;

void cardon_summary(cardon_thorn* thorn, const char* words) {
  thorn->builder.summary(text_of(words));
}

void cardon_add_author(cardon_thorn* thorn, const char* name) {
  thorn->builder.authors(text_of(name));
}

void cardon_cite(cardon_thorn* thorn, const char* work) { thorn->builder.cites(text_of(work)); }

void cardon_add_bool(cardon_thorn* thorn, const char* name, int value,
                     const cardon_parameter_options* options) {
  add_scalar(thorn, name, ValueType::boolean, value != 0, options);
}

void cardon_add_int(cardon_thorn* thorn, const char* name, int value,
                    const cardon_parameter_options* options) {
  add_scalar(thorn, name, ValueType::integer, value, options);
}

void cardon_add_real(cardon_thorn* thorn, const char* name, double value,
                     const cardon_parameter_options* options) {
  add_scalar(thorn, name, ValueType::real, Real(value), options);
}

void cardon_add_vec3(cardon_thorn* thorn, const char* name, double x, double y, double z,
                     const cardon_parameter_options* options) {
  add(thorn, name, ValueType::real, options, [&](ParameterDeclaration& d) {
    d.list = true;
    d.length = 3;
    d.fallback = Node::list({});
    for (const Real value : {x, y, z})
      d.fallback.children.push_back(Node::scalar(detail::value_text(value)));
  });
}

void cardon_add_text(cardon_thorn* thorn, const char* name, const char* value,
                     const cardon_parameter_options* options) {
  const bool keyword = options && !text_of(options->choices).empty();
  add_scalar(thorn, name, keyword ? ValueType::keyword : ValueType::string, text_of(value),
             options);
}

void cardon_add_list(cardon_thorn* thorn, int type, const char* name, const char* values,
                     const cardon_parameter_options* options) {
  const ValueType element = type == CARDON_TYPE_INT ? ValueType::integer : ValueType::real;
  add(thorn, name, element, options, [&](ParameterDeclaration& d) {
    one_of_enum(type, CARDON_TYPE_REAL, "type of the elements of a list");
    d.list = true;
    d.fallback = Node::list({});
    for (const std::string& value : parse_list(text_of(values)))
      d.fallback.children.push_back(Node::scalar(value));
  });
}

void cardon_add_formula(cardon_thorn* thorn, const char* name, const char* formula,
                        const cardon_parameter_options* options) {
  add_scalar(thorn, name, ValueType::expression, text_of(formula), options);
}

void cardon_add_data_file(cardon_thorn* thorn, const char* name,
                          const cardon_parameter_options* options) {
  add(thorn, name, ValueType::data_file, options,
      [](ParameterDeclaration& d) { d = declare(data_file(d)); });
}

void cardon_add_table(cardon_thorn* thorn, const char* name, int arguments, int interpolation,
                      const cardon_parameter_options* options) {
  add(thorn, name, ValueType::table, options, [&](ParameterDeclaration& d) {
    if (arguments != 1 && arguments != 2) refuse(fmt::format("it has {} arguments", arguments));
    d = detail::declare_table(
        data_file(d), arguments,
        one_of_enum(interpolation, Interpolation::monotone, "kind of interpolation"));
  });
}

void cardon_add_field(cardon_thorn* thorn, int role, const char* name,
                      const cardon_field_options* options) {
  guarded(thorn, "field", name, [&] {
    const cardon_field_options given = options ? *options : cardon_field_options{};
    FieldDeclaration field{std::string(text_of(name)), std::string(text_of(given.description)),
                           std::string(text_of(given.unit))};
    field.tensor = one_of_enum(given.tensor, Tensor::plane_vector, "kind of tensor");
    field.role = one_of_enum(role, Role::auxiliary, "role of a field");
    if (given.past_levels < 0) refuse(fmt::format("it keeps {} past levels", given.past_levels));
    field.past = given.past_levels;
    field.has_boundary = given.no_boundary == 0;
    thorn->builder.declaration().fields.push_back(std::move(field));
  });
}

void cardon_add_scalar(cardon_thorn* thorn, const char* name, const char* description,
                       int reduction, const char* unit_text) {
  guarded(thorn, "scalar", name, [&] {
    thorn->builder.scalars(Scalar{text_of(name), text_of(description),
                                  one_of_enum(reduction, Reduce::linf, "way to reduce"),
                                  unit(text_of(unit_text))});
  });
}

void cardon_starts_at(cardon_thorn* thorn, const char* scalar, double value) {
  guarded(thorn, "start of", scalar, [&] {
    for (ScalarDeclaration& declared : thorn->builder.declaration().scalars) {
      if (declared.name != text_of(scalar)) continue;
      declared.start = value;
      return;
    }
    refuse("there is no such scalar yet: cardon_add_scalar comes first");
  });
}

void cardon_add_state_scalar(cardon_thorn* thorn, int evolved, const char* name,
                             const cardon_scalar_options* options) {
  guarded(thorn, "scalar", name, [&] {
    const cardon_scalar_options given = options ? *options : cardon_scalar_options{};
    const Scalar scalar =
        Scalar{text_of(name), text_of(given.description), unit(text_of(given.unit))}
            .starts_at(given.start)
            .components(given.components);
    if (evolved != 0)
      thorn->builder.evolves(scalar);
    else
      thorn->builder.scalars(scalar);
  });
}

void cardon_add_task(cardon_thorn* thorn, int bin, const char* name, cardon_task* function,
                     const cardon_task_options* options) {
  guarded(thorn, "task", name, [&] {
    const auto target = reinterpret_cast<void (*)()>(function);
    detail::AccessBuilder task = detail::add_block_task(
        thorn->builder.declaration(), one_of_enum(bin, Bin::terminate, "time bin"), text_of(name),
        function ? TaskFunction(&call_foreign_task, target) : TaskFunction(nullptr));
    fill(task, thorn->builder.declaration().tasks.back(),
         options ? *options : cardon_task_options{});
  });
}

void cardon_add_boundary(cardon_thorn* thorn, const char* name, cardon_task* function,
                         const cardon_task_options* options) {
  guarded(thorn, "boundary", name, [&] {
    const auto target = reinterpret_cast<void (*)()>(function);
    detail::AccessBuilder task = detail::add_block_boundary(
        thorn->builder.declaration(), text_of(name),
        function ? TaskFunction(&call_foreign_task, target) : TaskFunction(nullptr));
    fill(task, thorn->builder.declaration().boundaries.back(),
         options ? *options : cardon_task_options{});
  });
}

void cardon_limits_step(cardon_thorn* thorn, const char* name, cardon_step_limit* function) {
  guarded(thorn, "step limit", name, [&] {
    const auto target = reinterpret_cast<void (*)()>(function);
    thorn->builder.declaration().step_limits.push_back(
        {std::string(text_of(name)),
         function ? StepLimitFunction(&call_foreign_limit, target) : nullptr});
  });
}

void cardon_radiates(cardon_thorn* thorn, const char* field, const char* speed, double far_value) {
  thorn->builder.declaration().radiations.push_back(
      {std::string(text_of(field)), std::string(text_of(speed)), far_value});
}

void cardon_decays(cardon_thorn* thorn, const char* field, int power) {
  guarded(thorn, "decay of", field, [&] {
    for (RadiationDeclaration& radiation : thorn->builder.declaration().radiations) {
      if (radiation.field != text_of(field)) continue;
      radiation.decay = power;
      return;
    }
    refuse("it does not radiate: cardon_radiates comes first");
  });
}
