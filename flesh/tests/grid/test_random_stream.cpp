// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/random_stream.hpp>
#include <cmath>
#include <set>
#include <vector>

namespace cardon {
namespace {

void expect_words(const PhiloxWords& made, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                  std::uint32_t d) {
  const std::uint32_t wanted[] = {a, b, c, d};
  for (int n = 0; n < 4; ++n) EXPECT_EQ(made.word[n], wanted[n]) << n;
}

// kat_vectors of Random123 1.14.
TEST(Philox, GivesTheKnownAnswersOfItsReference) {
  expect_words(philox4x32_10({{0, 0, 0, 0}}, 0, 0), 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
  constexpr std::uint32_t ones = 0xffffffff;
  expect_words(philox4x32_10({{ones, ones, ones, ones}}, ones, ones), 0x408f276d, 0x41c83b0e,
               0xa20bc7c6, 0x6d5451fd);
  expect_words(
      philox4x32_10({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0xa4093822, 0x299f31d0),
      0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1);
}

TEST(RandomStream, MakesItsKeyOfSeedNameAndStep) {
  // FNV-1a of "a" is af63dc4c8601ec8c.
  const PhiloxWords key = philox4x32_10({{7, 1, 5, 0}}, 0x8601ec8c, 0xaf63dc4c);
  const PhiloxWords wanted =
      philox4x32_10({{std::uint32_t(-3), 2, 9, 4}}, key.word[0], key.word[1]);
  const RandomStream stream(5, "a", 7 + (1L << 32));
  EXPECT_EQ(stream.bits(-3, 2, 9, 8), std::uint64_t(wanted.word[1]) << 32 | wanted.word[0]);
  EXPECT_EQ(stream.bits(-3, 2, 9, 9), std::uint64_t(wanted.word[3]) << 32 | wanted.word[2]);
}

TEST(RandomStream, GivesOtherNumbersForAnythingElse) {
  std::set<std::uint64_t> seen;
  for (const std::uint64_t seed : {1, 2})
    for (const char* name : {"Thorn::a", "Thorn::b"})
      for (const long step : {0, 1})
        for (int n = 0; n < 3; ++n)
          for (int i = -1; i < 2; ++i)
            for (int j = -1; j < 2; ++j) {
              const RandomStream stream(seed, name, step);
              seen.insert(stream.bits(i, j, 0, n));
              seen.insert(stream.bits(0, i, j + 10, n));
            }
  EXPECT_EQ(seen.size(), 2u * 2 * 2 * 3 * 18);
}

TEST(RandomStream, TakesPointsByTheirGlobalIndex) {
  const RandomStream stream(1, "x", 0);
  const Frame frame{{0, 0, 0}, {1, 1, 1}, {0, 20, 0}};
  const Point p{3, -2, 5, &frame};
  EXPECT_EQ(stream.bits(p, 6), stream.bits(3, 18, 5, 6));
  EXPECT_EQ(stream.uniform(p), stream.uniform(3, 18, 5));
  EXPECT_EQ(stream.normal(p, 1), stream.normal(3, 18, 5, 1));
}

// Mean, variance and fourth moment of a million numbers lie within four standard errors.
TEST(RandomStream, HasTheMomentsOfItsDistributions) {
  const RandomStream stream(3, "moments", 11);
  constexpr int n = 100;
  Real mean_u = 0, square_u = 0, mean = 0, square = 0, fourth = 0;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const Real u = stream.uniform(i, j, k), x = stream.normal(i, j, k, 1);
        EXPECT_GT(u, 0);
        EXPECT_LT(u, 1);
        mean_u += u, square_u += u * u, mean += x, square += x * x, fourth += x * x * x * x;
      }
  constexpr Real total = Real(n) * n * n, error = 4 / 1000.0;
  EXPECT_NEAR(mean_u / total, 0.5, error * std::sqrt(1 / 12.0));
  EXPECT_NEAR(square_u / total, 1 / 3.0, error * std::sqrt(4 / 45.0));
  EXPECT_NEAR(mean / total, 0, error);
  EXPECT_NEAR(square / total, 1, error * std::sqrt(2.0));
  EXPECT_NEAR(fourth / total, 3, error * std::sqrt(96.0));
}

// By the error function of the C library: p = erfc(-x / sqrt(2)) / 2.
TEST(NormalQuantile, IsTheInverseOfTheDistribution) {
  for (Real p = 1e-16; p < 1; p = p < 0.01 ? p * 3 : p + 0.007) {
    const Real x = detail::normal_quantile(p);
    EXPECT_NEAR(0.5 * std::erfc(-x / std::sqrt(2.0)) / p, 1, 2e-14) << p;
  }
  EXPECT_EQ(detail::normal_quantile(0.5), 0);
  EXPECT_EQ(detail::normal_quantile(0.25), -detail::normal_quantile(0.75));
  EXPECT_NEAR(detail::normal_quantile(0x1p-53), -8.2095, 1e-4);
}

TEST(ExactLog, IsTheLogarithmToAUnitInTheLastPlace) {
  for (Real x = 1e-300; x < 1e300; x *= 1.37) {
    const Real wanted = std::log(x);
    EXPECT_NEAR(detail::exact_log(x), wanted, std::abs(wanted) * 2.3e-16) << x;
  }
  EXPECT_EQ(detail::exact_log(1), 0);
}

// The compiler makes vectors of this loop; the numbers are those of single calls.
TEST(RandomStream, GivesTheSameBitsInVectorLoops) {
  const RandomStream stream(1, "vector", 2);
  std::vector<Real> together(1003), u(1003);
  for (int i = 0; i < 1003; ++i) {
    together[std::size_t(i)] = stream.normal(i, 1, 2);
    u[std::size_t(i)] = stream.uniform(i, 1, 2);
  }
  for (int i = 0; i < 1003; ++i) {
    volatile int at = i;
    EXPECT_EQ(together[std::size_t(i)], stream.normal(at, 1, 2));
    EXPECT_EQ(u[std::size_t(i)], stream.uniform(at, 1, 2));
  }
}

}  // namespace
}  // namespace cardon
