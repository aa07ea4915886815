// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evolve.hpp"

namespace cardon::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string message_of(const Experiment& experiment, const Manner& manner, int* code) {
  try {
    evolve(experiment, manner);
  } catch (const Error& error) {
    *code = error.exit_code();
    return error.what();
  }
  return "";
}

TEST(Damage, StopsTheRunAndNamesRankAndLink) {
  for (const char* compression : {"none", "[change, zeros]"}) {
    const Experiment experiment{.points = {5, 6, 36},
                                .sites = {1, 1, 1},
                                .driver = "{calibration: never, ghost_zones: 2, compression: " +
                                          std::string(compression) + "}"};
    int messages = 0, code = 0;
    Manner manner;
    manner.weather.harm = [&](const Envelope& envelope) {
      if (envelope.from != 1 || envelope.to != 2 || ++messages != 3) return;
      envelope.bytes[envelope.bytes.size() / 2] ^= std::byte{4};
    };
    EXPECT_THAT(message_of(experiment, manner, &code),
                AllOf(HasSubstr("[exchange/damaged]"), HasSubstr("from rank 1 over link b-c"),
                      HasSubstr("piece 0 of exchange 2")));
    EXPECT_EQ(code, exit_environment);
  }
}

TEST(Damage, OfTheHeaderIsSeenAsWell) {
  for (const std::size_t place : {0u, 5u, 9u, 12u, 17u, 21u, 30u}) {
    const Experiment experiment{
        .points = {5, 6, 24}, .sites = {1, 1}, .driver = "{calibration: never}"};
    int code = 0;
    Manner manner;
    manner.weather.harm = [&](const Envelope& envelope) {
      if (envelope.from == 0) envelope.bytes[place] ^= std::byte{1};
    };
    EXPECT_THAT(message_of(experiment, manner, &code), HasSubstr("[exchange/damaged]")) << place;
  }
}

}  // namespace
}  // namespace cardon::test
