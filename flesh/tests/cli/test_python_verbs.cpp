// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "command_words.hpp"
#include "python_verb.hpp"

namespace cardon::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json options_of(const std::string& line) {
  const Typed typed(line);
  const auto* verb = dynamic_cast<const PythonVerb*>(typed.verb);
  return verb ? verb->options() : json();
}

TEST(PythonVerbs, PlotDrawsTheLatestRunUnlessToldOtherwise) {
  EXPECT_EQ(options_of("cardon plot").at("words"), json({"latest"}));
  EXPECT_EQ(options_of("cardon plot runs/a phi").at("words"), json({"runs/a", "phi"}));
}

TEST(PythonVerbs, PlotTellsPythonOnlyWhatWasGiven) {
  const json none = options_of("cardon plot");
  for (const char* name : {"out", "format", "dpi", "at", "view", "range", "log"})
    EXPECT_FALSE(none.contains(name)) << name;
  const json some = options_of("cardon plot a --at 0 --view 25 -60 --range -1 1.5 --iteration 0");
  EXPECT_EQ(some.at("at"), 0.0);
  EXPECT_EQ(some.at("iteration"), 0);
  EXPECT_EQ(some.at("view"), json({25.0, -60.0}));
  EXPECT_EQ(some.at("range"), json({-1.0, 1.5}));
}

TEST(PythonVerbs, LabelsDoNotTakeTheRunsAfterThem) {
  const json options = options_of("cardon plot --label 'before it' a --label after b");
  EXPECT_EQ(options.at("labels"), json({"before it", "after"}));
  EXPECT_EQ(options.at("words"), json({"a", "b"}));
}

TEST(PythonVerbs, SteerDoesOneThing) {
  EXPECT_EQ(options_of("cardon steer latest --pause").at("do"), "pause");
  EXPECT_EQ(options_of("cardon steer latest --continue").at("do"), "continue");
  EXPECT_EQ(options_of("cardon steer latest --checkpoint").at("do"), "checkpoint");
  EXPECT_EQ(options_of("cardon steer latest --replan").at("do"), "replan");
  EXPECT_EQ(options_of("cardon steer latest --stop").at("do"), "stop");
  const json step = options_of("cardon steer latest --step 3");
  EXPECT_EQ(step.at("do"), "step");
  EXPECT_EQ(step.at("steps"), 3);
  EXPECT_FALSE(options_of("cardon steer latest a.b=1").contains("do"));
  for (const char* pair : {"--pause --stop", "--continue --step 2", "--checkpoint --replan"})
    EXPECT_THAT(refusal(std::string("cardon steer latest ") + pair).message, HasSubstr("excludes"))
        << pair;
  EXPECT_EQ(refusal("cardon steer latest --step 0").slug, "cli/usage");
}

TEST(PythonVerbs, RunsAreStartedWithFilesAndOverrides) {
  const json options = options_of(
      "cardon sweep WaveToy.order=4 w.yaml --vary a.b=1,2 --vary c.d=x --ranks 2 more.yaml "
      "file=/tmp/x");
  EXPECT_EQ(options.at("files"), json({"w.yaml", "more.yaml"}));
  EXPECT_EQ(options.at("overrides"), json({"WaveToy.order=4", "file=/tmp/x"}));
  EXPECT_EQ(options.at("vary"), json({"a.b=1,2", "c.d=x"}));
  EXPECT_EQ(options.at("ranks"), 2);
  EXPECT_TRUE(options.at("launcher").is_null());
  EXPECT_TRUE(options.at("out").is_null());
  try {
    options_of("cardon sweep WaveToy.order=4 --vary a.b=1,2");
    ADD_FAILURE() << "a sweep of no file";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().slug, "cli/no-file");
  }
}

TEST(PythonVerbs, ConvergenceExpectsNothingUnlessTold) {
  EXPECT_TRUE(options_of("cardon converge w.yaml").at("expect").is_null());
  EXPECT_EQ(options_of("cardon converge w.yaml --expect 0").at("expect"), 0.0);
  EXPECT_EQ(options_of("cardon converge w.yaml --expect -0.5").at("expect"), -0.5);
  // JSON has no such number: Python would see that nothing is expected.
  EXPECT_EQ(refusal("cardon converge w.yaml --expect nan").slug, "cli/usage");
}

}  // namespace
}  // namespace cardon::cli
