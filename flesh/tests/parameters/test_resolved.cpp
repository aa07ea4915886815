// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "describe/resolved_yaml.hpp"
#include "fixture.hpp"

namespace cardon::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const char* const gaussian_shell =
    "title: Gaussian shell\n"
    "thorns: [WaveToy]\n"
    "grid: {points: [33, 33, 33], domain: [[0, 1], [0, 1], [0, 1]], boundary: periodic}   # "
    "periodic: spacing 1/33\n"
    "time: {stop: {iterations: 20}, courant: 0.5}                                         # dt\n"
    "WaveToy: {initial: gaussian, radius: 0.25, width: 0.1, centre: [0.5, 0.5, 0.5]}\n"
    "output:\n"
    "  scalars: {every: 1, fields: [phi], reductions: [min, max, mean, l1, l2, linf]}\n"
    "  fields:  {every: 20, fields: [phi]}\n";

TEST(GaussianShell, IsRead) {
  const Outcome outcome(gaussian_shell);
  EXPECT_EQ(outcome.errors(), "");
  const ParameterSet& p = outcome.parameters;
  EXPECT_EQ(p.get<std::string>("", "title"), "Gaussian shell");
  EXPECT_THAT(p.get<std::vector<int>>("grid", "points"), ElementsAre(33, 33, 33));
  EXPECT_EQ(p.get<Node>("grid", "domain").to_yaml(), "[[0, 1], [0, 1], [0, 1]]");
  EXPECT_EQ(p.get<Node>("grid", "boundary").text, "periodic");
  EXPECT_EQ(p.get<int>("time.stop", "iterations"), 20);
  EXPECT_EQ(p.get("WaveToy", width), 0.1);
  EXPECT_TRUE(p.given("output.fields"));
  EXPECT_EQ(p.get<Interval>("output.fields", "every").iterations, 20);
  EXPECT_TRUE(p.instances("output.slices").empty());
  EXPECT_TRUE(outcome.input.mentions("output.scalars"));
}

TEST(Resolved, ListsEveryValueWithItsSource) {
  const Outcome outcome("thorns: [WaveToy]\nWaveToy: {speed: 36 km/h}\n", {"time.courant=0.4"});
  const std::string text = resolved_yaml(outcome.parameters);
  EXPECT_THAT(
      text,
      HasSubstr("WaveToy:\n  speed: 10                               # m/s; test.yaml:2 (36 km/h)\n"
                "  width: 0.2                              # m; default\n"));
  EXPECT_THAT(text, HasSubstr("  courant: 0.4                            # command line\n"));
  EXPECT_THAT(text, HasSubstr("  centre: [0.5, 0.5, 0.5]                 # m; default\n"));
  // Outputs that nobody asked for are not there.
  EXPECT_THAT(text, HasSubstr("output:\n  on_failure: stop                        # default\n"
                              "  background: always                      # default\n"
                              "  memory: 256000000                       # B; default\n"
                              "  on_damaged_table: refuse                # default\npredict:"));
  EXPECT_THAT(text, Not(HasSubstr("iterations")));
}

TEST(Resolved, IsAParameterFileThatGivesTheSame) {
  const std::vector<std::string> overrides = {
      "title=\"a: \\\"b\\\" # c, \\n d\"",
      "WaveToy.width=2*pi/3 km",
      "WaveToy.profile=exp(-x^2) * (t > 0 ? 1 : 2)",
      "output.slices=[{plane: xz, every: 0.1 s}, {fields: ['WaveToy::phi', '- a', '*b', '~', '']}]",
      "grid.boundary=[radiative, [flat, radiative], {lower: {dirichlet: \"0\"}, upper: neumann}]",
      "time.stop.time=1e-7 h"};
  const Outcome first(gaussian_shell, overrides);
  ASSERT_EQ(first.errors(), "");
  const Outcome second(resolved_yaml(first.parameters));
  ASSERT_EQ(second.errors(), "") << resolved_yaml(first.parameters);
  for (const auto& [path, section] : first.registry.sections()) {
    ASSERT_EQ(first.parameters.instances(path).size(), second.parameters.instances(path).size())
        << path;
    for (std::size_t i = 0; i < first.parameters.instances(path).size(); ++i) {
      for (const ParameterDeclaration& parameter : section.parameters) {
        const AnyValue& a = first.parameters.instances(path)[i]->at(parameter.name).value;
        const AnyValue& b = second.parameters.instances(path)[i]->at(parameter.name).value;
        EXPECT_TRUE(a == b) << section.qualified(parameter.name);
      }
    }
  }
}

}  // namespace
}  // namespace cardon::testing
