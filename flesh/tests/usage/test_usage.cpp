// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "usage/completion.hpp"
#include "usage/help_text.hpp"
#include "usage/man_page.hpp"
#include "usage/shell_words.hpp"
#include "usage/wrapped.hpp"

namespace cardon::usage::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

OptionText argument(const std::string& name, bool required) {
  OptionText text{
      .names = {name}, .description = "Files", .repeatable = true, .required = required};
  offer_what(text, name);
  return text;
}

CommandText command() {
  OptionText out{
      .names = {"-o", "--out"}, .value = "none|FOLDER", .description = "Where; the rest"};
  offer_what(out, out.value);
  return {
      .name = "cardon run",
      .summary = "Run it",
      .arguments = {argument("FILE", true)},
      .options = {out,
                  {.names = {"--very-long-name-of-an-option"}, .description = "It's [odd]: yes"}},
      .examples = {"cardon run a.yaml"}};
}

TEST(Wrapped, BreaksAtBlanks) {
  EXPECT_THAT(wrapped("aa bb  cc", 5), ElementsAre("aa bb", "cc"));
  EXPECT_THAT(wrapped("aa bb", 4), ElementsAre("aa", "bb"));
  EXPECT_THAT(wrapped("longer b", 3), ElementsAre("longer", "b"));
  EXPECT_THAT(wrapped("  ", 3), ElementsAre());
}

TEST(OptionText, ShellsOfferWordsFilesAndFolders) {
  OptionText text;
  offer_what(text, "latest|PATH");
  EXPECT_THAT(text.words, ElementsAre("latest"));
  EXPECT_EQ(text.path, OptionText::Path::file);
  OptionText number;
  offer_what(number, "N");
  EXPECT_THAT(number.words, ElementsAre());
  EXPECT_EQ(number.path, OptionText::Path::none);
}

TEST(HelpText, HasTwoColumnsThatFit) {
  EXPECT_EQ(help_text(command(), 40),
            "Run it\n"
            "Usage: cardon run [OPTIONS] FILE...\n"
            "\n"
            "Arguments:\n"
            "  FILE...  Files\n"
            "\n"
            "Options:\n"
            "  -o, --out none|FOLDER  Where; the rest\n"
            "  --very-long-name-of-an-option\n"
            "                         It's [odd]: yes\n"
            "\n"
            "Examples:\n"
            "  cardon run a.yaml\n");
}

TEST(HelpText, OptionalArgumentsHaveBrackets) {
  CommandText text = command();
  text.arguments = {argument("FILE", false)};
  EXPECT_EQ(synopsis(text), "cardon run [OPTIONS] [FILE...]");
}

TEST(ManPage, QuotesWhatGroffWouldTakeForItsOwn) {
  CommandText text = command();
  text.options[0].description = ".so a \\ b";
  const std::string page = man_page(text);
  EXPECT_THAT(page, HasSubstr("\n.B \\-o, \\-\\-out none|FOLDER\n\\&.so a \\e b\n"));
  EXPECT_THAT(page, HasSubstr(".SH EXIT STATUS\n.TP\n.B 0\n"));
  EXPECT_THAT(page, HasSubstr(".SH SEE ALSO\n"));
  EXPECT_EQ(page_name(text), "cardon-run");
}

TEST(Completion, QuotesDescriptions) {
  CommandText program{.name = "cardon", .summary = "All", .verbs = {command()}};
  EXPECT_THAT(zsh_completion(program), HasSubstr("[It'\\''s \\[odd\\]\\: yes]'"));
  EXPECT_THAT(fish_completion(program), HasSubstr(" -d 'It\\'s [odd]: yes'\n"));
  EXPECT_THAT(fish_completion(program), HasSubstr(" -s o -l out -d 'Where' -x -a 'none (__fish_"));
  EXPECT_THAT(bash_completion(program),
              HasSubstr("-o|--out) _cardon_offer '-d' 'none'; return ;;"));
  EXPECT_EQ(first_sentence("One. Two"), "One");
}

}  // namespace
}  // namespace cardon::usage::test
