// SPDX-License-Identifier: Apache-2.0
#include "schedule/parameter_lookup.hpp"

#include <fmt/format.h>

namespace cardon {

ParameterLookup parameter_lookup(const ParameterSet& parameters) {
  return [&parameters](const std::string& thorn, const std::string& parameter) {
    return parameters.section(thorn).at(parameter).value;
  };
}

std::string condition_text(const AnyValue& value) {
  if (const bool* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
  if (const long* i = std::get_if<long>(&value)) return std::to_string(*i);
  if (const Real* r = std::get_if<Real>(&value)) return fmt::format("{}", *r);
  if (const std::string* s = std::get_if<std::string>(&value)) return *s;
  return "";
}

}  // namespace cardon
