// SPDX-License-Identifier: Apache-2.0
// Sections and parameters as text for the terminal and as Markdown.
#include <gmock/gmock.h>

#include "describe/parameter_description.hpp"
#include "sample_sections.hpp"

namespace cardon {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string section_text(const ParameterSection& section) { return describe_section(section); }

// A parameter of the thorn All in words, with its value if there is a text.
std::string parameter_text(const std::string& name, const std::string& text = "") {
  const samples::Given given(text);
  EXPECT_EQ(given.errors(), "");
  const SectionValues& values = given.parameters.section("All");
  return describe_parameter(values.section(), *values.section().find(name),
                            text.empty() ? nullptr : &values);
}

TEST(SectionText, AlignsNamesAndDefaults) {
  EXPECT_EQ(section_text(section("All", {declare(samples::speed), declare(samples::centre),
                                         declare(samples::label), declare_tree("tree", "A tree")})),
            "All: Section All\n"
            "  speed   1 m/s           A speed\n"
            "  centre  [0, 0.5, -1] m  A point\n"
            "  label   \"\"              A text\n"
            "  tree    unset           A tree\n");
}

TEST(SectionText, LetsLongValuesStickOut) {
  constexpr Expression formula{"formula", "1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9", "A formula"};
  EXPECT_EQ(section_text(section("All", {declare(formula), declare(samples::flag)})),
            "All: Section All\n"
            "  formula  1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9  A formula\n"
            "  flag     false                           A flag\n");
}

TEST(SectionText, NamesTheProviderUnlessItIsTheSection) {
  ParameterSection section = cardon::section("out.folder", {});
  EXPECT_EQ(section_text(section), "out.folder (thorn Writer): Section out.folder\n");
  section.provider = "flesh";
  EXPECT_EQ(section_text(section), "out.folder: Section out.folder\n");
  section.path = "";
  EXPECT_THAT(section_text(section), StartsWith("top of the file: "));
}

TEST(SectionText, SaysWhatASectionIsFor) {
  const auto text = [](SectionUse use) { return section_text(section("S", {}, use)); };
  EXPECT_EQ(text(SectionUse::always), "S: Section S\n");
  EXPECT_EQ(text(SectionUse::on_request),
            "S: Section S\nActs only when the parameter file names it.\n");
  EXPECT_EQ(text(SectionUse::repeatable),
            "S: Section S\nActs only when the parameter file names it; a list of maps makes "
            "several.\n");
}

TEST(SectionText, ShowsGivenValuesWithTheirSourceAndDefault) {
  const samples::Given given("All:\n  count: 5\n  depth: -300 m\n", {"All.kind=shell"});
  const SectionValues& values = given.parameters.section("All");
  const std::string text = describe_section(values.section(), &values);
  EXPECT_THAT(text, HasSubstr("  count    5 from a.yaml:2, default 3 "));
  EXPECT_THAT(text, HasSubstr("  depth    -0.3 km from a.yaml:3, default -1 km  A depth\n"));
  EXPECT_THAT(text, HasSubstr("  kind     shell from command line, default plane  A keyword\n"));
  EXPECT_THAT(text, HasSubstr("  speed    1 m/s      "));
  EXPECT_THAT(describe_section(values.section()), Not(HasSubstr("a.yaml")));
}

TEST(SectionText, ShowsTextsOfUsersOnOneLine) {
  const samples::Given given("All: {label: \"a\\n\\eb \\u00e9\"}\n");
  const SectionValues& values = given.parameters.section("All");
  EXPECT_THAT(describe_section(values.section(), &values),
              HasSubstr("a\\n\\x1bb \xc3\xa9 from a.yaml:1"));
  EXPECT_THAT(parameter_text("label", "All: {label: \"a\\n\\eb\"}\n"),
              HasSubstr("  value     a\\n\\x1bb (a.yaml:1)\n"));
}

TEST(ParameterText, HasRangeUnitAndDefault) {
  EXPECT_EQ(parameter_text("depth"),
            "All::depth: A depth\n"
            "  legal     real at least -10 and below 0 in km\n"
            "  default   -1 km\n"
            "  steering  fixed at the start\n"
            "  set by    All.depth=...\n");
  EXPECT_THAT(parameter_text("share"), HasSubstr("legal     real above 0 and at most 1\n"));
  EXPECT_THAT(parameter_text("counts"), HasSubstr("legal     list of integers at least 1\n"));
  EXPECT_THAT(parameter_text("flag"), HasSubstr("legal     true or false\n  default   false\n"));
}

TEST(ParameterText, HasTheValueInTheUnitOfTheParameter) {
  const std::string text = "All: {speed: 36 km/h, centre: [1 km, 0, 5e-324], every: 0.5 s}\n";
  EXPECT_THAT(parameter_text("speed", text), HasSubstr("  value     10 m/s (a.yaml:1)\n"));
  EXPECT_THAT(parameter_text("centre", text), HasSubstr("value     [1000, 0, 5e-324] m (a.yaml"));
  EXPECT_THAT(parameter_text("every", text), HasSubstr("  value     0.5 s (a.yaml:1)\n"));
  EXPECT_THAT(parameter_text("flag", text), HasSubstr("  value     false (default)\n"));
  EXPECT_THAT(parameter_text("tree", text), HasSubstr("  value     unset (default)\n"));
}

TEST(ParameterText, SaysWhenAParameterMayChange) {
  ParameterSection section = cardon::section("out", {declare(samples::flag.steerable())});
  const auto text = [&] { return describe_parameter(section, section.parameters[0]); };
  EXPECT_THAT(text(), HasSubstr("  steering  may change during the run\n"));
  section.parameters[0].steering = Steering::on_restart;
  EXPECT_THAT(text(), HasSubstr("  steering  may change on restart\n"));
}

TEST(ParameterText, SaysHowToSetAParameterAnywhere) {
  const auto text = [](const std::string& path) {
    const ParameterSection section = cardon::section(path, {declare(samples::flag)});
    return describe_parameter(section, section.parameters[0]);
  };
  EXPECT_THAT(text(""), StartsWith("flag: "));
  EXPECT_THAT(text(""), EndsWith("  set by    flag=...\n"));
  EXPECT_THAT(text("out.many"), StartsWith("out.many.flag: "));
  EXPECT_THAT(text("out.many"), EndsWith("  set by    out.many.flag=...\n"));
  EXPECT_THAT(text("Thorn"), StartsWith("Thorn::flag: "));
}

TEST(Markdown, IsAHeadingAloneWithoutParameters) {
  EXPECT_EQ(markdown_section(section("out", {})), "### out (thorn Writer)\n\nSection out\n");
}

TEST(Markdown, HasARowForEachParameter) {
  EXPECT_EQ(markdown_section(section(
                "out", {declare(samples::speed), declare(samples::kinds.steerable(on_restart))},
                SectionUse::on_request)),
            "### out (thorn Writer)\n\nSection out\n"
            "\nActs only when the parameter file names it.\n"
            "\n| parameter | default | legal values | meaning |\n|---|---|---|---|\n"
            "| `speed` | `1 m/s` | real above 0 in m/s | A speed |\n"
            "| `kinds` | `[a, b]` | list of: a, b, c | Keywords; may change on restart |\n");
}

TEST(Markdown, EscapesBarsInEveryCell) {
  constexpr Parameter bars{"bars", "a|b", "||", one_of("a|b", "|")};
  EXPECT_THAT(
      markdown_section(section("S", {declare(bars), declare(samples::profile)})),
      EndsWith("| `bars` | `a\\|b` | one of a\\|b, \\| | \\|\\| |\n"
               "| `profile` | `x > 0 \\|\\| t > 0` | formula in x, y, z, r, t and the numeric "
               "parameters | A formula |\n"));
}

}  // namespace
}  // namespace cardon
