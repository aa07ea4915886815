// SPDX-License-Identifier: Apache-2.0
// The schema for editors: what it accepts of each type, and that it accepts what a run accepts.
#include <gmock/gmock.h>

#include <regex>

#include "describe/parameter_description.hpp"
#include "parameters/yaml_reader.hpp"
#include "sample_sections.hpp"
#include "schema_validator.hpp"

namespace cardon {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const json& sample_schema() {
  static const json schema = json::parse(json_schema(samples::registry()));
  return schema;
}

json schema_of(const std::string& parameter) {
  return sample_schema()["properties"]["All"]["properties"].at(parameter);
}

// A text without quotes as YAML 1.2 takes it.
json plain_scalar(const std::string& text) {
  static const std::regex number(R"([-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?)");
  if (std::regex_match(text, number)) return std::stod(text);
  return text == "true" || text == "false" ? json(text == "true") : json(text);
}

json as_json(const Node& node) {
  if (node.is_scalar()) return node.quoted ? json(node.text) : plain_scalar(node.text);
  json out;
  if (node.is_list()) out = json::array();
  if (node.is_map()) out = json::object();
  for (const Node& child : node.children)
    if (node.is_list())
      out.push_back(as_json(child));
    else
      out[child.key] = as_json(child);
  return out;
}

bool schema_accepts(const std::string& text) {
  Node tree;
  std::vector<Problem> problems;
  EXPECT_TRUE(read_yaml(SourceText("a.yaml", text), tree, problems)) << text;
  return satisfies(as_json(tree), sample_schema());
}

// Values of a parameter as JSON, of which the schema accepts all, or none.
void expect_all(bool accepted, const std::string& parameter, const std::string& values) {
  const json schema = schema_of(parameter);
  for (const json& value : json::parse(values))
    EXPECT_EQ(satisfies(value, schema), accepted) << parameter << " " << value << " " << schema;
}

TEST(JsonSchema, IsADraftThatEditorsKnow) {
  const json& schema = sample_schema();
  EXPECT_EQ(schema["$schema"], "http://json-schema.org/draft-07/schema#");
  EXPECT_EQ(schema["title"], "Cardon parameter file");
  EXPECT_EQ(json_schema(samples::registry()).back(), '\n');
}

TEST(JsonSchema, KeepsTheOrderOfTheDeclarations) {
  const std::string text = json_schema(samples::registry());
  EXPECT_LT(text.find("\"flag\""), text.find("\"count\""));
  EXPECT_LT(text.find("\"title\": {"), text.find("\"All\""));
  EXPECT_LT(text.find("\"kind\""), text.find("\"curve\""));
}

TEST(JsonSchema, AcceptsOnlyTrueAndFalseForFlags) {
  expect_all(true, "flag", "[true, false]");
  expect_all(false, "flag", R"([1, "yes", null, [true]])");
  expect_all(true, "flags", "[true, [], [true, false, true]]");
  expect_all(false, "flags", R"([[1], ["no"], null])");
}

TEST(JsonSchema, KnowsRangesAndChoicesOfIntegers) {
  expect_all(true, "count", R"([1, 7, 3.0, 2147483647, "2*4", "pi"])");
  expect_all(false, "count", R"([0, -1, 2.5, 2147483648, "many", null, [1]])");
  expect_all(true, "order", R"([2, 4, 4.0, "2*2"])");
  expect_all(false, "order", R"([3, "two", true])");
  expect_all(true, "counts", R"([1, [], [5, 6, 7, 8], ["2^3", 1]])");
  expect_all(false, "counts", R"([0, [1, 0], [1.5], [[1]], {}])");
}

TEST(JsonSchema, KnowsRangesOfReals) {
  expect_all(true, "speed", R"([1e-300, 1e300, 3, "36 km/h", "2*pi m/s"])");
  expect_all(false, "speed", R"([0, -1, "fast", true, null, {"value": 1}])");
  expect_all(true, "share", "[1, 5e-324, 0.5]");
  expect_all(false, "share", "[0, 1.0000001, -0.5]");
  expect_all(true, "depth", R"([-10, -0.001, "-3 m"])");
  expect_all(false, "depth", "[0, 0.1, -10.5]");
}

TEST(JsonSchema, HasBoundsOnlyWhereThereAreSome) {
  const json share = schema_of("share")["anyOf"][0];
  EXPECT_EQ(share["exclusiveMinimum"], 0);
  EXPECT_EQ(share["maximum"], 1);
  EXPECT_FALSE(share.contains("minimum") || share.contains("exclusiveMaximum"));
  EXPECT_EQ(schema_of("centre")["items"]["anyOf"][0], json({{"type", "number"}}));
}

TEST(JsonSchema, KnowsTheLengthOfLists) {
  expect_all(true, "centre", R"([[1, 2, 3], ["1 km", 0, "pi/2"]])");
  expect_all(false, "centre", R"([[1, 2], [1, 2, 3, 4], [], 1, ["a", 0, 0]])");
}

TEST(JsonSchema, AcceptsTextsWithoutQuotes) {
  for (const char* parameter : {"label", "profile"}) {
    expect_all(true, parameter, R"(["", "x", "\u00e9", 12, 1.5, true])");
    expect_all(false, parameter, R"([null, ["x"], {"x": 1}])");
  }
  expect_all(true, "labels", R"(["phi", [], ["phi", 2, true]])");
  expect_all(false, "labels", R"([null, [null], {"a": 1}, [["a"]]])");
}

TEST(JsonSchema, AcceptsOnlyTheChoicesOfKeywords) {
  expect_all(true, "kind", R"(["plane", "shell"])");
  expect_all(false, "kind", R"(["Plane", "", 1, null, ["plane"]])");
  expect_all(true, "kinds", R"(["c", [], ["a", "c"]])");
  expect_all(false, "kinds", R"(["d", ["a", "d"]])");
}

TEST(JsonSchema, AcceptsStepsAndTimesAsIntervals) {
  expect_all(true, "every", R"([1, 100, "0.2 s", "1 h"])");
  expect_all(false, "every", R"([0, -5, "often", true, null])");
  expect_all(true, "times", R"([10, [10, "0.1 s"], []])");
  expect_all(false, "times", "[0, [10, 0], [null]]");
}

TEST(JsonSchema, AcceptsAnythingAsATree) {
  expect_all(true, "tree", R"([null, 1, "x", [1, {"a": null}], {"b": {"c": []}}, true])");
}

TEST(JsonSchema, KnowsTheKeysOfFiles) {
  expect_all(true, "model", R"(["a.h5", {"file": "a.h5"},
      {"file": "a.h5", "dataset": "/T", "checksum": "xxh3:1"}])");
  expect_all(false, "model", R"([null, [], {}, {"dataset": "/T"}, {"file": "a", "column": "T"}])");
  expect_all(true, "curve", R"(["a.txt", {"file": "a", "column": 2, "checksum": "1"},
      {"file": "a", "interpolation": "monotone", "outside": "nan"}])");
  expect_all(false, "curve", R"([{"file": "a", "interpolation": "cubic"},
      {"file": "a", "outside": "zero"}, {"column": "p"}, {"file": "a", "dataset": "/T"}])");
}

TEST(JsonSchema, DescribesAParameterWithItsUnitRangeAndDefault) {
  EXPECT_EQ(schema_of("speed")["description"], "A speed (real above 0 in m/s; default 1 m/s)");
  EXPECT_EQ(schema_of("kind")["description"], "A keyword (one of plane, shell; default plane)");
  EXPECT_EQ(schema_of("centre")["description"],
            "A point (list of 3 reals in m; default [0, 0.5, -1] m)");
  EXPECT_EQ(schema_of("tree")["description"], "A tree (tree; default unset)");
  EXPECT_EQ(schema_of("label")["description"], "A text (string; default \"\")");
}

TEST(JsonSchema, FollowsTheUseOfSections) {
  const json out = sample_schema()["properties"]["out"];
  EXPECT_EQ(out["description"], "Section out");
  EXPECT_EQ(out["properties"]["bare"]["description"], "Section out.bare");
  EXPECT_EQ(out["properties"]["many"]["description"], "Section out.many");
  EXPECT_FALSE(sample_schema()["properties"]["deep"].contains("description"));
  for (const char* text :
       {"out:\n", "out: {bare: }\n", "out: {bare: {count: 1}}\n", "out: {many: {every: 2}}\n",
        "out: {many: [{every: 2}, {}]}\n", "deep: {inner: {flag: true}}\n", "{}\n"})
    EXPECT_TRUE(schema_accepts(text)) << text;
  for (const char* text : {"out: 1\n", "out: {bare: [{count: 1}]}\n", "out: {many: []}\n",
                           "out: {few: 1}\n", "deep: {inner: {flags: true}}\n", "Other: {}\n"})
    EXPECT_FALSE(schema_accepts(text)) << text;
}

TEST(JsonSchema, KnowsIncludedFiles) {
  for (const char* text : {"include: a.yaml\n", "include: [a.yaml, b.yaml]\n", "include: []\n"})
    EXPECT_TRUE(schema_accepts(text)) << text;
  EXPECT_FALSE(schema_accepts("include: {file: a.yaml}\n"));
  EXPECT_THAT(sample_schema()["properties"]["include"]["description"].get<std::string>(),
              HasSubstr("relative to this file"));
}

TEST(JsonSchema, HasOnlyIncludedFilesWithoutSections) {
  const json schema = json::parse(json_schema(ParameterRegistry()));
  EXPECT_EQ(schema["properties"].size(), 1u);
  EXPECT_TRUE(satisfies(nullptr, schema));
  EXPECT_FALSE(satisfies({{"title", "x"}}, schema));
}

// An editor must not complain of a file that runs.
TEST(JsonSchema, AcceptsWhatARunAccepts) {
  const std::vector<std::string> values = {"flag: true",
                                           "count: 1e2",
                                           "count: '3'",
                                           "count: 2*2",
                                           "order: 4.0",
                                           "order: \"2\"",
                                           "speed: .5",
                                           "speed: 1e-3 km/s",
                                           "speed: pi",
                                           "share: +1",
                                           "depth: -1 m",
                                           "kind: shell",
                                           "label: 12",
                                           "label: 'null'",
                                           "label: true",
                                           "label: ''",
                                           "profile: 0",
                                           "profile: 't > 0 ? 1 : 2'",
                                           "every: 5",
                                           "every: 0.1 ms",
                                           "tree: ~",
                                           "tree: {a: [1, {}]}",
                                           "model: 2020",
                                           "model: {file: a, dataset: 1}",
                                           "curve: a b.txt",
                                           "curve: {file: true}",
                                           "flags: false",
                                           "flags: []",
                                           "counts: 2*3",
                                           "counts: [1, '2']",
                                           "centre: [1, pi, 2]",
                                           "labels: [1, a, '']",
                                           "labels: phi",
                                           "kinds: [c, a]",
                                           "times: 3",
                                           "times: [1 s, 2]"};
  for (const std::string& value : values) {
    const std::string text = "All: {" + value + "}\n";
    EXPECT_EQ(samples::Given(text).errors(), "");
    EXPECT_TRUE(schema_accepts(text)) << text;
  }
}

}  // namespace
}  // namespace cardon
