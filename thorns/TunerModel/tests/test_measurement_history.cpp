// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "measurement_history.hpp"

using namespace cardon;

namespace {

DriverSettings settings_of(int layers, int blocks = 1) {
  DriverSettings settings;
  settings.links = {WideLinkSettings{.depth = layers, .codecs = {}}};
  settings.blocks_per_rank = blocks;
  return settings;
}

TEST(Distance, CountsDoublings) {
  EXPECT_DOUBLE_EQ(distance(settings_of(1), settings_of(8)), 3);
  EXPECT_DOUBLE_EQ(distance(settings_of(1, 4), settings_of(1, 1)), 1);
  DriverSettings other = settings_of(1);
  other.overlap = !other.overlap;
  other.links[0].codecs[0] = codec_names({"zlib-1"});
  EXPECT_DOUBLE_EQ(distance(settings_of(1), other), 1.5);
}

TEST(MeasurementHistory, KnowsTheBestMeasured) {
  MeasurementHistory book;
  EXPECT_EQ(book.best(), nullptr);
  book.add(settings_of(1), {0.2, 0.01, 1}, 0.2, false);
  book.add(settings_of(4), {0.1, 0.01, 1}, 0.1, false);
  ASSERT_NE(book.best(), nullptr);
  EXPECT_EQ(book.best()->settings.links[0].depth, 4);
  EXPECT_EQ(book.find(settings_of(3)), nullptr);
}

TEST(MeasurementHistory, CorrectsForecastsByThoseNearBy) {
  MeasurementHistory book;
  book.add(settings_of(1), {0.2, 0, 1}, 0.2, false);
  book.add(settings_of(8), {0.12, 0, 1}, 0.1, false);
  EXPECT_DOUBLE_EQ(book.expected(settings_of(8), 0.1), 0.12);
  const double near = book.expected(settings_of(7), 0.1), far = book.expected(settings_of(2), 0.1);
  EXPECT_GT(near, 0.11);
  EXPECT_LT(near, 0.12);
  EXPECT_LT(far, near);
  EXPECT_GT(far, 0.1);
}

TEST(MeasurementHistory, TheFirstWindowAfterAChangeCountsOnlyUntilThereIsAnother) {
  MeasurementHistory book;
  book.add(settings_of(2), {0.5, 0, 1}, 0.1, false);
  book.add(settings_of(2), {0.1, 0, 1}, 0.1, true);
  EXPECT_DOUBLE_EQ(book.find(settings_of(2))->step.value, 0.1);
}

TEST(MeasurementHistory, AnAccidentDoesNotCount) {
  MeasurementHistory book;
  for (const double step : {0.1, 0.1, 0.7}) book.add(settings_of(2), {step, 0, 1}, 0.1, true);
  EXPECT_DOUBLE_EQ(book.find(settings_of(2))->step.value, 0.1);
}

TEST(MeasurementHistory, ForgetsTimesButNotHowForecastsWereWrong) {
  MeasurementHistory book;
  book.add(settings_of(2), {0.12, 0, 1}, 0.1, true);
  book.forget();
  EXPECT_EQ(book.best(), nullptr);
  EXPECT_GT(book.expected(settings_of(2), 0.1), 0.105);
  book.clear();
  EXPECT_DOUBLE_EQ(book.expected(settings_of(2), 0.1), 0.1);
}

TEST(MeasurementHistory, IsUncertainAsFarAsForecastsWereWrong) {
  MeasurementHistory book;
  EXPECT_DOUBLE_EQ(book.uncertainty(), 0.02);
  book.add(settings_of(1), {0.1, 0, 1}, 0.1, true);
  book.add(settings_of(8), {0.2, 0, 1}, 0.1, true);
  EXPECT_GT(book.uncertainty(), 0.3);
}

}  // namespace
