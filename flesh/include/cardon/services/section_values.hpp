// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/expression_function.hpp>
#include <cardon/services/parameter_section.hpp>
#include <cardon/services/parameter_value.hpp>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

struct DataGrid;
struct TableData;

namespace detail {
// The type in which the value of a Parameter<T> is handed out.
template <class T>
struct Stored {
  using type = T;
};
template <class T>
struct Stored<List<T>> {
  using type = std::vector<T>;
};
template <>
struct Stored<List<std::string_view>> {
  using type = std::vector<std::string>;
};
}  // namespace detail

/// The resolved values of one section, or of one of several instances of a repeatable section.
class SectionValues {
 public:
  /// All defaults. `section` must outlive this.
  explicit SectionValues(const ParameterSection& section, int instance = 0);

  /// The value. T is bool, int, long, Real, std::string, std::string_view (valid as long as this
  /// object), Interval, Vec3, Node, or std::vector of bool, int, long, Real, std::string, Interval.
  /// Throws Bug if the parameter is not declared, is of another type, or is unset: ask `has` first
  /// where there is no default.
  template <class T>
  T get(std::string_view name) const;
  /// The value of a thorn's constant; strings come as std::string_view, lists as std::vector.
  template <class P>
  requires requires { typename P::Default; }
  auto get(const P& parameter) const {
    return get<typename detail::Stored<typename P::Default>::type>(parameter.name());
  }
  /// A formula, compiled, with the section's numeric parameters bound to their values.
  ExpressionFunction function(std::string_view name) const;

  /// What the data file has. Throws Error "parameter/data-file-unset" if the user named none.
  std::shared_ptr<const DataGrid> data(std::string_view name) const;
  /// Sets what the data file has; the parameter must be a data file of this section.
  void set_data(std::string_view name, std::shared_ptr<const DataGrid> data);
  /// What the file of a table has. Throws Error "parameter/table-unset" if the user named none.
  std::shared_ptr<const TableData> table(std::string_view name) const;
  /// Sets what the file of the table has.
  void set_table(std::string_view name, std::shared_ptr<const TableData> table);

  /// Has a value, by default or by the user; not so where no active thorn declares it.
  bool has(std::string_view name) const;
  bool given(std::string_view name) const;  ///< has a value by the user
  bool given() const { return given_; }     ///< the user named the section
  /// Where the user set it (of the section if `name` is ""); unknown for defaults.
  const Location& where(std::string_view name = "") const;
  /// "default", "gaussian.yaml:6" or "command line".
  std::string source(std::string_view name) const { return at(name).source(); }

  /// What may be set, with types and defaults.
  const ParameterSection& section() const { return *section_; }
  /// Which entry of a repeatable section this is, from 0.
  int instance() const { return instance_; }
  /// The value with its place. Throws Bug if the parameter is not declared.
  const ParameterValue& at(std::string_view name) const;
  /// Replaces a value. The caller has checked it.
  void set(std::string_view name, ParameterValue value);
  /// Marks the section as named by the user, at this place.
  void mark_given(const Location& where);

 private:
  [[noreturn]] void values_needed(std::string_view name, const char* slug,
                                  const char* example) const;

  const ParameterSection* section_;
  int instance_;
  bool given_ = false;
  Location where_;
  std::map<std::string, ParameterValue, std::less<>> values_;
  std::map<std::string, std::shared_ptr<const DataGrid>, std::less<>> data_;
  std::map<std::string, std::shared_ptr<const TableData>, std::less<>> tables_;
};

}  // namespace cardon
