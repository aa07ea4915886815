// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "parameters/units.hpp"

namespace cardon::testing {
namespace {

struct Case {
  const char* text;
  double factor;  // to SI
  std::array<int, 8>
      powers;  // length, time, mass, temperature, information, current, amount, light
};

const Case cases[] = {
    {"m", 1, {1}},
    {"1/s", 1, {0, -1}},
    {"km/h", 1000.0 / 3600, {1, -1}},
    {"kg m^2/s^2", 1, {2, -2, 1}},
    {"kg*m^2/s^2", 1, {2, -2, 1}},
    {"kg/m^2/s", 1, {-2, -1, 1}},
    {"kg/m^2 s", 1, {-2, -1, 1}},
    {"kg / m^2 / s", 1, {-2, -1, 1}},
    {"m/s/s", 1, {1, -2}},
    {"Pa2/m2", 1, {-4, -4, 2}},
    {"kg m-2 s-1", 1, {-2, -1, 1}},
    {"m^-2", 1, {-2}},
    {"cm^-1", 100, {-1}},
    {"J/(kg K)", 1, {2, -2, 0, -1}},
    {"J/(kg K)/m", 1, {1, -2, 0, -1}},
    {"W/(m^2/s)", 1, {0, -2, 1}},
    {"1/(m/s)^2", 1, {-2, 2}},
    {"hPa", 100, {-1, -2, 1}},
    {"mbar", 100, {-1, -2, 1}},
    {"GPa", 1e9, {-1, -2, 1}},
    {"mg", 1e-6, {0, 0, 1}},
    {"\u00b5m", 1e-6, {1}},
    {"MeV", 1.602176634e-13, {2, -2, 1}},
    {"kpc", 3.0856775814913673e19, {1}},
    {"A", 1, {0, 0, 0, 0, 0, 1}},
    {"V/m", 1, {1, -3, 1, 0, 0, -1}},
    {"S/m", 1, {-3, 3, -1, 0, 0, 2}},
    {"T", 1, {0, -2, 1, 0, 0, -1}},
    {"mol/L", 1000, {-3, 0, 0, 0, 0, 0, 1}},
    {"cd/m^2", 1, {-2, 0, 0, 0, 0, 0, 0, 1}},
    {"MiB", 1048576, {0, 0, 0, 0, 1}},
    {"Mbit/s", 125000, {0, -1, 0, 0, 1}},
    {"%", 0.01, {}},
    {"deg/s", 3.14159265358979323846 / 180, {0, -1}},
    {"min", 60, {0, 1}},
    {"1", 1, {}},
};

TEST(Units, AreProductsOfPowers) {
  for (const Case& c : cases) {
    const auto unit = parse_unit(c.text);
    ASSERT_TRUE(unit) << c.text;
    EXPECT_DOUBLE_EQ(unit->numerator / unit->denominator, c.factor) << c.text;
    EXPECT_EQ(unit->powers, c.powers) << c.text;
  }
}

TEST(Units, DecimalMultiplesAreExact) {
  for (const auto& [text, numerator, denominator] :
       {std::tuple("ms", 1.0, 1000.0), {"um", 1.0, 1e6}, {"km", 1000.0, 1.0}, {"g", 1.0, 1000.0}}) {
    EXPECT_EQ(parse_unit(text)->numerator, numerator);
    EXPECT_EQ(parse_unit(text)->denominator, denominator);
  }
  EXPECT_EQ(convert_unit(30, *parse_unit("ms"), *parse_unit("s")), 0.03);
}

TEST(Units, AnythingElseIsNone) {
  for (const char* wrong : {"",
                            "/",
                            "m/",
                            "/s",
                            "m//s",
                            "furlong",
                            "m^",
                            "m^x",
                            "m^99",
                            "m^0x2",
                            "furlong/s",
                            "(m)",
                            "m/(s",
                            "m/s)",
                            "m/()",
                            "m**2",
                            "*m",
                            "m*",
                            "m 2",
                            "2",
                            "11",
                            "m-",
                            "m^--1",
                            "Kkg",
                            "dB",
                            "kmin",
                            "d",
                            "d-3",
                            "e5",
                            "kkm",
                            "m,s",
                            "m\ts",
                            "m\n",
                            "1/((((s))))",
                            "m^9 m^9 m^9 m^9 m^9 m^9 m^9 m^9 m^9 m^9 m^9 m^9"})
    EXPECT_FALSE(parse_unit(wrong)) << wrong;
  EXPECT_FALSE(parse_unit(std::string_view("m\0", 2)));
  std::string large = "Qm";
  for (int n = 0; n < 20; ++n) large += " Qs^9/Qs^9";
  EXPECT_FALSE(parse_unit(large)) << "no number holds its factor";
}

TEST(Units, RandomTextIsAUnitOrNone) {
  std::mt19937 random(1);
  const std::string letters = "mskgPa1290^-/*() %\xc2\xb5";
  for (int n = 0; n < 100000; ++n) {
    std::string text(random() % 12, ' ');
    for (char& c : text) c = letters[random() % letters.size()];
    if (const auto unit = parse_unit(text)) {
      EXPECT_TRUE(std::isnormal(unit->numerator / unit->denominator)) << text;
      EXPECT_EQ(parse_unit("1/(" + text + ")")->powers[0], -unit->powers[0]) << text;
    }
  }
}

}  // namespace
}  // namespace cardon::testing
