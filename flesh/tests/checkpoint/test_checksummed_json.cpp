// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/checkpoint/checksummed_json.hpp>
#include <nlohmann/json.hpp>

namespace cardon {
namespace {

TEST(SealedJson, GivesBackItsContent) {
  const nlohmann::json json = {{"iteration", 200}, {"time", 0.1}, {"names", {"a", "b"}}};
  const std::string text = seal(json);
  EXPECT_EQ(unseal(text, "it"), json);
  EXPECT_EQ(nlohmann::json::parse(text).at("content"), json);
}

TEST(SealedJson, BytesThatAreNotUtf8AreReplaced) {
  const std::string text = seal({{"file", "Sto\xdf.yaml"}});
  EXPECT_EQ(unseal(text, "it").at("file"), "Sto\xef\xbf\xbd.yaml");
}

TEST(SealedJson, EveryBitCounts) {
  const std::string good = seal({{"iteration", 200}, {"time", 0.1}});
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string bad = good;
    bad[bit / 8] = char(bad[bit / 8] ^ (1 << bit % 8));
    EXPECT_THROW(unseal(bad, "it"), CheckpointDamage) << "bit " << bit;
  }
}

TEST(SealedJson, EveryTruncationIsSeen) {
  const std::string good = seal({{"iteration", 200}});
  for (std::size_t length = 0; length < good.size(); ++length)
    EXPECT_THROW(unseal(good.substr(0, length), "it"), CheckpointDamage) << length;
}

}  // namespace
}  // namespace cardon
