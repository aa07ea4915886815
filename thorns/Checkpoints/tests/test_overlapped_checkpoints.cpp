// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "overlapped_checkpoints.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

/// With parameters such as "every=4", in a run that begins at iteration 3.
class Decisions : public ::testing::Test {
 protected:
  Decisions() {
    ParameterSection section{.path = std::string(OverlappedCheckpoints::section),
                             .description = "Checkpoints",
                             .provider = "Checkpoints"};
    using Writer = OverlappedCheckpoints;
    section.parameters = {
        Writer::interval(),       declare(Writer::wall_interval).without_default(),
        declare(Writer::keep),    declare(Writer::on_stop),
        declare(Writer::writers), declare(Writer::overlap)};
    registry_.add(std::move(section));
    read({});
    writer_.open({.first_iteration = 3,
                  .reaches =
                      [](const Interval& every, long iteration) {
                        return every.in_iterations() ? iteration % every.iterations == 0
                                                     : iteration == 7;
                      },
                  .has_room = [this](Problem& lack) { return has_room(lack); },
                  .warn = [this](const Problem& problem) { warnings_.push_back(problem); }});
  }

  void read(const std::vector<std::string>& words) {
    ParameterInput input;
    for (const std::string& word : words) input.add_override("checkpoint." + word);
    std::vector<Problem> problems;
    const ParameterSet parameters = resolve_parameters(registry_, input, problems);
    ASSERT_TRUE(problems.empty()) << problems.front().message;
    writer_.read(parameters);
  }
  bool has_room(Problem& lack) {
    ++asked_for_room_;
    lack.message = "1 GB is missing";
    return room_;
  }
  bool at(long iteration) { return writer_.is_due({.iteration = iteration}); }
  bool at_end(long iteration) { return writer_.is_due({.iteration = iteration, .last = true}); }
  bool at_stop() { return writer_.is_due({.iteration = 5, .stopped = true}); }

  ParameterRegistry registry_;
  OverlappedCheckpoints writer_;
  bool room_ = true;
  int asked_for_room_ = 0;
  std::vector<Problem> warnings_;
};

TEST_F(Decisions, EverySoManyIterationsButNotAtTheFirstNorTwice) {
  EXPECT_FALSE(at(4));
  read({"every=4"});
  EXPECT_TRUE(at(4));
  EXPECT_TRUE(at(8));
  EXPECT_FALSE(at(5));
  EXPECT_FALSE(at(0));
  EXPECT_FALSE(writer_.is_due({.iteration = 4, .repeated = true}));
}

TEST_F(Decisions, EverySoMuchTimeAsTheRunSays) {
  read({"every=0.5 s"});
  EXPECT_TRUE(at(7));
  EXPECT_FALSE(at(8));
}

TEST_F(Decisions, StepServicesGetWhatTheyAskFor) {
  read({"on_stop=never", "wall=60 s"});
  EXPECT_EQ(writer_.wall(), 60);
  EXPECT_TRUE(writer_.is_due({.iteration = 5, .asked = true}));
  EXPECT_TRUE(writer_.is_due({.iteration = 5, .repeated = true, .asked = true}));
}

TEST_F(Decisions, WhenTheRunEnds) {
  EXPECT_TRUE(at_stop());
  EXPECT_TRUE(at_end(5));
  EXPECT_FALSE(at_end(3));  // it has just been restarted from there
  read({"on_stop=early"});
  EXPECT_TRUE(writer_.saves_on_stop());
  EXPECT_TRUE(at_stop());
  EXPECT_FALSE(at_end(5));
  read({"on_stop=never"});
  EXPECT_FALSE(writer_.saves_on_stop());
  EXPECT_FALSE(at_stop());
  EXPECT_FALSE(at_end(5));
}

TEST_F(Decisions, WhatNobodyAskedForMustFit) {
  room_ = false;
  EXPECT_FALSE(writer_.is_asked_for());
  EXPECT_FALSE(at_end(5));
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_EQ(warnings_[0].slug, "checkpoint/no-room");
  EXPECT_THAT(warnings_[0].notes, ElementsAre("1 GB is missing"));
  EXPECT_EQ(asked_for_room_, 1);
  for (const char* word : {"on_stop=always", "every=100", "wall=60 s"}) {
    read({word});
    EXPECT_TRUE(writer_.is_asked_for()) << word;
    EXPECT_TRUE(at_end(5)) << word;
  }
  EXPECT_EQ(asked_for_room_, 1);
}

TEST_F(Decisions, AWriterHoldsTheCopiesOfItsGroup) {
  Machine machine;
  machine.sites = {{.name = "a", .ranks = {0, 1, 2}}, {.name = "b", .ranks = {3}}};
  const std::vector<double> copies{1, 2, 4, 8};
  EXPECT_THAT(writer_.memory(machine, copies), ElementsAre(7, 2, 4, 8));
  read({"writers=2"});
  EXPECT_THAT(writer_.memory(machine, copies), ElementsAre(1, 6, 4, 8));
  read({"on_stop=early"});
  EXPECT_THAT(writer_.memory(machine, copies), ElementsAre(0, 0, 0, 0));
  read({"on_stop=early", "every=4"});
  EXPECT_THAT(writer_.memory(machine, copies), ElementsAre(7, 2, 4, 8));
}

TEST_F(Decisions, CostNothingBeforeTheFirst) {
  writer_.poll();
  writer_.finish();
  EXPECT_EQ(writer_.figures().count, 0);
  EXPECT_EQ(writer_.figures().last, -1);
}

}  // namespace
}  // namespace cardon
