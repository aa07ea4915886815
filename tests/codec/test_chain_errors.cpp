// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "codec_cases.hpp"

namespace cardon::codec_test {
namespace {

using testing::HasSubstr;

std::string report(const Names& names) {
  try {
    check_codec_chain(codec_names(names), factory());
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(ChainErrors, LegalChains) {
  for (const Names& names : lossless_chains()) EXPECT_EQ(report(names), "");
  EXPECT_EQ(report({"none"}), "");
  EXPECT_EQ(report({"zfp-1e-6", "zlib-9"}), "");
}

TEST(ChainErrors, UnknownNameIsSuggested) {
  EXPECT_THAT(report({"extrapolat", "zlib-1"}),
              testing::AllOf(HasSubstr("there is no codec extrapolat"),
                             HasSubstr("did you mean extrapolate?")));
}

TEST(ChainErrors, Options) {
  for (const char* wrong : {"zlib-0", "zlib-10", "zlib-x", "zstd-20", "lz4-1", "bitpack-8",
                            "shuffle-4", "difference-1", "extrapolate-5", "zfp", "zfp-0"})
    EXPECT_THAT(report({wrong}), HasSubstr("[codec/option]")) << wrong;
}

TEST(ChainErrors, WhatWorksOnValuesStandsFirst) {
  EXPECT_THAT(report({"zlib-1", "extrapolate"}), HasSubstr("[codec/order]"));
  EXPECT_THAT(report({"shuffle", "zfp-1e-6"}), HasSubstr("[codec/order]"));
}

TEST(ChainErrors, LossesAreKnown) {
  for (const Names& names : lossless_chains())
    EXPECT_TRUE(is_lossless(codec_names(names), factory()));
  EXPECT_FALSE(is_lossless(codec_names({"zfp-1e-6", "zlib-1"}), factory()));
}

}  // namespace
}  // namespace cardon::codec_test
