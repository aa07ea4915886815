// SPDX-License-Identifier: Apache-2.0
// Whatever a user types is answered with problems, never with another exception.
#include <gtest/gtest.h>

#include <random>

#include "describe/resolved_yaml.hpp"
#include "fixture.hpp"

namespace cardon::testing {
namespace {

const char* const sound =
    "title: t\nthorns: [WaveToy]\ngrid: {points: [3, 3], boundary: &b [periodic, {lower: *b}]}\n"
    "WaveToy:\n  speed: 1.5 km/h\n  profile: \"exp(-r^2) ? 1 : x\"\n  centre: [0, 2*pi/3, 1e-3 m]\n"
    "output: {slices: [{every: 0.1 s}, {every: 10}]}\n";

TEST(RandomText, NeverEscapesTheProblems) {
  const std::string alphabet = "\"'[]{}:,.-*&!|>%@`#?~ \t\n\r01eE^()=\\\x80" + std::string(1, '\0');
  const unsigned seed = 20240607;
  std::mt19937 random(seed);
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = sound;
    for (int changes = 1 + int(random() % 4); changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      const char c = alphabet[random() % alphabet.size()];
      if (random() % 2)
        text[at] = c;
      else
        text.insert(at, 1, c);
    }
    SCOPED_TRACE("seed " + std::to_string(seed) + ", text " + std::to_string(i) + ":\n" + text);
    ASSERT_NO_THROW({
      const Outcome outcome(text, {text.substr(0, text.size() / 2)});
      if (!outcome.errors().empty()) ++refused;
      resolved_yaml(outcome.parameters);
    });
  }
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace cardon::testing
