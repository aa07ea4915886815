// SPDX-License-Identifier: Apache-2.0
// Sections with a parameter of each type, alone and as a list.
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/data_file.hpp>
#include <cardon/thorn/data_table.hpp>
#include <string>
#include <utility>
#include <vector>

#include "../support/parameter_section.hpp"

namespace cardon::samples {

inline constexpr Parameter flag{"flag", false, "A flag"};
inline constexpr Parameter count{"count", 3, "A count", at_least(1)};
inline constexpr Parameter order{"order", 2, "An order", one_of(2, 4)};
inline constexpr Parameter speed{"speed", 1.0, "A speed", positive, unit("m/s")};
inline constexpr Parameter share{"share", 0.5, "A share", above(0), at_most(1)};
inline constexpr Parameter depth{"depth", -1.0, "A depth", below(0), at_least(-10), unit("km")};
inline constexpr Parameter kind{"kind", "plane", "A keyword", one_of("plane", "shell")};
inline constexpr Parameter label{"label", "", "A text"};
inline constexpr Expression profile{"profile", "x > 0 || t > 0", "A formula"};
inline constexpr DataFile model{"model", "A data file", unit("K"), positive};
inline constexpr DataTable<1> curve{"curve", "A table", unit("Pa")};
inline constexpr Parameter flags{"flags", list_of(true, false), "Flags"};
inline constexpr Parameter counts{"counts", list_of(1, 2), "Counts", at_least(1)};
inline constexpr Parameter<Vec3> centre{"centre", {0, 0.5, -1}, "A point", unit("m")};
inline constexpr Parameter<List<std::string_view>> labels{"labels", {}, "Texts"};
inline constexpr Parameter kinds{"kinds", list_of("a", "b"), "Keywords", one_of("a", "b", "c")};

inline ParameterDeclaration times() {
  ParameterDeclaration d = declare_interval("times", "Intervals");
  d.list = true;
  return d;
}

inline std::vector<ParameterDeclaration> of_each_type() {
  return {declare(flag),
          declare(count),
          declare(order),
          declare(speed),
          declare(share),
          declare(depth),
          declare(kind),
          declare(label),
          declare(profile),
          declare_interval("every", "An interval", "10"),
          declare_tree("tree", "A tree"),
          declare(model),
          declare(curve),
          declare(flags),
          declare(counts),
          declare(centre),
          declare(labels),
          declare(kinds),
          times()};
}

/// The top of the file, the thorn All with each type, and sections of each use below `out`.
inline ParameterRegistry registry() {
  ParameterRegistry all;
  const auto every = declare_interval("every", "How often", "1");
  all.add(section("", {declare(Parameter{"title", "", "A title"})}));
  all.add(section("All", of_each_type()));
  all.add(section("out", {declare(Parameter{"folder", "out", "A folder"})}));
  all.add(section("out.bare", {declare(count).without_default()}, SectionUse::on_request));
  all.add(section("out.many", {every, declare(labels)}, SectionUse::repeatable));
  all.add(section("deep.inner", {declare(flag)}));
  return all;
}

/// What a text gives.
struct Given {
  explicit Given(const std::string& text, const std::vector<std::string>& overrides = {})
      : Given(registry(), text, overrides) {}
  Given(ParameterRegistry known, const std::string& text,
        const std::vector<std::string>& overrides = {})
      : all(std::move(known)), parameters(all) {
    ParameterInput input;
    input.add_text("a.yaml", text);
    for (const std::string& argument : overrides) input.add_override(argument);
    parameters = resolve_parameters(all, input, problems);
  }
  Given(const Given&) = delete;
  std::string errors() const { return problems.empty() ? "" : format_problems(problems); }

  ParameterRegistry all;
  std::vector<Problem> problems;
  ParameterSet parameters;
};

}  // namespace cardon::samples
