// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "command_words.hpp"
#include "usage/help_text.hpp"

namespace cardon::cli {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(CommandLine, ChoosesTheVerb) {
  EXPECT_EQ(Typed("cardon describe WaveToy").verb->name(), "describe");
  EXPECT_EQ(Typed("cardon run a.yaml --ranks 2").verb->name(), "run");
}

TEST(CommandLine, SuggestsTheNearestVerb) {
  const Problem problem = refusal("cardon rnu wave.yaml");
  EXPECT_EQ(problem.slug, "cli/unknown-verb");
  EXPECT_EQ(problem.message, "there is no verb rnu");
  EXPECT_EQ(problem.hint, "did you mean run?");
  EXPECT_THAT(problem.help, StartsWith("verbs are run, check, "));
}

TEST(CommandLine, AWordThatIsNearNothingHasNoSuggestion) {
  EXPECT_EQ(refusal("cardon simulation.yaml").hint, "");
  EXPECT_EQ(refusal(std::vector<std::string>{"cardon", ""}).slug, "cli/unknown-verb");
}

TEST(CommandLine, WithoutAVerbAsksForOne) {
  EXPECT_EQ(refusal("cardon").message, "no verb is given");
}

TEST(CommandLine, SuggestsTheNearestOption) {
  for (const char* line : {"cardon run w.yaml --retires 3", "cardon run w.yaml --retires=3",
                           "cardon run --retires 3 w.yaml"}) {
    const Problem problem = refusal(line);
    EXPECT_EQ(problem.slug, "cli/usage") << line;
    EXPECT_THAT(problem.message, StartsWith("cardon run has no option --retires")) << line;
    EXPECT_EQ(problem.hint, "did you mean --retries?") << line;
    EXPECT_EQ(problem.help, "cardon run --help") << line;
  }
}

TEST(CommandLine, OptionsOfOtherVerbsAreNotSuggested) {
  EXPECT_EQ(refusal("cardon check w.yaml --retries 3").hint, "");
}

TEST(CommandLine, RefusesWordsThatAVerbDoesNotTake) {
  EXPECT_EQ(refusal("cardon completion bash zsh").message, "cardon completion does not take 'zsh'");
  EXPECT_EQ(refusal("cardon --quiet run").message, "cardon has no option --quiet");
}

// Options of a verb that take a value.
std::vector<std::string> valued_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    if (!option->get_positional() && option->get_items_expected_max() > 0 &&
        !option->get_lnames().empty())
      names.push_back("--" + option->get_lnames().front());
  return names;
}

// Whether a new table accepts the value.
bool accepts(std::size_t command, const std::string& name, const std::string& value) {
  CommandTable table;
  declare(table);
  CLI::Option* option = table.commands[command]->get_option(name);
  try {
    for (int n = 0; n < std::max(1, option->get_items_expected_min()); ++n)
      option->add_result(value);
    option->run_callback();
  } catch (const CLI::ParseError&) {
    return false;
  }
  return true;
}

std::vector<std::string> accepting(const std::string& value, const std::set<std::string>& types) {
  CommandTable table;
  declare(table);
  std::vector<std::string> found;
  for (std::size_t c = 0; c < table.commands.size(); ++c)
    for (const std::string& name : valued_options(*table.commands[c])) {
      const std::string type = table.commands[c]->get_option(name)->get_type_name();
      if ((types.empty() || types.count(type.substr(0, type.find(':'))) > 0) &&
          accepts(c, name, value))
        found.push_back(table.commands[c]->get_name() + " " + name);
    }
  return found;
}

// The value may be that of a shell variable which is not set: "$ORDER".
TEST(CommandLine, NoOptionTakesAnEmptyValue) { EXPECT_THAT(accepting("", {}), testing::IsEmpty()); }

TEST(CommandLine, NoNumberIsNotANumber) {
  EXPECT_THAT(accepting("nan", {"FLOAT", "P", "S", "X", "N", "INT"}), testing::IsEmpty());
  EXPECT_THAT(accepting("inf", {"FLOAT", "P", "S", "X", "N", "INT"}), testing::IsEmpty());
}

TEST(CommandLine, NoNumberHasLettersAfterIt) {
  EXPECT_THAT(accepting("2x", {"FLOAT", "P", "S", "X", "N", "INT"}), testing::IsEmpty());
}

class Verbs : public testing::TestWithParam<std::string> {
 protected:
  Verbs() {
    declare(table_);
    for (std::size_t v = 0; v < table_.verbs.size(); ++v)
      if (table_.verbs[v]->name() == GetParam()) verb_ = table_.verbs[v].get(), number_ = v;
  }
  CommandTable table_;
  const Verb* verb_ = nullptr;
  std::size_t number_ = 0;
};

TEST_P(Verbs, HaveASummaryOfOneLine) {
  const std::string summary = verb_->summary();
  EXPECT_THAT(summary, AllOf(Not(HasSubstr("\n")), Not(EndsWith("."))));
  EXPECT_LE(summary.size(), 100u);
}

TEST_P(Verbs, HaveExamplesThatTheyAccept) {
  EXPECT_GE(verb_->examples().size(), 2u);
  for (const std::string& example : verb_->examples()) {
    std::vector<std::string> words = words_of(example);
    words.erase(words.begin(), std::find(words.begin(), words.end(), "cardon"));
    ASSERT_FALSE(words.empty()) << example;
    EXPECT_EQ(Typed(words).verb->name(), GetParam()) << example;
  }
}

TEST_P(Verbs, SayNothingTwiceInADescription) {
  for (const usage::OptionText& option : command_text(*table_.commands[number_]).options) {
    const std::string& text = option.description;
    const std::size_t colon = text.find(": ");
    if (colon == text.npos) continue;
    EXPECT_FALSE(text.substr(colon + 2).starts_with(text.substr(0, colon))) << text;
  }
}

TEST_P(Verbs, HaveHelpThatFitsTheTerminal) {
  const usage::CommandText text = command_text(*table_.commands[number_]);
  for (const std::size_t width : {40u, 57u, 80u, 100u}) {
    std::istringstream lines(usage::help_text(text, width));
    for (std::string line; std::getline(lines, line) && line != "Examples:";) {
      // A word that is longer, and a heading, are not broken.
      if (line.starts_with("Usage:") || line.find_last_of(' ') < 30) continue;
      EXPECT_LE(line.size(), std::max<std::size_t>(width, 52)) << line;
    }
  }
}

std::vector<std::string> verb_names() {
  std::vector<std::string> names;
  for (const auto& verb : all_verbs()) names.push_back(verb->name());
  return names;
}

INSTANTIATE_TEST_SUITE_P(CommandLine, Verbs, testing::ValuesIn(verb_names()), [](const auto& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(CommandText, NamesRangesChoicesAndExclusionsInWords) {
  CommandTable table;
  declare(table);
  std::vector<std::string> texts;
  for (const usage::CommandText& verb : command_text(table.app).verbs)
    for (const usage::OptionText& option : verb.options)
      texts.push_back(verb.name + " " + heading(option) + ": " + option.description);
  EXPECT_THAT(texts,
              Contains("cardon serve --port INT: Port to listen at; default: a free one (1 to "
                       "65535)"));
  EXPECT_THAT(texts, Contains(StartsWith("cardon new-thorn --language c++|c|fortran: ")));
  EXPECT_THAT(texts, Contains(AllOf(StartsWith("cardon steer --pause: "),
                                    HasSubstr("(not with --checkpoint, --continue, --replan, "
                                              "--step, --stop)"))));
  for (const std::string& text : texts) EXPECT_THAT(text, Not(HasSubstr("::"))) << text;
}

}  // namespace
}  // namespace cardon::cli
