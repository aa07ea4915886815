// SPDX-License-Identifier: Apache-2.0
// The functions of thorn.h that tasks call.
#include <fmt/format.h>

#include <cardon/services/expression_function.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/refuse.hpp>
#include <cstring>
#include <limits>

#include "base/suggest.hpp"
#include "languages/field_list.hpp"
#include "languages/foreign_call.hpp"

namespace cardon {
namespace {

// Of a table that has another number of arguments.
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

[[noreturn]] void wrong_parameter(const cardon_block* block, std::string_view name,
                                  const std::string& why, const std::string& hint,
                                  const std::string& remedy = {}) {
  const BlockContext& context = context_of(block);
  throw Error(Problem{
      .slug = "thorn/parameter",
      .message = fmt::format("{} asks for parameter {}, {}",
                             context.task.empty() ? context.thorn : context.task, name, why),
      .hint = hint,
      .help = remedy + "cardon describe " + std::string(context.thorn)});
}

const SectionValues& section_of(const cardon_block* block) {
  const BlockContext& context = context_of(block);
  if (context.parameters == nullptr)
    throw Bug(fmt::format("task {} runs without parameters", context.task));
  return context.parameters->section(context.thorn);
}

const ParameterDeclaration& declaration_of(const cardon_block* block, std::string_view name) {
  const ParameterSection& section = section_of(block).section();
  if (const ParameterDeclaration* found = section.find(name)) return *found;
  std::vector<std::string> names;
  for (const ParameterDeclaration& parameter : section.parameters) names.push_back(parameter.name);
  wrong_parameter(
      block, name, "which the thorn does not declare", did_you_mean(name, names),
      "add it where the thorn declares its parameters (cardon_add_real and the like); ");
}

// The value as it is stored; `what` says what the task takes it for.
template <class T>
const T& value_of(const cardon_block* block, const char* name, const char* what,
                  bool is_formula = false) {
  const ParameterDeclaration& declaration = declaration_of(block, text_of(name));
  const T* value = std::get_if<T>(&section_of(block).at(declaration.name).value);
  if (!value || (declaration.type == ValueType::expression) != is_formula)
    wrong_parameter(block, text_of(name),
                    fmt::format("as a {}, but it is: {}", what, declaration.legal_values()), "");
  return *value;
}

const ExpressionFunction* formula_of(const cardon_block* block, const char* name) {
  value_of<std::string>(block, name, "formula", true);
  const BlockContext& context = context_of(block);
  for (const auto& [known, formula] : context.formulas)
    if (known == name) return formula.get();
  // The declaration's name stays; a Fortran thorn's may be gone after this call.
  const std::string_view lasting = declaration_of(block, name).name;
  auto formula =
      std::make_shared<const ExpressionFunction>(section_of(block).function(std::string(lasting)));
  return context.formulas.emplace_back(lasting, formula).second.get();
}

// The section keeps the data for the whole run.
const DataGrid* data_of(const cardon_block* block, const char* name) {
  const ParameterDeclaration& declaration = declaration_of(block, text_of(name));
  if (declaration.type != ValueType::data_file)
    wrong_parameter(block, text_of(name),
                    "as a data file, but it is: " + declaration.legal_values(), "");
  return section_of(block).data(declaration.name).get();
}

const TableData* table_of(const cardon_block* block, const char* name, int arguments) {
  const ParameterDeclaration& declaration = declaration_of(block, text_of(name));
  if (declaration.type != ValueType::table || declaration.arguments != arguments)
    wrong_parameter(block, text_of(name),
                    fmt::format("as a table of {} argument{}, but it is: {}", arguments,
                                arguments == 1 ? "" : "s", declaration.legal_values()),
                    "");
  return section_of(block).table(declaration.name).get();
}

const TableData& data_of(const cardon_table* table) {
  return *reinterpret_cast<const TableData*>(table);
}

RandomStream stream_of(cardon_random random) {
  static_assert(sizeof(RandomStream) == sizeof random);
  RandomStream stream;
  std::memcpy(static_cast<void*>(&stream), &random, sizeof random);
  return stream;
}

DataValue value_in(const cardon_data* data) {
  const std::shared_ptr<const void> nobody;
  return DataValue({nobody, reinterpret_cast<const DataGrid*>(data)});
}

// Of global point (0, 0, 0), which the storage knows under another number beyond periodic faces.
template <class Accessor>
auto unshifted(const cardon_block* block, const Accessor& values) {
  const int* shift = block->call->piece->frame.shift;
  return values.origin - (shift[2] * values.sz + shift[1] * values.sy + shift[0]);
}

}  // namespace
}  // namespace cardon

using namespace cardon;

cardon_reader cardon_read(const cardon_block* block, const char* field) {
  cardon_reader result{};
  const bool known = succeeds(block, [&] {
    const FieldUse use = parse_field(text_of(field));
    const FieldReader values = block->call->block.read(FieldRef(use.name, use.level));
    result = {unshifted(block, values), values.sy, values.sz};
  });
  if (known) return result;
  const cardon_writer nothing = stand_in(*block);
  return {nothing.origin, nothing.sy, nothing.sz};
}

cardon_writer cardon_write(const cardon_block* block, const char* field) {
  cardon_writer result{};
  const bool known = succeeds(block, [&] {
    const FieldUse use = parse_field(text_of(field));
    const FieldWriter values = block->call->block.write(FieldRef(use.name, use.level));
    result = {unshifted(block, values), values.sy, values.sz};
  });
  return known ? result : stand_in(*block);
}

int cardon_get_bool(const cardon_block* block, const char* parameter) {
  int value = 0;
  succeeds(block, [&] { value = value_of<bool>(block, parameter, "boolean"); });
  return value;
}

int cardon_get_int(const cardon_block* block, const char* parameter) {
  int value = 0;
  succeeds(block, [&] { value = int(value_of<long>(block, parameter, "whole number")); });
  return value;
}

double cardon_get_real(const cardon_block* block, const char* parameter) {
  double value = 0;
  succeeds(block, [&] { value = value_of<Real>(block, parameter, "real number"); });
  return value;
}

double cardon_get_component(const cardon_block* block, const char* parameter, int component) {
  double value = 0;
  succeeds(block, [&] {
    const auto& values = value_of<std::vector<Real>>(block, parameter, "vector");
    if (component < 0 || std::size_t(component) >= values.size())
      wrong_parameter(block, text_of(parameter),
                      fmt::format("component {}, but there are {}", component, values.size()), "");
    value = values[std::size_t(component)];
  });
  return value;
}

const char* cardon_get_text(const cardon_block* block, const char* parameter) {
  const char* value = "";
  succeeds(block, [&] { value = value_of<std::string>(block, parameter, "text").c_str(); });
  return value;
}

const double* cardon_get_reals(const cardon_block* block, const char* parameter, int* count) {
  static const double none = 0;
  const double* values = &none;
  int nobody = 0;
  if (count == nullptr) count = &nobody;
  *count = 0;
  succeeds(block, [&] {
    const auto& list = value_of<std::vector<Real>>(block, parameter, "list of reals");
    values = list.data();
    *count = int(list.size());
  });
  return values;
}

const long* cardon_get_ints(const cardon_block* block, const char* parameter, int* count) {
  static const long none = 0;
  const long* values = &none;
  int nobody = 0;
  if (count == nullptr) count = &nobody;
  *count = 0;
  succeeds(block, [&] {
    const auto& list = value_of<std::vector<long>>(block, parameter, "list of whole numbers");
    values = list.data();
    *count = int(list.size());
  });
  return values;
}

const cardon_formula* cardon_get_formula(const cardon_block* block, const char* parameter) {
  const ExpressionFunction* formula = nullptr;
  succeeds(block, [&] { formula = formula_of(block, parameter); });
  return reinterpret_cast<const cardon_formula*>(formula);
}

double cardon_value(const cardon_formula* formula, double x, double y, double z, double t) {
  return formula ? (*reinterpret_cast<const ExpressionFunction*>(formula))(x, y, z, t) : 0;
}

const cardon_data* cardon_get_data(const cardon_block* block, const char* parameter) {
  const DataGrid* data = nullptr;
  succeeds(block, [&] { data = data_of(block, parameter); });
  return reinterpret_cast<const cardon_data*>(data);
}

double cardon_data_value(const cardon_data* data, double x, double y, double z) {
  return data ? value_in(data).at({x, y, z}) : 0;
}

double cardon_data_min(const cardon_data* data) { return data ? value_in(data).min() : 0; }

double cardon_data_max(const cardon_data* data) { return data ? value_in(data).max() : 0; }

const cardon_table* cardon_get_table(const cardon_block* block, const char* parameter,
                                     int arguments) {
  const TableData* table = nullptr;
  succeeds(block, [&] { table = table_of(block, parameter, arguments); });
  return reinterpret_cast<const cardon_table*>(table);
}

double cardon_table_value(const cardon_table* table, double x) {
  if (table == nullptr) return 0;
  return data_of(table).y.empty() ? table_value(data_of(table), x) : no_number;
}

double cardon_table_value_2(const cardon_table* table, double x, double y) {
  if (table == nullptr) return 0;
  return data_of(table).y.empty() ? no_number : table_value(data_of(table), x, y);
}

double cardon_table_min(const cardon_table* table) { return table ? data_of(table).min : 0; }

double cardon_table_max(const cardon_table* table) { return table ? data_of(table).max : 0; }

cardon_random cardon_get_random(const cardon_block* block, const char* stream) {
  cardon_random random{};
  succeeds(block, [&] {
    const RandomStream made = block->call->block.random(text_of(stream));
    std::memcpy(&random, static_cast<const void*>(&made), sizeof random);
  });
  return random;
}

double cardon_uniform(cardon_random random, int i, int j, int k, int n) {
  return stream_of(random).uniform(i, j, k, n);
}

double cardon_normal(cardon_random random, int i, int j, int k, int n) {
  return stream_of(random).normal(i, j, k, n);
}

void cardon_refuse(const cardon_block* block, const char* parameter, const char* slug,
                   const char* message, const char* help) {
  succeeds(block, [&] {
    const ParameterDeclaration& to_blame = declaration_of(block, text_of(parameter));
    refuse(block->call->block, to_blame.name, std::string(text_of(slug)),
           std::string(text_of(message)), std::string(text_of(help)));
  });
}

void cardon_warn(const cardon_block* block, const char* parameter, const char* slug,
                 const char* message, const char* help) {
  succeeds(block, [&] {
    const ParameterDeclaration& to_blame = declaration_of(block, text_of(parameter));
    warn(block->call->block, to_blame.name, std::string(text_of(slug)),
         std::string(text_of(message)), std::string(text_of(help)));
  });
}

double cardon_cell_volume(const cardon_block* block) { return block->call->block.cell_volume(); }
