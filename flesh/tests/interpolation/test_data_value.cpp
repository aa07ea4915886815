// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/data_value.hpp>
#include <cmath>
#include <cstddef>

namespace cardon {
namespace {

/// 3 x 4 x 2 points with spacings 0.1, 0.3, 2 from (-1, 0.5, 10) on.
DataGrid small_grid() {
  DataGrid data;
  data.points = {3, 4, 2};
  data.origin = {-1, 0.5, 10};
  data.spacing = {0.1, 0.3, 2};
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 3; ++i) data.values.push_back(std::sin(1 + i + 3 * j + 20 * k));
  return data;
}

DataValue value_of(DataGrid data) {
  return DataValue(std::make_shared<const DataGrid>(std::move(data)));
}

TEST(DataValue, HasTheValuesOfThePointsToTheBit) {
  const DataGrid data = small_grid();
  const DataValue f = value_of(data);
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 3; ++i)
        EXPECT_EQ(f.at({-1 + i * 0.1, 0.5 + j * 0.3, 10 + k * 2.0}),
                  data.values[std::size_t((k * 4 + j) * 3 + i)]);
}

TEST(DataValue, IsExactForProductsOfLinearFunctions) {
  DataGrid data = small_grid();
  const auto exact = [](Real x, Real y, Real z) { return (2 - x) * (1 + 3 * y) * (0.5 * z - 1); };
  for (int k = 0, n = 0; k < 2; ++k)
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 3; ++i)
        data.values[std::size_t(n++)] = exact(-1 + i * 0.1, 0.5 + j * 0.3, 10 + k * 2.0);
  const DataValue f = value_of(data);
  for (const Real w : {0.0, 0.013, 0.5, 0.77, 0.999}) {
    const Real x = -1 + 0.2 * w, y = 0.5 + 0.9 * (1 - w), z = 10 + 2 * w * w;
    EXPECT_NEAR(f.at({x, y, z}), exact(x, y, z), 1e-13);
  }
}

TEST(DataValue, IsConstantBeyondTheLastPoints) {
  const DataGrid data = small_grid();
  const DataValue f = value_of(data);
  EXPECT_EQ(f.at({-7, 0.5, 3}), data.values[0]);
  EXPECT_EQ(f.at({7, 99, 13}), data.values.back());
  EXPECT_EQ(f.at({-1, 0.6, -1e30}), f.at({-1, 0.6, 10}));
}

TEST(DataValue, GoesOnInPeriodicDirections) {
  DataGrid data = small_grid();
  data.periodic[1] = true;
  const DataValue f = value_of(data);
  const Real period = 1.2;
  EXPECT_EQ(f.at({-1, 0.5 + period, 10}), data.values[0]);
  EXPECT_NEAR(f.at({-1, 0.5 - 0.15, 10}), 0.5 * (data.values[0] + data.values[9]), 1e-14);
  EXPECT_NEAR(f.at({-0.93, 0.6 - 5 * period, 11}), f.at({-0.93, 0.6, 11}), 1e-13);
}

TEST(DataValue, StaysInItsPeriodHoweverFarAway) {
  DataGrid data = small_grid();
  data.periodic[0] = true;
  const DataValue f = value_of(data);
  for (int n = 10; n < 290; ++n)
    for (const Real x : {-1.7, 2.3}) {
      const Real value = f.at({x * std::pow(10.0, n), 0.5, 10});
      EXPECT_TRUE(std::abs(value) <= 1) << n;
    }
}

TEST(DataValue, IsConstantWhereThereIsOnePoint) {
  DataGrid data;
  data.dimensions = 1;
  data.points = {2, 1, 1};
  data.spacing = {1, 0, 0};
  data.values = {3, 5};
  EXPECT_EQ(value_of(data).at({0.5, 17, -4}), 4);
}

}  // namespace
}  // namespace cardon
