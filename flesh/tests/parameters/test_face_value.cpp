// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/services/expression_function.hpp>
#include <cardon/services/face_value.hpp>

#include "parameters/factors.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;

TEST(Factors, AreThoseOfProductsOnly) {
  EXPECT_THAT(factors_of("2*sin(t*x) * (x + y)^2"), ElementsAre("2", "sin(t*x) ", " (x + y)^2"));
  for (const char* other : {"x", "x + y*t", "x*y - t", "-x*t", "x/y*t", "x*y < t*t",
                            "x > 0 ? x*t : 1", "1e-3*x", "x*y && t*t", "x*y || t*t", "x*y != t*t"})
    EXPECT_THAT(factors_of(other), ElementsAre(other));
}

TEST(FaceValue, HasThePartsOfItsFormula) {
  const FaceValue v = face_value("sin(3*t) * exp(-r) * (1 - t) * cos(x + t) * y * 2");
  ASSERT_TRUE(v.space && v.time && v.both);
  EXPECT_DOUBLE_EQ(v.space(0.5, 0.25, 1), std::exp(-std::sqrt(0.25 + 0.0625 + 1)) * 0.25);
  EXPECT_DOUBLE_EQ(v.time(0.25), std::sin(0.75) * 0.75 * 2);
  EXPECT_DOUBLE_EQ(v.both(0.5, 0.25, 1, 0.25), std::cos(0.75));
}

TEST(FaceValue, LacksThePartsThatItsFormulaLacks) {
  const FaceValue constant = face_value("2*pi");
  EXPECT_TRUE(constant.time && !constant.space && !constant.both);
  const FaceValue fixed = face_value("x + y");
  EXPECT_TRUE(fixed.space && !fixed.time && !fixed.both);
  const FaceValue wave = face_value("sin(x - t)");
  EXPECT_TRUE(wave.both && !wave.space && !wave.time);
}

// Whatever is taken apart has the value of the whole.
TEST(FaceValue, IsTheFormula) {
  for (const char* text :
       {"sin(10*pi*t) * (1 - exp(-(t/0.2)^2)) * exp(-((abs(y) - 0.3)^2 + z^2) / 0.004)",
        "x*y*t^2*z", "x + y*t", "-x*t", "x > 0.4 ? x*t : 1", "2*x^3*(t < 0.5 ? t : 1)", "r*t*x/2",
        "1e-3*x*t"}) {
    const FaceValue v = face_value(text);
    const ExpressionFunction whole(text);
    for (const Real t : {0.1, 0.7})
      for (const Real x : {-0.3, 0.5}) {
        const Real y = 0.28, z = 0.01;
        const Real product = (v.space ? v.space(x, y, z) : 1) * (v.time ? v.time(t) : 1) *
                             (v.both ? v.both(x, y, z, t) : 1);
        EXPECT_NEAR(product, whole(x, y, z, t), 1e-14) << text;
      }
  }
}

TEST(FaceValue, TellsWhereAMistakeIs) {
  try {
    face_value("sin(t) * cosinus(x)", {.file = "a.yaml", .line = 3, .column = 5}, 5);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().at(0).slug, "parameter/expression");
    EXPECT_EQ(error.problems().at(0).where.column, 14);
  }
}

}  // namespace
}  // namespace cardon
