// SPDX-License-Identifier: Apache-2.0
#include "parameters/unit_table.hpp"

#include <cmath>

namespace cardon {
namespace {

using Powers = decltype(UnitScale::powers);

constexpr Powers none{}, length{1}, seconds{0, 1}, mass{0, 0, 1}, temperature{0, 0, 0, 1},
    information{0, 0, 0, 0, 1}, current{0, 0, 0, 0, 0, 1}, amount{0, 0, 0, 0, 0, 0, 1},
    light{0, 0, 0, 0, 0, 0, 0, 1};

struct TableUnit {
  const char* symbol;
  UnitScale scale;
  bool takes_prefix = false;
};

// No d, e, D or E: 1d-3 is not a number with a unit.
constexpr TableUnit table[] = {
    {"m", {1, 1, length}, true},
    {"km", {1000, 1, length}},
    {"cm", {1, 100, length}},
    {"mm", {1, 1000, length}},
    {"um", {1, 1e6, length}},
    {"s", {1, 1, seconds}, true},
    {"ms", {1, 1000, seconds}},
    {"us", {1, 1e6, seconds}},
    {"ns", {1, 1e9, seconds}},
    {"min", {60, 1, seconds}},
    {"h", {3600, 1, seconds}},
    {"day", {86400, 1, seconds}},
    {"yr", {31557600, 1, seconds}, true},
    {"kg", {1, 1, mass}},
    {"g", {1, 1000, mass}, true},
    {"K", {1, 1, temperature}, true},
    {"A", {1, 1, current}, true},
    {"mol", {1, 1, amount}, true},
    {"cd", {1, 1, light}, true},
    {"Hz", {1, 1, {0, -1}}, true},
    {"N", {1, 1, {1, -2, 1}}, true},
    {"J", {1, 1, {2, -2, 1}}, true},
    {"W", {1, 1, {2, -3, 1}}, true},
    {"Pa", {1, 1, {-1, -2, 1}}, true},
    {"bar", {1e5, 1, {-1, -2, 1}}, true},
    {"eV", {1.602176634, 1e19, {2, -2, 1}}, true},
    {"C", {1, 1, {0, 1, 0, 0, 0, 1}}, true},
    {"V", {1, 1, {2, -3, 1, 0, 0, -1}}, true},
    {"F", {1, 1, {-2, 4, -1, 0, 0, 2}}, true},
    {"ohm", {1, 1, {2, -3, 1, 0, 0, -2}}, true},
    {"S", {1, 1, {-2, 3, -1, 0, 0, 2}}, true},
    {"Wb", {1, 1, {2, -2, 1, 0, 0, -1}}, true},
    {"T", {1, 1, {0, -2, 1, 0, 0, -1}}, true},
    {"H", {1, 1, {2, -2, 1, 0, 0, -2}}, true},
    {"L", {1, 1000, {3}}, true},
    {"au", {149597870700, 1, length}},
    {"pc", {3.0856775814913673e16, 1, length}, true},
    {"rad", {1, 1, none}, true},
    {"sr", {1, 1, none}},
    {"deg", {3.14159265358979323846, 180, none}},
    {"%", {1, 100, none}},
    {"B", {1, 1, information}},
    {"kB", {1e3, 1, information}},
    {"MB", {1e6, 1, information}},
    {"GB", {1e9, 1, information}},
    {"TB", {1e12, 1, information}},
    {"bit", {1, 8, information}},
    {"kbit", {125, 1, information}},
    {"Mbit", {125e3, 1, information}},
    {"Gbit", {125e6, 1, information}},
    {"Tbit", {125e9, 1, information}},
    {"KiB", {1024, 1, information}},
    {"MiB", {1048576, 1, information}},
    {"GiB", {1073741824, 1, information}},
    {"TiB", {1099511627776, 1, information}},
};

struct Prefix {
  std::string_view symbol;
  int exponent;
};

constexpr Prefix prefixes[] = {
    {"Q", 30},  {"R", 27},  {"Y", 24},      {"Z", 21},      {"E", 18}, {"P", 15},  {"T", 12},
    {"G", 9},   {"M", 6},   {"k", 3},       {"h", 2},       {"da", 1}, {"d", -1},  {"c", -2},
    {"m", -3},  {"u", -6},  {"\u00b5", -6}, {"\u03bc", -6}, {"n", -9}, {"p", -12}, {"f", -15},
    {"a", -18}, {"z", -21}, {"y", -24},     {"r", -27},     {"q", -30}};

const TableUnit* lookup(std::string_view symbol) {
  for (const TableUnit& unit : table)
    if (symbol == unit.symbol) return &unit;
  return nullptr;
}

}  // namespace

std::optional<UnitScale> find_unit(std::string_view symbol) {
  if (const TableUnit* unit = lookup(symbol)) return unit->scale;
  for (const Prefix& prefix : prefixes) {
    if (!symbol.starts_with(prefix.symbol)) continue;
    const TableUnit* unit = lookup(symbol.substr(prefix.symbol.size()));
    if (!unit || !unit->takes_prefix) continue;
    UnitScale scale = unit->scale;
    (prefix.exponent > 0 ? scale.numerator : scale.denominator) *=
        std::pow(10.0, std::abs(prefix.exponent));
    return scale;
  }
  return std::nullopt;
}

std::vector<std::string> unit_names() {
  std::vector<std::string> names;
  for (const TableUnit& unit : table) names.emplace_back(unit.symbol);
  return names;
}

}  // namespace cardon
