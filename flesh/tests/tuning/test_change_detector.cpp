// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cardon/tuning/change_detector.hpp>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

namespace cardon::test {
namespace {

constexpr int parts = 8;

/// Windows of eight parts with multiplicative noise.
class Series {
 public:
  using Noise = std::function<double(std::mt19937&)>;
  explicit Series(Noise noise, unsigned seed = 1) : noise_(std::move(noise)), random_(seed) {}

  Estimate window(double truth) {
    double sum = 0, squares = 0;
    for (int n = 0; n < parts; ++n) {
      const double part = truth * (1 + noise_(random_));
      sum += part;
      squares += part * part;
    }
    const double mean = sum / parts;
    return {mean, std::sqrt(std::max(0.0, squares / parts - mean * mean) / (parts - 1)), parts};
  }

 private:
  Noise noise_;
  std::mt19937 random_;
};

double normal(std::mt19937& random) { return std::normal_distribution<>(0, 0.1)(random); }
double none(std::mt19937&) { return 0; }
// Other work on the same machine: nothing, then long.
double shared(std::mt19937& random) {
  const double stolen = std::uniform_real_distribution<>(0, 1)(random) < 0.15
                            ? 0.1 / std::sqrt(std::uniform_real_distribution<>(1e-4, 1)(random))
                            : 0;
  return stolen + std::normal_distribution<>(0, 0.02)(random);
}
double heavy(std::mt19937& random) {
  return std::max(-0.8, 0.08 * std::student_t_distribution<>(3)(random));
}

const std::vector<Series::Noise> all_noises = {normal, none, shared, heavy};

TEST(ChangeDetector, SeesNoChangeWhereThereIsNone) {
  for (std::size_t kind = 0; kind < all_noises.size(); ++kind) {
    Series series(all_noises[kind]);
    int alarms = 0;
    constexpr int runs = 400, windows = 100;
    for (int run = 0; run < runs; ++run) {
      ChangeDetector detector;
      for (int n = 0; n < windows; ++n) alarms += detector.add(series.window(0.037)) ? 1 : 0;
    }
    EXPECT_LT(alarms, runs * windows / 1000) << "noise " << kind;
  }
}

// After any number of windows, even one.
TEST(ChangeDetector, SeesLargeChangesInTheFirstWindow) {
  constexpr std::array factors{2.0, 4.0, 10.0, 0.5, 0.1};
  for (const int before : {1, 2, 5, 50})
    for (std::size_t kind = 0; kind < all_noises.size(); ++kind) {
      std::array<int, factors.size()> missed{};
      for (unsigned seed = 1; seed <= 200; ++seed) {
        Series series(all_noises[kind], seed);
        ChangeDetector detector;
        for (int n = 0; n < before; ++n) detector.add(series.window(2));
        for (std::size_t f = 0; f < factors.size(); ++f) {
          Series changed = series;
          missed[f] += ChangeDetector(detector).add(changed.window(2 * factors[f])) ? 0 : 1;
        }
      }
      for (std::size_t f = 0; f < factors.size(); ++f)
        EXPECT_LE(missed[f], 10) << before << " windows, factor " << factors[f] << ", noise "
                                 << kind;
    }
}

TEST(ChangeDetector, SeesSmallChangesAfterSomeWindows) {
  for (const double factor : {1.25, 0.8}) {
    Series series(normal);
    int seen = 0;
    for (int run = 0; run < 200; ++run) {
      ChangeDetector detector;
      for (int n = 0; n < 12; ++n) detector.add(series.window(1));
      for (int n = 0; n < 6; ++n)
        if (detector.add(series.window(factor))) {
          ++seen;
          break;
        }
    }
    EXPECT_GE(seen, 190) << factor;
  }
}

TEST(ChangeDetector, WhatIsTooSmallIsOfNoInterest) {
  ChangeDetector detector(0.1);
  for (int n = 0; n < 30; ++n) EXPECT_FALSE(detector.add({1, 0, 8}));
  for (int n = 0; n < 30; ++n) EXPECT_FALSE(detector.add({1.06, 0, 8}));
}

TEST(ChangeDetector, AWindowInWhichTheChangeComesIsNoReference) {
  ChangeDetector detector;
  for (int n = 0; n < 5; ++n) detector.add({1, 0.01, 8});
  EXPECT_TRUE(detector.add({2.5, 0.1, 8}));
  for (int n = 0; n < 5; ++n) EXPECT_FALSE(detector.add({4, 0.04, 8}));
  EXPECT_DOUBLE_EQ(detector.reference().value, 4);
}

// One part of the window took very long.
TEST(ChangeDetector, AnOutlierWithALargeErrorIsNoChange) {
  ChangeDetector detector;
  for (int n = 0; n < 10; ++n) detector.add({1, 0.02, 8});
  EXPECT_FALSE(detector.add({2, 1, 8}));
  for (int n = 0; n < 10; ++n) EXPECT_FALSE(detector.add({1, 0.02, 8}));
}

TEST(ChangeDetector, KnowsWhatItComparesWith) {
  ChangeDetector detector;
  EXPECT_FALSE(detector.reference().known());
  EXPECT_FALSE(detector.add({}));
  EXPECT_FALSE(detector.add({0, 0, 8}));
  EXPECT_FALSE(detector.reference().known());
  for (const double value : {3.0, 2.9, 3.1}) detector.add({value, 0.1, 8});
  EXPECT_NEAR(detector.reference().value, 3, 1e-12);
  EXPECT_GT(detector.reference().error, 0);
  EXPECT_EQ(detector.reference().samples, 3);
  detector.reset();
  EXPECT_FALSE(detector.add({300, 0.1, 8})) << "the past was forgotten";
}

}  // namespace
}  // namespace cardon::test
