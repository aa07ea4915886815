// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <unistd.h>

#include "steering_box.hpp"
#include "support/scratch_folder.hpp"

namespace cardon {
namespace {

using nlohmann::json;

class RequestBox : public testing::Test {
 protected:
  std::string answer(const std::string& id) { return folder_.text("steering/" + id + ".answer"); }
  json take(std::size_t max_bytes = 4096) {
    const std::string text = box_.take(max_bytes, [](const json&) { return std::string(); });
    return text.empty() ? json::array() : json::parse(text);
  }
  ScratchFolder folder_;
  SteeringBox box_{folder_.path / "steering"};
};

TEST_F(RequestBox, ARunWithoutRequestsHasNoFolder) {
  EXPECT_TRUE(take().empty());
  EXPECT_FALSE(std::filesystem::exists(folder_.path / "steering"));
}

TEST_F(RequestBox, RequestsAreTakenOnceInTheOrderOfTheirNames) {
  folder_.write("steering/2.request", R"({"do": "pause"})");
  folder_.write("steering/1.request", R"({"set": ["a=1", "b=2"]})");
  const json all = take();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0]["id"], "1");
  EXPECT_EQ(all[1]["do"], "pause");
  EXPECT_TRUE(take().empty());
}

TEST_F(RequestBox, WhatDoesNotFitWaits) {
  for (const char* name : {"1", "2", "3"})
    folder_.write(std::string("steering/") + name + ".request", R"({"do": "pause"})");
  EXPECT_EQ(take(60).size(), 2u);
  EXPECT_EQ(take(60).size(), 1u);
}

TEST_F(RequestBox, MistakesAreAnsweredAtOnce) {
  folder_.write("steering/1.request", "{");
  folder_.write("steering/2.request", R"({"do": "step", "steps": 0})");
  folder_.write("steering/3.request", R"({"set": [1]})");
  folder_.write("steering/4.request", R"({"do": "step", "step": 5})");
  folder_.write("steering/5.request", R"({"do": "pause", "steps": 5})");
  folder_.write("steering/6.request", R"({"set": ["a=1"], "why": ""})");
  EXPECT_TRUE(take().empty());
  for (const char* id : {"1", "2", "3", "4", "5", "6"})
    EXPECT_THAT(answer(id), testing::HasSubstr("steering/request")) << id;
}

TEST_F(RequestBox, LinksAreNotFollowed) {
  folder_.write("other", R"({"do": "stop"})");
  std::filesystem::create_directory(folder_.path / "steering");
  std::filesystem::create_symlink(folder_.path / "other", folder_.path / "steering/1.request");
  EXPECT_TRUE(take().empty());
  EXPECT_TRUE(std::filesystem::exists(folder_.path / "other"));
}

TEST_F(RequestBox, FilesOfOthersAreNoRequests) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  folder_.write("steering/1.request", R"({"do": "stop"})");
  ASSERT_EQ(chown((folder_.path / "steering/1.request").c_str(), 12345, 12345), 0);
  EXPECT_TRUE(take().empty());
}

}  // namespace
}  // namespace cardon
