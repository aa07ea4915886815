// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/output_names.hpp>
#include <cardon/kit/unit_dimension.hpp>

namespace cardon {
namespace {

Program two_thorns() {
  Program program;
  program.fields = {{.name = "phi", .thorn = "A"},
                    {.name = "phi", .thorn = "B"},
                    {.name = "pi", .thorn = "B"},
                    {.name = "pi", .thorn = "C", .internal = true}};
  program.scalars = {{.name = "energy", .thorn = "A"},
                     {.name = "mass", .thorn = "A"},
                     {.name = "mass", .thorn = "B"}};
  return program;
}

TEST(OutputNames, AreShortUnlessTwoThornsHaveThem) {
  const Program program = two_thorns();
  EXPECT_EQ(table_name(program, program.fields[1]), "B::phi");
  EXPECT_EQ(identifier(program, program.fields[1]), "B_phi");
  EXPECT_EQ(table_name(program, program.fields[2]), "pi");
  EXPECT_EQ(identifier(program, program.fields[2]), "pi");
  EXPECT_EQ(table_name(program, program.scalars[0]), "energy");
  EXPECT_EQ(table_name(program, program.scalars[2]), "B::mass");
}

TEST(OutputNames, UnitsStandInBracketsAndIterationsHaveSixDigits) {
  EXPECT_EQ(with_unit("phi", "m/s"), "phi [m/s]");
  EXPECT_EQ(with_unit("phi", ""), "phi");
  EXPECT_EQ(iteration_text(400), "it000400");
  EXPECT_EQ(iteration_text(12345678), "it12345678");
}

TEST(UnitDimension, OrderIsLengthMassTime) {
  const auto newton = unit_dimension("N");
  ASSERT_TRUE(newton);
  EXPECT_EQ(newton->powers, (std::array<double, 7>{1, 1, -2, 0, 0, 0, 0}));
  EXPECT_EQ(unit_dimension("km/h")->si_factor, 1000.0 / 3600);
  EXPECT_EQ(unit_dimension("K")->powers[4], 1);
  EXPECT_EQ(unit_dimension("kg/m^2/s")->powers, (std::array<double, 7>{-2, 1, -1, 0, 0, 0, 0}));
  EXPECT_EQ(unit_dimension("A mol cd")->powers, (std::array<double, 7>{0, 0, 0, 1, 0, 1, 1}));
  EXPECT_EQ(unit_dimension("")->powers, (std::array<double, 7>{}));
  EXPECT_FALSE(unit_dimension("furlong"));
}

}  // namespace
}  // namespace cardon
