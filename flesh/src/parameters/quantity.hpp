// SPDX-License-Identifier: Apache-2.0
// Numbers with units as text.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace cardon {

/// A decimal number that fills the whole text; no inf, nan or hexadecimal forms.
std::optional<double> plain_number(std::string_view text);

/// True for 012, -007 and 00.5, which some YAML readers take as octal.
bool has_leading_zero(std::string_view text);

/// "1.5 km" as value 1.5 and unit "km". `unit` is empty for a bare number or constant expression.
struct Quantity {
  double value = 0;
  std::string unit;
  int unit_position = 0;  ///< first character of the unit in the text, from 0
};

/// Why a text is not a quantity.
struct QuantityMistake {
  bool unknown_unit =
      false;  ///< a number followed by a word that is not a unit; else it is not a number at all
  std::string hint;
  int position = -1;
  int length = 1;
};

/// `own_unit` is a unit that is legal besides the table's.
std::optional<Quantity> parse_quantity(const std::string& text, const std::string& own_unit,
                                       QuantityMistake& mistake);

}  // namespace cardon
