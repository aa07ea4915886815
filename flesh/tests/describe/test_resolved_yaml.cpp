// SPDX-License-Identifier: Apache-2.0
// The layout of resolved.yaml: which sections and values it has, and their comments.
#include <gmock/gmock.h>

#include "describe/resolved_yaml.hpp"
#include "sample_sections.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string head = "# All parameters of the run, each with its unit and its source\n";

// The whole text of one section S with these parameters.
std::string resolved_text(const std::vector<ParameterDeclaration>& parameters,
                          const std::string& text = "",
                          const std::vector<std::string>& overrides = {}) {
  ParameterRegistry registry;
  registry.add(section("S", parameters));
  const samples::Given given(std::move(registry), text, overrides);
  EXPECT_EQ(given.errors(), "");
  return resolved_yaml(given.parameters);
}

std::string of_samples(const std::string& text) {
  const samples::Given given(text);
  EXPECT_EQ(given.errors(), "");
  return resolved_yaml(given.parameters);
}

TEST(ResolvedYaml, IsOnlyItsHeadWithoutParameters) {
  EXPECT_EQ(resolved_yaml(ParameterSet(ParameterRegistry())), head);
  EXPECT_EQ(resolved_text({}), head);
  EXPECT_EQ(resolved_text({declare_tree("tree", "A tree"), declare(samples::model)}), head);
}

TEST(ResolvedYaml, HasCommentsInOneColumn) {
  EXPECT_EQ(resolved_text({declare(samples::flag), declare(samples::speed)}),
            head +
                "S:\n"
                "  flag: false                             # default\n"
                "  speed: 1                                # m/s; default\n");
  EXPECT_EQ(resolved_text({declare(samples::label)}, "S: {label: " + std::string(40, 'a') + "}\n"),
            head + "S:\n  label: " + std::string(40, 'a') + "  # a.yaml:1\n");
}

TEST(ResolvedYaml, HasTheSourceOfEachValue) {
  const std::string text =
      resolved_text({declare(samples::flag), declare(samples::count), declare(samples::kind)},
                    "S:\n  flag: true\n  count: 4\n", {"S.count=5"});
  EXPECT_THAT(text, HasSubstr("flag: true                              # a.yaml:2\n"));
  EXPECT_THAT(text, HasSubstr("count: 5                                # command line\n"));
  EXPECT_THAT(text, HasSubstr("kind: plane                             # default\n"));
}

TEST(ResolvedYaml, ShowsWhatTheUserWroteIfItLooksDifferent) {
  const auto line = [](const std::string& written) {
    const std::string text =
        resolved_text({declare(samples::speed)}, "S: {speed: " + written + "}");
    return text.substr(text.find("speed"));
  };
  EXPECT_EQ(line("36 km/h"), "speed: 10                               # m/s; a.yaml:1 (36 km/h)\n");
  EXPECT_EQ(line("1e3"), "speed: 1000                             # m/s; a.yaml:1 (1e3)\n");
  EXPECT_EQ(line("2.5"), "speed: 2.5                              # m/s; a.yaml:1\n");
}

TEST(ResolvedYaml, KeepsACommentOnItsLine) {
  const std::string text = resolved_text({declare(samples::speed)}, "S: {speed: \"1 +\\n 1\"}\n");
  EXPECT_THAT(text, HasSubstr("# m/s; a.yaml:1 (1 +\\n 1)\n"));
}

TEST(ResolvedYaml, HasNoUnsetValues) {
  const auto without = declare(samples::speed).without_default();
  EXPECT_EQ(resolved_text({without}), head);
  EXPECT_THAT(resolved_text({without}, "S: {speed: 2}\n"), HasSubstr("S:\n  speed: 2 "));
}

TEST(ResolvedYaml, HasSectionsOnRequestOnlyIfTheyAreNamed) {
  EXPECT_THAT(of_samples(""), Not(HasSubstr("bare")));
  EXPECT_THAT(of_samples(""), Not(HasSubstr("many")));
  EXPECT_THAT(of_samples("out: {bare: }\n"), HasSubstr("# default\n  bare:\n"));
  EXPECT_THAT(of_samples("out: {bare: {count: 7}}\n"), HasSubstr("  bare:\n    count: 7  "));
}

TEST(ResolvedYaml, HasAListIfThereAreSeveralOfASection) {
  EXPECT_THAT(of_samples("out: {many: [{every: 4}]}\n"),
              HasSubstr("  many:\n    every: 4                              # a.yaml:1\n"
                        "    labels: []                            # default\n"));
  EXPECT_THAT(of_samples("out:\n  many:\n    - every: 4\n    - labels: [a]\n"),
              HasSubstr("  many:\n    - every: 4                            # a.yaml:3\n"
                        "      labels: []                          # default\n"
                        "    - every: 1                            # default\n"
                        "      labels: [a]                         # a.yaml:4\n"));
}

TEST(ResolvedYaml, HasEmptyMapsForEntriesWithoutValues) {
  ParameterRegistry registry;
  registry.add(section("S", {declare(samples::count).without_default()}, SectionUse::repeatable));
  const samples::Given given(std::move(registry), "S: [{}, {count: 2}, {}]\n");
  EXPECT_EQ(resolved_yaml(given.parameters),
            head + "S:\n  - {}\n  - count: 2                              # a.yaml:1\n  - {}\n");
}

TEST(ResolvedYaml, NestsSectionsBelowWordsThatAreNone) {
  EXPECT_THAT(of_samples(""),
              HasSubstr("deep:\n  inner:\n    flag: false                           # default\n"));
}

}  // namespace
}  // namespace cardon
