// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/thorn/data_file.hpp>
#include <nlohmann/json.hpp>

#include "describe/parameter_description.hpp"
#include "describe/resolved_yaml.hpp"
#include "fixture.hpp"

namespace cardon::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr DataFile model{"model", "Velocity model", unit("m/s"), positive, at_most(9000)};

/// The value of Rock::model, or null where it could not be read.
struct Model {
  explicit Model(const std::string& text, const std::vector<std::string>& overrides = {}) {
    registry.add(section("Rock", {declare(model)}));
    ParameterInput input;
    input.add_text("test.yaml", text);
    for (const std::string& word : overrides) input.add_override(word);
    const ParameterSet parameters = resolve_parameters(registry, input, problems);
    if (parameters.has("Rock", "model")) value = parameters.get<Node>("Rock", "model");
    resolved = resolved_yaml(parameters);
  }
  std::string text(const char* key) const { return value.find(key) ? value.find(key)->text : ""; }

  ParameterRegistry registry;
  std::vector<Problem> problems;
  Node value;
  std::string resolved;
};

TEST(DataFileParameter, IsUnsetUnlessGiven) {
  const Model none("Rock: {}\n");
  EXPECT_TRUE(none.problems.empty());
  EXPECT_TRUE(none.value.is_null());
  EXPECT_EQ(
      declare(model).legal_values(),
      "data file: a path, or {file: PATH, dataset: NAME}; values above 0 and at most 9000 in m/s");
}

TEST(DataFileParameter, WithoutValuesSaysWhetherAFileWasNamed) {
  const auto message = [](const std::string& text) -> std::string {
    const ParameterSection rock = section("Rock", {declare(model)});
    SectionValues values(rock);
    if (!text.empty()) values.set("model", {Node::scalar(text)});
    try {
      values.data("model");
    } catch (const Error& error) {
      return error.problems().front().message;
    }
    return "";
  };
  EXPECT_EQ(message(""), "Rock::model does not name a file, but its values are needed");
  EXPECT_EQ(message("a.h5"),
            "Rock::model names a file that has not been read, but its values are needed");
}

TEST(DataFileParameter, IsAPathOrAMap) {
  EXPECT_EQ(Model("Rock: {model: a.h5}\n").text("file"), "a.h5");
  const Model map("Rock: {model: {file: a.h5, dataset: /vp}}\n");
  EXPECT_EQ(map.text("file") + map.text("dataset"), "a.h5/vp");
  EXPECT_THAT(map.resolved, HasSubstr("model: {file: a.h5, dataset: /vp}"));
}

TEST(DataFileParameter, CommandLinesChangeMembers) {
  const Model changed("Rock: {model: {file: a.h5, dataset: /vp}}\n", {"Rock.model.dataset=/vs"});
  EXPECT_EQ(changed.text("file") + changed.text("dataset"), "a.h5/vs");
  const Model other("Rock: {model: {file: a.h5, dataset: /vp}}\n", {"Rock.model=b.h5"});
  EXPECT_EQ(other.text("file") + other.text("dataset"), "b.h5");
}

TEST(DataFileParameter, RefusesOtherForms) {
  const auto slugs = [](const Model& wrong) {
    std::vector<std::string> all;
    for (const Problem& problem : wrong.problems) all.push_back(problem.slug);
    return all;
  };
  EXPECT_THAT(slugs(Model("Rock: {model: [a.h5, b.h5]}\n")), ElementsAre("parameter/wrong-type"));
  EXPECT_THAT(slugs(Model("Rock: {model: {file: [a]}}\n")), ElementsAre("parameter/wrong-type"));
  EXPECT_THAT(slugs(Model("Rock: {model: {path: a}}\n")), ElementsAre("parameter/unknown"));
}

TEST(DataFileParameter, IsInTheSchema) {
  const nlohmann::json schema = nlohmann::json::parse(json_schema(Model("Rock: {}\n").registry));
  const auto& forms = schema["properties"]["Rock"]["properties"]["model"]["anyOf"];
  EXPECT_EQ(forms[1]["required"][0], "file");
  EXPECT_TRUE(forms[1]["properties"].contains("checksum"));
}

}  // namespace
}  // namespace cardon::testing
