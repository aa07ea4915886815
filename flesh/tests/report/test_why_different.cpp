// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "report/why_different.hpp"

namespace cardon {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

json parameter(const std::string& value, const std::string& source) {
  return {{"value", value}, {"source", source}};
}

json provenance() {
  return json::parse(R"({
    "version": "0.1.0", "ranks": 1, "title": "a", "thorns": ["WaveToy"], "driver": "grid",
    "started": "2026-01-01", "hosts": {"n1": "0"}, "processors": {"P": "0"},
    "machine": {"sites": {"a": "0"}},
    "build": {"revision": "1", "type": "Release", "compiler": "GNU 12", "flags": "-O3",
              "system": "Linux", "libraries": ["Kokkos 3.7", "fmt 9.1"]},
    "modules": {"libcardon": {"checksum": "1", "file": "/a"},
                "IOHDF5": {"checksum": "2", "file": "/b"},
                "WaveToy": {"checksum": "3", "file": "/c"}},
    "parameters": {"grid.points": {"value": "[9, 8, 7]", "source": "a.yaml:3"},
                   "WaveToy::width": {"value": "0.3", "source": "a.yaml:5"},
                   "output.fields.every": {"value": "1", "source": "default"},
                   "driver.ghost_zones": {"value": "auto", "source": "default"}}})");
}

std::string why(const json& a, const json& b, bool identical = false) {
  Comparison comparison;
  comparison.fields.push_back({.name = "WaveToy::phi", .same_checksum = identical});
  comparison.a.provenance = a.dump();
  comparison.b.provenance = b.dump();
  return why_different(comparison);
}

TEST(WhyDifferent, ParametersOfWhatIsComputedComeFirst) {
  json other = provenance();
  other["parameters"]["WaveToy::width"] = parameter("0.31", "command line");
  other["parameters"]["driver.ghost_zones"] = parameter("4", "a.yaml:9");
  other["build"]["revision"] = "2-changed";
  other["ranks"] = 4;
  EXPECT_EQ(why(provenance(), other),
            "\nwhy they may differ\n"
            "   WaveToy::width  0.3 (a.yaml:5)  ->  0.31 (command line)\n"
            "   revision        1  ->  2-changed\n"
            "other differences, which never change results\n"
            "   ranks               1  ->  4\n"
            "   driver.ghost_zones  auto (default)  ->  4 (a.yaml:9)\n");
}

TEST(WhyDifferent, NothingThatMattersIsABugOrATaskThatIsNotPure) {
  EXPECT_THAT(why(provenance(), provenance()), HasSubstr("a bug\n   in Cardon, or a task is not"));
  json other = provenance();
  other["parameters"]["output.fields.every"] = parameter("2", "a.yaml:9");
  other["title"] = "b";
  other["started"] = "2026-01-02";
  EXPECT_EQ(why(provenance(), other), why(provenance(), provenance()));
}

TEST(WhyDifferent, WithLossyCodecsSettingsOfTheDriverMatter) {
  json other = provenance();
  other["lossy"] = "zfp-1e-3 on link a-b";
  other["machine"]["sites"] = {{"a", "0"}, {"b", "1"}};
  other["parameters"]["driver.ghost_zones"] = parameter("4", "a.yaml:9");
  EXPECT_EQ(why(provenance(), other),
            "\nwhy they may differ\n"
            "   driver.ghost_zones  auto (default)  ->  4 (a.yaml:9)\n"
            "   lossy codecs        none  ->  zfp-1e-3 on link a-b\n"
            "   sites               a (0)  ->  a (0), b (1)\n");
}

TEST(WhyDifferent, OtherBuildsAreNamed) {
  json other = provenance();
  for (const char* name : {"WaveToy", "libcardon"}) other["modules"][name]["checksum"] = "9";
  other["modules"]["IOHDF5"]["file"] = "elsewhere";
  other["modules"]["New"] = {{"checksum", "1"}};
  other["build"]["flags"] = "-O2";
  other["build"]["libraries"] = {"Kokkos 3.7", "fmt 9.2"};
  other["processors"] = {{"Q", "0"}};
  other["other_modules"] = {{{"ranks", "2-3"}, {"modules", {"WaveToy 77"}}}};
  EXPECT_EQ(why(provenance(), other),
            "\nwhy they may differ\n"
            "   build flags        -O3  ->  -O2\n"
            "   libraries          fmt 9.1  ->  fmt 9.2\n"
            "   other builds of    libcardon, WaveToy\n"
            "   other builds in B  ranks 2-3: WaveToy\n"
            "   processors         P  ->  Q\n");
}

TEST(WhyDifferent, ParametersOfThornsThatOnlyOneRunHasAreNoReasons) {
  json other = provenance();
  other["thorns"] = {"WaveToy", "Noise"};
  other["parameters"]["thorns"] = parameter("[WaveToy, Noise]", "a.yaml:2");
  other["parameters"]["driver.ghost_zones"] = parameter("0", "default");
  other["parameters"]["Noise::seed"] = parameter("7", "a.yaml:3");
  other["parameters"]["driver.more"] = parameter("auto", "default");
  EXPECT_EQ(why(provenance(), other),
            "\nwhy they may differ\n"
            "   thorns  WaveToy  ->  WaveToy, Noise\n");
}

TEST(WhyDifferent, ThornsThatComputeNothingNeverChangeResults) {
  json other = provenance();
  other["thorns"] = {"WaveToy", "GridDriver"};
  other["services"] = {"GridDriver"};
  EXPECT_THAT(why(provenance(), other),
              HasSubstr("never change results\n   thorns  WaveToy  ->  WaveToy, GridDriver\n"));
}

TEST(WhyDifferent, ARestartMattersOnlyWithOtherParameters) {
  json other = provenance();
  other["restarted_from"] = {{"run", "runs/a/0001"}, {"iteration", 20}};
  EXPECT_THAT(why(provenance(), other),
              HasSubstr("never change results\n   restarted from  no  ->  runs/a/0001 at "
                        "iteration 20\n"));
  other["restarted_from"]["changed"] = {"WaveToy::width = 0.31 (was 0.3; command line)"};
  EXPECT_THAT(why(provenance(), other), Not(HasSubstr("never change")));
}

TEST(WhyDifferent, IdenticalRunsNameWhatWasDifferentInOneLine) {
  EXPECT_EQ(why(provenance(), provenance(), true), "");
  json other = provenance();
  other["ranks"] = 4;
  other["parameters"]["driver.ghost_zones"] = parameter("4", "a.yaml:9");
  other["parameters"]["output.fields.every"] = parameter("2", "a.yaml:9");
  EXPECT_EQ(why(provenance(), other, true),
            "although: ranks 1 -> 4; driver.ghost_zones auto -> 4\n");
  for (const char* name : {"type", "compiler", "flags"}) other["build"][name] = "x";
  EXPECT_THAT(why(provenance(), other, true), HasSubstr("; and 1 more\n"));
}

TEST(WhyDifferent, ProvenanceOfAnotherKindIsNoTrouble) {
  EXPECT_THAT(why(json::object(), provenance()), HasSubstr("why they may differ\n"));
  EXPECT_THAT(why(json::array(), provenance()), HasSubstr("is not known: provenance.json cannot"));
  EXPECT_EQ(why(json::array(), provenance(), true), "");
  json odd = provenance();
  for (auto& [name, value] : odd.items()) value = 7;
  EXPECT_THAT(why(odd, provenance()), HasSubstr("why they may differ\n"));
}

}  // namespace
}  // namespace cardon
