// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "schedule/parameter_lookup.hpp"

namespace cardon {
namespace {

TEST(ConditionText, IsWhatConditionsSay) {
  EXPECT_EQ(condition_text(true), "true");
  EXPECT_EQ(condition_text(false), "false");
  EXPECT_EQ(condition_text(4L), "4");
  EXPECT_EQ(condition_text(Real{0.5}), "0.5");
  EXPECT_EQ(condition_text(std::string("gaussian")), "gaussian");
  EXPECT_EQ(condition_text(std::monostate{}), "");
}

TEST(ParameterLookup, AsksTheResolvedValues) {
  static constexpr Parameter order{"order", 2, "Order of accuracy"};
  ParameterRegistry registry;
  registry.add({.path = "Wave",
                .description = "A wave",
                .provider = "Wave",
                .parameters = {declare(order)}});
  ParameterInput input;
  input.add_override("Wave.order=4");
  std::vector<Problem> problems;
  const ParameterSet parameters = resolve_parameters(registry, input, problems);
  ASSERT_TRUE(problems.empty());
  EXPECT_EQ(condition_text(parameter_lookup(parameters)("Wave", "order")), "4");
}

}  // namespace
}  // namespace cardon
