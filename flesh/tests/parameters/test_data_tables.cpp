// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/thorn/data_table.hpp>
#include <nlohmann/json.hpp>

#include "describe/parameter_description.hpp"
#include "fixture.hpp"

namespace cardon::testing {
namespace {

using ::testing::ElementsAre;

constexpr DataTable<2> eos{"eos", "Pressure", Interpolation::monotone, unit("Pa"), positive};

/// The value of Gas::eos, or null where it could not be read.
struct Eos {
  explicit Eos(const std::string& text, const std::vector<std::string>& overrides = {}) {
    registry.add(section("Gas", {declare(eos)}));
    ParameterInput input;
    input.add_text("test.yaml", text);
    for (const std::string& word : overrides) input.add_override(word);
    const ParameterSet parameters = resolve_parameters(registry, input, problems);
    if (parameters.has("Gas", "eos")) value = parameters.get<Node>("Gas", "eos");
  }
  std::string text(const char* key) const { return value.find(key) ? value.find(key)->text : ""; }

  ParameterRegistry registry;
  std::vector<Problem> problems;
  Node value;
};

TEST(DataTableParameter, IsDeclaredWithArgumentsAndInterpolation) {
  const ParameterDeclaration d = declare(eos);
  EXPECT_EQ(d.arguments, 2);
  EXPECT_EQ(d.interpolation, Interpolation::monotone);
  EXPECT_EQ(d.legal_values(),
            "table of two arguments: a path, or {file: PATH, column: NAME, interpolation: monotone "
            "or linear, outside: constant, linear or nan}; values above 0 in Pa");
  EXPECT_TRUE(Eos("Gas: {}\n").value.is_null());
}

TEST(DataTableParameter, IsAPathOrAMap) {
  EXPECT_EQ(Eos("Gas: {eos: a.txt}\n").text("file"), "a.txt");
  const Eos map("Gas: {eos: {file: a.txt, column: p, outside: nan}}\n", {"Gas.eos.column=q"});
  EXPECT_EQ(map.text("file") + map.text("column") + map.text("outside"), "a.txtqnan");
  const Eos other("Gas: {eos: {file: a.txt, column: p}}\n", {"Gas.eos=b.txt"});
  EXPECT_EQ(other.text("file") + other.text("column"), "b.txt");
}

TEST(DataTableParameter, RefusesOtherForms) {
  const auto slugs = [](const Eos& wrong) {
    std::vector<std::string> all;
    for (const Problem& problem : wrong.problems) all.push_back(problem.slug);
    return all;
  };
  EXPECT_THAT(slugs(Eos("Gas: {eos: [a.txt]}\n")), ElementsAre("parameter/wrong-type"));
  EXPECT_THAT(slugs(Eos("Gas: {eos: {dataset: p}}\n")), ElementsAre("parameter/unknown"));
  EXPECT_THAT(slugs(Eos("Gas: {eos: {file: a, interpolation: cubic}}\n")),
              ElementsAre("parameter/not-a-choice"));
  EXPECT_THAT(slugs(Eos("Gas: {eos: {file: a, outside: zero}}\n")),
              ElementsAre("parameter/not-a-choice"));
}

TEST(DataTableParameter, IsInTheSchema) {
  const nlohmann::json schema = nlohmann::json::parse(json_schema(Eos("Gas: {}\n").registry));
  const auto& forms = schema["properties"]["Gas"]["properties"]["eos"]["anyOf"];
  EXPECT_EQ(forms[1]["required"][0], "file");
  EXPECT_EQ(forms[1]["properties"]["outside"]["enum"][2], "nan");
}

}  // namespace
}  // namespace cardon::testing
