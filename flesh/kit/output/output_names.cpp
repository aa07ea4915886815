// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/output_names.hpp>

namespace cardon {
namespace {

bool unique(const Program& program, const GridFunction& field) {
  return std::count_if(program.fields.begin(), program.fields.end(),
                       [&](const GridFunction& other) {
                         return !other.internal && other.name == field.name;
                       }) <= 1;
}

}  // namespace

std::string table_name(const Program& program, const GridFunction& field) {
  return unique(program, field) ? field.name : field.full_name();
}

std::string table_name(const Program& program, const ScalarInfo& scalar) {
  const auto same =
      std::count_if(program.scalars.begin(), program.scalars.end(),
                    [&](const ScalarInfo& other) { return other.name == scalar.name; });
  return same <= 1 ? scalar.name : scalar.full_name();
}

std::string identifier(const Program& program, const GridFunction& field) {
  return unique(program, field) ? field.name : field.thorn + "_" + field.name;
}

std::string with_unit(std::string_view name, std::string_view unit) {
  return unit.empty() ? std::string(name) : fmt::format("{} [{}]", name, unit);
}

std::string iteration_text(long iteration) { return fmt::format("it{:06}", iteration); }

}  // namespace cardon
