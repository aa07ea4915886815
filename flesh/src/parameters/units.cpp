// SPDX-License-Identifier: Apache-2.0
#include "parameters/units.hpp"

#include <charconv>
#include <cmath>

#include "parameters/unit_table.hpp"

namespace cardon {
namespace {

constexpr int max_power = 9, max_parentheses = 3;

bool is_unit_digit(char c) { return c >= '0' && c <= '9'; }
bool is_symbol(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' ||
         static_cast<unsigned char>(c) >= 0x80;
}

void multiply(UnitScale& product, const UnitScale& factor, int power) {
  for (int i = 0; i < std::abs(power); ++i) {
    product.numerator *= power > 0 ? factor.numerator : factor.denominator;
    product.denominator *= power > 0 ? factor.denominator : factor.numerator;
  }
  for (std::size_t d = 0; d < product.powers.size(); ++d)
    product.powers[d] += power * factor.powers[d];
}

bool is_sound(const UnitScale& unit) {
  for (const int power : unit.powers)
    if (std::abs(power) > 99) return false;
  return std::isnormal(unit.numerator) && std::isnormal(unit.denominator);
}

class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : rest_(text) {}

  std::optional<UnitScale> parse() {
    UnitScale unit;
    if (rest_.starts_with('(') || !product(unit, 0) || !rest_.empty()) return std::nullopt;
    return unit;
  }

 private:
  // Factors up to the end or a closing parenthesis.
  bool product(UnitScale& unit, int depth) {
    int sign = 1;
    skip_blanks();
    if (!factor(unit, sign, depth)) return false;
    while (skip_blanks(), !rest_.empty() && rest_[0] != ')') {
      if (take('/'))
        sign = -1;
      else
        take('*');
      skip_blanks();
      if (!factor(unit, sign, depth)) return false;
    }
    return is_sound(unit);
  }

  bool factor(UnitScale& product_so_far, int sign, int depth) {
    UnitScale unit;
    if (take('(')) {
      if (depth == max_parentheses || !product(unit, depth + 1) || !take(')')) return false;
    } else if (rest_.starts_with('1') && (rest_.size() == 1 || !is_unit_digit(rest_[1]))) {
      rest_.remove_prefix(1);
      return true;
    } else if (const auto known = find_unit(symbol())) {
      unit = *known;
    } else {
      return false;
    }
    int exponent = 1;
    if (!power(exponent)) return false;
    multiply(product_so_far, unit, sign * exponent);
    return is_sound(product_so_far);
  }

  std::string_view symbol() {
    std::size_t length = 0;
    while (length < rest_.size() && is_symbol(rest_[length])) ++length;
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return word;
  }

  // "^2", "^-2", "2", "-2" or nothing.
  bool power(int& exponent) {
    const bool must = take('^');
    if (!must && (rest_.empty() || !(is_unit_digit(rest_[0]) || rest_[0] == '-'))) return true;
    const auto [end, failure] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), exponent);
    if (failure != std::errc() || std::abs(exponent) > max_power) return false;
    rest_.remove_prefix(std::size_t(end - rest_.data()));
    return true;
  }

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }

  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::string_view rest_;
};

}  // namespace

std::optional<UnitScale> parse_unit(std::string_view text) { return UnitParser(text).parse(); }

double convert_unit(double value, const UnitScale& from, const UnitScale& to) {
  const double up = from.numerator * to.denominator;
  const double down = from.denominator * to.numerator;
  // The common factor is taken out first: 2 min in s multiplies by 60, and dividing by 1 changes no
  // bit.
  return up >= down && std::fmod(up, down) == 0 ? value * (up / down)
         : std::fmod(down, up) == 0             ? value / (down / up)
                                                : value * up / down;
}

}  // namespace cardon
