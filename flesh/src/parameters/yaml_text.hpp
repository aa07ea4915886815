// SPDX-License-Identifier: Apache-2.0
// Values as YAML text that our own reader, and any YAML reader, takes back unchanged.
#pragma once
#include <cardon/services/parameter_value.hpp>
#include <cardon/thorn/parameter_declaration.hpp>
#include <string>

namespace cardon {

/// Plain where that is safe everywhere (flow context included), else in double quotes.
std::string yaml_scalar(const std::string& text);
/// The shortest text that reads back as the same bits.
std::string real_text(Real value);
/// A value of a parameter as YAML, without the parameter's unit (intervals carry theirs).
std::string yaml_value(const AnyValue& value);
/// A value as messages show it: with unit, without quotes.
std::string shown_value(const AnyValue& value, const std::string& unit);

}  // namespace cardon
