// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/parameter_options.hpp>
#include <string_view>

namespace cardon {

/// What a DataFile and a DataTable declare alike: a unit, and a range that all values must be in.
/// There is no default: a thorn may ask for the values only where the user has named a file.
class FileParameter {
 public:
  /// Key in the thorn's section of the parameter file.
  constexpr std::string_view name() const { return name_; }
  /// Description in one line, for lists and documents.
  constexpr std::string_view description() const { return description_; }
  /// Unit of the values in the file; empty: none given.
  constexpr std::string_view unit() const { return unit_; }
  /// Values outside this range are an error.
  constexpr const Range& range() const { return range_; }

 protected:
  /// Does not compile with an empty name or description.
  constexpr FileParameter(std::string_view name, std::string_view description)
      : name_(name), description_(description) {
    if (name.empty()) parameter_needs_a_name();
    if (description.empty()) parameter_needs_a_description();
  }

  /// Takes the option unit("...").
  constexpr void set(const Unit& unit) { unit_ = unit.text; }
  /// Takes a range; several are intersected.
  constexpr void set(const Range& range) { range_ = intersect(range_, range); }

 private:
  std::string_view name_;
  std::string_view description_;
  std::string_view unit_;
  Range range_;
};

}  // namespace cardon
