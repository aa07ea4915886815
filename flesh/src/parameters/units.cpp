// SPDX-License-Identifier: Apache-2.0
#include "parameters/units.hpp"

#include <charconv>
#include <cmath>

namespace cardon {
namespace {

struct TableUnit {
  const char* name;
  UnitScale scale;
};

constexpr std::array<int, 5> none{}, length{1}, time_{0, 1}, mass{0, 0, 1}, temperature{0, 0, 0, 1},
    information{0, 0, 0, 0, 1};

constexpr TableUnit table[] = {
    {"m", {1, 1, length}},
    {"km", {1000, 1, length}},
    {"cm", {1, 100, length}},
    {"mm", {1, 1000, length}},
    {"um", {1, 1e6, length}},
    {"s", {1, 1, time_}},
    {"ms", {1, 1000, time_}},
    {"us", {1, 1e6, time_}},
    {"ns", {1, 1e9, time_}},
    {"min", {60, 1, time_}},
    {"h", {3600, 1, time_}},
    {"day", {86400, 1, time_}},
    {"kg", {1, 1, mass}},
    {"g", {1, 1000, mass}},
    {"K", {1, 1, temperature}},
    {"Hz", {1, 1, {0, -1}}},
    {"N", {1, 1, {1, -2, 1}}},
    {"J", {1, 1, {2, -2, 1}}},
    {"W", {1, 1, {2, -3, 1}}},
    {"Pa", {1, 1, {-1, -2, 1}}},
    {"rad", {1, 1, none}},
    {"deg", {3.14159265358979323846, 180, none}},
    {"%", {1, 100, none}},
    {"B", {1, 1, information}},
    {"kB", {1e3, 1, information}},
    {"MB", {1e6, 1, information}},
    {"GB", {1e9, 1, information}},
    {"bit", {1, 8, information}},
    {"kbit", {125, 1, information}},
    {"Mbit", {125e3, 1, information}},
    {"Gbit", {125e6, 1, information}},
    {"KiB", {1024, 1, information}},
    {"MiB", {1048576, 1, information}},
    {"GiB", {1073741824, 1, information}},
};

// One factor such as "m" or "s^2", or "1".
bool multiply(UnitScale& product, std::string_view factor, int sign) {
  int power = 1;
  if (const std::size_t caret = factor.find('^'); caret != factor.npos) {
    const std::string_view digits = factor.substr(caret + 1);
    const auto [end, failure] =
        std::from_chars(digits.data(), digits.data() + digits.size(), power);
    if (failure != std::errc() || end != digits.data() + digits.size() || std::abs(power) > 9)
      return false;
    factor = factor.substr(0, caret);
  }
  if (factor == "1") return true;
  for (const TableUnit& unit : table) {
    if (factor != unit.name) continue;
    const int total = sign * power;
    for (int i = 0; i < std::abs(total); ++i) {
      product.numerator *= total > 0 ? unit.scale.numerator : unit.scale.denominator;
      product.denominator *= total > 0 ? unit.scale.denominator : unit.scale.numerator;
    }
    for (std::size_t d = 0; d < 5; ++d) product.powers[d] += total * unit.scale.powers[d];
    return true;
  }
  return false;
}

bool multiply_all(UnitScale& product, std::string_view factors, int sign) {
  bool any = false;
  while (!factors.empty()) {
    const std::size_t end = std::min(factors.find_first_of(" *"), factors.size());
    if (end > 0) {
      if (!multiply(product, factors.substr(0, end), sign)) return false;
      any = true;
    }
    factors.remove_prefix(std::min(end + 1, factors.size()));
  }
  return any;
}

}  // namespace

std::optional<UnitScale> parse_unit(std::string_view text) {
  UnitScale product;
  const std::size_t slash = text.find('/');
  if (!multiply_all(product, text.substr(0, slash), 1)) return std::nullopt;
  if (slash != text.npos && !multiply_all(product, text.substr(slash + 1), -1)) return std::nullopt;
  return product;
}

std::vector<std::string> unit_names() {
  std::vector<std::string> names;
  for (const TableUnit& unit : table) names.emplace_back(unit.name);
  return names;
}

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
