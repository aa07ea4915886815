// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// The grid functions of a run while the program is made: the components of what the active thorns
/// declare, then right-hand sides and registers of the integrator in the order in which they are
/// asked for.
class FieldTable {
 public:
  FieldTable() = default;
  /// Appends a problem (schedule/duplicate-field) for each name that a thorn declares twice.
  FieldTable(const std::vector<const ThornDeclaration*>& thorns, std::vector<Problem>& problems);

  /// Scalars as fields of rank 0, with the same numbers; their right-hand sides and registers
  /// follow.
  explicit FieldTable(const std::vector<ScalarInfo>& scalars);

  /// The grid functions called `name` in `thorn`: one, or all components if it is a vector or
  /// tensor; empty if none.
  std::vector<int> find(std::string_view thorn, std::string_view name) const;
  /// What a thorn declares, as declared: "phi", "B".
  std::vector<std::string> declared(std::string_view thorn) const;

  /// The grid function "phi.rhs"; made when first asked for.
  int rhs_of(int field);
  /// The grid function "phi.r<number>"; made when first asked for.
  int register_of(int field, int number);
  /// The field whose right-hand side this is; -1 if it is none.
  int advanced_by(int rhs) const;

  GridFunction& operator[](int field) { return fields_[std::size_t(field)]; }
  const GridFunction& operator[](int field) const { return fields_[std::size_t(field)]; }
  const std::vector<GridFunction>& all() const { return fields_; }
  int size() const { return int(fields_.size()); }

 private:
  void add(const ThornDeclaration& thorn, const FieldDeclaration& field,
           std::vector<Problem>& problems);
  int internal(int field, const std::string& suffix, const std::string& description);

  std::vector<GridFunction> fields_;
  std::map<int, int> advanced_by_;  // from right-hand side to field
  std::map<std::string, int> internal_;
};

}  // namespace cardon
