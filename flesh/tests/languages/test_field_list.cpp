// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/error.hpp>

#include "languages/field_list.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(FieldList, ReadsWhatMessagesWrite) {
  const auto uses = parse_fields(
      "phi with stencil(1), past(phi),past( u , 3 ), next(phi), rhs(u), Other::rho with "
      "stencil( 2,1,0 )");
  ASSERT_EQ(uses.size(), 6u);
  EXPECT_EQ(uses[0].name, "phi");
  EXPECT_EQ(uses[0].level, 0);
  EXPECT_EQ(uses[0].radius, (Index3{1, 1, 1}));
  EXPECT_EQ(uses[1].name, "phi");
  EXPECT_EQ(uses[1].level, 1);
  EXPECT_EQ(uses[1].radius, (Index3{0, 0, 0}));
  EXPECT_EQ(uses[2].name, "u");
  EXPECT_EQ(uses[2].level, 3);
  EXPECT_EQ(uses[3].level, FieldRef::next_level);
  EXPECT_EQ(uses[4].level, FieldRef::rhs_level);
  EXPECT_EQ(uses[5].name, "Other::rho");
  EXPECT_EQ(uses[5].radius, (Index3{2, 1, 0}));
  EXPECT_TRUE(parse_fields("  ").empty());
}

TEST(FieldList, TellsFieldsWhoseNamesBeginLikeALevel) {
  EXPECT_EQ(parse_field("pasture").name, "pasture");
  EXPECT_EQ(parse_field("rhs").level, 0);
}

TEST(FieldList, RefusesTheRestAndSaysWhy) {
  const auto why = [](const char* text) -> std::string {
    try {
      parse_fields(text);
    } catch (const Error& error) {
      EXPECT_EQ(error.problems().front().slug, "thorn/text");
      return error.problems().front().message;
    }
    return "accepted";
  };
  EXPECT_THAT(why("phi wiht stencil(1)"), HasSubstr("a field is phi, past(phi)"));
  EXPECT_THAT(why("phi with radius(1)"), HasSubstr("'with' must be followed by stencil"));
  EXPECT_THAT(why("phi with stencil(1, 2)"), HasSubstr("one radius or three"));
  EXPECT_THAT(why("phi with stencil(-1)"), HasSubstr("not negative"));
  EXPECT_THAT(why("phi with stencil(x)"), HasSubstr("'x' is not a whole number"));
  EXPECT_THAT(why("past(phi, 0)"), HasSubstr("count from 1"));
  EXPECT_THAT(why("past()"), HasSubstr("write past(phi)"));
  EXPECT_THAT(why("next()"), HasSubstr("a field is"));
  EXPECT_THAT(why("phi, , pi"), HasSubstr("nothing between two commas"));
  EXPECT_THAT(why("past(phi"), HasSubstr("parenthesis"));
  EXPECT_THAT(why("phi)"), HasSubstr("parenthesis"));
}

TEST(FieldList, ReadsConditions) {
  const auto conditions = parse_conditions("order = 2, damp,kind=two words");
  ASSERT_EQ(conditions.size(), 3u);
  EXPECT_EQ(conditions[0].parameter + "|" + conditions[0].value, "order|2");
  EXPECT_EQ(conditions[1].parameter + "|" + conditions[1].value, "damp|true");
  EXPECT_EQ(conditions[2].value, "two words");
  EXPECT_THROW(parse_conditions("order ="), Error);
  EXPECT_THROW(parse_conditions("= 2"), Error);
  EXPECT_THAT(parse_list("a, b(c, d)"), ElementsAre("a", "b(c, d)"));
}

}  // namespace
}  // namespace cardon
