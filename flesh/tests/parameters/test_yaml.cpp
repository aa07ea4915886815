// SPDX-License-Identifier: Apache-2.0
// What YAML and yaml-cpp would do quietly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fixture.hpp"
#include "parameters/yaml_reader.hpp"

namespace cardon::testing {
namespace {

using ::testing::HasSubstr;

TEST(Yaml, LeadingZerosAreRefused) {
  EXPECT_THAT(Outcome("WaveToy: {order: 012}\n").errors(), HasSubstr("^^^ write 12\n"));
  EXPECT_THAT(Outcome("WaveToy: {width: 00.5}\n").errors(), HasSubstr("^^^^ write 0.5\n"));
  EXPECT_EQ(Outcome("WaveToy: {width: 0.5}\n").errors(), "");
}

TEST(Yaml, OnlyTrueAndFalseAreBooleans) {
  EXPECT_THAT(Outcome("WaveToy: {damped: off}\n").errors(), HasSubstr("^^^ write false\n"));
  EXPECT_THAT(Outcome("WaveToy: {damped: yes}\n").errors(), HasSubstr("^^^ write true\n"));
  EXPECT_TRUE(Outcome("WaveToy: {damped: true}\n").parameters.get<bool>("WaveToy", "damped"));
}

TEST(Yaml, StringsKeepTheirText) {
  EXPECT_EQ(Outcome("title: off\n").parameters.get<std::string>("", "title"), "off");
  EXPECT_EQ(Outcome("title: 012\n").parameters.get<std::string>("", "title"), "012");
  EXPECT_EQ(Outcome("title: \"a: b # c\"\n").parameters.get<std::string>("", "title"), "a: b # c");
}

TEST(Yaml, TextWithAColonNeedsQuotes) {
  EXPECT_THAT(Outcome("title: {a: b}\n").errors(),
              HasSubstr("text with a colon and a space needs quotes"));
}

TEST(Yaml, DuplicateSectionsAreReported) {
  const Outcome outcome("WaveToy: {speed: 1}\nWaveToy: {speed: 2}\n");
  ASSERT_EQ(outcome.problems.size(), 1u);
  EXPECT_EQ(outcome.problems[0].slug, "parameter/duplicate");
  EXPECT_EQ(outcome.problems[0].where.line, 2);
}

TEST(Yaml, SyntaxErrorsHaveAPlaceAndHideNothingElse) {
  const Outcome outcome("title: x\nWaveToy: {speed: 1\ngrid: 3\n");
  ASSERT_EQ(outcome.problems.size(), 1u);
  EXPECT_EQ(outcome.problems[0].slug, "parameter/syntax");
  EXPECT_GE(outcome.problems[0].where.line, 2);
}

TEST(Yaml, BytesThatAreNotUtf8AreRefusedWithTheirPlace) {
  for (const char* bad : {"\xdf", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80"}) {
    const Outcome outcome(std::string("thorns: [WaveToy]\ntitle: Sto") + bad + "\n");
    ASSERT_EQ(outcome.problems.size(), 1u);
    EXPECT_EQ(outcome.problems[0].slug, "parameter/syntax");
    EXPECT_EQ(outcome.problems[0].where.line, 2);
    EXPECT_EQ(outcome.problems[0].where.column, 11);
  }
  const std::string good = "Sto\xc3\x9f \xe2\x82\xac \xf0\x9f\x8c\x8a";
  EXPECT_EQ(Outcome("title: " + good + "\n").parameters.get<std::string>("", "title"), good);
}

TEST(Yaml, TabsAreExplained) {
  EXPECT_THAT(Outcome("WaveToy:\n\tspeed: 1\n").errors(),
              HasSubstr("YAML forbids tabs before a key"));
}

TEST(Yaml, AFileIsAMap) {
  EXPECT_THAT(Outcome("- a\n- b\n").errors(), HasSubstr("made of `key: value` lines"));
  EXPECT_EQ(Outcome("").errors(), "");
  EXPECT_THAT(Outcome("title: a\n---\ntitle: b\n").errors(),
              HasSubstr("one document, not several"));
}

TEST(Yaml, AliasesWorkAndBombsDoNot) {
  EXPECT_EQ(Outcome("WaveToy: {speed: &s 3, width: *s}\n").parameters.get<Real>("WaveToy", "width"),
            3);
  std::string bomb = "expect:\n  a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string alias = "*a" + std::to_string(i - 1);
    bomb += "  a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + alias;
    for (int j = 0; j < 9; ++j) bomb += ", " + alias;
    bomb += "]\n";
  }
  EXPECT_THAT(Outcome(bomb).errors(), HasSubstr("too many values"));
  EXPECT_THAT(Outcome("expect: &e [*e]\n").errors(),
              HasSubstr("an alias is inside the node that it refers to"));
  EXPECT_THAT(Outcome("expect: " + std::string(200, '[') + std::string(200, ']') + "\n").errors(),
              HasSubstr("nested too deeply"));
}

TEST(Yaml, RepeatedTextIsCountedInBytes) {
  std::string bomb = "expect:\n  - &a " + std::string(100000, 'x') + "\n";
  for (int n = 0; n < 20000; ++n) bomb += "  - *a\n";
  EXPECT_THAT(Outcome(bomb).errors(), HasSubstr("more than 256 MB, with their aliases"));
}

TEST(Yaml, PlacesInALongLineShareIt) {
  std::string line = "expect: {";
  for (int n = 0; n < 4000; ++n) line += "a" + std::to_string(n) + ": [0.5, 1, 2], ";
  Node tree;
  std::vector<Problem> problems;
  ASSERT_TRUE(read_yaml(SourceText("long.yaml", line + "}"), tree, problems));
  const Node& last = tree.children[0].children.back();
  EXPECT_LT(last.where.text.size(), 400u);
  EXPECT_EQ(last.where.column, int(line.find("a3999: ")) + 8);
  Problem problem;
  problem.where = last.children[1].where;
  EXPECT_THAT(format_problem(problem),
              HasSubstr("long.yaml:1:" + std::to_string(line.find("a3999: ") + 14)));
  const std::string shown = format_problem(problem);
  const std::size_t value = shown.find("a3999: [0.5, 1"), caret = shown.find('^');
  ASSERT_NE(value, shown.npos);
  ASSERT_NE(caret, shown.npos);
  EXPECT_EQ(caret - shown.rfind('\n', caret), value + 13 - shown.rfind('\n', value));
}

TEST(Yaml, ManyKeysTakeNoTime) {
  std::string text = "expect:\n";
  for (int n = 0; n < 50000; ++n) text += "  key" + std::to_string(n) + ": 1\n";
  Node tree;
  std::vector<Problem> problems;
  EXPECT_TRUE(read_yaml(SourceText("keys.yaml", text + "  key7: 2\n"), tree, problems));
  EXPECT_EQ(tree.children.at(0).children.size(), 50000u);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].hint, "first given in line 9");
}

TEST(Yaml, KeysMustBeWords) {
  for (const char* text : {"[a, b]: 1\n", "\"\": 3\n", "expect: {\"\": 3}\n"}) {
    const std::string errors = Outcome(text).errors();
    EXPECT_THAT(errors, HasSubstr("a key must be a single word"));
    EXPECT_THAT(errors, HasSubstr("1 error;"));
  }
}

TEST(Yaml, MissingFilesAreProblems) {
  ParameterInput input;
  input.add_file("/nonexistent/file.yaml");
  ASSERT_EQ(input.problems().size(), 1u);
  EXPECT_FALSE(input.readable());
  EXPECT_EQ(input.problems()[0].slug, "parameter/file");
  EXPECT_THAT(format_problem(input.problems()[0]), HasSubstr("No such file or directory"));
  ParameterInput folder;
  folder.add_file("/");
  EXPECT_THAT(format_problem(folder.problems().at(0)), HasSubstr("Is a directory"));
}

}  // namespace
}  // namespace cardon::testing
