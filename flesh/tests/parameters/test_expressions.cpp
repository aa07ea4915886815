// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "fixture.hpp"

namespace cardon::testing {
namespace {

using ::testing::HasSubstr;

TEST(Expressions, SeeCoordinatesTimeAndParameters) {
  const Outcome outcome(
      "WaveToy: {width: 2, order: 4, profile: \"x + 10*y + 100*z + 1000*t + r + width*order\"}\n");
  EXPECT_EQ(outcome.errors(), "");
  const ExpressionFunction f = outcome.parameters.section("WaveToy").function("profile");
  EXPECT_EQ(f(3, 4, 0, 1), 3 + 40 + 0 + 1000 + 5 + 8);
  EXPECT_FALSE(f.is_constant());
}

TEST(Expressions, GiveTheSameBitsInAnyOrderOfCalls) {
  const ExpressionFunction f("exp(-r^2/0.3) * sin(3*x - t) + x^2*y/(1 + z^3)");
  const ExpressionFunction copy = f;
  std::vector<Real> forwards, backwards;
  const auto at = [](const ExpressionFunction& g, int i) {
    return g(0.1 * i, 0.3 - 0.01 * i, 1.0 / (1 + i), 0.5 * i);
  };
  for (int i = 0; i < 200; ++i) forwards.push_back(at(f, i));
  for (int i = 199; i >= 0; --i) {
    at(copy, (7 * i) % 200);
    EXPECT_EQ(at(copy, i), forwards[std::size_t(i)]);
    EXPECT_EQ(at(f, i), at(ExpressionFunction(f.text()), i));
  }
}

TEST(Expressions, ConstantsAreKnownAsSuch) {
  EXPECT_TRUE(ExpressionFunction("2*pi*a", {{"a", 0.5}}).is_constant());
  const ExpressionFunction one("2*a", {{"a", 0.5}});
  EXPECT_EQ(one(9, 9, 9, 9), 1);
  EXPECT_EQ(ExpressionFunction(one).constant(), std::optional<Real>(1));
  EXPECT_FALSE(ExpressionFunction("t").constant());
}

TEST(Expressions, CoordinatesHideParametersOfTheSameName) {
  EXPECT_EQ(ExpressionFunction("x + exp(0)", {{"x", 100}, {"exp", 5}, {"pi", 3}})(1, 0, 0, 0), 2);
}

TEST(Expressions, UnknownNamesHaveACaretInTheFormula) {
  const Outcome outcome("WaveToy:\n  profile: exp(-r^2/widht^2)\n");
  EXPECT_EQ(outcome.errors(),
            "error: WaveToy::profile: unknown name widht                                 "
            "[parameter/expression]\n"
            "  --> test.yaml:2:21\n"
            " 2 |   profile: exp(-r^2/widht^2)\n"
            "   |                     ^^^^^ did you mean width?\n"
            "   WaveToy::profile: Initial profile in x, y, z, r, t; default exp(-r^2/width^2)\n"
            "   help: cardon describe WaveToy::profile\n"
            "1 error; nothing was run.\n");
  EXPECT_THAT(Outcome("WaveToy: {profile: \"2*foo\"}\n").errors(),
              HasSubstr("   |                       ^^^ known here: x, y, z, r, t, order, radius, "
                        "speed, width, pi"));
}

TEST(Expressions, SyntaxErrorsAreExplained) {
  const auto error = [](const std::string& text) {
    return Outcome("WaveToy: {profile: \"" + text + "\"}\n").errors();
  };
  EXPECT_THAT(error("exp(-r"), HasSubstr("a closing parenthesis is missing"));
  EXPECT_THAT(error("1 +"), HasSubstr("the formula ends too early"));
  EXPECT_THAT(error("x = 3"), HasSubstr("a formula may not assign"));
  EXPECT_THAT(error("x = 3"), HasSubstr("   |                       ^ use == to compare"));
  EXPECT_THAT(error("x, y"), HasSubstr("a formula has one value, not several"));
  EXPECT_THAT(error("sin(x, y)"), HasSubstr("too many arguments"));
  EXPECT_EQ(error("x >= 3 && x != 4 ? 1 : x == 2"), "");
}

TEST(Expressions, OutsideAFileTheFormulaIsQuoted) {
  try {
    ExpressionFunction("2*foo");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("the formula: unknown name foo"));
    EXPECT_THAT(error.what(), HasSubstr("in the formula 2*foo"));
  }
}

}  // namespace
}  // namespace cardon::testing
