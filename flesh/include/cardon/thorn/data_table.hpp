// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "cardon/thorn/parameter.hpp"

namespace cardon {

/// How a table is interpolated between its points. monotone: cubic and once differentiable, without
/// extrema that the points do not have (M. Steffen, Astron. Astrophys. 239, 443-450, 1990).
enum class Interpolation { linear, monotone };

/// A parameter that names a text file with a function of one or two arguments in columns:
///   constexpr DataTable<1> profile{"profile", "Density against radius", unit("kg/m^3"), positive};
/// The user writes `profile: star.txt` or `profile: {file: star.txt, column: density}`; in a task
/// `block[profile]` is a function: rho(r), eos(density, temperature). Without a default: a thorn
/// may ask for it only where the user has set it. Options: a unit and a range of all values, and
/// the interpolation where the user names none (linear).
template <int arguments>
class DataTable {
  static_assert(arguments == 1 || arguments == 2, "a table has one argument or two");

 public:
  template <class... Options>
  constexpr DataTable(std::string_view name, std::string_view description, Options... options)
      : name_(name), description_(description) {
    if (name.empty()) parameter_needs_a_name();
    if (description.empty()) parameter_needs_a_description();
    (set(options), ...);
  }

  constexpr std::string_view name() const { return name_; }
  constexpr std::string_view description() const { return description_; }
  constexpr std::string_view unit() const { return unit_; }
  constexpr const Range& range() const { return range_; }
  constexpr Interpolation interpolation() const { return interpolation_; }

 private:
  constexpr void set(const Unit& unit) { unit_ = unit.text; }
  constexpr void set(const Range& range) { range_ = intersect(range_, range); }
  constexpr void set(Interpolation interpolation) { interpolation_ = interpolation; }

  std::string_view name_;
  std::string_view description_;
  std::string_view unit_;
  Range range_;
  Interpolation interpolation_ = Interpolation::linear;
};

}  // namespace cardon
