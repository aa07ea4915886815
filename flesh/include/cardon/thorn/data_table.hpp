// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/file_parameter.hpp>
#include <cardon/thorn/interpolation.hpp>
#include <string_view>

namespace cardon {

/// A parameter that names a text file with a function of one or two arguments in columns:
///   constexpr DataTable<1> profile{"profile", "Density against radius", unit("kg/m^3"), positive};
/// The user writes `profile: star.txt` or `profile: {file: star.txt, column: density}`; in a task
/// `block[profile]` is a function: rho(r), eos(density, temperature). A further option is the
/// interpolation where the user names none (linear).
template <int arguments>
class DataTable : public FileParameter {
  static_assert(arguments == 1 || arguments == 2, "a table has one argument or two");

 public:
  /// Options, in any order: unit("..."), ranges of all values (several are intersected) and an
  /// Interpolation.
  template <class... Options>
  constexpr DataTable(std::string_view name, std::string_view description, Options... options)
      : FileParameter(name, description) {
    (set(options), ...);
  }

  /// The one used where the parameter file does not select another.
  constexpr Interpolation interpolation() const { return interpolation_; }

 private:
  using FileParameter::set;
  constexpr void set(Interpolation interpolation) { interpolation_ = interpolation; }

  Interpolation interpolation_ = Interpolation::linear;
};

}  // namespace cardon
