// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/exact_math.hpp"

namespace cardon {
namespace {

TEST(InexactFlag, FindsFlagsThatChangeBits) {
  EXPECT_EQ(inexact_flag("GNU C++20 12.2.0 -march=znver3 -O3 -fPIC"), "");
  EXPECT_EQ(inexact_flag("GNU C++20 -O3 -ffast-math -fPIC"), "-ffast-math");
  EXPECT_EQ(inexact_flag("GNU Fortran2008 -Ofast"), "-Ofast");
  EXPECT_EQ(inexact_flag("GNU C17 -ffp-contract=fast"), "-ffp-contract=fast");
  EXPECT_EQ(inexact_flag("-fno-math-errno -fno-trapping-math -fno-fast-math"), "");
}

TEST(InexactFlag, LaterFlagsTakeEarlierOnesBack) {
  EXPECT_EQ(inexact_flag("-ffast-math -fno-fast-math"), "");
  EXPECT_EQ(inexact_flag("-fno-fast-math -ffast-math"), "-ffast-math");
  EXPECT_EQ(inexact_flag("-Ofast -O2"), "");
  EXPECT_EQ(inexact_flag("-ffp-contract=fast -ffp-contract=off"), "");
  EXPECT_EQ(inexact_flag("-fassociative-math -fno-associative-math -ffinite-math-only"),
            "-ffinite-math-only");
}

}  // namespace
}  // namespace cardon
