// SPDX-License-Identifier: Apache-2.0
#include "parameters/quantity.hpp"

#include <cctype>
#include <charconv>

#include "base/suggest.hpp"
#include "parameters/formula.hpp"
#include "parameters/units.hpp"

namespace cardon {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_sign(std::string_view text) {
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.remove_prefix(1);
  return text;
}

// The decimal number at the start of `text` and how many characters it has; 0 characters if there
// is none.
std::pair<double, std::size_t> leading_number(std::string_view text) {
  const std::string_view digits = without_sign(text);
  if (digits.empty() ||
      !(is_digit(digits[0]) || (digits[0] == '.' && digits.size() > 1 && is_digit(digits[1]))))
    return {0, 0};
  const std::size_t skip = text[0] == '+' ? 1 : 0;  // from_chars takes a minus only
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data() + skip, text.data() + text.size(), value);
  if (failure != std::errc()) return {0, 0};
  return {value, std::size_t(end - text.data())};
}

std::optional<double> number_or_formula(const std::string& text) {
  if (const auto number = plain_number(text)) return number;
  FormulaMistake ignored;
  return evaluate_constant(text, ignored);
}

bool is_unit(const std::string& text, const std::string& own_unit) {
  return !text.empty() && (text == own_unit || parse_unit(text));
}

// "2*pi/3 m": a constant expression, a space, a unit.
std::optional<Quantity> split_at_space(const std::string& text, const std::string& own_unit) {
  for (std::size_t space = text.find(' '); space != text.npos; space = text.find(' ', space + 1)) {
    const std::string right = text.substr(space + 1);
    if (right.find_first_not_of("0123456789") == right.npos || !is_unit(right, own_unit))
      continue;  // "2 1"
    const auto value = number_or_formula(text.substr(0, space));
    if (value) return Quantity{*value, right, int(space) + 1};
  }
  return std::nullopt;
}

QuantityMistake explain(const std::string& text, std::size_t number_length) {
  QuantityMistake mistake;
  std::size_t start = number_length;
  while (start < text.size() && text[start] == ' ') ++start;
  const std::string rest = text.substr(start);
  if (number_length > 0 && (std::isalpha(static_cast<unsigned char>(rest[0])) || rest[0] == '%')) {
    mistake = {true, did_you_mean(rest, unit_names()), int(start), int(rest.size())};
    if (mistake.hint.empty()) mistake.hint = "no such unit";
    return mistake;
  }
  FormulaMistake formula;
  const bool arithmetic = text.find_first_of("0123456789+*/()^") != text.npos;
  if (arithmetic && !evaluate_constant(text, formula))
    return {false, formula.message + (formula.hint.rfind("did", 0) == 0 ? ", " + formula.hint : ""),
            formula.position, formula.length};
  mistake.hint = "this is not a number";
  return mistake;
}

}  // namespace

std::optional<double> plain_number(std::string_view text) {
  const auto [value, length] = leading_number(text);
  if (length == 0 || length != text.size()) return std::nullopt;
  return value;
}

bool has_leading_zero(std::string_view text) {
  text = without_sign(text);
  return text.size() > 1 && text[0] == '0' && is_digit(text[1]);
}

std::optional<Quantity> parse_quantity(const std::string& text, const std::string& own_unit,
                                       QuantityMistake& mistake) {
  const auto [number, length] = leading_number(text);
  if (length > 0 && length == text.size()) return Quantity{number, "", 0};
  if (const auto split = split_at_space(text, own_unit)) return split;
  if (length > 0 && is_unit(text.substr(length), own_unit) && text[length] != ' ')
    return Quantity{number, text.substr(length), int(length)};
  FormulaMistake ignored;
  if (const auto value = evaluate_constant(text, ignored)) return Quantity{*value, "", 0};
  mistake = explain(text, length);
  return std::nullopt;
}

}  // namespace cardon
