// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <mutex>

#include "support/local_transport.hpp"
#include "support/plain_driver.hpp"
#include "support/sample_fields.hpp"
#include "tunlets.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Where ranks note what is set, and refuse values above 100.
class NotedSteering final : public ParameterSteering {
 public:
  bool settle() override { return settles; }
  std::vector<Problem> check(const std::vector<std::string>& words) const override {
    if (words[0] == "output.scalars.every=1000")
      return {{.slug = "test/refused", .message = "too much"}};
    return {};
  }
  std::vector<SteeredParameter> apply(const std::vector<std::string>& words) override {
    set.push_back(words[0]);
    return {{words[0], "new", "old"}};
  }
  void replan() override { set.emplace_back("replan"); }
  bool can_checkpoint() const override { return false; }
  bool settles = true;
  std::vector<std::string> set;
};

ParameterSection section() {
  return {.path = tunlets_section,
          .parameters = {declare(tunlets_run), declare(tunlets_window), declare(tunlets_suspended),
                         declare(tunlets_disabled), declare_tree("sensors", "s"),
                         declare_tree("actuators", "a"), declare_tree("rules", "r")}};
}

std::vector<ParameterSection> others() {
  return {{.path = "output.scalars",
           .description = "Rows",
           .provider = "test",
           .parameters = {declare(Parameter{"every", 5, "Steps between rows"}.steerable()),
                          declare(Parameter{"digits", 8, "Digits of a number"})}}};
}

/// Halves what it is asked for as long as steps take time at all.
class Twice final : public Tunlet {
 public:
  TunletNeeds open(const ParameterSet&) override {
    return {.sensors = {{.name = "step", .at = "step"}},
            .actuators = {{.name = "often", .parameter = "output.scalars.every"}}};
  }
  std::vector<TunletAction> judge(const TunletWindow& window) override {
    EXPECT_EQ(window.of("step").size(), 2u);
    if (window.iteration > 11) return {};
    return {{"often", window.iteration == 5 ? "10" : "1000", "because"}};
  }
  void fired(const TunletAction& action, const std::string& refusal) override {
    heard.push_back(action.value + ": " + refusal);
  }
  static std::vector<std::string> heard;
};
std::vector<std::string> Twice::heard;

struct Outcome {
  std::mutex mutex;
  std::map<int, std::vector<std::string>> set;  // by rank, with the iteration
  std::vector<std::string> lines;
  std::string state;
};

struct Restart {
  long first = 0;
  std::string state = {};
};

void run(Outcome& outcome, const std::string& input, long first_settled = 0,
         const Restart& restart = {}) {
  SampleFields fields({4, 4, 1}, [](int, int, int) { return 0; });
  const SampleParameters values(section(), "tunlets: " + input, others());
  on_ranks(2, [&](Transport& transport) {
    PlainDriver driver;
    NoFields none;
    NotedSteering steering;
    Tunlets tunlets;
    tunlets.open({.program = fields.program,
                  .parameters = *values.values,
                  .driver = driver,
                  .fields = none,
                  .transport = transport,
                  .tag = 940,
                  .first_iteration = restart.first,
                  .state = restart.state,
                  .make_service =
                      [](std::string_view, std::string_view, const Location&) {
                        return std::static_pointer_cast<void>(
                            std::shared_ptr<Tunlet>(std::make_shared<Twice>()));
                      },
                  .steering = &steering});
    std::vector<std::string> set, lines;
    if (restart.first > 0) tunlets.record_in({});
    for (long n = restart.first > 0 ? restart.first + 1 : 0; n <= 30 && !tunlets.idle({}); ++n) {
      const StepOrder order = tunlets.after_step({.iteration = n, .last = n == 30});
      lines.insert(lines.end(), order.lines.begin(), order.lines.end());
      if (!order.stop.empty()) set.push_back(std::to_string(n) + " stop");
      steering.settles = n >= first_settled;
      if (order.change) order.change();
      for (const std::string& word : std::exchange(steering.set, {}))
        set.push_back(std::to_string(n) + " " + word);
    }
    if (!tunlets.idle({}) && transport.rank() == 0)
      outcome.state = tunlets.before_checkpoint({.iteration = 30});
    tunlets.conclude();
    const StepReport report = tunlets.report(1);
    const std::lock_guard lock(outcome.mutex);
    outcome.set[transport.rank()] = set;
    if (transport.rank() != 0) return;
    outcome.lines = lines;
    outcome.lines.insert(outcome.lines.end(), report.closing.begin(), report.closing.end());
  });
}

// As for users: the excerpt shows the line that is wrong.
TEST(Tunlets, ErrorsPointToTheText) {
  const SampleFields fields({4, 4, 1}, [](int, int, int) { return 0; });
  const SampleParameters values(section(),
                                "tunlets:\n  sensors:\n    a: {kind: timer}\n  actuators:\n"
                                "    x: {kind: value, parameter: output.scalars.digits}\n",
                                others());
  std::vector<Problem> problems;
  read_tunlets(*values.values, fields.program, {}, problems);
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].where.file, "test.yaml");
  EXPECT_EQ(problems[0].where.line, 3);
  EXPECT_EQ(problems[0].where.text, "    a: {kind: timer}");
  EXPECT_EQ(problems[1].where.line, 5);
  EXPECT_EQ(problems[1].where.text, "    x: {kind: value, parameter: output.scalars.digits}");
}

// Windows of 5 steps, judged one step later.
TEST(Tunlets, FireOnAllRanksAfterTheSameStep) {
  Twice::heard.clear();
  Outcome outcome;
  run(outcome, "{run: [twice], window: 5}");
  for (const int rank : {0, 1})
    EXPECT_THAT(outcome.set[rank], ElementsAre("6 output.scalars.every=10"));
  EXPECT_THAT(Twice::heard, ElementsAre("10: ", "1000: too much"));
  EXPECT_THAT(
      outcome.lines[0],
      HasSubstr("tunlets after iteration 6: output.scalars.every=10 = new (was old); because"));
  EXPECT_THAT(outcome.lines[1], HasSubstr("often did not fire: too much"));
  // 30 steps on two ranks
  EXPECT_THAT(outcome.lines.back(),
              HasSubstr("60 events of 1 sensor in 6 windows; actuators fired once"));
}

TEST(Tunlets, WaitForAStepThatStays) {
  Outcome outcome;
  run(outcome, "{run: [twice], window: 5}", 9);
  for (const int rank : {0, 1})
    EXPECT_THAT(outcome.set[rank], ElementsAre("9 output.scalars.every=10"));
}

TEST(Tunlets, RulesNeedNoPlugIn) {
  const std::string sensors = "sensors: {step: {at: step, kind: ",
                    rest =
                        "}}, actuators: {often: {parameter: output.scalars.every}, end: {kind: "
                        "function, function: stop}}, "
                        "rules: [{sensor: step, below: 100 s, fire: often, value: 7}, "
                        "{sensor: step, statistic: events, above: 15, fire: end}]}";
  // The same file with another kind of sensor: half as many events, and the run goes on.
  for (const std::string kind : {"simple", "timer"}) {
    Outcome outcome;
    run(outcome, "{window: 5, " + sensors + kind + rest);
    if (kind == "simple")
      EXPECT_THAT(outcome.set[1], ElementsAre("6 stop", "6 output.scalars.every=7"));
    else
      EXPECT_THAT(outcome.set[1], ElementsAre("6 output.scalars.every=7"));
    EXPECT_EQ(outcome.set[0], outcome.set[1]);
    EXPECT_THAT(outcome.lines.back(), HasSubstr(kind == "simple" ? "12" : "60"));
  }
}

// Each of 30 steps is a window, judged one step later.
TEST(Tunlets, WindowsMayHaveOneStep) {
  Outcome outcome;
  run(outcome, "{window: 1, sensors: {step: {at: step}}}");
  EXPECT_THAT(outcome.lines.back(), HasSubstr("60 events of 1 sensor in 30 windows"));
}

// A rule that holds does not fire again; the first step counts; windows begin at the checkpoint.
TEST(Tunlets, RestartsGoOn) {
  const std::string input =
      "{window: 5, sensors: {step: {at: step}}, actuators: {often: {parameter: "
      "output.scalars.every}}, rules: [{sensor: step, below: 100 s, fire: often, value: 7}]}";
  Outcome first;
  run(first, input);
  EXPECT_THAT(first.set[0], ElementsAre("6 output.scalars.every=7"));
  EXPECT_THAT(first.state, HasSubstr("mean of step below 100: often 7"));
  Outcome again;
  run(again, input, 0, {20, first.state});
  EXPECT_THAT(again.set[0], IsEmpty());
  EXPECT_THAT(again.lines.back(), HasSubstr("20 events of 1 sensor in 2 windows"));
  Outcome forgetful;
  run(forgetful, input, 0, {20, ""});
  EXPECT_THAT(forgetful.set[0], ElementsAre("26 output.scalars.every=7"));
}

// Always armed, without any sensor or rule; this run cannot write checkpoints.
TEST(Tunlets, ActuatorsMayNeedNoSensor) {
  Outcome outcome;
  run(outcome,
      "{window: 10, actuators: {again: {kind: function, function: replan, always: true}}}");
  EXPECT_THAT(outcome.set[1], ElementsAre("12 replan", "22 replan"));
  Outcome saves;
  run(saves,
      "{window: 20, actuators: {save: {kind: function, function: checkpoint, always: true}}}");
  EXPECT_THAT(saves.lines[0],
              HasSubstr("tunlets: save did not fire: this run cannot write checkpoints"));
}

// Two plug-ins that bring the same, and one that is named twice.
TEST(Tunlets, NamesOfPlugInsDiffer) {
  for (const auto& [names, expected] : {std::pair("[twice, again]", "[tunlets/sensor]"),
                                        std::pair("[twice, again]", "[tunlets/actuator]"),
                                        std::pair("[twice, twice]", "[tunlets/run]")})
    EXPECT_THAT(
        [&] {
          Outcome outcome;
          run(outcome, std::string("{run: ") + names + "}");
        },
        ::testing::ThrowsMessage<Error>(HasSubstr(expected)));
}

TEST(Tunlets, FilesReplaceWhatTunletsBring) {
  Outcome outcome;
  run(outcome, "{run: [twice], window: 5, sensors: {step: {kind: average, of: 5}}}");
  EXPECT_THAT(outcome.lines.back(), HasSubstr("tunlets: 12 events"));
}

TEST(Tunlets, WithoutAnySensorNothingIsDone) {
  Outcome outcome;
  run(outcome, "{}");
  EXPECT_THAT(outcome.lines, IsEmpty());
}

std::string problem_of(const std::string& input) {
  const SampleFields fields({4, 4, 1}, [](int, int, int) { return 0; });
  const SampleParameters values(section(), "tunlets: " + input, others());
  std::vector<Problem> problems;
  read_tunlets(*values.values, fields.program, {}, problems);
  std::string all;
  for (const Problem& problem : problems)
    all += problem.slug + ": " + problem.message + (problem.hint.empty() ? "" : " | ") +
           problem.hint + "\n";
  return all;
}

// Two sensors, an actuator of each kind, and a rule that ends like this.
std::string ruled(const std::string& rest) {
  return "{sensors: {s: {at: step}, inner: {at: step, report: false}}, actuators: {v: {parameter: "
         "output.scalars.every}, m: {kind: map, parameter: output.scalars.every, values: {5: 10}}, "
         "f: {kind: function, function: replan}}, rules: [{sensor: s, above: 1, " +
         rest + "}]}";
}

TEST(Tunlets, RulesThatCannotWorkAreRefused) {
  const std::pair<std::string, const char*> cases[] = {
      {ruled("fire: v, value: 7"), ""},
      {ruled("fire: m"), ""},
      {ruled("fire: f"), ""},
      {ruled("fire: v"), "tunlets/rule: a rule that fires v needs a value"},
      {ruled("fire: m, value: 7"), "tunlets/rule: a rule that fires m cannot have a value"},
      {ruled("fire: f, value: 7"), "tunlets/rule: a rule that fires f cannot have a value"},
      {ruled("fire: v, value: many"), "parameter/wrong-type: output.scalars.every must be"},
      {ruled("fire: m}, {sensor: inner, above: 1, fire: m"),
       "tunlets/rule: sensor inner does not report"},
      {ruled("fire: m}, {sensor: s, statistic: events, above: 0, fire: m"), ""},
      {ruled("fire: m}, {sensor: s, statistic: events, above: 7 ms, fire: m"),
       "tunlets.rules.above"},
      {ruled("fire: m}, {sensor: s, statistic: events, below: 0, fire: m"), "tunlets.rules.below"},
      {ruled("fire: m}, {sensor: s, above: 0, fire: m"), "tunlets.rules.above = 0 s is out of"},
  };
  for (const auto& [input, expected] : cases) {
    const std::string found = problem_of(input);
    EXPECT_THAT(
        found, *expected ? ::testing::Matcher<std::string>(HasSubstr(expected)) : ::testing::Eq(""))
        << input;
    // One mistake, one error.
    EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), *expected ? 1 : 0) << input << found;
  }
}

// In one pass, each once.
TEST(Tunlets, AllMistakesAreFound) {
  EXPECT_EQ(
      problem_of("{sensors: {a: {kind: timer}}, actuators: {x: {kind: map}}, rules: [{sensor: "
                 "a, above: 1, fire: x}, {above: 1}]}"),
      "tunlets/sensor: sensor a: it needs one of at, region and from\n"
      "tunlets/actuator: actuator x: it needs a parameter\n"
      "tunlets/rule: a rule needs a sensor, one of above and below, and fire\n");
}

TEST(Tunlets, ErrorsSayWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"{sensors: {a: {at: step}}}", ""},
      {"{sensors: {a: {region: anything}}}", ""},
      {"{sensors: {a: {att: step}}}", "parameter/unknown"},
      {"{sensors: {a: {at: nowhere}}}", "nowhere"},
      {"{sensors: {a: {kind: timer}}}",
       "tunlets/sensor: sensor a: it needs one of at, region and from"},
      {"{sensors: {a: {at: step, kind: threshold}}}",
       "tunlets/sensor: sensor a: a threshold needs one of above and below"},
      {"{sensors: {a: {from: b}}}", "tunlets/sensor: sensor a: there is no sensor b"},
      {"{sensors: {a: {from: b}, b: {from: a}}}",
       "tunlets/sensor: sensor a: its values come from itself"},
      {"{sensors: [a]}", "tunlets.sensors is not a map"},
      {"{actuators: {x: {kind: value}}}", "tunlets/actuator: actuator x: it needs a parameter"},
      {"{actuators: {x: {kind: function}}}", "tunlets/actuator: actuator x: it needs a function"},
      {"{actuators: {x: {kind: map, parameter: output.scalars.every}}}",
       "tunlets/actuator: actuator x: a map needs values"},
      {"{actuators: {x: {parameter: output.scalars.digits}}}",
       "tunlets/actuator: actuator x: output.scalars.digits cannot change during the run"},
      {"{actuators: {x: {parameter: output.scalars.evry}}}",
       "this run has no parameter output.scalars.evry | did you mean every?"},
      {"{sensors: {a: {at: step, of: 4}}}",
       "tunlets/sensor: tunlets.sensors.a.of has no effect: its kind is timer"},
      {"{sensors: {a: {at: step, kind: average, above: 1}}}", "sensors.a.above has no effect"},
      {"{sensors: {a: {at: step, kind: average, of: 4294967296}}}", "parameter/out-of-range"},
      {"{sensors: {\"a\\tb\": {at: step}}}",
       "tunlets/sensor: sensor a?b: its name has to be one word"},
      {"{actuators: {\"a\\nb\": {kind: function, function: stop}}}",
       "tunlets/actuator: actuator a?b: its name has to be one word"},
      {"{actuators: {x: {kind: function, function: stop, parameter: output.scalars.every}}}",
       "actuators.x.parameter has no effect: its kind is function"},
      {"{actuators: {x: {parameter: output.scalars.every, values: {1: 2}}}}",
       "actuators.x.values has no effect: its kind is value"},
      {"{actuators: {x: {parameter: output.scalars.every, always: true}}}",
       "actuator x: it is always armed, but has no value to set"},
      {"{actuators: {x: {kind: map, parameter: output.scalars.every, values: [1, 2]}}}",
       "tunlets.actuators.x.values is not a map"},
      {"{actuators: {x: {kind: map, parameter: output.scalars.every, values: {one: 2}}}}",
       "tunlets/actuator: actuator x: output.scalars.every must be"},
      {"{actuators: {x: {kind: map, parameter: output.scalars.every, values: {1: two}}}}",
       "tunlets/actuator: actuator x: output.scalars.every must be"},
      {"{rules: [{sensor: a, above: 1, fire: x}]}", "but there are no sensors"},
      {"{actuators: {x: {kind: switch}}}", "actuator x: it has nothing to switch"},
      {"{actuators: {x: {kind: switch, on: [a], always: true}}}",
       "it is always armed, but switches once"},
      {"{actuators: {x: {kind: switch, on: a}}}", "tunlets.actuators.x.on is not a list"},
      {"{actuators: {x: {kind: function, function: stop, on: [a]}}}",
       "actuators.x.on has no effect"},
      {"{rules: {}}", "tunlets.rules is not a list"},
      {"{rules: [{above: 1}]}", "tunlets/rule: a rule needs a sensor"},
      {"{sensors: {a: {at: step}}, rules: [{sensor: b, above: 1, fire: x}]}",
       "tunlets.rules.sensor"},
  };
  for (const auto& [input, expected] : cases)
    EXPECT_THAT(problem_of(input), *expected ? ::testing::Matcher<std::string>(HasSubstr(expected))
                                             : ::testing::Eq(""))
        << input;
}

}  // namespace
}  // namespace cardon
