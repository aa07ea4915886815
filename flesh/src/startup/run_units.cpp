// SPDX-License-Identifier: Apache-2.0
#include "startup/run_units.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <utility>

#include "base/suggest.hpp"
#include "parameters/units.hpp"

namespace cardon {
namespace {

using Powers = decltype(UnitScale::powers);

// In the order of UnitScale::powers.
constexpr std::array<const char*, 8> si_units = {"m", "s", "kg", "K", "B", "A", "mol", "cd"};
constexpr std::size_t length_power = 0, time_power = 1, mass_power = 2;

// "kg/(Mpc Myr^2)": powers of units, each named once.
std::string product_text(const std::vector<std::pair<std::string, int>>& factors) {
  std::string above, below;
  int divisors = 0;
  for (const auto& [unit, power] : factors) {
    if (power == 0) continue;
    std::string& side = power > 0 ? above : below;
    if (!side.empty()) side += ' ';
    side += std::abs(power) == 1 ? unit : fmt::format("{}^{}", unit, std::abs(power));
    if (power < 0) ++divisors;
  }
  if (below.empty()) return above;
  if (divisors > 1) below = '(' + below + ')';
  return (above.empty() ? "1" : above) + '/' + below;
}

bool is_word(const std::string& text) { return text == "geometric" || text == "none"; }

class UnitsReader {
 public:
  UnitsReader(const ParameterInput& input, std::vector<Problem>& problems)
      : problems_(problems),
        length_(input.scalar_at("units.length")),
        time_(input.scalar_at("units.time")) {}

  RunUnits read() {
    const std::string length = text(length_), time = text(time_);
    if (is_word(length) || is_word(time)) return of_word(is_word(length) ? length : time);
    RunUnits units;
    if (length_ && is_unit(*length_, "units.length", length_power)) units.length = length;
    if (time_ && is_unit(*time_, "units.time", time_power)) units.time = time;
    return units;
  }

 private:
  static std::string text(const Node* node) { return node ? node->text : ""; }

  RunUnits of_word(const std::string& word) {
    for (const Node* node : {length_, time_})
      if (node && node->text != word)
        problems_.push_back({.slug = "units/mixed",
                             .message = fmt::format("units.length is {}, but units.time is {}",
                                                    text(length_), text(time_)),
                             .where = node->where,
                             .notes = {word + " holds for both"},
                             .help = "remove one of them, or give two units"});
    return word == "none" ? RunUnits{"", ""} : RunUnits{"M", "M"};
  }

  bool is_unit(const Node& node, const std::string& name, std::size_t kind) {
    const auto scale = parse_unit(node.text);
    Powers wanted{};
    wanted[kind] = 1;
    if (scale && scale->powers == wanted) return true;
    const bool is_length = kind == length_power;
    problems_.push_back({.slug = "units/unknown",
                         .message = fmt::format("{} is {}, which is not a unit of {}", name,
                                                node.text, is_length ? "length" : "time"),
                         .where = node.where,
                         .hint = scale ? "" : did_you_mean(node.text, unit_names()),
                         .help = is_length
                                     ? "write m, km, pc, Mpc or the like, geometric or none"
                                     : "write s, ms, yr, Myr or the like, geometric or none"});
    return false;
  }

  std::vector<Problem>& problems_;
  const Node* length_;
  const Node* time_;
};

// Times on the clock of the machine stay in seconds.
bool is_physical(const ParameterSection& section, const ParameterDeclaration& parameter) {
  if (parameter.type == ValueType::interval || section.is_thorn()) return true;
  if (section.path.starts_with("output.") || section.path == "grid") return true;
  return section.path.starts_with("time") && parameter.name != "wall";
}

class Converter {
 public:
  Converter(const RunUnits& units, std::vector<Problem>& problems)
      : units_(units), problems_(problems) {}

  std::string parameter(const ParameterSection& section, const ParameterDeclaration& parameter) {
    if (!is_physical(section, parameter)) return parameter.unit;
    if (parameter.type == ValueType::interval) return units_.plain() ? "1" : units_.time;
    return converted(section.qualified(parameter.name), parameter.unit);
  }

  template <class Quantity>
  void quantity(const std::string& thorn, Quantity& quantity) {
    quantity.unit = converted(thorn + "::" + quantity.name, quantity.unit);
  }

 private:
  std::string converted(const std::string& name, const std::string& declared) {
    if (const auto unit = units_.of(declared)) return *unit;
    problems_.push_back(
        {.slug = "units/fixed",
         .message = fmt::format("{} is declared in {}, so the units of the run are m and s", name,
                                declared),
         .notes = {"its thorn assumes metres and seconds"},
         .help = "remove the section units, or declare the quantity in a product of SI units"});
    return declared;
  }

  const RunUnits& units_;
  std::vector<Problem>& problems_;
};

}  // namespace

std::optional<std::string> RunUnits::of(const std::string& declared) const {
  if (standard() || declared.empty()) return declared;
  if (plain()) return "";
  const auto scale = parse_unit(declared);
  if (!scale) return std::nullopt;
  const Powers& powers = scale->powers;
  const int mass = geometric() ? powers[mass_power] : 0;
  if (powers[length_power] == 0 && powers[time_power] == 0 && mass == 0) return declared;
  if (scale->numerator != scale->denominator) return std::nullopt;
  std::vector<std::pair<std::string, int>> factors;
  for (std::size_t q = mass_power; q < powers.size(); ++q)
    if (q != mass_power || !geometric()) factors.emplace_back(si_units[q], powers[q]);
  if (geometric()) {
    factors.emplace_back("M", powers[length_power] + powers[time_power] + mass);
  } else {
    factors.emplace_back(length, powers[length_power]);
    factors.emplace_back(time, powers[time_power]);
  }
  return product_text(factors);
}

RunUnits read_run_units(const ParameterInput& input, std::vector<Problem>& problems) {
  return UnitsReader(input, problems).read();
}

void apply_run_units(const RunUnits& units, LoadedThorns& loaded, std::vector<Problem>& problems) {
  if (units.standard()) return;
  Converter converter(units, problems);
  loaded.registry.convert_units([&](const auto& section, const auto& parameter) {
    return converter.parameter(section, parameter);
  });
  for (ThornDeclaration& thorn : loaded.library.active) {
    for (FieldDeclaration& field : thorn.fields) converter.quantity(thorn.name, field);
    for (ScalarDeclaration& scalar : thorn.scalars) converter.quantity(thorn.name, scalar);
  }
}

}  // namespace cardon
