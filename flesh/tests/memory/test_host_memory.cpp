// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../support/local_transport.hpp"
#include "base/warnings.hpp"
#include "cores/memory_facts.hpp"
#include "memory/host_memory.hpp"

namespace cardon {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// The warnings of 4 ranks, each of which needs this.
std::string warnings_for(const RankMemory& each) {
  std::string text;
  on_ranks(4, [&](Transport& transport) {
    Warnings warnings;
    for (const Problem& warning : check_host_memory(each, transport)) warnings.add(warning);
    if (transport.rank() == 2) text = warnings.text();
  });
  return text;
}

TEST(HostMemory, WhatFitsIsNoWarning) { EXPECT_EQ(warnings_for({.fields = 1e6}), ""); }

TEST(HostMemory, RanksOfAHostAreCountedTogether) {
  const double quarter = memory_facts().available / 4;
  EXPECT_EQ(warnings_for({.exchange = 0.8 * quarter}), "");
  EXPECT_THAT(warnings_for({.fields = 0.6 * quarter, .checkpoints = 0.6 * quarter}),
              AllOf(HasSubstr("the 4 ranks on "), HasSubstr("will need about "),
                    HasSubstr("are free there"), HasSubstr("[environment/memory-tight]")));
}

TEST(HostMemory, RoomForMoreIsTheSameAnswerOnAllRanks) {
  on_ranks(4, [](Transport& transport) {
    Problem problem;
    EXPECT_TRUE(has_room(1e3, transport, problem));
    EXPECT_TRUE(has_room(0, transport, problem));
    EXPECT_FALSE(has_room(transport.rank() == 2 ? 1e18 : 1e3, transport, problem));
    EXPECT_THAT(problem.message, HasSubstr("more"));
  });
}

TEST(HostMemory, FieldsThatCanNeverFitAreAnErrorOnAllRanks) {
  try {
    warnings_for({.fields = 0.3 * memory_facts().total});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_TRUE(error.is_on_all_ranks());
    EXPECT_EQ(error.exit_code(), exit_environment);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("the fields of the 4 ranks on "),
                                    HasSubstr("[environment/memory]")));
  }
}

TEST(HostMemory, ARefusalTellsTheNeedOfTheRank) {
  const Error error =
      with_need(out_of_memory(2e9), {.program = 1e8, .fields = 3e9, .exchange = 2e8});
  EXPECT_EQ(error.exit_code(), exit_environment);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("cannot allocate 2.00 GB"),
                    HasSubstr("in total, this rank needs about 3.30 GB: fields 3.00 GB")));
}

}  // namespace
}  // namespace cardon
