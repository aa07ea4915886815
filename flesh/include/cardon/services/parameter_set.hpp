// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_input.hpp>
#include <cardon/services/parameter_registry.hpp>
#include <cardon/services/section_values.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// All resolved values of a run. The registry it was made from must outlive it.
class ParameterSet {
 public:
  /// All parameters with their defaults.
  explicit ParameterSet(const ParameterRegistry& registry);

  /// Returns a value as SectionValues::get does, for a section with one instance. Throws Bug if
  /// there is no such section.
  template <class T>
  T get(std::string_view section, std::string_view name) const {
    return this->section(section).template get<T>(name);
  }
  /// The value of a constant of a thorn; see SectionValues::get.
  template <class P>
  requires requires { typename P::Default; }
  auto get(std::string_view section, const P& parameter) const {
    return this->section(section).get(parameter);
  }
  /// Whether the parameter has a value, by default or by the user.
  bool has(std::string_view section, std::string_view name) const {
    return this->section(section).has(name);
  }
  /// Whether the user set the parameter.
  bool given(std::string_view section, std::string_view name) const {
    return this->section(section).given(name);
  }
  /// True if the user named the section: sections on request are to do something.
  bool given(std::string_view section) const;
  /// Where the user set the parameter; unknown for defaults.
  const Location& where(std::string_view section, std::string_view name) const {
    return this->section(section).where(name);
  }

  /// One instance of a section, counted from 0. Throws Bug if there is no such instance.
  const SectionValues& section(std::string_view path, int instance = 0) const;
  /// Returns a section whose values may be changed.
  SectionValues& section(std::string_view path, int instance = 0);
  /// All instances of a section; sections on request that the user did not name have none.
  std::vector<const SectionValues*> instances(std::string_view path) const;
  /// Gives a repeatable section `count` instances with defaults.
  void resize(std::string_view path, int count);

  /// What may be set, with types and defaults.
  const ParameterRegistry& registry() const { return *registry_; }

 private:
  const ParameterRegistry* registry_;
  std::map<std::string, std::vector<SectionValues>, std::less<>> sections_;
};

/// Checks all input against the registry in one pass. Every problem found is appended to
/// `problems`; values that could not be read keep their defaults, so that callers may continue and
/// look for more problems before they throw.
ParameterSet resolve_parameters(const ParameterRegistry& registry, const ParameterInput& input,
                                std::vector<Problem>& problems);

}  // namespace cardon
