// SPDX-License-Identifier: Apache-2.0
// muParser as parameters use it: no assignment, one result, errors with the place of the mistake.
#pragma once
#include <muParser.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cardon {

/// A mistake in a formula: `position` counts characters from 0, -1 if unknown.
struct FormulaMistake {
  std::string message;
  std::string hint;
  int position = -1;
  int length = 1;
};

using FormulaVariables = std::vector<std::pair<std::string, double*>>;
using FormulaConstants = std::vector<std::pair<std::string, double>>;

/// Compiles `text`; returns nothing and fills `mistake` if it is not a formula in these names. pi
/// is always known.
std::unique_ptr<mu::Parser> compile_formula(const std::string& text,
                                            const FormulaVariables& variables,
                                            const FormulaConstants& constants,
                                            FormulaMistake& mistake);

/// The value of a constant expression such as 2*pi/3; nothing if it is none.
std::optional<double> evaluate_constant(const std::string& text, FormulaMistake& mistake);

}  // namespace cardon
