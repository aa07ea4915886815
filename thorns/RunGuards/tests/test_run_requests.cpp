// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/services/parameter_set.hpp>
#include <memory>

#include "run_requests.hpp"
#include "support/local_transport.hpp"
#include "support/plain_driver.hpp"
#include "support/scratch_folder.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Notes what is set; words with "bad" are wrong.
class NotedSteering : public ParameterSteering {
 public:
  bool settle() override { return settles; }
  void replan() override { notes.push_back(std::to_string(iteration) + ": replan"); }
  std::vector<Problem> check(const std::vector<std::string>& words) const override {
    std::vector<Problem> problems;
    for (const std::string& word : words)
      if (word.find("bad") != word.npos) problems.push_back({.slug = "test/bad"});
    return problems;
  }
  std::vector<SteeredParameter> apply(const std::vector<std::string>& words) override {
    std::vector<SteeredParameter> steered;
    for (const std::string& word : words) {
      notes.push_back(std::to_string(iteration) + ": " + word);
      steered.push_back({word.substr(0, word.find('=')), word.substr(word.find('=') + 1), "0"});
    }
    return steered;
  }
  bool can_checkpoint() const override { return true; }

  long iteration = 0;
  bool settles = true;
  std::vector<std::string> notes;
};

/// A run of one rank that may replay the record of an earlier one.
struct SteeredSteps {
  explicit SteeredSteps(Transport& transport, const std::filesystem::path& record = {},
                        long first = 0) {
    registry.add({.path = "steering",
                  .description = "Requests",
                  .provider = "Test",
                  .parameters = {declare(RunRequests::replay)}});
    parameters = std::make_unique<ParameterSet>(registry);
    if (!record.empty())
      parameters->section("steering").set("replay", {.value = record.string(), .given = true});
    requests.open({.program = program,
                   .parameters = *parameters,
                   .driver = driver,
                   .fields = fields,
                   .transport = transport,
                   .first_iteration = first,
                   .steering = &steering});
  }
  StepOrder step(long iteration, bool last = false) {
    StepOrder order;
    steering.iteration = iteration;
    requests.take(requests.requests(), {.iteration = iteration, .time = 0.5, .last = last}, false,
                  order);
    if (order.change) order.change();
    return order;
  }

  ParameterRegistry registry;
  std::unique_ptr<ParameterSet> parameters;
  Program program;
  PlainDriver driver;
  NoFields fields;
  NotedSteering steering;
  RunRequests requests;
};

struct RunRequestsTest : ::testing::Test {
  std::filesystem::path record(const std::string& text) {
    folder.write("old/steering.jsonl", text);
    return folder.path / "old/steering.jsonl";
  }
  ScratchFolder folder;
  LocalWorld world{1};
  LocalTransport transport{world, 0};
};

TEST_F(RunRequestsTest, ARecordRepeatsTheRunThatWroteIt) {
  SteeredSteps first(transport);
  first.requests.record_in(folder.path / "old");
  for (const long n : {1, 2, 3, 4}) {
    if (n == 2) folder.write("old/steering/1.request", R"({"set": ["a=1", "b=2"]})");
    if (n == 4) folder.write("old/steering/2.request", R"({"do": "replan"})");
    first.step(n);
  }
  folder.write("old/steering/3.request", R"({"do": "stop"})");
  EXPECT_EQ(first.step(5).stop, "steering");
  EXPECT_THAT(first.steering.notes, ElementsAre("2: a=1", "2: b=2", "4: replan"));
  EXPECT_THAT(folder.text("old/steering/1.answer"), HasSubstr(R"("status": "done")"));

  SteeredSteps again(transport, folder.path / "old/steering.jsonl");
  std::filesystem::create_directory(folder.path / "new");
  again.requests.record_in(folder.path / "new");
  for (const long n : {1, 2, 3, 4}) EXPECT_EQ(again.step(n).stop, "");
  EXPECT_EQ(again.step(5).stop, "steering");
  EXPECT_EQ(again.steering.notes, first.steering.notes);
  EXPECT_EQ(folder.text("new/steering.jsonl"), folder.text("old/steering.jsonl"));
}

TEST_F(RunRequestsTest, AllRanksReplayAfterTheSameSteps) {
  const auto file = record(R"({"iteration": 2, "set": ["a=1"]})"
                           "\n");
  on_ranks(3, [&](Transport& ranks) {
    SteeredSteps run(ranks, file);
    for (const long n : {1, 2, 3}) run.step(n);
    EXPECT_THAT(run.steering.notes, ElementsAre("2: a=1"));
    EXPECT_TRUE(run.requests.idle());
  });
}

TEST_F(RunRequestsTest, PausesDecisionsAndWhatACheckpointHasAreNotReplayed) {
  const auto file = record(
      "{\"iteration\": 3, \"set\": [\"a=1\"]}\n"
      "{\"iteration\": 9, \"do\": \"pause\"}\n"
      "{\"iteration\": 4, \"decided\": \"depth\"}\n"
      "{\"iteration\": 4, \"set\": [\"a=2\"]}\n");
  SteeredSteps run(transport, file, 3);
  for (const long n : {4, 5, 9}) EXPECT_FALSE(run.step(n).hold);
  EXPECT_THAT(run.steering.notes, ElementsAre("4: a=2"));
}

TEST_F(RunRequestsTest, ChangesWaitWhereStepsAreRejected) {
  SteeredSteps run(transport, record("{\"iteration\": 3, \"set\": [\"a=1\"]}\n"));
  run.steering.settles = false;
  run.step(3);
  run.steering.settles = true;
  run.step(2);
  EXPECT_THAT(run.steering.notes, IsEmpty());
  run.step(3);
  run.step(4);
  EXPECT_THAT(run.steering.notes, ElementsAre("3: a=1"));
}

TEST_F(RunRequestsTest, AReplayEndsAtAValueThatCannotBe) {
  SteeredSteps run(transport, record("{\"iteration\": 1, \"set\": [\"a=1\", \"b=bad\"]}\n"));
  try {
    run.step(1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(error.is_in_task()) << "it must not be reported as if nothing was run";
  }
  EXPECT_THAT(run.steering.notes, IsEmpty());
}

TEST_F(RunRequestsTest, AReplayLeavesOutWhatAffectsNoResults) {
  for (const std::string section : {"balance", "tunlets", "tuning"}) {
    const std::string word = section + ".b=bad";
    SteeredSteps run(transport,
                     record("{\"iteration\": 1, \"set\": [\"a=1\", \"" + word + "\"]}\n"));
    run.step(1);
    EXPECT_THAT(run.steering.notes, ElementsAre("1: a=1"));
    EXPECT_THAT(run.step(2).lines, ::testing::Contains(HasSubstr(word + " is left out")));
  }
}

TEST_F(RunRequestsTest, TheEndIsNotReplayedAfterTheLastStep) {
  SteeredSteps run(transport,
                   record("{\"iteration\": 2, \"set\": [\"time.stop.iterations=9\", \"a=1\"]}\n"
                          "{\"iteration\": 2, \"do\": \"stop\"}\n"));
  EXPECT_EQ(run.step(2, true).stop, "");
  EXPECT_THAT(run.steering.notes, ElementsAre("2: a=1"));
}

TEST_F(RunRequestsTest, WhatIsNoRecordIsRefused) {
  const std::string good = "{\"iteration\": 2, \"set\": [\"a=1\"]}\n";
  for (const std::string line :
       {"{", "[]", "{\"set\": [\"a=1\"]}", "{\"iteration\": 1.5, \"do\": \"stop\"}",
        "{\"iteration\": 1, \"do\": \"stop\"}", "{\"iteration\": 3, \"do\": \"fly\"}"}) {
    try {
      SteeredSteps(transport, record(good + line + "\n"));
      FAIL() << "accepted: " << line;
    } catch (const Error& error) {
      EXPECT_EQ(error.problems().front().slug, "steering/replay");
      EXPECT_THAT(error.problems().front().notes, ElementsAre(HasSubstr("line 2 "))) << line;
    }
  }
  EXPECT_THROW(SteeredSteps(transport, folder.path / "none.jsonl"), Error);
}

}  // namespace
}  // namespace cardon
