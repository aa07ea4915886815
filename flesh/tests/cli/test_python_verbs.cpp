// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>
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

TEST(PythonVerbs, EachSaysWhichOneItIs) {
  for (const std::string name : {"converge", "plot", "serve", "steer", "sweep", "watch"}) {
    const Typed typed("cardon " + name + (name == "converge" || name == "sweep" ? " w.yaml" : "") +
                      (name == "steer" ? " latest" : ""));
    ASSERT_NE(dynamic_cast<const PythonVerb*>(typed.verb), nullptr) << name;
    EXPECT_EQ(typed.verb->name(), name);
  }
}

TEST(PythonVerbs, WatchFollowsTheLatestRunUnlessToldOtherwise) {
  EXPECT_EQ(options_of("cardon watch"),
            json({{"run", "latest"}, {"once", false}, {"interval", 1.0}}));
  EXPECT_EQ(options_of("cardon watch runs/a --once --interval 0.25"),
            json({{"run", "runs/a"}, {"once", true}, {"interval", 0.25}}));
  EXPECT_EQ(refusal("cardon watch --interval 0").slug, "cli/usage");
  EXPECT_EQ(refusal("cardon watch --interval 3601").slug, "cli/usage");
}

TEST(PythonVerbs, ServeTellsPythonWhereItsProgramIs) {
  const json none = options_of("cardon serve");
  EXPECT_EQ(none.at("runs"), "runs");
  EXPECT_EQ(none.at("port"), 0);
  EXPECT_TRUE(std::filesystem::exists(none.at("program").get<std::string>()));
  EXPECT_EQ(options_of("cardon serve a --port 65535").at("port"), 65535);
  for (const char* port : {"0", "65536", "8000.5"})
    EXPECT_EQ(refusal(std::string("cardon serve --port ") + port).slug, "cli/usage") << port;
}

TEST(PythonVerbs, ConvergenceTellsPythonHowLevelsGrow) {
  const json usual = options_of("cardon converge w.yaml");
  EXPECT_EQ(usual.at("quantity"), "error.l2");
  EXPECT_EQ(usual.at("exact"), false);
  EXPECT_EQ(usual.at("levels"), 3);
  EXPECT_EQ(usual.at("ratio"), 2);
  EXPECT_EQ(usual.at("steps_power"), 1);
  EXPECT_EQ(usual.at("tolerance"), 0.2);
  const json other = options_of(
      "cardon converge w.yaml --quantity phi.l2 --exact-zero --levels 4 --ratio 3 --steps-power 2 "
      "--tolerance 0.05");
  EXPECT_EQ(other.at("quantity"), "phi.l2");
  EXPECT_EQ(other.at("exact"), true);
  EXPECT_EQ(other.at("levels"), 4);
  EXPECT_EQ(other.at("ratio"), 3);
  EXPECT_EQ(other.at("steps_power"), 2);
  EXPECT_EQ(other.at("tolerance"), 0.05);
  for (const char* odd : {"--levels 1", "--ratio 1", "--steps-power 0", "--tolerance 0"})
    EXPECT_EQ(refusal(std::string("cardon converge w.yaml ") + odd).slug, "cli/usage") << odd;
}

TEST(PythonVerbs, ADryRunIsOneOnlyIfAskedFor) {
  EXPECT_EQ(options_of("cardon sweep w.yaml --vary a.b=1").at("dry_run"), false);
  EXPECT_EQ(options_of("cardon sweep w.yaml --vary a.b=1 --dry-run").at("dry_run"), true);
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
