// SPDX-License-Identifier: Apache-2.0
// The rates of change in a box are those that each of its cells has alone, to the bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/services/parameter_input.hpp>
#include <cardon/services/parameter_registry.hpp>
#include <cardon/services/parameter_set.hpp>
#include <memory>
#include <random>
#include <string_view>
#include <vector>

#include "flux_sweep.hpp"

namespace euler {
namespace {

using cardon::BlockContext, cardon::Box, cardon::FieldRef, cardon::Piece;

constexpr std::string_view names[] = {"rho", "momentum_x", "momentum_y", "momentum_z", "energy"};
constexpr int margin = 3;  // PPM reads so far

/// Random gas in a box and around it: everywhere shocks in all directions.
class FluxSweepTest : public ::testing::Test {
 protected:
  FluxSweepTest() {
    registry_.add({.path = "Euler",
                   .description = "Gas",
                   .provider = "Euler",
                   .parameters = {declare(heat_ratio), declare(pressure_floor)}});
    std::vector<cardon::Problem> problems;
    parameters_ =
        std::make_unique<cardon::ParameterSet>(resolve_parameters(registry_, {}, problems));
    context_.thorn = "Euler";
    context_.task = "Euler::rhs";
    context_.parameters = parameters_.get();
  }

  void set_box(int dimensions, const Box& box) {
    box_ = box;
    const Box all = grow(box, {margin, margin, margin});
    context_.dimensions = dimensions;
    for (int d = 0; d < dimensions; ++d) context_.spacing[d] = 0.1 * (d + 1);
    values_.resize(std::size_t(10 * all.points()));
    std::mt19937_64 random(7);
    std::uniform_real_distribution<Real> number(0.5, 1.5);
    for (Real& value : values_) value = number(random);
    context_.fields.clear();
    for (int n = 0; n < 10; ++n) bind(n, all);
  }

  /// Of the whole box, computed in these parts.
  template <class Reconstruction, class Solver>
  std::vector<Real> rates_in(const std::vector<Box>& parts, const Reconstruction& edges) {
    const std::size_t half = values_.size() / 2;
    std::fill(values_.begin() + long(half), values_.end(), 99);
    const cardon::Block block(context_);
    const auto sweeps = FluxSweeps<Reconstruction, Solver>::prepare(
        cardon::detail::make<Averages<Reconstruction::radius + 1>>(block),
        cardon::detail::make<RateFields>(block), edges, cardon::GridView::from(block));
    for (const Box& part : parts) sweeps({part, {}});
    return {values_.begin() + long(half), values_.end()};
  }

  std::vector<Box> cells() const {
    std::vector<Box> all;
    for (int k = box_.lo[2]; k < box_.hi[2]; ++k)
      for (int j = box_.lo[1]; j < box_.hi[1]; ++j)
        for (int i = box_.lo[0]; i < box_.hi[0]; ++i)
          all.push_back({{i, j, k}, {i + 1, j + 1, k + 1}});
    return all;
  }

  template <class Solver, class Reconstruction>
  void expect_same(const Reconstruction& edges) {
    const auto alone = rates_in<Reconstruction, Solver>(cells(), edges);
    const auto together = rates_in<Reconstruction, Solver>({box_}, edges);
    for (std::size_t n = 0; n < alone.size(); ++n) ASSERT_EQ(alone[n], together[n]) << n;
  }

  Box box_;

 private:
  // The averages, then the rates.
  void bind(int n, const Box& all) {
    const bool is_rate = n >= 5;
    cardon::BoundField field;
    field.name = names[n % 5];
    field.level = is_rate ? FieldRef::rhs_level : 0;
    field.reads = !is_rate;
    field.writes = is_rate;
    field.radius = {margin, margin, margin};
    field.task = context_.task;
    field.values.sy = all.extent(0);
    field.values.sz = field.values.sy * all.extent(1);
    field.values.origin = values_.data() + n * all.points() -
                          (all.lo[0] + all.lo[1] * field.values.sy + all.lo[2] * field.values.sz);
    context_.fields.push_back(field);
  }

  cardon::ParameterRegistry registry_;
  std::unique_ptr<cardon::ParameterSet> parameters_;
  std::vector<Real> values_;
  BlockContext context_;
};

TEST_F(FluxSweepTest, GivesEachCellWhatItHasAlone) {
  set_box(3, {{-3, 2, 5}, {8, 7, 9}});
  expect_same<Hllc>(Constant{});
  expect_same<Hllc>(Linear<LimitedSlope>{{2}});
  expect_same<Hll>(Linear<HarmonicSlope>{});
  expect_same<Hllc>(CharacteristicLinear<LimitedSlope>{{2}, 1.4});
  expect_same<Hll>(Parabolic{});
}

TEST_F(FluxSweepTest, CutsLongRows) {
  set_box(2, {{0, 0, 0}, {2 * FluxRow::length + 5, 3, 1}});
  expect_same<Hllc>(Parabolic{});
}

TEST_F(FluxSweepTest, WritesOnlyInsideTheBox) {
  set_box(1, {{4, 0, 0}, {9, 1, 1}});
  const auto rates = rates_in<Constant, Hll>({box_}, Constant{});
  EXPECT_EQ(std::count(rates.begin(), rates.end(), 99), long(rates.size()) - 5 * box_.points());
}

}  // namespace
}  // namespace euler
