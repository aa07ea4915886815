// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <optional>
#include <string>

namespace cardon {

/// The section and the name of "output.scalars.every" or "GrayScott::feed".
struct ParameterName {
  std::string section, name;
};
ParameterName parameter_name(const std::string& text);

/// A value read as a parameter file would have it.
struct ParameterTrial {
  AnyValue value;
  std::optional<Problem> problem;  // without a place
};
ParameterTrial try_parameter(const ParameterSet& parameters, const std::string& name,
                             const std::string& value);

}  // namespace cardon
