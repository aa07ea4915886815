// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/interval.hpp>
#include <cardon/thorn/node.hpp>
#include <string>
#include <variant>
#include <vector>

namespace cardon {

/// A checked value: nothing (unset), a scalar, a list, or a tree. Keywords, strings and expressions
/// are strings; reals are in the parameter's own unit.
using AnyValue = std::variant<std::monostate, bool, long, Real, std::string, Interval,
                              std::vector<bool>, std::vector<long>, std::vector<Real>,
                              std::vector<std::string>, std::vector<Interval>, Node>;

/// A value and where it comes from.
struct ParameterValue {
  AnyValue value;       ///< of the type that the declaration asks for
  bool given = false;   ///< by the user, not by default
  Location where;       ///< of the user's text; unknown for a default
  std::string written;  ///< what the user wrote, such as "1.5 km"
  int text_column = 0;  ///< as in Node
  /// What it was before it changed while the run went on, as YAML; empty: it did not.
  std::string steered_from = {};

  /// "default", "gaussian.yaml:6" or "command line".
  std::string source() const;
};

}  // namespace cardon
