// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "toy_codecs.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> result;
  for (const int value : values) result.push_back(std::byte(value));
  return result;
}

std::vector<std::string> slugs_of(const std::vector<std::string>& names) {
  std::vector<std::string> slugs;
  try {
    check_codec_chain(codec_names(names, {"a.yaml", 3, 5}), toy::make);
  } catch (const Error& error) {
    for (const Problem& problem : error.problems()) {
      slugs.push_back(problem.slug);
      EXPECT_EQ(problem.where.line, 3);
    }
  }
  return slugs;
}

TEST(CodecName, SplitsAtTheFirstDash) {
  const CodecName name = codec_name("zfp-1e-6");
  EXPECT_EQ(name.codec, "zfp");
  EXPECT_EQ(name.option, "1e-6");
  EXPECT_EQ(name.text(), "zfp-1e-6");
  EXPECT_EQ(codec_name("bitpack").text(), "bitpack");
}

TEST(CodecName, ChainsReadAsTheyAreWritten) {
  EXPECT_EQ(chain_text(codec_names({"extrapolate", "zlib-1"})), "extrapolate, zlib-1");
  EXPECT_EQ(chain_text(codec_names({"none"})), "none");
  EXPECT_EQ(chain_text(codec_names({})), "none");
}

TEST(CodecChain, RunsForthAndBack) {
  CodecChain sender = toy::chain({"changes", "runs"}), receiver = toy::chain({"changes", "runs"});
  std::vector<std::byte> raw(300, std::byte(7)), back(300);
  for (int message = 0; message < 3; ++message) {
    raw[5] = std::byte(message);
    const auto encoded = sender.encode(raw);
    const std::vector<std::byte> sent(encoded.begin(), encoded.end());
    EXPECT_EQ(sent.size(), 8u);
    receiver.decode(sent, back);
    EXPECT_EQ(back, raw);
    sender.remember(raw);
    receiver.remember(raw);
  }
}

TEST(CodecChain, EmptyPieceAndEmptyChain) {
  CodecChain chain = toy::chain({"changes", "runs"});
  std::vector<std::byte> none;
  EXPECT_TRUE(chain.encode(none).empty());
  chain.decode({}, none);
  EXPECT_TRUE(toy::chain({"none"}).empty());
  EXPECT_THROW(CodecChain().decode(none, none), Bug);
}

TEST(CodecChain, WrongLengthsAreDamage) {
  CodecChain chain = toy::chain({"changes", "runs"});
  std::vector<std::byte> back(10);
  EXPECT_THROW(chain.decode(bytes({200, 1}), back), Error);
  EXPECT_THROW(chain.decode(bytes({9, 1}), back), Error);
  chain.decode(bytes({10, 1}), back);
  EXPECT_EQ(back[9], std::byte(1));
}

TEST(CodecChain, LossesAreKnown) {
  EXPECT_TRUE(is_lossless(codec_names({"changes", "runs"}), toy::make));
  EXPECT_FALSE(is_lossless(codec_names({"coarse", "runs"}), toy::make));
  EXPECT_TRUE(is_lossless({}, toy::make));
}

TEST(CodecChain, AllMistakesAreReportedTogether) {
  EXPECT_THAT(slugs_of({"changes", "runs"}), ElementsAre());
  EXPECT_THAT(slugs_of({"runs-1", "ruins", "changes"}),
              ElementsAre("codec/option", "registry/no-such-service", "codec/order"));
  EXPECT_THAT(slugs_of({"none", "runs"}), ElementsAre("codec/order"));
  EXPECT_THAT(slugs_of({"changes-10"}), ElementsAre("codec/option"));
  EXPECT_THAT(slugs_of({"changes-1x"}), ElementsAre("codec/option"));
}

TEST(CodecOption, NumbersAreReadInFull) {
  EXPECT_EQ(integer_option({.option = ""}, "zlib", 1, 9, 4), 4);
  EXPECT_EQ(integer_option({.option = "9"}, "zlib", 1, 9, 4), 9);
  EXPECT_EQ(positive_option({.option = "1e-6"}, "zfp"), 1e-6);
  for (const char* wrong : {"", "0", "-1", "inf", "nan", "1e-6x", "1e999"})
    EXPECT_THROW(positive_option({.option = wrong}, "zfp"), Error) << wrong;
}

TEST(CodecOption, MessagesNameRuleAndExample) {
  try {
    integer_option({.option = "12"}, "zlib", 1, 9, 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("codec zlib cannot be used as zlib-12"));
    EXPECT_THAT(error.what(), HasSubstr("whole number from 1 to 9"));
    EXPECT_THAT(error.what(), HasSubstr("write for example zlib-1"));
  }
}

}  // namespace
}  // namespace cardon
