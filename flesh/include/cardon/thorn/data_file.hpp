// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "cardon/thorn/parameter.hpp"

namespace cardon {

/// A parameter that names a file with values on a regular grid:
///   constexpr DataFile model{"model", "Velocity model", unit("m/s"), positive};
/// The user writes `model: marmousi.h5` or `model: {file: marmousi.h5, dataset: /vp}`; in a task
/// `block[model]` is a function of points. Without a default: a thorn may ask for it only where the
/// user has set it. Options: a unit, and a range that all values must be in.
class DataFile {
 public:
  template <class... Options>
  constexpr DataFile(std::string_view name, std::string_view description, Options... options)
      : name_(name), description_(description) {
    if (name.empty()) parameter_needs_a_name();
    if (description.empty()) parameter_needs_a_description();
    (set(options), ...);
  }

  constexpr std::string_view name() const { return name_; }
  constexpr std::string_view description() const { return description_; }
  constexpr std::string_view unit() const { return unit_; }
  constexpr const Range& range() const { return range_; }

 private:
  constexpr void set(const Unit& unit) { unit_ = unit.text; }
  constexpr void set(const Range& range) { range_ = intersect(range_, range); }

  std::string_view name_;
  std::string_view description_;
  std::string_view unit_;
  Range range_;
};

}  // namespace cardon
