// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/shell_quoted.hpp>
#include <cstdio>

namespace cardon {
namespace {

std::string read_back(const std::string& word) {
  FILE* const pipe =
      popen(("bash <<'END'\nprintf %s " + shell_quoted(word) + "\nEND").c_str(), "r");
  if (pipe == nullptr) return "no shell";
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += char(c);
  pclose(pipe);
  return text;
}

TEST(ShellQuoted, PlainWordsStayAsTheyAre) {
  for (const char* word : {"runs/wave/0001", "WaveToy.width=0.4", "--out"})
    EXPECT_EQ(shell_quoted(word), word);
}

TEST(ShellQuoted, AShellReadsWordsBack) {
  for (const char* word : {"a b", "", "it's", "$(touch x) `x` \\ \"", "~/x", "*", "a;b|c&d", "# no",
                           "Sch\xc3\xb6n x", "a\nb\x1b[2J'", "\xe2\x80\xae", "\xff!", "{a,b}"})
    EXPECT_EQ(read_back(word), word) << shell_quoted(word);
}

TEST(ShellQuoted, WhatIsNotPrintableIsNotShown) {
  EXPECT_EQ(shell_quoted("a\nb c"), "$'a\\012b c'");
}

}  // namespace
}  // namespace cardon
