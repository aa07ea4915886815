// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "../support/local_transport.hpp"
#include "../support/plain_driver.hpp"
#include "loop/step_services.hpp"
#include "startup/checked_run.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

/// Notes what it is called for, and asks for what the test wants.
class NotingService : public StepService {
 public:
  NotingService(std::string name, std::vector<std::string>& notes, StepOrder& order)
      : name_(std::move(name)), notes_(notes), order_(order) {}
  void open(const StepSetup& setup) override {
    note("open from " + std::to_string(setup.first_iteration) + " with tag " +
         std::to_string(setup.tag) + (setup.state.empty() ? "" : " and " + setup.state));
  }
  void record_in(const std::filesystem::path& folder) override { note("in " + folder.string()); }
  StepOrder after_step(const StepView& step) override {
    note(std::to_string(step.iteration) + (step.last ? " last" : ""));
    if (order_.stop == "error") throw Error(Problem{.slug = "test/" + name_});
    return order_;
  }
  bool idle(const StepView&) const override { return order_.stop == "idle"; }
  std::string before_checkpoint(const StepView& step) override {
    note("checkpoint");
    return name_ == "a" ? std::to_string(step.iteration) : "";
  }
  void conclude() override { note("conclude"); }
  StepReport report(double) override { return {.activity = name_}; }

 private:
  void note(const std::string& text) { notes_.push_back(name_ + ": " + text); }
  std::string name_;
  std::vector<std::string>& notes_;
  StepOrder& order_;
};

struct TwoServices : ::testing::Test {
  TwoServices() {
    ThornDeclaration thorn{.name = "Test"};
    for (const char* name : {"a", "b"}) {
      ServiceDeclaration service;
      service.role = role_name<StepService>;
      service.name = name;
      service.make = [this, name]() -> std::shared_ptr<void> {
        return std::static_pointer_cast<void>(std::shared_ptr<StepService>(
            std::make_shared<NotingService>(name, notes, order[name])));
      };
      thorn.services.push_back(service);
    }
    setup.library.catalogue.add(thorn);
    setup.parameters = std::make_unique<ParameterSet>(setup.registry);
  }
  StepServices open(long first, const nlohmann::json& states = nlohmann::json::object()) {
    return StepServices(setup.library.catalogue,
                        {.program = setup.program,
                         .parameters = *setup.parameters,
                         .driver = driver,
                         .fields = fields,
                         .transport = transport,
                         .first_iteration = first},
                        states);
  }
  std::vector<std::string> notes;
  std::map<std::string, StepOrder> order;
  CheckedRun setup;
  PlainDriver driver;
  NoFields fields;
  LocalWorld world{1};
  LocalTransport transport{world, 0};
};

StepOrder after_step(StepServices& services, const StepView& step) {
  double now = seconds_now();
  return services.after_step(step, now);
}

TEST_F(TwoServices, AreCalledInTurnWithTagsOfTheirOwn) {
  StepServices services = open(5);
  services.record_in("runs/0001");
  after_step(services, {6, 0.5, false});
  services.before_checkpoint({6, 0.5, false});
  after_step(services, {7, 0.75, true});
  services.conclude();
  EXPECT_THAT(notes,
              ElementsAre("a: open from 5 with tag 940", "b: open from 5 with tag 942",
                          "a: in runs/0001", "b: in runs/0001", "a: 6", "b: 6", "a: checkpoint",
                          "b: checkpoint", "a: 7 last", "b: 7 last", "a: conclude", "b: conclude"));
}

TEST_F(TwoServices, AllThatTheyAskForIsDone) {
  StepServices services = open(0);
  StepOrder all = after_step(services, {1, 0, false});
  EXPECT_TRUE(all.stop.empty() && !all.checkpoint);
  order["a"] = {.checkpoint = true, .lines = {"first line"}};
  order["b"] = {.stop = "second", .lines = {"second line"}};
  all = after_step(services, {2, 0, false});
  EXPECT_TRUE(all.checkpoint);
  EXPECT_THAT(all.lines, ElementsAre("first line", "second line"));
  EXPECT_EQ(all.stop, "second");
  order["a"].stop = "first";
  EXPECT_EQ(after_step(services, {3, 0, false}).stop, "first");
}

TEST_F(TwoServices, ChangeTheDriverOnceAndTogether) {
  StepServices services = open(0);
  int changes = 0;
  for (const char* name : {"a", "b"})
    order[name].change = [&changes, name] {
      ++changes;
      return *name == 'a';
    };
  after_step(services, {1, 0, false});
  EXPECT_TRUE(services.wants_change());
  EXPECT_TRUE(services.change({1, 0, false}));
  EXPECT_EQ(changes, 2);
  EXPECT_FALSE(services.wants_change());
}

// A rejected step is one for all of them.
TEST_F(TwoServices, AreAllCalledWhereOneFails) {
  StepServices services = open(0);
  order["a"].stop = "error";
  order["b"].checkpoint = true;
  EXPECT_TRUE(after_step(services, {1, 0, false}).checkpoint);
  EXPECT_THROW(std::rethrow_exception(services.take_failure()), Error);
  EXPECT_FALSE(services.take_failure());
}

TEST_F(TwoServices, AreNotCalledWhileTheyAreIdle) {
  StepServices services = open(0);
  notes.clear();
  order["a"] = {.change = [] { return true; }, .hold = true};
  after_step(services, {1, 0, false});
  order["a"].stop = "idle";
  EXPECT_FALSE(after_step(services, {2, 0, false}).hold);
  EXPECT_FALSE(services.wants_change());
  EXPECT_TRUE(services.hold({2, 0, false}).stop.empty());
  order["a"].stop = "";
  after_step(services, {3, 0, false});
  EXPECT_THAT(notes, ElementsAre("a: 1", "b: 1", "b: 2", "a: 3", "b: 3"));
}

TEST_F(TwoServices, GetBackWhatTheySaved) {
  StepServices services = open(0);
  const nlohmann::json states = services.before_checkpoint({6, 0.5, false});
  EXPECT_EQ(states.dump(), R"({"a":6})");
  notes.clear();
  open(6, states);
  EXPECT_THAT(notes,
              ElementsAre("a: open from 6 with tag 940 and 6", "b: open from 6 with tag 942"));
}

TEST_F(TwoServices, TheirTimeCountsFromTheFirstStepOn) {
  StepServices services = open(0);
  after_step(services, {0, 0, false});
  for (const auto& report : services.reports(0)) EXPECT_EQ(report.seconds, 0);
  after_step(services, {1, 0, false});
  const auto reports = services.reports(0);
  EXPECT_EQ(reports[1].report.activity, "b");
  EXPECT_GT(reports[0].seconds, 0);
  EXPECT_EQ(services.idle(), 0);
}

// A rank without blocks waits in services for the others.
TEST_F(TwoServices, TimeWithoutBlocksIsIdle) {
  driver.give_block_to(1);
  StepServices services = open(0);
  after_step(services, {1, 0, false});
  EXPECT_GT(services.idle(), 0);
  for (const auto& report : services.reports(0)) EXPECT_EQ(report.seconds, 0);
  order["a"].change = [this] {
    driver.give_block_to(0);
    return true;
  };
  after_step(services, {2, 0, false});
  services.change({2, 0, false});
  order.clear();
  const double idle = services.idle();
  after_step(services, {3, 0, false});
  EXPECT_EQ(services.idle(), idle);
  EXPECT_GT(services.reports(0)[0].seconds, 0);
}

}  // namespace
}  // namespace cardon
