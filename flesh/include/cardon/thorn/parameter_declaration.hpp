// SPDX-License-Identifier: Apache-2.0
// A parameter at run time: what it is called, what is legal, what it means.
#pragma once
#include <cardon/thorn/interpolation.hpp>
#include <cardon/thorn/node.hpp>
#include <cardon/thorn/parameter.hpp>
#include <string>
#include <vector>

namespace cardon {

class FileParameter;
class DataFile;
template <int arguments>
class DataTable;

/// `tree` is handed to its owner as a Node and interpreted there; `data_file` is a Node with the
/// keys file, dataset and checksum; `table` one with file, column, interpolation, outside and
/// checksum.
enum class ValueType {
  boolean,     ///< true or false
  integer,     ///< whole number
  real,        ///< number with a unit
  keyword,     ///< one of the choices
  string,      ///< any text
  expression,  ///< formula
  interval,    ///< number of iterations, or a time
  tree,        ///< list or map, interpreted by its owner
  data_file,   ///< values on a regular grid
  table        ///< function of one or two arguments
};

/// Whether values of the type are read from files.
constexpr bool names_file(ValueType type) {
  return type == ValueType::data_file || type == ValueType::table;
}

/// One declared parameter. Made by declare(...) from the constants of a thorn, or by the functions
/// below.
struct ParameterDeclaration {
  std::string name;                    ///< key in its section
  ValueType type = ValueType::string;  ///< of the value, or of each element of a list
  bool list = false;                   ///< a list of `type`
  int length = 0;                      ///< of a list; 0: any
  Node fallback;  ///< the default as it would stand in a file; null: unset unless the user sets it
  Range range;    ///< of numbers
  std::vector<std::string> choices;     ///< of keywords and numbers; empty: any
  std::string unit;                     ///< of reals
  std::string description;              ///< one line for lists and documents
  Steering steering = Steering::never;  ///< whether it may change after the start
  /// In older parameter files: "deepest", or "driver.padded_by" from another section; empty: none.
  std::string former_name;
  std::string provider;      ///< thorn that declared it; filled in by the registry
  std::string short_for;     ///< of a tree: a scalar stands for a map with this one key
  std::string service_role;  ///< role of the service that it names; empty: it names none
  int arguments = 0;         ///< of a table
  Interpolation interpolation = Interpolation::linear;  ///< of a table, by default

  /// Whether it has a value where the user sets none.
  bool has_default() const { return !fallback.is_null(); }
  /// Returns the parameter without a default: it has no value unless the user sets one.
  ParameterDeclaration without_default() const;
  /// Returns the tree as one in which `machine: two-sites` stands for `machine: {file: two-sites}`,
  /// so that later inputs can add to it.
  ParameterDeclaration scalar_means(std::string key) const;
  /// Returns the parameter as one that names a service of this role. Its default is the standard
  /// service of the role, and its description lists those that are installed.
  ParameterDeclaration names_service(std::string_view role) const;
  /// Such as "real above 0 in m/s", "one of plane, gaussian", "list of 3 reals in m".
  std::string legal_values() const;
  /// Such as "1 m/s" or "[0.5, 0.5, 0.5] m"; "unset" without a default.
  std::string default_text() const;
};

/// The declaration of a constant of a thorn.
template <class T>
ParameterDeclaration declare(const Parameter<T>& parameter);
/// A formula; its default is the text of the constant.
ParameterDeclaration declare(const Expression& expression);
/// A data file; it has no default.
ParameterDeclaration declare(const DataFile& file);
/// A table of one or two arguments; it has no default.
template <int arguments>
ParameterDeclaration declare(const DataTable<arguments>& table);
/// Returns its argument, for declarations that were changed after declare(), such as
/// declare(at).without_default().
inline ParameterDeclaration declare(const ParameterDeclaration& declaration) { return declaration; }
/// An interval such as `every`; `default_value` is "" (unset), "10" or "0.2 s".
ParameterDeclaration declare_interval(const std::string& name, const std::string& description,
                                      const std::string& default_value = "");
/// A list or map whose owner interprets it; unset unless given.
ParameterDeclaration declare_tree(const std::string& name, const std::string& description);

namespace detail {
ParameterDeclaration start_declaration(std::string_view name, std::string_view description,
                                       std::string_view unit, Steering steering);
std::string value_text(bool value);
std::string value_text(int value);
std::string value_text(Real value);
std::string value_text(std::string_view value);

template <class Element>
ValueType type_of(bool with_choices) {
  if constexpr (std::is_same_v<Element, bool>) return ValueType::boolean;
  if constexpr (std::is_same_v<Element, int>) return ValueType::integer;
  if constexpr (std::is_same_v<Element, Real>) return ValueType::real;
  return with_choices ? ValueType::keyword : ValueType::string;
}
ParameterDeclaration declare_file(const FileParameter& file, ValueType type);
ParameterDeclaration declare_table(const FileParameter& file, int arguments,
                                   Interpolation interpolation);
}  // namespace detail

template <int arguments>
ParameterDeclaration declare(const DataTable<arguments>& table) {
  return detail::declare_table(table, arguments, table.interpolation());
}

template <class T>
ParameterDeclaration declare(const Parameter<T>& parameter) {
  using Element = typename Parameter<T>::Element;
  ParameterDeclaration d = detail::start_declaration(parameter.name(), parameter.description(),
                                                     parameter.unit(), parameter.steering());
  d.type = detail::type_of<Element>(parameter.choice_count() > 0);
  d.former_name = parameter.former_name();
  d.range = parameter.range();
  if constexpr (std::is_same_v<Element, int>)
    d.range = intersect(d.range,
                        between(std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
  for (std::size_t i = 0; i < parameter.choice_count(); ++i)
    d.choices.push_back(detail::value_text(parameter.choice(i)));
  if constexpr (std::is_same_v<T, Element>) {
    d.fallback = Node::scalar(detail::value_text(parameter.default_value()));
  } else {
    d.list = true;
    d.fallback = Node::list({});
    if constexpr (std::is_same_v<T, Vec3>) d.length = 3;
    const std::size_t n = [&] {
      if constexpr (std::is_same_v<T, Vec3>)
        return std::size_t{3};
      else
        return parameter.default_value().size;
    }();
    for (std::size_t i = 0; i < n; ++i) {
      if constexpr (std::is_same_v<T, Vec3>)
        d.fallback.children.push_back(
            Node::scalar(detail::value_text(parameter.default_value()[int(i)])));
      else
        d.fallback.children.push_back(
            Node::scalar(detail::value_text(parameter.default_value().values[i])));
    }
  }
  return d;
}

}  // namespace cardon
