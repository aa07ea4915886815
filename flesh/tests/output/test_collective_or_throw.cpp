// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>

#include "../support/local_transport.hpp"

namespace cardon {
namespace {

TEST(Together, EveryRankFailsIfOneDoes) {
  std::atomic<int> failed = 0;
  on_ranks(3, [&](Transport& transport) {
    try {
      collective_or_throw(transport, [&] {
        if (transport.rank() == 1) TextFile("/proc/nowhere/a.tsv");
      });
    } catch (const Error& error) {
      ++failed;
      EXPECT_EQ(error.exit_code(), exit_environment);
      EXPECT_EQ(error.problems().front().slug, "output/write-failed");
      EXPECT_NE(std::string(error.what()).find("cannot write /proc/nowhere"), std::string::npos);
      EXPECT_NE(error.problems().front().help, "");
    }
  });
  EXPECT_EQ(failed, 3);
}

TEST(Together, OtherRanksThrowAllProblemsWithTheirPlaces) {
  on_ranks(2, [](Transport& transport) {
    const Problem first{.slug = "a/b",
                        .message = "one",
                        .where = {"t.yaml", 3, 5, 2, "  x: y"},
                        .hint = "did you mean z?",
                        .notes = {"n1", "n2"},
                        .help = "h"};
    try {
      collective_or_throw(transport, [&] {
        if (transport.rank() == 1) throw Error(std::vector{first, Problem{.slug = "c/d"}});
      });
      ADD_FAILURE();
    } catch (const Error& error) {
      ASSERT_EQ(error.problems().size(), 2u);
      EXPECT_EQ(format_problem(error.problems()[0]), format_problem(first));
      EXPECT_EQ(error.problems()[1].slug, "c/d");
    }
  });
}

TEST(Together, SuccessCostsOneCollective) {
  EXPECT_EQ(on_ranks(2, [](Transport& transport) { collective_or_throw(transport, [] {}); }), 1);
}

}  // namespace
}  // namespace cardon
