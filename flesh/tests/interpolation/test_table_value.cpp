// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/table_value.hpp>
#include <cmath>
#include <functional>

namespace cardon {
namespace {

using TableFunction = std::function<Real(Real, Real)>;

/// Unequal distances, which halve when n doubles.
std::vector<Real> arguments(int n, Real from, Real to) {
  std::vector<Real> x;
  for (int i = 0; i <= n; ++i) {
    const Real s = Real(i) / n;
    x.push_back(from + (to - from) * (s + 0.1 * s * (1 - s)));
  }
  return x;
}

TableData table(int nx, int ny, const TableFunction& f, Interpolation interpolation) {
  TableData data;
  data.x = arguments(nx, 0.2, 1.2);
  if (ny > 0) data.y = arguments(ny, -1, 1);
  for (const Real y : ny > 0 ? data.y : std::vector<Real>{0})
    for (const Real x : data.x) data.values.push_back(f(x, y));
  data.interpolation = interpolation;
  data.prepare();
  return data;
}

Real at(const TableData& data, Real x, Real y) {
  return data.y.empty() ? table_value(data, x) : table_value(data, x, y);
}

Real greatest_error(const TableData& data, const TableFunction& f) {
  Real error = 0;
  for (Real x = data.x.front(); x < data.x.back(); x += 0.00137)
    for (Real y = data.y.empty() ? 0 : -1; y < 1; y += data.y.empty() ? 2 : 0.0317)
      error = std::max(error, std::abs(at(data, x, y) - f(x, y)));
  return error;
}

/// Between tables of n and 2 n intervals.
Real order(int n, bool two, const TableFunction& f, Interpolation interpolation) {
  const Real coarse = greatest_error(table(n, two ? n : 0, f, interpolation), f);
  return std::log2(coarse / greatest_error(table(2 * n, two ? 2 * n : 0, f, interpolation), f));
}

Real rising(Real x, Real y) { return std::exp(x) * (2 + std::sin(1.3 * y)) + 0.5 * y; }
Real hill(Real x, Real) { return std::cos(3 * x - 2); }

TEST(TableValue, ConvergesWithTheOrderOfTheInterpolation) {
  for (const bool two : {false, true}) {
    EXPECT_NEAR(order(40, two, rising, Interpolation::linear), 2, 0.1);
    EXPECT_GT(order(40, two, rising, Interpolation::monotone), 2.8);
    EXPECT_LT(order(40, two, rising, Interpolation::monotone), 3.5);
  }
  EXPECT_NEAR(order(40, false, hill, Interpolation::monotone), 2, 0.2);
}

TEST(TableValue, HasTheValuesOfThePointsToTheBit) {
  for (const Interpolation kind : {Interpolation::linear, Interpolation::monotone}) {
    const TableData data = table(7, 5, rising, kind);
    for (std::size_t j = 0; j < data.y.size(); ++j)
      for (std::size_t i = 0; i < data.x.size(); ++i)
        EXPECT_EQ(table_value(data, data.x[i], data.y[j]), rising(data.x[i], data.y[j]));
  }
}

TEST(TableValue, IsExactForStraightLinesAndTheFirstPiecesOfParabolas) {
  const TableFunction line = [](Real x, Real y) { return 2 * x - 3 * y + 1; };
  for (const Interpolation kind : {Interpolation::linear, Interpolation::monotone}) {
    EXPECT_LT(greatest_error(table(6, 0, line, kind), line), 1e-14);
    EXPECT_LT(greatest_error(table(6, 6, line, kind), line), 1e-14);
  }
  const TableFunction parabola = [](Real x, Real) { return (x + 1) * (x + 1); };
  EXPECT_LT(greatest_error(table(6, 0, parabola, Interpolation::monotone), parabola), 1e-14);
}

// Data of a jump, which plain cubics overshoot.
TEST(TableValue, MonotoneInterpolationHasNoExtremaOfItsOwn) {
  const TableFunction jump = [](Real x, Real y) {
    return x + 0.2 * y > 0.71 ? 5.0 : 1.0 + 0.01 * x;
  };
  const TableData data = table(11, 9, jump, Interpolation::monotone);
  for (Real y = -1; y <= 1; y += 0.013) {
    Real before = 0;
    for (Real x = 0.2; x <= 1.2; x += 0.0011) {
      const Real f = table_value(data, x, y);
      EXPECT_GE(f, before - 1e-14);
      EXPECT_LE(f, 5 + 1e-14);
      before = f;
    }
  }
}

TEST(TableValue, IsOnceDifferentiableWhereItIsMonotone) {
  const TableData data = table(8, 6, rising, Interpolation::monotone);
  constexpr Real h = 1e-6;
  const Real x = data.x[3], y = data.y[2];
  const auto slope_x = [&](Real from) {
    return (table_value(data, from + h, 0.3) - table_value(data, from, 0.3)) / h;
  };
  const auto slope_y = [&](Real from) {
    return (table_value(data, 0.6, from + h) - table_value(data, 0.6, from)) / h;
  };
  EXPECT_NEAR(slope_x(x), slope_x(x - h), 1e-4);
  EXPECT_NEAR(slope_y(y), slope_y(y - h), 1e-4);
}

TEST(TableValue, FollowsTheRuleBeyondItsPoints) {
  TableData data;
  data.x = {1, 2, 4};
  data.values = {1, 3, 4};
  for (const Interpolation kind : {Interpolation::linear, Interpolation::monotone}) {
    data.interpolation = kind;
    data.outside = Outside::constant;
    data.prepare();
    EXPECT_EQ(table_value(data, -1e30), 1);
    EXPECT_EQ(table_value(data, 9), 4);
    data.outside = Outside::nan;
    EXPECT_TRUE(std::isnan(table_value(data, 0.999)));
    EXPECT_TRUE(std::isnan(table_value(data, 4.001)));
    EXPECT_EQ(table_value(data, 4), 4);
    EXPECT_EQ(table_value(data, 1), 1);
  }
  data.outside = Outside::linear;
  data.interpolation = Interpolation::linear;
  data.prepare();
  EXPECT_DOUBLE_EQ(table_value(data, 0), -1);
  EXPECT_DOUBLE_EQ(table_value(data, 6), 5);
  data.interpolation = Interpolation::monotone;  // slopes 2.5 and 0 at the ends
  data.prepare();
  EXPECT_DOUBLE_EQ(table_value(data, 0), 1 - 2.5);
  EXPECT_DOUBLE_EQ(table_value(data, 6), 4);
  EXPECT_TRUE(std::isnan(table_value(data, NAN)));
}

TEST(TableValue, WithTwoArgumentsFollowsTheRuleInEach) {
  TableData data;
  data.x = {0, 1};
  data.y = {0, 2};
  data.values = {1, 2, 5, 6};  // 1 + x + 2 y
  for (const Interpolation kind : {Interpolation::linear, Interpolation::monotone}) {
    data.interpolation = kind;
    data.outside = Outside::constant;
    data.prepare();
    EXPECT_EQ(table_value(data, 3, 9), 6);
    EXPECT_DOUBLE_EQ(table_value(data, 0.5, -1), 1.5);
    data.outside = Outside::linear;
    EXPECT_DOUBLE_EQ(table_value(data, 3, 3), 10);
    data.outside = Outside::nan;
    EXPECT_TRUE(std::isnan(table_value(data, 0.5, 2.1)));
    EXPECT_TRUE(std::isnan(table_value(data, -0.1, 1)));
  }
}

TEST(TableValue, KnowsItsRange) {
  const auto data = std::make_shared<TableData>(table(4, 3, rising, Interpolation::linear));
  const TableValue<2> f(data);
  EXPECT_EQ(f.x_min(), 0.2);
  EXPECT_EQ(f.x_max(), 1.2);
  EXPECT_EQ(f.y_min(), -1);
  EXPECT_EQ(f.y_max(), 1);
  EXPECT_EQ(f.min(), rising(0.2, -1));
  EXPECT_EQ(f.max(), rising(1.2, 1));
}

}  // namespace
}  // namespace cardon
