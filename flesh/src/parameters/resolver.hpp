// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Walks trees along the registry and fills in values; see resolve_parameters.
class Resolver {
 public:
  Resolver(ParameterSet& parameters, std::vector<Problem>& problems)
      : registry_(parameters.registry()), parameters_(parameters), problems_(problems) {}

  /// `active` are the names in `thorns:`, for messages.
  void set_active(std::vector<std::string> active) { active_ = std::move(active); }
  void apply(const Node& layer) { apply_map("", 0, layer); }
  /// Compiles every formula with the values it will see.
  void check_formulas();

 private:
  void apply_map(const std::string& path, int instance, const Node& map);
  void apply_section(const std::string& path, const Node& node, int index);
  void apply_list(const std::string& path, const Node& list);
  void apply_value(SectionValues& values, const ParameterDeclaration& parameter, const Node& node);
  void add_problems(const Error& error, const ParameterSection& section,
                    const ParameterDeclaration& parameter);
  bool is_include(const std::string& path, const Node& member);
  void unknown(const std::string& path, const Node& member);
  bool unavailable(const std::string& path, const Node& member);
  void unknown_top_level(const Node& member);

  const ParameterRegistry& registry_;
  ParameterSet& parameters_;
  std::vector<Problem>& problems_;
  std::vector<std::string> active_;
};

}  // namespace cardon
