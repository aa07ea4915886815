// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "../support/local_transport.hpp"
#include "loop/step_services.hpp"
#include "plain_driver.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

/// Notes what it is called for, and asks for what the test wants.
class NotingService : public StepService {
 public:
  NotingService(std::string name, std::vector<std::string>& notes, StepOrder& order)
      : name_(std::move(name)), notes_(notes), order_(order) {}
  void open(const StepSetup& setup) override {
    note("open from " + std::to_string(setup.first_iteration) + " with tag " +
         std::to_string(setup.tag));
  }
  void record_in(const std::filesystem::path& folder) override { note("in " + folder.string()); }
  StepOrder after_step(const StepView& step) override {
    note(std::to_string(step.iteration) + (step.last ? " last" : ""));
    return order_;
  }
  void before_checkpoint(const StepView&) override { note("checkpoint"); }
  void conclude() override { note("conclude"); }
  const char* activity() const override { return name_.c_str(); }

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
  std::vector<std::string> notes;
  std::map<std::string, StepOrder> order;
  CheckedRun setup;
  PlainDriver driver;
  NoFields fields;
  LocalWorld world{1};
  LocalTransport transport{world, 0};
};

TEST_F(TwoServices, AreCalledInTurnWithTagsOfTheirOwn) {
  StepServices services(setup, driver, fields, transport, 5);
  services.record_in("runs/0001");
  services.after_step({6, 0.5, false});
  services.before_checkpoint({6, 0.5, false});
  services.after_step({7, 0.75, true});
  services.conclude();
  EXPECT_THAT(notes,
              ElementsAre("a: open from 5 with tag 940", "b: open from 5 with tag 942",
                          "a: in runs/0001", "b: in runs/0001", "a: 6", "b: 6", "a: checkpoint",
                          "b: checkpoint", "a: 7 last", "b: 7 last", "a: conclude", "b: conclude"));
}

TEST_F(TwoServices, AllThatTheyAskForIsDone) {
  StepServices services(setup, driver, fields, transport, 0);
  StepOrder all = services.after_step({1, 0, false});
  EXPECT_TRUE(all.stop.empty() && !all.checkpoint && !all.replan);
  order["a"] = {.checkpoint = true};
  order["b"] = {.stop = "second", .replan = true};
  all = services.after_step({2, 0, false});
  EXPECT_TRUE(all.checkpoint && all.replan);
  EXPECT_EQ(all.stop, "second");
  order["a"].stop = "first";
  EXPECT_EQ(services.after_step({3, 0, false}).stop, "first");
}

TEST_F(TwoServices, TheirTimeCountsFromTheFirstStepOn) {
  StepServices services(setup, driver, fields, transport, 0);
  services.after_step({0, 0, false});
  EXPECT_THAT(services.seconds(), ElementsAre(Pair("a", 0.0), Pair("b", 0.0)));
  services.after_step({1, 0, false});
  EXPECT_GT(services.total_seconds(), 0);
}

}  // namespace
}  // namespace cardon
