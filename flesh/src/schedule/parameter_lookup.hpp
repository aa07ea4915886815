// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <functional>
#include <string>

namespace cardon {

/// The value of a parameter of an active thorn. Only asked for parameters that the thorn declares.
using ParameterLookup =
    std::function<AnyValue(const std::string& thorn, const std::string& parameter)>;

/// Looks values up in `parameters`, which must outlive the result.
ParameterLookup parameter_lookup(const ParameterSet& parameters);

/// A value as conditions name it: "true", "4", "gaussian"; "" for lists and unset values.
std::string condition_text(const AnyValue& value);

}  // namespace cardon
