// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fixture.hpp"
#include "parameters/path_words.hpp"

namespace cardon::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string refusal(ParameterDeclaration declaration) {
  ParameterRegistry registry = wave_registry();
  try {
    registry.add(section("WaveToy", {std::move(declaration)}));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Registry, RefusesBadDeclarations) {
  EXPECT_EQ(refusal(declare(Parameter{"mass", 1.0, "Mass"})), "");
  EXPECT_THAT(refusal(declare(speed)),
              HasSubstr("it is declared twice, by WaveToy and by WaveToy"));
  ParameterDeclaration d = declare(Parameter{"mass", 1.0, "Mass", positive});
  d.description = "";
  EXPECT_THAT(refusal(d), HasSubstr("it needs a description"));
  d = declare(Parameter{"the mass", 1.0, "Mass"});
  EXPECT_THAT(refusal(d), HasSubstr("letters, digits and underscores"));
  d = declare(Parameter{"mass", 1.0, "Mass", positive});
  d.fallback = Node::scalar("-1");
  EXPECT_THAT(refusal(d), HasSubstr("its default: WaveToy::mass = -1 is out of range"));
}

TEST(Registry, RefusesAParameterNamedLikeASection) {
  ParameterRegistry registry = wave_registry();
  EXPECT_THROW(registry.add(section("output", {declare(Parameter{"scalars", 1, "Number"})})),
               Error);
}

TEST(Registry, SeveralThornsMayFillASection) {
  ParameterRegistry registry = wave_registry();
  ParameterSection more = section("output.fields", {declare(Parameter{"compress", 1, "Level"})});
  more.provider = "IOHDF5";
  registry.add(more);
  EXPECT_THAT(registry.keys("output.fields"), ElementsAre("every", "fields", "compress"));
  EXPECT_EQ(registry.find("output.fields")->find("compress")->provider, "IOHDF5");
  EXPECT_EQ(registry.find("output.fields")->use, SectionUse::on_request);
}

TEST(Declaration, TellsLegalValues) {
  EXPECT_EQ(declare(speed).legal_values(), "real above 0 in m/s");
  EXPECT_EQ(declare(order).legal_values(), "one of 2, 4, 6");
  EXPECT_EQ(declare(centre).legal_values(), "list of 3 reals in m");
  EXPECT_EQ(declare(centre).default_text(), "[0.5, 0.5, 0.5] m");
  EXPECT_EQ(declare(Parameter{"k", 3, "d", between(1, 4)}).legal_values(), "integer from 1 to 4");
  EXPECT_EQ(declare(Parameter{"k", 0.5, "d", positive, below(1)}).legal_values(),
            "real above 0 and below 1");
  EXPECT_EQ(declare(Parameter{"k", 3, "d"}).legal_values(), "integer");
}

TEST(Declaration, ParametersMadeAtRunTimeAreCheckedToo) {
  const std::string nothing;
  EXPECT_THROW(declare(Parameter{"k", 3, nothing}), Error);
  EXPECT_THROW(declare(Parameter{"k", -3.0, "d", positive}), Error);
}

TEST(Paths, SplitAtDotsAndColons) {
  const auto words = path_words("A::b.c");
  ASSERT_EQ(words.size(), 3u);
  EXPECT_EQ(words[1].text, "b");
  EXPECT_EQ(words[2].start, 5u);
  std::string word = "slices[12]";
  EXPECT_EQ(split_index(word), 12);
  EXPECT_EQ(word, "slices");
  for (std::string plain : {"slices", "slices[]", "slices[x]", "slices[-1]", "slices[1"})
    EXPECT_EQ(split_index(plain), -1);
}

}  // namespace
}  // namespace cardon::testing
