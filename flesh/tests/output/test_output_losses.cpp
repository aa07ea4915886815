// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "../support/local_transport.hpp"
#include "output/output_losses.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

Error failure(const std::string& message) {
  return Error({.slug = "output/write-failed", .message = message}, exit_environment);
}

TEST(OutputLosses, TheEarliestOfAllRanksIsToldFirst) {
  on_ranks(3, [](Transport& transport) {
    std::vector<OutputLoss> mine(3);
    mine[0].output = "output.fields";
    mine[1].output = "output.scalars";
    mine[2].output = "output.lines";
    mine[0].tries = mine[1].tries = 40;
    if (transport.rank() == 0) mine[0].add(failure("no room for fields"), 30, true);
    if (transport.rank() == 2) {
      mine[1].add(failure("no room for scalars"), 20, true);
      mine[1].add(failure("still none"), 21, true);
      mine[1].add(failure("at the end"), 40, false);
    }
    const std::vector<OutputLoss> all = gather_losses(mine, transport);
    ASSERT_EQ(all.size(), 2u);
    const Error error = first_cause(all);
    EXPECT_TRUE(error.is_on_all_ranks());
    EXPECT_EQ(error.exit_code(), exit_environment);
    EXPECT_EQ(error.problems().front().message, "no room for scalars");
    EXPECT_THAT(error.problems().front().notes,
                ElementsAre("lost: 2 of 40 outputs of output.scalars, at iterations 20 to 21",
                            "lost: 1 of 40 outputs of output.fields, at iteration 30",
                            "later: no room for fields"));
    EXPECT_EQ(losses_json(all)[0]["lost"], 2);
    EXPECT_EQ(all.front().failures, 3);
  });
}

TEST(OutputLosses, NoneWhereNothingFailed) {
  on_ranks(2, [](Transport& transport) {
    EXPECT_TRUE(gather_losses(std::vector<OutputLoss>(4), transport).empty());
  });
}

}  // namespace
}  // namespace cardon
