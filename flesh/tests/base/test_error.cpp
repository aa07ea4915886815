// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>

namespace cardon {
namespace {

Problem misspelt() {
  return {.slug = "parameter/unknown",
          .message = "unknown parameter WaveToy::spede",
          .where = {"parfiles/wave-2sites.yaml", 19, 3, 5, "  spede: 2.0"},
          .hint = "did you mean speed?",
          .notes = {"WaveToy has: speed = 1 m/s, width = 0.2 m"},
          .help = "cardon describe WaveToy"};
}

Problem at(const Location& where) {
  Problem problem;
  problem.slug = "a/b";
  problem.message = "m";
  problem.where = where;
  return problem;
}

TEST(FormatProblem, ShowsPlaceCaretHintNotesAndHelp) {
  EXPECT_EQ(format_problem(misspelt()),
            "error: unknown parameter WaveToy::spede                                     "
            "[parameter/unknown]\n"
            "  --> parfiles/wave-2sites.yaml:19:3\n"
            "19 |   spede: 2.0\n"
            "   |   ^^^^^ did you mean speed?\n"
            "   WaveToy has: speed = 1 m/s, width = 0.2 m\n"
            "   help: cardon describe WaveToy\n");
}

TEST(FormatProblem, WithoutPlaceTheHintIsALineOfItsOwn) {
  Problem problem = misspelt();
  problem.where = {};
  problem.notes.clear();
  problem.help.clear();
  EXPECT_EQ(format_problem(problem),
            "error: unknown parameter WaveToy::spede                                     "
            "[parameter/unknown]\n"
            "   did you mean speed?\n");
}

TEST(FormatProblem, CommandLineHasNoLineNumber) {
  EXPECT_EQ(format_problem(at({"command line", 0, 9, 5, "WaveToy.spede=2"})),
            "error: m" + std::string(68, ' ') +
                "[a/b]\n"
                "  --> command line\n"
                "   | WaveToy.spede=2\n"
                "   |         ^^^^^\n");
}

TEST(FormatProblem, LongMessagesKeepTheSlugOnTheLine) {
  Problem problem = at({});
  problem.message = std::string(90, 'x');
  EXPECT_EQ(format_problem(problem), "error: " + std::string(90, 'x') + "  [a/b]\n");
}

TEST(FormatProblem, GutterGrowsWithTheLineNumber) {
  EXPECT_NE(format_problem(at({"f.yaml", 1234, 1, 3, "abc"}))
                .find("    --> f.yaml:1234:1\n1234 | abc\n     | ^^^\n"),
            std::string::npos);
}

TEST(FormatProblem, CaretCountsCharactersNotBytesAndKeepsTabs) {
  const std::string umlaut = "\xc3\xa4";
  EXPECT_NE(format_problem(at({"f", 1, 5, 2, "\t" + umlaut + ":" + umlaut})).find("   | \t  ^\n"),
            std::string::npos);
}

TEST(FormatProblem, LongLinesAreClippedAroundTheCaret) {
  Location where{"f", 1, 10001, 3, std::string(10000, 'a') + "BAD" + std::string(10000, 'c')};
  EXPECT_NE(format_problem(at(where)).find("--> f:1:10001\n 1 | ..." + std::string(60, 'a') +
                                           "BAD" + std::string(97, 'c') + "...\n   | " +
                                           std::string(63, ' ') + "^^^\n"),
            std::string::npos);
  where.column = 1;
  where.length = 20003;
  const std::string whole = format_problem(at(where));
  EXPECT_NE(
      whole.find(" 1 | " + std::string(160, 'a') + "...\n   | " + std::string(160, '^') + "\n"),
      std::string::npos);
  where.text.clear();
  for (int i = 0; i < 400; ++i) where.text += "\xc3\xa4";
  where.column = 402;  // between the bytes of a character
  EXPECT_EQ(format_problem(at(where)).find('?'), std::string::npos);
}

TEST(FormatProblem, WhatIsNotPrintableIsReplaced) {
  Problem problem = at({"f", 1, 6, 2, "\x1b[1m\xff\xc3\xa4\t\x7f\xc2\x9b\xe2\x82"});
  problem.message = "no \x07 bell";
  problem.notes = {"two\nlines \x01"};
  const std::string text = format_problem(problem);
  EXPECT_NE(text.find(" 1 | ?[1m?\xc3\xa4\t?"
                      "????\n   |      ^\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("error: no \\x07 bell"), std::string::npos);
  EXPECT_NE(text.find("   two\n   lines \\x01\n"), std::string::npos);
  problem.message = std::string(20000, 'x');
  EXPECT_LT(format_problem(problem).size(), 1300u);
}

TEST(FormatProblem, NoLineOfForeignTextBeginsWhereThoseOfCardonDo) {
  Problem problem = at({"a\nerror: file", 1, 1, 1, "x\nerror: text"});
  problem.message = "m\nerror: message";
  problem.hint = "h\nerror: hint";
  problem.notes = {"n\nerror: note"};
  problem.help = "h\nerror: help";
  const std::string text = format_problem(problem);
  EXPECT_EQ(text.find("\nerror:"), std::string::npos) << text;
  EXPECT_NE(text.find("--> a\\nerror: file:1:1"), std::string::npos) << text;
}

TEST(FormatProblem, ColourAddsEscapesOnly) {
  std::string text = format_problem(misspelt(), true);
  EXPECT_NE(text.find("\033[1;31merror:\033[0m"), std::string::npos);
  for (std::size_t at; (at = text.find('\033')) != std::string::npos;)
    text.erase(at, text.find('m', at) - at + 1);
  EXPECT_EQ(text, format_problem(misspelt()));
}

TEST(FormatProblems, CountsThem) {
  const std::string two = format_problems({misspelt(), misspelt()});
  EXPECT_EQ(two, format_problem(misspelt()) + "\n" + format_problem(misspelt()) +
                     "2 errors; nothing was run.\n");
  EXPECT_EQ(format_problems({misspelt()}, "stopped."),
            format_problem(misspelt()) + "1 error; stopped.\n");
}

TEST(Error, CarriesProblemsTextAndExitCode) {
  const Error error(misspelt(), exit_environment);
  EXPECT_EQ(error.exit_code(), exit_environment);
  ASSERT_EQ(error.problems().size(), 1u);
  EXPECT_EQ(std::string(error.what()), format_problem(misspelt()));
  EXPECT_EQ(Error(misspelt()).exit_code(), exit_bad_input);
}

}  // namespace
}  // namespace cardon
