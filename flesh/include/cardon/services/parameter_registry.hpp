// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_section.hpp>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// Everything a parameter file may say. Filled by the flesh and by the active thorns; then
/// read-only.
class ParameterRegistry {
 public:
  /// Adds a section, or more parameters to a section that is there. Throws Error
  /// "parameter/declaration" for what a thorn's author must correct: no description, a name that is
  /// no identifier, a name declared twice, a default that is not legal.
  void add(ParameterSection section);
  /// A thorn that could be activated but is not: its section in a file is answered with how to
  /// activate it.
  void know_thorn(const std::string& thorn);
  /// A section that `thorn`, which is not active, would provide ("output.fields", "IOHDF5").
  void offer(const std::string& path, const std::string& thorn);

  /// The unit of a parameter of a section.
  using UnitOf = std::function<std::string(const ParameterSection&, const ParameterDeclaration&)>;
  /// Replaces the unit of each parameter by what `unit_of` returns, before any values are read.
  void convert_units(const UnitOf& unit_of);

  /// Services of a role, by name.
  struct RoleServices {
    std::string standard;            ///< the one for runs that name none; empty: there is none
    std::vector<std::string> names;  ///< of all of them
  };
  /// Gives each parameter that names a service its default, and lists in its description what
  /// `services_of` returns for the role.
  void name_services(const std::function<RoleServices(std::string_view role)>& services_of);

  /// The present name of a parameter that older files call `key` in the section at `path`, such as
  /// "max_depth", or "emulated_compute.by" if its section changed; empty: it never was one.
  std::string renamed(std::string_view path, std::string_view key) const;

  /// The section at this path; null: there is none.
  const ParameterSection* find(std::string_view path) const;
  /// Returns all sections by path, in alphabetical order; "" comes first.
  const std::map<std::string, ParameterSection, std::less<>>& sections() const { return sections_; }
  /// The names given to know_thorn().
  const std::vector<std::string>& known_thorns() const { return known_thorns_; }
  /// The thorn that offers a section, or "".
  std::string offered_by(std::string_view path) const;
  /// True if a section is `path` or lies below it.
  bool has_section_at(std::string_view path) const;
  /// What may stand in the map at `path`: parameters, then the next words of sections below it.
  std::vector<std::string> keys(std::string_view path) const;

 private:
  std::map<std::string, ParameterSection, std::less<>> sections_;
  std::map<std::string, std::string, std::less<>> offers_;
  std::vector<std::string> known_thorns_;
};

/// The sections of the flesh itself: "", grid, time, time.stop, health.
void add_flesh_sections(ParameterRegistry& registry);

}  // namespace cardon
