// SPDX-License-Identifier: Apache-2.0
#include <cardon/services/section_values.hpp>
#include <limits>
#include <utility>

#include "parameters/value_reader.hpp"

namespace cardon {
namespace {

// How a T is taken from an AnyValue; nullptr-like failure is a thrown Bug in SectionValues::get.
struct WrongType {};

template <class T>
struct Take {
  static T from(const AnyValue& value) {
    if (const T* held = std::get_if<T>(&value)) return *held;
    throw WrongType{};
  }
};

int narrow(long value) {
  if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
    throw WrongType{};
  return int(value);
}

template <>
struct Take<int> {
  static int from(const AnyValue& value) { return narrow(Take<long>::from(value)); }
};

template <>
struct Take<std::string_view> {
  static std::string_view from(const AnyValue& value) {
    if (const auto* held = std::get_if<std::string>(&value)) return *held;
    throw WrongType{};
  }
};

template <>
struct Take<std::vector<int>> {
  static std::vector<int> from(const AnyValue& value) {
    std::vector<int> out;
    for (const long v : Take<std::vector<long>>::from(value)) out.push_back(narrow(v));
    return out;
  }
};

template <>
struct Take<Vec3> {
  static Vec3 from(const AnyValue& value) {
    const auto* held = std::get_if<std::vector<Real>>(&value);
    if (!held || held->size() != 3) throw WrongType{};
    return {(*held)[0], (*held)[1], (*held)[2]};
  }
};

}  // namespace

std::string ParameterValue::source() const {
  if (!given) return "default";
  if (where.line <= 0) return where.known() ? where.file : "set by the program";
  return where.file + ":" + std::to_string(where.line);
}

SectionValues::SectionValues(const ParameterSection& section, int instance)
    : section_(&section), instance_(instance) {
  for (const ParameterDeclaration& parameter : section.parameters) {
    ParameterValue value;
    if (parameter.has_default())
      value.value = read_value(parameter.fallback, parameter, section.qualified(parameter.name));
    values_.emplace(parameter.name, std::move(value));
  }
}

template <class T>
T SectionValues::get(std::string_view name) const {
  const ParameterValue& held = at(name);
  try {
    return Take<T>::from(held.value);
  } catch (const WrongType&) {
    const bool unset = std::holds_alternative<std::monostate>(held.value);
    throw Bug("parameter " + section_->qualified(name) +
              (unset ? " is unset" : " is asked for as another type"));
  }
}

template bool SectionValues::get(std::string_view) const;
template int SectionValues::get(std::string_view) const;
template long SectionValues::get(std::string_view) const;
template Real SectionValues::get(std::string_view) const;
template std::string SectionValues::get(std::string_view) const;
template std::string_view SectionValues::get(std::string_view) const;
template Interval SectionValues::get(std::string_view) const;
template Vec3 SectionValues::get(std::string_view) const;
template Node SectionValues::get(std::string_view) const;
template std::vector<bool> SectionValues::get(std::string_view) const;
template std::vector<int> SectionValues::get(std::string_view) const;
template std::vector<long> SectionValues::get(std::string_view) const;
template std::vector<Real> SectionValues::get(std::string_view) const;
template std::vector<std::string> SectionValues::get(std::string_view) const;
template std::vector<Interval> SectionValues::get(std::string_view) const;

ExpressionFunction SectionValues::function(std::string_view name) const {
  ExpressionFunction::Constants constants;
  for (const auto& [other, held] : values_) {
    if (const long* whole = std::get_if<long>(&held.value))
      constants.emplace_back(other, Real(*whole));
    if (const Real* real = std::get_if<Real>(&held.value)) constants.emplace_back(other, *real);
  }
  const ParameterValue& held = at(name);
  return ExpressionFunction(get<std::string>(name), constants, section_->qualified(name),
                            held.where, held.text_column);
}

void SectionValues::values_needed(std::string_view name, const char* slug,
                                  const char* example) const {
  const std::string full = section_->qualified(name);
  Problem problem;
  problem.slug = slug;
  problem.message = full +
                    (has(name) ? " names a file that has not been read" : " does not name a file") +
                    ", but its values are needed";
  problem.where = where_;
  problem.help =
      "write for example " + std::string(name) + ": " + example + "; cardon describe " + full;
  throw Error(std::move(problem));
}

std::shared_ptr<const DataGrid> SectionValues::data(std::string_view name) const {
  at(name);
  const auto found = data_.find(name);
  if (found == data_.end()) values_needed(name, "parameter/data-file-unset", "FILE.h5");
  return found->second;
}

std::shared_ptr<const TableData> SectionValues::table(std::string_view name) const {
  at(name);
  const auto found = tables_.find(name);
  if (found == tables_.end()) values_needed(name, "parameter/table-unset", "FILE.txt");
  return found->second;
}

void SectionValues::set_table(std::string_view name, std::shared_ptr<const TableData> table) {
  at(name);
  tables_.insert_or_assign(std::string(name), std::move(table));
}

void SectionValues::set_data(std::string_view name, std::shared_ptr<const DataGrid> data) {
  at(name);
  data_.insert_or_assign(std::string(name), std::move(data));
}

bool SectionValues::has(std::string_view name) const {
  const auto found = values_.find(name);
  return found != values_.end() && !std::holds_alternative<std::monostate>(found->second.value);
}

bool SectionValues::given(std::string_view name) const { return at(name).given; }

const Location& SectionValues::where(std::string_view name) const {
  return name.empty() ? where_ : at(name).where;
}

const ParameterValue& SectionValues::at(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end())
    throw Bug("parameter " + section_->qualified(name) + " is not declared");
  return found->second;
}

void SectionValues::set(std::string_view name, ParameterValue value) {
  at(name);
  values_.find(name)->second = std::move(value);
}

void SectionValues::mark_given(const Location& where) {
  given_ = true;
  where_ = where;
}

}  // namespace cardon
