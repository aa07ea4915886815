// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "own_choices.hpp"
#include "support/scratch_folder.hpp"
#include "tuning_journal.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<LinkEnds> links = {{"a-b", "a", "b"}, {"b-c", "b", "c"}};

OwnChain chosen(const std::string& chain, double before, double expected, double saved = 0) {
  return {.link = 1,
          .changed = true,
          .agreed = "zlib-1",
          .chain = chain,
          .before = before,
          .expected = expected,
          .saved = saved};
}

OwnChain kept(double saved) {
  return {.link = 1, .agreed = "zlib-1", .chain = "lz4", .saved = saved};
}

TEST(OwnChoices, OfSeveralRanksAreOneChangeIfTheyAreTheSame) {
  OwnChoices own;
  const auto changes = own.add({{chosen("lz4", 0.5, 0.4)},
                                {},
                                {chosen("lz4", 0.6, 0.3)},
                                {chosen("none", 0.99, 1), kept(10)}});
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].text(links), "ranks 0, 2 send lz4 instead of zlib-1 over link b-c");
  EXPECT_EQ(changes[0].why(), "messages of these data are 2 times smaller, 2.5 times expected");
  EXPECT_EQ(changes[1].text(links), "rank 3 sends without codecs instead of zlib-1 over link b-c");
  EXPECT_EQ(changes[1].why(), "messages of these data are only 1.01 times smaller");
  EXPECT_EQ(own.summary()["choices"], 3);
}

TEST(OwnChoices, SaveBytesUntilTheyEnd) {
  OwnChoices own;
  EXPECT_EQ(own.gain(), "");
  own.add({{chosen("lz4", 0.5, 0.4)}, {}});
  EXPECT_TRUE(own.add({{kept(3e6)}, {}}).empty());
  const auto changes = own.add({{chosen("zlib-1", 0.55, 0.5, -1e6)}, {}});
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].text(links), "rank 0 sends zlib-1 over link b-c again");
  EXPECT_EQ(own.summary()["saved_bytes"], 2e6);
  EXPECT_EQ(own.gain(), "; 1 choice of codecs by ranks themselves saved 2 MB");
}

TEST(OwnChoices, AreDecisionsLikeThoseOfTheTuner) {
  const ScratchFolder folder;
  TuningJournal journal("model", links);
  journal.open(folder.path);
  journal.add_own(40, {{}, {chosen("lz4", 0.5, 0.4)}});
  EXPECT_THAT(journal.take_lines(),
              ElementsAre("tuning at step 40: rank 1 sends lz4 instead of zlib-1 over link b-c: "
                          "messages of these data are 2 times smaller, 2.5 times expected"));
  const auto decisions = journal.take_decisions();
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decisions[0].by, "rank 1");
  const auto line = nlohmann::json::parse(folder.text("decisions.jsonl"));
  EXPECT_EQ(line["step"], 40);
  EXPECT_EQ(line["ranks"], std::vector<int>{1});
  EXPECT_EQ(line["codecs"], "lz4");
  EXPECT_EQ(line["outcome"], "chosen by ranks");
  EXPECT_EQ(line["decided_by"], "ranks");
  EXPECT_EQ(line["cost_seconds"], 0);
  EXPECT_THAT(line["change"].get<std::string>(), HasSubstr("instead of zlib-1"));
}

}  // namespace
}  // namespace cardon
