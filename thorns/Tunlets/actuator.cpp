// SPDX-License-Identifier: Apache-2.0
#include "actuator.hpp"

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace cardon {
namespace {

// A value as one would write it; empty for lists.
struct ValueText {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(long value) const { return fmt::format("{}", value); }
  std::string operator()(Real value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const Interval& every) const {
    return every.in_iterations() ? fmt::format("{}", every.iterations)
                                 : fmt::format("{} {}", every.time, every.unit);
  }
  template <class Other>
  std::string operator()(const Other&) const {
    return {};
  }
};

}  // namespace

ParameterName parameter_name(const std::string& text) {
  const std::size_t dot = text.rfind('.');
  if (dot == std::string::npos) return {"", text};
  return {text.substr(0, dot), text.substr(dot + 1)};
}

std::string Actuator::fire(const ParameterSet& parameters) {
  if (!armed()) return {};
  last_ = armed_ ? *std::exchange(armed_, std::nullopt) : TunletAction{.actuator = spec_.name};
  if (spec_.kind == ActuatorKind::function) return spec_.function;
  if (spec_.kind == ActuatorKind::value) return fmt::format("{}={}", spec_.parameter, last_.value);
  const auto [section, name] = parameter_name(spec_.parameter);
  const std::string now = std::visit(ValueText(), parameters.section(section).at(name).value);
  const auto entry = spec_.values.find(now);
  if (entry == spec_.values.end() || entry->second == now) return {};
  return fmt::format("{}={}", spec_.parameter, entry->second);
}

}  // namespace cardon
