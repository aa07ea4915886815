// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/codec/codec_chain.hpp>

#include "own_codecs.hpp"
#include "toy_codecs.hpp"

namespace cardon::grid_driver {
namespace {

const std::vector<CodecNames> chains{codec_names({"zeros"}), codec_names({"change", "zeros"}),
                                     codec_names({"rounded"})};

// Of 30 pieces of 1000 bytes.
CodecTrial measured(double size, double encode, double decode) {
  CodecTrial chain;
  chain.pieces = 30;
  chain.raw = chain.decoded = 30000;
  chain.sent = size * chain.raw;
  chain.encode = encode * chain.raw;
  chain.decode = decode * chain.raw;
  return chain;
}

CodecTrial tried(int chain, double size, double encode, double decode = 1, int link = 0) {
  CodecTrial trial = measured(size, encode, decode);
  trial.chain = chain;
  trial.link = link;
  return trial;
}

// A rank with two wide links, of which the first leaves codecs to senders.
struct Sender {
  OwnCodecs own{2, {true, false}, test::toy_codec};
  CodecNames agreed = chains[0];

  std::vector<OwnChain> window(const CodecTrial& in_use,
                               const std::vector<CodecTrial>& trials = {}) {
    own.chain(0, agreed);
    own.chain(1, agreed);
    return own.choose({in_use, in_use}, trials, chains);
  }
  std::string chain(std::size_t link = 0) { return chain_text(own.chain(link, agreed)); }
};

TEST(OwnCodecs, ASenderGoesOverToWhatSuitsItsDataBetter) {
  Sender sender;
  sender.window(measured(0.5, 3, 1), {tried(1, 0.4, 2)});
  EXPECT_EQ(sender.chain(), "change, zeros");
  EXPECT_EQ(sender.chain(1), "zeros");
  EXPECT_TRUE(sender.own.any());
}

TEST(OwnCodecs, MessagesMustBeSmallerInNoMoreTimeOrAsSmallInMuchLess) {
  const auto chosen = [](const CodecTrial& trial) {
    Sender sender;
    sender.window(measured(0.5, 3, 1), {trial});
    return sender.own.any();
  };
  EXPECT_TRUE(chosen(tried(1, 0.48, 2)));
  EXPECT_FALSE(chosen(tried(1, 0.49, 2))) << "hardly smaller";
  EXPECT_FALSE(chosen(tried(1, 0.4, 2.5))) << "a trial finds its data in caches";
  EXPECT_FALSE(chosen(tried(1, 0.4, 2, 1.5))) << "the receiver would need longer";
  EXPECT_TRUE(chosen(tried(1, 0.5, 1, 0.5)));
  EXPECT_FALSE(chosen(tried(1, 0.51, 1, 0.5))) << "larger";
  EXPECT_FALSE(chosen(tried(1, 0.4, 2, 1, 1))) << "of another link";
}

TEST(OwnCodecs, OfSeveralThatIsTakenWhichMakesMessagesSmallest) {
  Sender sender;
  sender.agreed = codec_names({"change"});
  sender.window(measured(0.5, 3, 1), {tried(0, 0.4, 1), tried(1, 0.3, 2)});
  EXPECT_EQ(sender.chain(), "change, zeros");
}

TEST(OwnCodecs, NothingIsChosenThatLosesDigitsOrThatUsersHaveNamed) {
  Sender sender;
  sender.window(measured(0.5, 3, 1), {tried(2, 0.1, 1), tried(1, 0.1, 1, 1, 1)});
  EXPECT_FALSE(sender.own.any());
}

TEST(OwnCodecs, WhereAllAgreedOnNoneNothingIsEncoded) {
  Sender sender;
  sender.agreed = {};
  sender.window(measured(1, 0, 0), {tried(1, 0.1, 0, 0)});
  EXPECT_EQ(sender.chain(), "none");
  EXPECT_FALSE(sender.own.any());
}

TEST(OwnCodecs, FewPiecesDecideNothing) {
  Sender sender;
  CodecTrial few = measured(0.5, 3, 1);
  few.pieces = 19;
  sender.window(few, {tried(1, 0.1, 1)});
  EXPECT_FALSE(sender.own.any());
}

// Some time later it may: the agreed chain gets another chance.
TEST(OwnCodecs, DataThatDoNotShrinkAreNotEncoded) {
  Sender sender;
  sender.window(measured(0.98, 3, 1));
  EXPECT_EQ(sender.chain(), "none");
  for (int n = 0; n < 7; ++n) sender.window(measured(1, 0, 0));
  EXPECT_EQ(sender.chain(), "none");
  sender.window(measured(1, 0, 0));
  EXPECT_EQ(sender.chain(), "zeros");
  sender.window(measured(0.98, 3, 1));
  sender.window(measured(1, 0, 0), {tried(0, 0.5, 3)});
  EXPECT_EQ(sender.chain(), "zeros") << "a trial showed that they shrink";
}

TEST(OwnCodecs, AChoiceThatDoesNotKeepItsPromiseIsDropped) {
  Sender sender;
  sender.window(measured(0.5, 3, 1), {tried(1, 0.4, 2)});
  sender.window(measured(0.5, 3, 1));
  EXPECT_EQ(sender.chain(), "change, zeros");
  sender.window(measured(0.51, 3, 1));
  EXPECT_EQ(sender.chain(), "zeros");
}

// Of 30000 bytes, 12000 travel instead of 15000, then 15300.
TEST(OwnCodecs, ChoicesTellWhatTheyExpectAndSave) {
  Sender sender;
  EXPECT_TRUE(sender.window(measured(0.5, 3, 1)).empty());
  const auto news = [&](const CodecTrial& in_use, const std::vector<CodecTrial>& trials = {}) {
    const std::vector<OwnChain> all = sender.window(in_use, trials);
    EXPECT_EQ(all.size(), 1u);
    return all.empty() ? OwnChain{} : all.front();
  };
  const OwnChain made = news(measured(0.5, 3, 1), {tried(1, 0.4, 2)});
  EXPECT_EQ(made.link, 0);
  EXPECT_TRUE(made.changed);
  EXPECT_EQ(made.agreed, "zeros");
  EXPECT_EQ(made.chain, "change, zeros");
  EXPECT_EQ(made.before, 0.5);
  EXPECT_EQ(made.expected, 0.4);
  EXPECT_EQ(made.saved, 0);
  const OwnChain kept = news(measured(0.4, 3, 1));
  EXPECT_FALSE(kept.changed);
  EXPECT_NEAR(kept.saved, 3000, 1e-9);
  const OwnChain ended = news(measured(0.51, 3, 1));
  EXPECT_TRUE(ended.changed);
  EXPECT_EQ(ended.chain, ended.agreed);
  EXPECT_EQ(ended.expected, 0.5);
  EXPECT_NEAR(ended.saved, -300, 1e-9);
  const OwnChain none = news(measured(0.98, 3, 1));
  EXPECT_EQ(none.chain, "none");
  EXPECT_EQ(none.expected, 1);
}

TEST(OwnCodecs, AnotherAgreementEndsIt) {
  Sender sender;
  sender.window(measured(0.5, 3, 1), {tried(1, 0.4, 2)});
  sender.own.clear();
  sender.agreed = codec_names({"change"});
  EXPECT_EQ(sender.chain(), "change");
  EXPECT_FALSE(sender.own.any());
  sender.window(measured(0.5, 3, 1), {tried(1, 0.4, 2)});
  EXPECT_TRUE(sender.own.any());
}

// Blocks of both sites can be on one rank; what it measures is then a mixture.
TEST(OwnCodecs, WhoSendsInBothDirectionsWithDifferentChainsKeepsToThem) {
  Sender sender;
  sender.window(measured(0.5, 3, 1), {tried(1, 0.4, 2)});
  ASSERT_TRUE(sender.own.any());
  const CodecNames back = codec_names({"change"});
  EXPECT_EQ(chain_text(sender.own.chain(0, back)), "change");
  EXPECT_EQ(sender.chain(), "zeros");
  EXPECT_FALSE(sender.own.any());
  sender.window(measured(0.5, 3, 1), {tried(1, 0.4, 2)});
  EXPECT_FALSE(sender.own.any());
  sender.own.clear();
  sender.window(measured(0.5, 3, 1), {tried(1, 0.4, 2)});
  EXPECT_TRUE(sender.own.any());
}

// The agreed chain shortens nothing, so that its writer skips most pieces; another one halves them.
TEST(OwnCodecs, DataThatTheAgreedChainDoesNotShrinkGoThroughAnotherOne) {
  Sender sender;
  sender.window(measured(0.99, 3, 1), {tried(1, 0.5, 2)});
  EXPECT_EQ(sender.chain(), "change, zeros");
}

TEST(OwnCodecs, DescribesItself) {
  Sender sender;
  std::vector<LinkTimings> links{{.name = "intra"}, {.name = "a-b"}, {.name = "b-c"}};
  sender.window(measured(0.98, 3, 1));
  sender.own.describe(links);
  EXPECT_EQ(links[1].codec, "none (chosen by the rank)");
  EXPECT_EQ(links[2].codec, "none") << "as it was";
}

}  // namespace
}  // namespace cardon::grid_driver
