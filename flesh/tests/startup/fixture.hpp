// SPDX-License-Identifier: Apache-2.0
// A parameter file and services as the readers of a run see them.
#pragma once
#include <gmock/gmock.h>

#include <algorithm>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/role_name.hpp>
#include <cardon/thorn/thorn_declaration.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cardon {

/// The resolved values of a text, with the sections of the flesh and more. What a reader finds is
/// appended to `problems`.
struct SampleFile {
  explicit SampleFile(const std::string& text, const std::vector<ParameterSection>& more = {},
                      const std::string& name = "test.yaml")
      : parameters(registry) {
    add_flesh_sections(registry);
    for (const ParameterSection& section : more) registry.add(section);
    ParameterInput input;
    input.add_text(name, text);
    parameters = resolve_parameters(registry, input, problems);
    EXPECT_TRUE(problems.empty()) << format_problems(problems);
  }
  SampleFile(const SampleFile&) = delete;

  /// "LINE:COLUMN SLUG" of each problem. Repeats are left out, as in what the user gets to see.
  std::vector<std::string> places() const {
    std::vector<std::string> list;
    for (const Problem& p : problems) {
      const std::string place =
          std::to_string(p.where.line) + ":" + std::to_string(p.where.column) + " " + p.slug;
      if (std::find(list.begin(), list.end(), place) == list.end()) list.push_back(place);
    }
    return list;
  }
  std::string errors() const { return problems.empty() ? "" : format_problems(problems); }

  ParameterRegistry registry;
  ParameterSet parameters;
  std::vector<Problem> problems;
};

template <class Role>
ServiceDeclaration sample_service(const std::string& name,
                                  std::function<std::shared_ptr<Role>()> make) {
  ServiceDeclaration service;
  service.role = role_name<Role>;
  service.name = name;
  service.make = [make = std::move(make)]() -> std::shared_ptr<void> { return make(); };
  return service;
}

}  // namespace cardon
