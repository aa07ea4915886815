// SPDX-License-Identifier: Apache-2.0
// What messages of a planned run take, by the points that travel.
#include <gmock/gmock.h>

#include <cardon/services/codec.hpp>

#include "memory/exchange_memory.hpp"
#include "planned_leapfrog.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

/// Remembers three messages.
struct Keeper : Codec {
  void open(const CodecSetup &) override {}
  std::size_t bound(std::size_t bytes) const override { return bytes; }
  std::size_t encode(std::span<const std::byte>, std::span<std::byte>) override { return 0; }
  std::size_t decode(std::span<const std::byte>, std::span<std::byte>) override { return 0; }
  int memory() const override { return 3; }
};

struct MessageMemory : ::testing::Test, PlannedLeapfrog {
  std::vector<double> exchange(int only = -1) const {
    return exchange_memory(run, machine, layout(), site_plans(run.program, layout(), planned.links),
                           planned.settings, only);
  }
};

TEST_F(MessageMemory, ValuesBetweenRanksAreKeptAtBothEnds) {
  cut({0, 1, 2});
  EXPECT_THAT(exchange(), ElementsAre(2 * plane, 4 * plane, 2 * plane));
  EXPECT_THAT(exchange(1), ElementsAre(0, 4 * plane, 0));
  cut({0, 0, 1});  // once between the first two
  EXPECT_THAT(exchange(), ElementsAre(4 * plane, 2 * plane));
}

// Every third step 3 layers of the field and 2 of its past, else one layer:
// each way, received and sent values twice.
TEST_F(MessageMemory, LinksBetweenSitesHaveBuffersToo) {
  cut_into_sites();
  const double ab = 2 * 2 * 5 * plane, bc = 2 * 2 * 1 * plane;
  EXPECT_THAT(exchange(), ElementsAre(ab, ab + bc, bc));
  machine.emulation.active = true;
  EXPECT_THAT(exchange(), ElementsAre(1.5 * ab, 1.5 * (ab + bc), 1.5 * bc));
}

TEST_F(MessageMemory, CodecsRememberMessagesOfTheirDirection) {
  cut_into_sites();
  offer<Codec, Keeper>("keeper");
  const auto without = exchange();
  planned.settings.links[1].codecs[0] = {{.codec = "keeper"}};  // from b to c
  const double kept = 3 * plane;
  EXPECT_THAT(exchange(), ElementsAre(without[0], without[1] + kept, without[2] + kept));
}

}  // namespace
}  // namespace cardon
