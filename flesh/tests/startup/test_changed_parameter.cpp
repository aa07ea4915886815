// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/parameter.hpp>
#include <cardon/thorn/parameter_declaration.hpp>

#include "startup/changed_parameter.hpp"

namespace cardon {
namespace {

constexpr Parameter rate{"rate", 0.0, "A rate"};
constexpr Parameter way{"way", "sleep", "A way", one_of("sleep", "work")};
constexpr Parameter<List<Real>> speeds{"speeds", {}, "Speeds"};

class ChangedParameter : public ::testing::Test {
 protected:
  /// The user gives a value.
  bool changed(std::string_view name, AnyValue value) {
    SectionValues values(section_);
    values.set(name, {.value = std::move(value), .given = true});
    return is_changed(values, name);
  }
  const ParameterSection section_{.path = "toy",
                                  .parameters = {declare(rate), declare(way), declare(speeds)}};
};

TEST_F(ChangedParameter, IsNotOneThatKeepsItsDefault) {
  EXPECT_FALSE(is_changed(SectionValues(section_), "rate"));
  EXPECT_FALSE(changed("rate", 0.0));
  EXPECT_FALSE(changed("way", std::string("sleep")));
  EXPECT_FALSE(changed("speeds", std::vector<Real>{}));
}

TEST_F(ChangedParameter, IsOneWithAnotherValue) {
  EXPECT_TRUE(changed("rate", 1e-9));
  EXPECT_TRUE(changed("way", std::string("work")));
  EXPECT_TRUE(changed("speeds", std::vector<Real>{1, 0.5}));
}

}  // namespace
}  // namespace cardon
