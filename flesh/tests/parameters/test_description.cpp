// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "describe/parameter_description.hpp"
#include "fixture.hpp"

namespace cardon::testing {
namespace {

using ::testing::HasSubstr;

TEST(Describe, SectionsWithDefaultsOrValues) {
  const Outcome outcome("WaveToy: {speed: 2}\n");
  const SectionValues& wave = outcome.parameters.section("WaveToy");
  EXPECT_THAT(describe_section(wave.section()),
              HasSubstr("WaveToy: Section WaveToy\n  speed    1 m/s              Wave speed\n"));
  EXPECT_THAT(describe_section(wave.section(), &wave),
              HasSubstr("2 m/s from test.yaml:1, default 1 m/s"));
  EXPECT_THAT(describe_section(*outcome.registry.find("output.slices")),
              HasSubstr("a list of maps makes several"));
}

TEST(Describe, OneParameter) {
  const Outcome outcome("WaveToy: {speed: 2}\n");
  const SectionValues& wave = outcome.parameters.section("WaveToy");
  EXPECT_EQ(describe_parameter(wave.section(), *wave.section().find("speed"), &wave),
            "WaveToy::speed: Wave speed\n"
            "  legal     real above 0 in m/s\n"
            "  default   1 m/s\n"
            "  value     2 m/s (test.yaml:1)\n"
            "  steering  fixed at the start\n"
            "  set by    WaveToy.speed=...\n");
}

TEST(Describe, Markdown) {
  ParameterSection s =
      section("Heat", {declare(Parameter{"kappa", 1.0, "Left | right", positive}.steerable())});
  EXPECT_EQ(markdown_section(s),
            "### Heat\n\nSection Heat\n\n"
            "| parameter | default | legal values | meaning |\n|---|---|---|---|\n"
            "| `kappa` | `1` | real above 0 | Left \\| right; may change during the run |\n");
}

TEST(Schema, HoldsTypesRangesAndNesting) {
  const nlohmann::json schema = nlohmann::json::parse(json_schema(wave_registry()));
  EXPECT_FALSE(schema["additionalProperties"].get<bool>());
  const auto& wave = schema["properties"]["WaveToy"]["properties"];
  EXPECT_EQ(wave["speed"]["anyOf"][0]["type"], "number");
  EXPECT_EQ(wave["speed"]["anyOf"][0]["exclusiveMinimum"], 0);
  EXPECT_EQ(wave["initial"]["enum"], (nlohmann::json{"plane", "gaussian"}));
  EXPECT_EQ(wave["order"]["anyOf"][0]["enum"], (nlohmann::json{2.0, 4.0, 6.0}));
  EXPECT_EQ(wave["centre"]["minItems"], 3);
  EXPECT_EQ(wave["damped"]["type"], "boolean");
  EXPECT_THAT(wave["speed"]["description"].get<std::string>(), HasSubstr("default 1 m/s"));
  EXPECT_TRUE(
      schema["properties"]["time"]["properties"]["stop"]["properties"].contains("iterations"));
  EXPECT_EQ(schema["properties"]["output"]["properties"]["slices"]["anyOf"][1]["type"], "array");
}

}  // namespace
}  // namespace cardon::testing
